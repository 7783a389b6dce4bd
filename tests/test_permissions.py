"""Who may do what, as one table that is checked three times: by the service, at the HTML address, through the API.

A cell is `ok` or the code of the refusal; `unseen` before a code says that this person cannot even see the thing, so
page and API answer as if it did not exist.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.html import escape
from drf_spectacular.generators import SchemaGenerator
from rest_framework.response import Response
from rest_framework.test import APIClient

from accounts.models import User
from qa import policies, rules, services
from qa.errors import Refused
from qa.models import Answer, Comment, Question
from tests.factories import in_course

pytestmark = pytest.mark.django_db

ROLES = ("anonymous", "newcomer", "author", "helper", "trusted", "moderator")


class World:
    """The cast, and things in every state a rule speaks of: asked by `author`, answered by `helper`."""

    def __init__(self, people: dict[str, User | AnonymousUser]) -> None:
        self.people = people

    def ask(self) -> Question:
        return services.ask(actor=self.people["author"], title="训练时卡住不动", body="没有报错", tags=["loss"])

    def answer(self) -> Answer:
        return services.post_answer(actor=self.people["helper"], question=self.ask(), body="换优化器")

    def make(self, name: str) -> Question | Answer | Comment | None:
        author, helper, moderator = (self.people[role] for role in ("author", "helper", "moderator"))
        made = {
            "": lambda: None,
            "tag": lambda: self.ask().tag_list[0],
            "question": lambda: self.answer().question,
            "answer": self.answer,
            "lonely": self.ask,
            "lesson": lambda: in_course(self.ask()),
            "accepted": lambda: services.accept(actor=author, answer=self.answer()),
            "erased lesson": lambda: services.delete(actor=author, thing=self.make("lesson")),
            "erased": lambda: services.delete(actor=author, thing=self.ask()),
            "moderated": lambda: services.delete(actor=moderator, thing=self.ask()),
            "withdrawn": lambda: services.delete(actor=helper, thing=self.answer()),
            "comment": lambda: services.add_comment(actor=helper, post=self.answer(), body="哪个版本"),
            "removed": lambda: services.delete(actor=helper, thing=self.make("comment")),
        }[name]()
        User.objects.exclude(username="trusted").update(reputation=0)
        return made and type(made).objects.get(pk=made.pk)


@pytest.fixture
def world(author: User, helper: User, newcomer: User, trusted: User, moderator: User) -> World:
    people = {"author": author, "helper": helper, "newcomer": newcomer, "trusted": trusted, "moderator": moderator}
    return World({"anonymous": AnonymousUser(), **people})


@dataclass(frozen=True)
class Act:
    """One thing to do: to what, asked of which policy, by which service, at which two addresses.

    `call` is None for what only the pages offer.
    """

    policy: str
    target: str
    service: str
    page: str
    call: tuple[str, str, dict[str, Any]] | None
    form: dict[str, Any] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)
    asked_with: tuple = ()
    unseen_in_api: int = 404


POST = {"title": "新的标题在这里", "body": "新的正文"}
TEXT = {**POST, "tags": "loss, adam", "version": "2.3.1"}
FIELDS = {**POST, "tags": ["loss", "adam"], "environment": {"version": "2.3.1"}}
BODY = {"body": "新的正文"}
SPAM = {"reason": "spam"}


def voting(target: str, value: int) -> Act:
    kind = "answer" if target in ("answer", "accepted") else "question"
    call = ("post", "api-vote-list", {kind: target, "value": value})
    return Act("can_vote", target, "vote", "vote", call, {"value": value}, {"value": value}, (value,), 400)


def commenting(kind: str, target: str) -> Act:
    call = ("post", "api-comment-list", {kind: target, **BODY})
    return Act("can_comment", target, "add_comment", "comment", call, BODY, BODY, unseen_in_api=400)


def editing(kind: str, target: str) -> Act:
    form, more = (TEXT, FIELDS) if kind == "question" else (BODY, BODY)
    return Act("can_edit", target, f"edit_{kind}", "edit", ("patch", f"api-{kind}-detail", BODY), form, more)


def deleting(kind: str, target: str) -> Act:
    return Act("can_delete", target, "delete", "delete", ("delete", f"api-{kind}-detail", {}))


def restoring(kind: str, target: str) -> Act:
    return Act("can_restore", target, "restore", "restore", ("post", f"api-{kind}-restore", {}))


def accepting(method: str, target: str) -> Act:
    name = "accept" if method == "post" else "unaccept"
    return Act(f"can_{name}", target, name, name, (method, "api-answer-accept", {}))


def answering(target: str) -> Act:
    call = ("post", "api-answer-list", {"question": target, **BODY})
    return Act("can_answer", target, "post_answer", "answer-question", call, BODY, BODY, unseen_in_api=400)


EDIT_TAG = Act(
    "can_edit_tag", "tag", "edit_tag", "edit-tag", ("patch", "api-tag-detail", {"description": "何时用它"}),
    {"description": "何时用它"}, {"description": "何时用它"},
)  # fmt: skip


def marking(name: str, kind: str, target: str) -> Act:
    """Following and bookmarking, and taking them back: `remove-` or `un` before the name."""
    plain = name.removeprefix("un").removeprefix("remove_")
    method, policy = ("post", f"can_{name}") if plain == name else ("delete", "can_take_back")
    return Act(policy, target, name, name.replace("_", "-"), (method, f"api-{kind}-{plain}", {}))


def learning(name: str, target: str) -> Act:
    policy = "can_take_back" if name.startswith("un") else "can_keep_progress"
    return Act(policy, target, name, name.replace("_", "-"), None)


def flagging(kind: str, target: str) -> Act:
    return Act("can_flag", target, "flag", "flag", ("post", f"api-{kind}-flag", SPAM), SPAM, SPAM)


def unflagging(kind: str, target: str) -> Act:
    return Act("can_take_back", target, "withdraw_flag", "withdraw-flag", ("delete", f"api-{kind}-flag", {}))


ASK = Act("can_ask", "", "ask", "ask", ("post", "api-question-list", FIELDS), TEXT, FIELDS)

OUT, OK = "not_signed_in", "ok"
# Of something its author, or the helper, has deleted: the others do not see it.
GONE = (f"unseen {OUT}", "unseen deleted", "deleted", "unseen deleted", "unseen deleted", "deleted")
HELPERS_GONE = (f"unseen {OUT}", "unseen deleted", "unseen deleted", "deleted", "unseen deleted", "deleted")
HELPERS_BACK = (f"unseen {OUT}", "unseen not_yours", "unseen not_yours", OK, "unseen not_yours", OK)
# Each row: what is done, then anonymous, newcomer, author, helper, trusted, moderator.
MATRIX: dict[str, tuple[Act, tuple[str, ...]]] = {
    "ask": (ASK, (OUT, OK, OK, OK, OK, OK)),
    "say what a tag is about": (EDIT_TAG, (OUT, *["not_moderator"] * 4, OK)),
    "answer a question": (answering("question"), (OUT, OK, OK, OK, OK, OK)),
    "answer a deleted question": (answering("erased"), GONE),
    "comment on a question": (commenting("question", "question"), (OUT, OK, OK, OK, OK, OK)),
    "comment on an answer": (commenting("answer", "answer"), (OUT, OK, OK, OK, OK, OK)),
    "comment on a deleted question": (commenting("question", "erased"), GONE),
    "edit a question": (editing("question", "question"), (OUT, "reputation", OK, "reputation", OK, OK)),
    "edit an answer": (editing("answer", "answer"), (OUT, "reputation", "reputation", OK, OK, OK)),
    "edit a deleted question": (editing("question", "erased"), GONE),
    "vote a question up": (voting("question", 1), (OUT, OK, "own_post", OK, OK, OK)),
    "vote a question down": (voting("question", -1), (OUT, "reputation", "own_post", "reputation", OK, OK)),
    "take a vote on a question back": (voting("question", 0), (OUT, OK, "own_post", OK, OK, OK)),
    "vote an answer up": (voting("answer", 1), (OUT, OK, OK, "own_post", OK, OK)),
    "vote an answer down": (voting("answer", -1), (OUT, "reputation", "reputation", "own_post", OK, OK)),
    "take a vote on an answer back": (voting("answer", 0), (OUT, OK, OK, "own_post", OK, OK)),
    "vote on a deleted question": (voting("erased", 1), GONE),
    "accept": (accepting("post", "answer"), (OUT, "not_asker", OK, "not_asker", "not_asker", OK)),
    "accept a deleted answer": (accepting("post", "withdrawn"), HELPERS_GONE),
    "unaccept": (accepting("delete", "accepted"), (OUT, "not_asker", OK, "not_asker", "not_asker", OK)),
    "unaccept what is not accepted": (
        accepting("delete", "answer"), (OUT, "not_asker", "not_accepted", "not_asker", "not_asker", "not_accepted"),
    ),
    "delete a question nobody answered": (
        deleting("question", "lonely"), (OUT, "not_yours", OK, "not_yours", "not_yours", OK),
    ),
    "delete an answered question": (
        deleting("question", "question"), (OUT, "not_yours", "has_answers", "not_yours", "not_yours", OK),
    ),
    "delete a deleted question": (deleting("question", "erased"), GONE),
    "delete an answer": (deleting("answer", "answer"), (OUT, "not_yours", "not_yours", OK, "not_yours", OK)),
    "delete an accepted answer": (
        deleting("answer", "accepted"), (OUT, "not_yours", "not_yours", "accepted", "not_yours", OK),
    ),
    "delete a comment": (deleting("comment", "comment"), (OUT, "not_yours", "not_yours", OK, "not_yours", OK)),
    "restore a question": (
        restoring("question", "erased"), (f"unseen {OUT}", "unseen not_yours", OK, *["unseen not_yours"] * 2, OK),
    ),
    "restore what a moderator deleted": (
        restoring("question", "moderated"),
        (f"unseen {OUT}", "unseen not_yours", "deleted_by_moderator", *["unseen not_yours"] * 2, OK),
    ),
    "restore a question that is there": (restoring("question", "question"), (OUT, *["not_deleted"] * 5)),
    "restore an answer": (restoring("answer", "withdrawn"), HELPERS_BACK),
    "restore a comment": (restoring("comment", "removed"), HELPERS_BACK),
    "follow a question": (marking("follow", "question", "question"), (OUT, *[OK] * 5)),
    "follow a deleted question": (marking("follow", "question", "erased"), GONE),
    "follow no longer": (marking("unfollow", "question", "question"), (OUT, *[OK] * 5)),
    "bookmark a question": (marking("bookmark", "question", "question"), (OUT, *[OK] * 5)),
    "bookmark an answer": (marking("bookmark", "answer", "answer"), (OUT, *[OK] * 5)),
    "bookmark a deleted answer": (marking("bookmark", "answer", "withdrawn"), HELPERS_GONE),
    "remove a bookmark on a question": (marking("remove_bookmark", "question", "question"), (OUT, *[OK] * 5)),
    "remove a bookmark on an answer": (marking("remove_bookmark", "answer", "answer"), (OUT, *[OK] * 5)),
    "flag a question": (flagging("question", "question"), (OUT, OK, "own_post", OK, OK, OK)),
    "flag an answer": (flagging("answer", "answer"), (OUT, OK, OK, "own_post", OK, OK)),
    "flag a deleted question": (flagging("question", "erased"), GONE),
    "withdraw a flag on a question": (unflagging("question", "question"), (OUT, *[OK] * 5)),
    "mark a question of a course as read": (learning("mark_read", "lesson"), (OUT, *[OK] * 5)),
    "mark a question of a course as solved": (learning("mark_solved", "lesson"), (OUT, *[OK] * 5)),
    "learn what is in no course": (learning("mark_read", "question"), (OUT, *["no_course"] * 5)),
    "learn what is deleted": (learning("mark_solved", "erased lesson"), GONE),
    "mark as unread": (learning("unmark_read", "lesson"), (OUT, *[OK] * 5)),
    "mark as unsolved": (learning("unmark_solved", "lesson"), (OUT, *[OK] * 5)),
    "withdraw a flag on an answer": (unflagging("answer", "answer"), (OUT, *[OK] * 5)),
}  # fmt: skip

ROWS = [pytest.param(act, dict(zip(ROLES, outcomes, strict=True)), id=name) for name, (act, outcomes) in MATRIX.items()]

# Addresses that take a POST but change nothing of anybody else: their own tests are in tests/accounts and tests/web.
OWN_ACCOUNT = {"create-token", "revoke-token", "close-account", "save-draft", "upload-image", "seen"}
READING = {
    "home", "search", "suggest", "diagnose", "ask-this", "similar", "tag-names", "preview", "image", "tags", "tag",
    "set-theme",
    "people", "user", "answer", "history", "question", "settings",
    "news", "bring-news", "following", "bookmarks", "keys", "courses", "course",
    "robots", "llms", "opensearch", "card",
    "feed", "feed-answers", "feed-tag", "feed-person", "feed-search",
}  # fmt: skip
OPEN_LOOKUPS = {("post", "/api/v1/related/"), ("post", "/api/v1/diagnose/")}


@contextmanager
def undone() -> Iterator[None]:
    """What is written in this block is taken back at its end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def arguments(act: Act, thing: Any) -> dict[str, Any]:
    """The service's own name for what it acts on, and what else it takes."""
    of_things = ("delete", "restore", "follow", "unfollow")
    of_posts = ("vote", "add_comment", "bookmark", "remove_bookmark", "flag", "withdraw_flag")
    names = dict.fromkeys(of_things, "thing") | dict.fromkeys(of_posts, "post")
    names |= {"post_answer": "question", "edit_tag": "tag"}
    return {names.get(act.service, getattr(thing, "kind", "")): thing, **act.more} if thing else act.more


