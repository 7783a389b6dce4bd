"""What is shown of a hit: the best stretch, escaped once, with marks."""

from qa.search.excerpts import excerpt, marked, marks


def test_what_was_looked_for_is_marked() -> None:
    assert excerpt(["训练时 GeneratorDataset 卡住"], ["generatordataset", "卡住"]) == (
        "训练时 <mark>GeneratorDataset</mark> <mark>卡住</mark>"
    )


def test_terms_that_overlap_are_marked_as_one() -> None:
    assert excerpt(["默认是静态图模式"], ["静态", "态图"]) == "默认是<mark>静态图</mark>模式"


def test_a_stem_marks_the_whole_word() -> None:
    assert "<mark>datasets</mark>" in excerpt(["two datasets here"], ["dataset"])


def test_markup_in_a_post_is_text() -> None:
    shown = excerpt(["`a < b && c` <img src=x onerror=alert(1)> 卡住"], ["卡住"])
    assert "<img" not in shown
    assert "a &lt; b &amp;&amp; c" in shown
    assert "&amp;lt;" not in shown


def test_the_stretch_with_most_words_is_chosen_and_its_edges_say_so() -> None:
    text = "开头没有。" * 80 + "这里说到 显存 不足 的原因" + "结尾也没有。" * 80
    shown = excerpt([text], ["显存", "不足", "原因"])
    assert shown.count("<mark>") >= 2
    assert shown.startswith("…")
    assert shown.endswith("…")


def test_the_accepted_answer_is_shown_where_it_says_more() -> None:
    assert "<mark>asnumpy</mark>" in excerpt(["没有答案的题目", "用 asnumpy 换掉"], ["asnumpy"])


def test_without_a_match_the_beginning_is_shown() -> None:
    assert excerpt(["第一句。第二句。"], ["缺席"]) == "第一句。第二句。"


def test_full_width_and_traditional_text_is_marked_where_it_stands() -> None:
    text = "資料集ＡＢＣ，失敗"
    assert marked(text, marks(text, ["资料", "abc"])) == "<mark>資料</mark>集<mark>ＡＢＣ</mark>，失敗"
