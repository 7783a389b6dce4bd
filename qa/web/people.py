"""A person's page: what they asked and answered, the tags of that, and what they did lately."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from operator import attrgetter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from qa.models import Answer, Comment, Question, ReputationEvent, ReputationKind, Tag
from qa.models.post import Reader
from qa.text import slugs
from qa.text.plain import summary
from qa.web import paging

SHOWS = {
    "questions": _("Questions"),
    "answers": _("Answers"),
    "tags": _("Tags"),
    "activity": _("Activity"),
}
TAGS_SHOWN = 60
ACTIVITY_SHOWN = 40
SUMMARY_LENGTH = 160

KINDS = {
    "question": ("question", _("asked")),
    "answer": ("answers", _("answered")),
    "comment": ("comment", _("commented")),
    "accepted": ("check", _("the answer was accepted")),
}
"""What can have happened → its icon, and how it is said."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened, and where it is to be seen."""

    kind: str
    when: datetime
    question: Question
    href: str
    text: str = ""

    @property
    def sign(self) -> str:
        return KINDS[self.kind][0]

    @property
    def label(self) -> Promise:
        return KINDS[self.kind][1]


def written(reader: Reader, person: User) -> Iterator[Entry]:
    """The newest questions, answers and comments of a person; 3 queries."""
    for question in Question.objects.listed_for(reader).filter(author=person).order_by("-created_at")[:ACTIVITY_SHOWN]:
        yield Entry("question", question.created_at, question, question.get_absolute_url())
    answers = Answer.objects.listed_for(reader).filter(author=person).select_related("question")
    for answer in answers.order_by("-created_at")[:ACTIVITY_SHOWN]:
        text = summary(answer.body, SUMMARY_LENGTH)
        yield Entry("answer", answer.created_at, answer.question, answer.get_absolute_url(), text)
    comments = Comment.objects.listed_for(reader).filter(author=person).select_related("question", "answer__question")
    for comment in comments.order_by("-created_at")[:ACTIVITY_SHOWN]:
        text = summary(comment.body, SUMMARY_LENGTH)
        yield Entry("comment", comment.created_at, comment.topic, comment.get_absolute_url(), text)


def accepted(person: User) -> Iterator[Entry]:
    """The newest acceptances of a person's answers; 1 query."""
    events = ReputationEvent.objects.filter(
        user=person, kind=ReputationKind.ACCEPTED, answer__question__deleted_at=None
    )
    for event in events.select_related("answer__question").order_by("-created_at")[:ACTIVITY_SHOWN]:
        yield Entry("accepted", event.created_at, event.answer.question, event.answer.get_absolute_url())


def activity(reader: Reader, person: User) -> paging.Page:
    """What a person did lately, newest first."""
    entries = sorted(chain(written(reader, person), accepted(person)), key=attrgetter("when"), reverse=True)
    return paging.Page(entries[:ACTIVITY_SHOWN])


def shown(request: HttpRequest, person: User, show: str) -> paging.Page:
    """The rows of one tab; a person's own page shows them what they deleted, to restore it."""
    reader = request.user
    if show == "activity":
        return activity(reader, person)
    if show == "tags":
        used = Tag.objects.used_in(Question.objects.listed_for(reader).asked_or_answered_by(person))
        return paging.Page(list(used[:TAGS_SHOWN]))
    if show == "answers":
        rows = Answer.objects.visible_to(reader).select_related("question", "author")
    else:
        rows = Question.objects.visible_to(reader).with_row()
    return paging.by_key(request, rows.filter(author=person), "created_at")


def person(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    """Queries: session, person; the person shown; two counts; what the tab shows."""
    found = get_object_or_404(User, pk=pk)
    if slug != slugs.slugify(found.username):
        return redirect(found.get_absolute_url() + (f"?{request.GET.urlencode()}" if request.GET else ""))
    show = request.GET.get("show") if request.GET.get("show") in SHOWS else "questions"
    context = {
        "person": found,
        "page": shown(request, found, show),
        "show": show,
        "shows": SHOWS,
        "label": SHOWS[show],
        "counts": {
            "questions": Question.objects.listed_for(request.user).filter(author=found).count(),
            "answers": Answer.objects.listed_for(request.user).filter(author=found).count(),
        },
    }
    return render(request, f"qa/person_{show}.html", context)