@pytest.mark.parametrize(("act", "outcomes"), ROWS)
def test_policy_and_service_decide_as_the_table_says(world: World, act: Act, outcomes: dict[str, str]) -> None:
    thing = world.make(act.target)
    decided, done = {}, {}
    for role, actor in world.people.items():
        decision = getattr(policies, act.policy)(actor, *([thing] if thing else []), *act.asked_with)
        assert bool(str(decision.reason)) is not decision.allowed
        decided[role] = OK if decision.allowed else decision.code
        with undone():
            try:
                getattr(services, act.service)(actor=actor, **arguments(act, thing))
                done[role] = OK
            except Refused as refusal:
                done[role] = refusal.code
    expected = {role: outcome.removeprefix("unseen ") for role, outcome in outcomes.items()}
    assert decided == expected
    assert done == expected


def page_outcome(response: HttpResponse, act: Act, actor: User, thing: Any) -> str:
    """What a page's answer says, in the words of the table; the code of a refusal by the sentence that is shown."""
    if response.status_code == 302:
        return OUT if response.url.startswith(reverse("account_login")) else OK
    if response.status_code == 404:
        return "unseen"
    decision = getattr(policies, act.policy)(actor, *([thing] if thing else []), *act.asked_with)
    assert response.status_code == 403
    assert escape(str(decision.reason)) in response.text
    return decision.code


