"""Texts become vectors, each once; another model takes over when it is complete."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django_tasks import default_task_backend

from accounts.models import User
from qa import services
from qa.models import Aspect, Installation, Question, QuestionVector, SearchChange
from qa.search import encoders, encoding, lookups, sync, tasks, vectors
from tests.factories import ask, many_questions
from tests.search.fakes import ConceptEncoder, FailingEncoder, Installed
from tests.timing import assert_takes_less_than

pytestmark = pytest.mark.django_db

ERROR = "```\nRuntimeError: Launch kernel failed on stream, EE9999\n```"


@pytest.fixture
def jobs(settings) -> Callable[[], list[tuple[str, list, dict]]]:
    """Jobs are kept and not run; what was enqueued since the last call."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks.backends.dummy.DummyBackend"}}

    def taken() -> list[tuple[str, list, dict]]:
        some = [(job.task.name, list(job.args), dict(job.kwargs)) for job in default_task_backend.results]
        default_task_backend.clear()
        return some

    return taken


def digests() -> dict[tuple[int, int, str], str]:
    rows = QuestionVector.objects.values_list("question_id", "aspect", "model", "digest")
    return {(pk, aspect, model): digest for pk, aspect, model, digest in rows}


# What is encoded


@pytest.mark.parametrize(
    ("title", "body", "answer", "text"),
    [
        ("标题", "", "", ""),
        ("标题", "  \n", "\n", ""),
        ("标题", "正文 **重要**", "", "标题\n正文 重要"),
        ("标题", "", "答案 `x`", "标题\n答案 x"),
        ("标题", "正文", "答案", "标题\n正文\n答案"),
        ("标题", "字" * 5_000, "答案", ("标题\n" + "字" * 5_000)[: encoding.LEAD_LENGTH]),
    ],
)
def test_the_lead_is_the_title_and_how_text_and_answer_begin(title: str, body: str, answer: str, text: str) -> None:
    assert encoding.lead(title, body, answer) == text


def test_a_lead_reads_no_further_than_it_is_long() -> None:
    assert_takes_less_than(2, lambda: encoding.lead("x" * 300, "*a_" * 30_000, "`" * 100_000))


def test_title_lead_and_error_of_a_question_are_encoded(add: Callable, encoder: ConceptEncoder) -> None:
    question = add("训练失败", f"开头。\n\n{ERROR}", answers=("最好的答案", "接受的答案"), accepted=1)
    bare = add("只有标题")
    assert encoding.encode([question.pk, bare.pk]) == 4
    assert sorted(encoder.asked) == sorted(
        [
            "训练失败",
            encoding.lead("训练失败", f"开头。\n\n{ERROR}", "接受的答案"),
            "RuntimeError: Launch kernel failed on stream, EE9999",
            "只有标题",
        ]
    )
    stored = {(pk, aspect) for pk, aspect, _ in digests()}
    assert stored == {*((question.pk, aspect) for aspect in Aspect), (bare.pk, Aspect.TITLE)}


def test_without_an_accepted_answer_the_best_is_in_the_lead(add: Callable, encoder: ConceptEncoder) -> None:
    question = add("训练失败", answers=("第一个", "更好的"))
    question.answers.filter(body="更好的").update(score=3)
    assert encoding.texts_of([question.pk])[question.pk, Aspect.LEAD] == "训练失败\n更好的"


def test_an_error_that_only_an_answer_tells_of_is_none_of_the_question(add: Callable, encoder: ConceptEncoder) -> None:
    question = add("训练失败", answers=(ERROR,))
    assert (question.pk, Aspect.ERROR) not in encoding.texts_of([question.pk])


def test_what_is_encoded_costs_three_queries(add: Callable, django_assert_num_queries) -> None:
    ids = [add(f"训练失败 {i}", ERROR, answers=("答案",)).pk for i in range(5)]
    with django_assert_num_queries(3):
        encoding.texts_of(ids)


# Once, and again when it has changed


