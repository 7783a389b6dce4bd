"""Measurements as text: what is compared with what, and what is said of it."""

from bench import tables


def site(questions: int, whole: float, bare: float) -> dict:
    return {
        "questions": questions,
        "index": {"seconds": 10.0, "bytes": 2_000_000},
        "vectors": {"seconds": 4.0, "bytes": 500_000, "number": questions * 2},
        "memory": 300_000_000,
        "lookups": {"search": [(whole, bare)] * 3},
    }


def test_percentile_is_one_of_the_values():
    assert tables.percentile([4, 1, 3, 2], 0.5) == 2
    assert tables.percentile([4, 1, 3, 2], 0.95) == 4
    assert tables.percentile([7], 0.0) == 7


def test_names_stand_left_and_numbers_right():
    assert tables.table(["what", "n"], [["a longer name", "7"], ["b", "1,000"]]).splitlines() == [
        "what               n",
        "a longer name      7",
        "b              1,000",
    ]


def test_the_ratio_is_that_of_each_text_not_of_the_medians():
    lookups = {"search": [(2.0, 1.0), (30.0, 10.0), (9.0, 1.0)]}
    head, row = tables.lookups_table(lookups, 100_000).splitlines()
    assert head.split("  ")[0] == "look-up"
    assert head.endswith("ratio p50  ratio p95  p50 ms  p95 ms  bare p50  bare p95  p50 <= 3")
    assert row.split() == ["search", "3.00", "9.00", "9.00", "30.00", "1.00", "10.00", "reached"]


def test_a_ratio_above_the_aim_is_told():
    lookups = {"search": [(3.1, 1.0)]}
    assert tables.lookups_table(lookups, 100_000).endswith("MISSED")
    assert "MISSED" not in tables.lookups_table(lookups, 10_000)


def test_building_is_a_rate_and_a_size():
    row = tables.build_table([site(5_000, 1.0, 1.0)]).splitlines()[1]
    assert row.split() == ["5,000", "500/s", "2.0", "10,000", "2,500/s", "0.5", "300"]


def test_growth_is_the_largest_site_in_the_smallest():
    sites = [site(1_000, 2.0, 1.0), site(10_000, 3.0, 1.5), site(100_000, 7.0, 5.0)]
    head, row = tables.growth_table(sites).splitlines()
    assert head.split()[:4] == ["look-up", "1,000", "10,000", "100,000"]
    assert row.replace(" ms", "").split() == ["search", "2.00", "3.00", "7.00", "3.50", "5.00", "reached"]
    assert tables.growth_table([site(1_000, 1.0, 1.0), site(10_000, 4.5, 1.0)]).endswith("MISSED")


def test_an_encoder_is_its_median_query_and_its_documents_a_second():
    encoder = {"name": "e", "load": 1.5, "queries": [5.0, 7.0, 90.0], "batch": 32, "batches": [2.0, 0.5, 1.0]}
    assert tables.encoders_table([encoder]).splitlines()[1].split() == ["e", "1.50", "7.00", "90.00", "32/s"]