@pytest.mark.parametrize(("act", "outcomes"), ROWS)
def test_the_page_answers_as_the_table_says(world: World, act: Act, outcomes: dict[str, str]) -> None:
    thing = world.make(act.target)
    of_one_kind = act.page in ("accept", "unaccept", "answer-question", "edit-tag") or act.call is None
    address = reverse(act.page, args=[] if thing is None else [thing.pk] if of_one_kind else [thing.kind, thing.pk])
    answered = {}
    for role, actor in world.people.items():
        client = Client()
        if role != "anonymous":
            client.force_login(actor)
        with undone():
            answered[role] = page_outcome(client.post(address, act.form), act, actor, thing)
    assert answered == {role: "unseen" if "unseen" in outcome else outcome for role, outcome in outcomes.items()}


def api_outcome(response: Response, act: Act) -> str:
    if 200 <= response.status_code < 300:
        return OK
    shape = json.loads(response.content)
    assert set(shape) == {"type", "errors"}
    assert shape["errors"][0]["detail"]
    if response.status_code == 401:
        return OUT
    if response.status_code == act.unseen_in_api:
        return "unseen"
    assert response.status_code == 403
    return shape["errors"][0]["code"]


@pytest.mark.parametrize(("act", "outcomes"), [row for row in ROWS if row.values[0].call])
def test_the_api_answers_as_the_table_says(
    world: World, api: Callable[..., APIClient], act: Act, outcomes: dict[str, str]
) -> None:
    thing = world.make(act.target)
    method, name, data = act.call
    key = thing.name if act.target == "tag" else thing and thing.pk
    address = reverse(name, args=[key] if is_of_one(name) else [])
    body = {key: thing.pk if value == act.target else value for key, value in data.items()}
    answered = {}
    for role, actor in world.people.items():
        client = api(None if role == "anonymous" else actor)
        with undone():
            answered[role] = api_outcome(getattr(client, method)(address, body or None), act)
    expected = {role: "unseen" if "unseen" in outcome else outcome for role, outcome in outcomes.items()}
    assert answered == expected | {"anonymous": OUT}  # Whoever sends no token is asked for one first.