def test_what_is_encoded_is_not_encoded_again(add: Callable, encoder: ConceptEncoder) -> None:
    ids = [add("训练失败", ERROR).pk, add("只有标题").pk]
    assert encoding.encode(ids) == 4
    encoder.asked.clear()
    before = SearchChange.objects.count()
    assert encoding.encode(ids) == 0
    assert encoder.asked == []
    assert SearchChange.objects.count() == before


@pytest.fixture
def encoded(author: User, helper: User, encoder: ConceptEncoder) -> Question:
    """A question with an error and an answer, all of it encoded."""
    question = ask(author, title="训练失败", body=f"正文。\n\n{ERROR}")
    services.post_answer(actor=helper, question=question, body="第一个答案")
    encoding.encode([question.pk])
    encoder.asked.clear()
    return question


def edit_title(question: Question) -> None:
    services.edit_question(actor=question.author, question=question, title="训练失败了")


def edit_far_behind(question: Question) -> None:
    services.edit_question(actor=question.author, question=question, body=question.body.replace("EE9999", "EE8888"))


def edit_answer(question: Question) -> None:
    answer = question.answers.get()
    services.edit_answer(actor=answer.author, answer=answer, body="改过的答案")


def edit_tags(question: Question) -> None:
    services.edit_question(actor=question.author, question=question, tags=["other"])


@pytest.mark.parametrize(
    ("edit", "changed"),
    [
        (edit_title, {Aspect.TITLE, Aspect.LEAD}),
        (edit_far_behind, {Aspect.LEAD, Aspect.ERROR}),
        (edit_answer, {Aspect.LEAD}),
        (edit_tags, set()),
    ],
)
def test_an_edit_has_only_what_changed_encoded_anew(
    encoded: Question, encoder: ConceptEncoder, edit: Callable, changed: set
) -> None:
    before = digests()
    edit(encoded)
    after = digests()
    assert {aspect for pk, aspect, model in after if after[pk, aspect, model] != before[pk, aspect, model]} == changed
    assert len(encoder.asked) == len(changed)
    assert len(after) == len(before)


def test_an_error_that_is_edited_away_loses_its_vector(encoded: Question) -> None:
    services.edit_question(actor=encoded.author, question=encoded, body="正文。")
    assert {aspect for _, aspect, _ in digests()} == {Aspect.TITLE, Aspect.LEAD}


def test_a_deleted_question_has_no_vectors_until_it_is_restored(
    encoded: Question, moderator: User, sweep: Callable
) -> None:
    sweep()
    sync.catch_up()
    assert vectors.reader.view().vector(encoded.pk, Aspect.TITLE) is not None
    services.delete(actor=moderator, thing=encoded)
    sync.catch_up()
    assert digests() == {}
    assert vectors.reader.view().vector(encoded.pk, Aspect.TITLE) is None
    services.restore(actor=moderator, thing=encoded)
    sync.catch_up()
    assert len(digests()) == 3
    assert vectors.reader.view().vector(encoded.pk, Aspect.TITLE) is not None


def test_a_question_that_is_gone_meanwhile_leaves_no_vector(add: Callable, encoder, monkeypatch) -> None:
    question = add("训练失败")
    documents = encoder.documents

    def gone(texts: list[str]) -> object:
        Question.objects.filter(pk=question.pk).delete()
        return documents(texts)

    monkeypatch.setattr(encoder, "documents", gone)
    encoding.encode([question.pk])
    assert digests() == {}


def test_encoding_twice_at_once_is_harmless(add: Callable, encoder: ConceptEncoder, monkeypatch) -> None:
    """Two jobs make the same vector: whoever stores it later replaces it."""
    question = add("训练失败")
    encoding.encode([question.pk])
    monkeypatch.setattr(encoding, "stored", lambda ids, model: {})
    assert encoding.encode([question.pk]) == 1
    assert len(digests()) == 1


def test_without_an_encoder_nothing_is_encoded(add: Callable, installed: Installed, sweep: Callable) -> None:
    add("训练失败")
    sweep()
    assert digests() == {}
    assert Installation.objects.filter(vector_model="").count() == Installation.objects.count()


# The sweep


