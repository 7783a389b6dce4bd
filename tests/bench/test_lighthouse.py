"""Reports of Lighthouse → rows of the table."""

from bench import lighthouse


def report(performance: float, *, seo: float = 1, blocked: float = 100) -> dict:
    """As Lighthouse writes it, as far as it is read."""
    scores = {"performance": performance, "accessibility": 1, "best-practices": 1, "seo": seo}
    times = {"first-contentful-paint": 900, "largest-contentful-paint": 1200, "total-blocking-time": blocked}
    audits = {name: {"score": 1, "scoreDisplayMode": "numeric", "numericValue": time} for name, time in times.items()}
    audits["meta-description"] = {"score": seo, "scoreDisplayMode": "binary"}
    audits["hreflang"] = {"score": 0, "scoreDisplayMode": "binary"}
    refs = {"seo": [{"id": "meta-description", "weight": 1}, {"id": "hreflang", "weight": 0}]}
    categories = {name: {"score": score, "auditRefs": refs.get(name, [])} for name, score in scores.items()}
    return {"categories": categories, "audits": audits}


def test_the_median_of_the_runs_counts() -> None:
    row = lighthouse.row("home", [report(0.5, blocked=900), report(0.99), report(1)])
    assert row == ["home", "99", "100", "100", "100", "900", "1,200", "100", "reached"]


def test_one_mark_below_its_aim_is_a_miss() -> None:
    assert lighthouse.row("home", [report(0.97)])[-1] == "MISSED"
    assert lighthouse.row("home", [report(1, seo=0.99)])[-1] == "MISSED"


def test_what_cost_marks_is_named() -> None:
    assert lighthouse.lacking([report(1, seo=0.5)]) == ["meta-description 0.5"]
    assert lighthouse.lacking([report(1)]) == []