def is_of_one(name: str) -> bool:
    """Is the thing named in this call's address?"""
    return name.endswith(("-detail", "-restore", "-accept", "-follow", "-bookmark", "-flag"))


def test_every_policy_is_in_the_table() -> None:
    named = {name for name in policies.__all__ if name.startswith("can_")}
    assert named == {act.policy for act, _ in MATRIX.values()}


def test_every_service_is_in_the_table() -> None:
    assert set(services.__all__) == {act.service for act, _ in MATRIX.values()}


def own_names(patterns: list[URLPattern | URLResolver]) -> set[str]:
    """Names of the addresses whose view is this project's own and no API view."""
    names: set[str] = set()
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            names |= own_names(pattern.url_patterns)
        elif pattern.name and pattern.callback.__module__.startswith(("qa.web", "accounts")):
            names.add(pattern.name)
    return names


def test_every_page_that_changes_something_is_in_the_table() -> None:
    in_table = {act.page for act, _ in MATRIX.values()}
    assert own_names(get_resolver().url_patterns) == in_table | OWN_ACCOUNT | READING
    assert not in_table & READING


@pytest.mark.parametrize("name", sorted(OWN_ACCOUNT))
def test_account_pages_ask_the_stranger_to_sign_in(client: Client, name: str) -> None:
    response = client.post(reverse(name), {"token": "x", "password": "x"})
    assert (response.status_code, response.url.split("?")[0]) == (302, reverse("account_login"))