def test_a_sweep_goes_from_the_newest_on_in_batches(encoder: ConceptEncoder, monkeypatch) -> None:
    many_questions(7, answers=0)
    monkeypatch.setattr(encoding, "BATCH", 3)
    ids = sorted(Question.objects.values_list("pk", flat=True), reverse=True)
    done: list[int] = []
    reached = list(encoding.sweep(done.append))
    assert reached == [ids[2], ids[5], ids[6]]
    assert sum(done) == QuestionVector.objects.count() == 14
    newest = Question.objects.get(pk=ids[0])
    assert newest.title in encoder.asked[:6]


def test_a_sweep_can_be_resumed(encoder: ConceptEncoder, monkeypatch) -> None:
    many_questions(7, answers=0)
    monkeypatch.setattr(encoding, "BATCH", 3)
    ids = sorted(Question.objects.values_list("pk", flat=True), reverse=True)
    first = encoding.sweep()
    reached = next(first)
    first.close()
    assert set(QuestionVector.objects.values_list("question_id", flat=True)) == set(ids[:3])
    encoder.asked.clear()
    assert list(encoding.sweep(below=reached)) == [ids[5], ids[6]]
    assert not any(Question.objects.get(pk=ids[0]).title in text for text in encoder.asked)
    assert set(QuestionVector.objects.values_list("question_id", flat=True)) == set(ids)


def test_a_deleted_question_is_not_swept(
    add: Callable, moderator: User, encoder: ConceptEncoder, sweep: Callable
) -> None:
    gone, there = add("删掉的问题"), add("留下的问题")
    services.delete(actor=moderator, thing=gone)
    sweep()
    assert {pk for pk, _, _ in digests()} == {there.pk}


def test_the_job_makes_room_for_others_and_goes_on_as_a_new_one(encoder, jobs: Callable, monkeypatch) -> None:
    many_questions(7, answers=0)
    monkeypatch.setattr(encoding, "BATCH", 3)
    monkeypatch.setattr(tasks, "SECONDS_AT_ONCE", -1)
    ids = sorted(Question.objects.values_list("pk", flat=True), reverse=True)
    tasks.encode_all.call()
    assert jobs() == [("encode_all", [], {"below": ids[2]})]
    assert Installation.objects.get().vector_model == encoder.name
    monkeypatch.setattr(tasks, "SECONDS_AT_ONCE", 20)
    tasks.encode_all.call(below=ids[2])
    assert jobs() == []
    assert QuestionVector.objects.values("question").distinct().count() == 7


def test_the_job_signs_first_what_an_older_version_signed(add: Callable, encoder: ConceptEncoder) -> None:
    question = add("训练失败", ERROR)
    question.errorsignatures.all().delete()
    Installation.objects.update_or_create(defaults={"signature_version": 0})
    tasks.encode_all.call()
    assert (question.pk, Aspect.ERROR, encoder.name) in digests()


# Another model


def nearest_title(text: str) -> str:
    from django.contrib.auth.models import AnonymousUser

    found = lookups.search(text, user=AnonymousUser()).hits
    return found[0].question.title if found else ""


@pytest.fixture
def many(add: Callable) -> None:
    for i in range(9):
        add(f"entry{i}")
    add("Training is stuck")
    add("显存不够")


def test_search_uses_what_there_is_of_the_first_model(many: None, encoder: ConceptEncoder, monkeypatch) -> None:
    monkeypatch.setattr(encoding, "BATCH", 4)
    next(encoding.sweep())
    assert Installation.objects.get().vector_model == encoder.name
    assert nearest_title("Out of memory") == "显存不够"
    assert vectors.model_in_use() == encoder.name


def test_another_model_takes_over_when_it_is_complete(many: None, installed: Installed, sweep, monkeypatch) -> None:
    monkeypatch.setattr(encoding, "BATCH", 4)
    old = installed.use(ConceptEncoder("concepts 1"))
    sweep()
    assert nearest_title("Out of memory") == "显存不够"
    new = installed.use(ConceptEncoder("concepts 2"))
    run = encoding.sweep()
    next(run)
    old.asked.clear()
    assert nearest_title("out of MEMORY") == "显存不够"
    assert old.asked == ["out of MEMORY"], "the old one is still asked"
    assert vectors.model_in_use() == old.name
    assert {model for _, _, model in digests()} == {old.name, new.name}
    list(run)
    assert nearest_title("OUT of memory") == "显存不够"
    assert new.asked[-1] == "OUT of memory"
    assert vectors.model_in_use() == new.name
    assert {model for _, _, model in digests()} == {new.name}


