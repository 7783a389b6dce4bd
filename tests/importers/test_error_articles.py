import pytest

from qa import rules
from qa.importers import error_articles
from qa.importers.error_titles import title_of
from qa.importers.source import ImportSourceError


@pytest.mark.parametrize(
    ("passage", "title"),
    [
        (
            "FooReader读文件时会用到。报错如下，ValueError: Bad header. See line 3。请检查文件。FooReader很快。",
            "FooReader 报错 ValueError: Bad header. See line 3",
        ),
        ("我们先看下面的例子。由于显存不足，导致BarNet训练失败。", "由于显存不足，导致BarNet训练失败"),
        ("上一篇讲了安装。当内存太小时，可以调大它。BazCell有用。", "BazCell：当内存太小时，可以调大它"),
        ("大家好。为什么动态图下会出错？请看QuxOp的说明。", "QuxOp：为什么动态图下会出错？"),
        ("QuuxServing是一个轻量级的服务模块，可以部署模型。", "QuuxServing是一个轻量级的服务模块"),
        ("1、当条件为变量时，while不展开，而for会展开。2、其他。", "当条件为变量时，while不展开，而for会展开"),
        ("语法不受支持（https://example.com/a，见“约束”）进入编译阶段后卡住不动。", "进入编译阶段后卡住不动"),
        ("消息大小大于上限（INT_MAX）Corge Serving默认有上限。", "消息大小大于上限（INT_MAX）"),
    ],
)
def test_the_title_is_an_error_line_or_a_symptom_or_the_theme(passage, title):
    assert title_of(passage) == title


def test_a_long_error_line_is_cut_at_a_clause():
    title = title_of("GraultLoader的问题。RuntimeError: " + "something went wrong here, " * 30)
    assert len(title) <= rules.TITLE_MAX
    assert title.endswith("wrong here")


def test_each_passage_is_one_accepted_answer_whole_and_in_order(write):
    passages = ["第一段，说报错的事。", "第二段。\n还有一行。", "第一段，说报错的事。", "```\n代码\n\n空行之后\n```"]
    records = list(error_articles.read(write("e.txt", "\n\n\n".join(passages))))
    assert [record.answers[0].body for record in records] == passages
    assert all(record.answers[0].accepted for record in records)
    assert [record.where for record in records] == ["e.txt:1", "e.txt:4", "e.txt:8", "e.txt:11"]


def test_same_passages_get_distinct_titles_and_ids(write):
    first, second = error_articles.read(write("e.txt", "这里说报错的事。\n\n这里说报错的事。"))
    assert (first.title, second.title) == ("这里说报错的事", "这里说报错的事（2）")
    assert first.external_id != second.external_id


def test_a_passage_without_a_usable_clause_still_gets_a_title(write):
    short, unbroken = error_articles.read(write("e.txt", "好用。\n\n" + "FooNet" * 2 + " 慢慢" * 200))
    assert short.title == "使用经验：好用"
    assert unbroken.title == "FooNetFooNet"


def test_tags_tell_errors_from_themes_and_name_the_products(write):
    first, second = error_articles.read(write("e.txt", "用MindFoo时报错。\n\nMindFoo和MindBar都很好用。"))
    assert first.tags == ("报错排查", "mindfoo")
    assert second.tags == ("使用经验", "mindfoo", "mindbar")


def test_a_file_without_text_is_refused(write):
    with pytest.raises(ImportSourceError):
        error_articles.read(write("e.txt", "\n\n"))


def test_the_seed_document(shared):
    path = shared("data/seed_documents/000_*.txt")
    records = list(error_articles.read(path))
    source = [passage.strip() for passage in path.read_text(encoding="utf-8").split("\n\n") if passage.strip()]
    assert [record.answers[0].body for record in records] == source
    titles = [record.title for record in records]
    assert len(set(titles)) == len(titles) == 20
    assert all(rules.TITLE_MIN <= len(title) <= rules.TITLE_MAX for title in titles)
    assert any("RuntimeError: Unexpected error." in title for title in titles)
    assert {record.lang for record in records} == {"zh"}