def test_every_api_call_that_writes_is_in_the_table() -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    writing = {
        (method, path)
        for path, methods in schema["paths"].items()
        for method in methods
        if method not in ("get", "parameters")
    }
    in_table = set()
    for method, name, _ in (act.call for act, _ in MATRIX.values() if act.call):
        key = "{name}" if name == "api-tag-detail" else "{id}"
        in_table.add((method, reverse(name, args=[7] if is_of_one(name) else []).replace("/7/", f"/{key}/")))
    assert writing == in_table | OPEN_LOOKUPS


def test_somebody_whose_account_is_inactive_is_a_stranger(world: World, api: Callable[..., APIClient]) -> None:
    client = api(world.people["trusted"])
    User.objects.filter(username="trusted").update(is_active=False)
    assert client.post(reverse("api-vote-list"), {"question": world.make("lonely").pk, "value": 1}).status_code == 401


def test_a_moderators_rights_end_with_the_mark(world: World, moderator: User) -> None:
    question = world.make("lonely")
    assert policies.can_delete(moderator, question)
    User.objects.filter(pk=moderator.pk).update(is_moderator=False)
    assert policies.can_delete(User.objects.get(pk=moderator.pk), question).code == "not_yours"


def test_trust_begins_at_its_number(newcomer: User, question: Question) -> None:
    for reputation, may in ((rules.EDIT_OTHERS_REPUTATION - 1, False), (rules.EDIT_OTHERS_REPUTATION, True)):
        newcomer.reputation = reputation
        assert policies.can_edit(newcomer, question).allowed is may
    for reputation, may in ((rules.VOTE_DOWN_REPUTATION - 1, False), (rules.VOTE_DOWN_REPUTATION, True)):
        newcomer.reputation = reputation
        assert policies.can_vote(newcomer, question, -1).allowed is may