def test_an_edit_before_the_change_is_known_to_both_models(many: None, installed: Installed, sweep: Callable) -> None:
    installed.use(ConceptEncoder("concepts 1"))
    sweep()
    installed.use(ConceptEncoder("concepts 2"))
    encoding.encode([Question.objects.get(title="显存不够").pk])
    assert nearest_title("Out of memory") == "显存不够"


def test_going_back_to_no_encoder_keeps_the_vectors(many: None, installed: Installed, encoder, sweep) -> None:
    sweep()
    installed.configured = ""
    before = digests()
    sweep()
    assert digests() == before


# The services and the command


def test_services_leave_encoding_to_a_job(
    author: User, helper: User, moderator: User, encoder: ConceptEncoder, jobs: Callable
) -> None:
    question = ask(author)
    mine = ("encode_question", [question.pk], {})
    assert jobs() == [mine]
    answer = services.post_answer(actor=helper, question=question, body="第一个答案")
    assert jobs() == [mine]
    for act in (
        lambda: services.edit_answer(actor=helper, answer=answer, body="改过的答案"),
        lambda: services.accept(actor=author, answer=answer),
        lambda: services.edit_question(actor=author, question=question, title="新的标题在此"),
        lambda: services.delete(actor=moderator, thing=question),
        lambda: services.restore(actor=moderator, thing=question),
    ):
        act()
        assert jobs() == [mine]
    assert encoder.asked == []


def test_a_vote_changes_no_text(author: User, trusted: User, encoder: ConceptEncoder, jobs: Callable) -> None:
    question = ask(author)
    jobs()
    services.vote(actor=trusted, post=question, value=1)
    assert jobs() == []
    assert SearchChange.objects.filter(question_id=question.pk).count() == 2


def test_without_an_encoder_there_are_no_jobs(author: User, installed: Installed, jobs: Callable) -> None:
    ask(author)
    assert jobs() == []


def test_an_import_leaves_vectors_to_the_sweep(encoder: ConceptEncoder, jobs: Callable, sweep: Callable) -> None:
    many_questions(20, answers=0)
    assert jobs() == []
    assert encoder.asked == []
    sweep()
    assert QuestionVector.objects.values("question").distinct().count() == 20


def run_sync(*arguments: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("sync_search", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_the_command_brings_words_and_vectors_up_to_date(many: None, encoder: ConceptEncoder) -> None:
    assert "0 changes behind" in run_sync()[0]
    assert len(vectors.reader.view()) == QuestionVector.objects.count() == 11
    assert vectors.model_in_use() == encoder.name


def test_the_command_can_leave_the_vectors_to_the_worker(many: None, encoder: ConceptEncoder) -> None:
    assert "0 changes behind" in run_sync("--words")[0]
    assert encoder.asked == []
    assert sync.before_search().num_docs == 11


def test_a_failing_encoder_is_said_and_words_go_on(many: None, installed: Installed) -> None:
    installed.use(FailingEncoder())
    out, err = run_sync()
    assert "not complete: not reachable" in err
    assert "0 changes behind" in out
    assert nearest_title("stuck") == "Training is stuck"


def test_an_encoder_that_fails_half_way_keeps_what_it_made(many: None, encoder: ConceptEncoder, monkeypatch) -> None:
    monkeypatch.setattr(encoding, "BATCH", 4)
    documents, calls = encoder.documents, iter(range(10))

    def fails_later(texts: list[str]) -> object:
        if next(calls):
            raise encoders.EncoderError("quota")
        return documents(texts)

    with monkeypatch.context() as patch:
        patch.setattr(encoder, "documents", fails_later)
        assert "quota" in run_sync()[1]
    assert len(vectors.reader.view()) == QuestionVector.objects.count() == 4
    assert run_sync()[1] == ""
    assert QuestionVector.objects.count() == 11
