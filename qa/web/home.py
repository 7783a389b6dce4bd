"""Home: for a newcomer what this is, for a member what waits for them, and the list of all questions."""

from datetime import datetime
from heapq import nlargest
from operator import attrgetter

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.models import User
from qa.models import Answer, Comment, Follow, Question, Tag
from qa.models.last_look import home_state
from qa.services.looks import look_at_home
from qa.web import news, paging

SORTS = {
    "newest": (_("Newest"), "created_at"),
    "active": (_("Active"), "last_activity_at"),
    "unanswered": (_("Unanswered"), "created_at"),
    "top": (_("Top"), "score"),
}
MINE = "mine"
SOLVED_SHOWN = WAITING_SHOWN = 5
TAGGED_SHOWN = 10
POPULAR_SHOWN = 12


def home(request: HttpRequest) -> HttpResponse:
    """What a member follows and has written decides whether their own page or the list is shown first."""
    sort = request.GET.get("sort")
    if request.user.is_authenticated and (sort == MINE or not request.GET):
        state = home_state(request.user)
        if sort == MINE or state.is_active:
            return for_you(request, state.seen_until)
    return questions(request, sort if sort in SORTS else "newest")


def questions(request: HttpRequest, sort: str) -> HttpResponse:
    """Queries: session and person when signed in; (row to go on from); questions; their tags; popular tags.

    Somebody new here is told first what this is, with what was solved lately: one query more.
    """
    listed = Question.objects.listed_for(request.user)
    rows = listed.with_row()
    if sort == "unanswered":
        rows = rows.unanswered()
    is_new_here = not request.user.is_authenticated and not request.GET
    context = {
        "page": paging.by_key(request, rows, SORTS[sort][1]),
        "sort": sort,
        "sorts": SORTS,
        "is_new_here": is_new_here,
        "solved_lately": listed.solved().order_by("-last_activity_at", "-pk")[:SOLVED_SHOWN] if is_new_here else [],
        "popular_tags": Tag.objects.filter(question_count__gt=0).order_by("-question_count", "-pk")[:POPULAR_SHOWN],
    }
    return render(request, "qa/home.html", context)


def answers_for(person: User, since: datetime | None) -> QuerySet[Answer]:
    """The newest answers of others to this person's newest questions that are not accepted; 1 query."""
    found = Answer.objects.news_for(person, since).select_related("question", "author")
    return found.filter(is_accepted=False, question__in=Question.objects.newest_by(person))[:WAITING_SHOWN]


def comments_for(person: User, since: datetime | None) -> list[Comment]:
    """The newest comments of others on this person's newest posts; 2 queries."""
    found = Comment.objects.news_for(person, since).select_related("author", "question", "answer__question")
    on_questions = found.filter(question__in=Question.objects.newest_by(person))[:WAITING_SHOWN]
    on_answers = found.filter(answer__in=Answer.objects.newest_by(person))[:WAITING_SHOWN]
    return nlargest(WAITING_SHOWN, [*on_questions, *on_answers], key=attrgetter("created_at", "pk"))


def for_you(request: HttpRequest, since: datetime | None) -> HttpResponse:
    """Queries: session, person; their state; answers; their questions; comments (2); followed tags; questions of these
    and their tags; followed questions.
    """
    person, opened = request.user, timezone.now()
    tags = [follow.tag for follow in Follow.objects.tags_for(person)]
    tagged = Question.objects.listed_for(person).with_row().with_any_tag(tags)
    context = {
        "sort": MINE,
        "sorts": SORTS,
        "answers": answers_for(person, since),
        "open_questions": Question.objects.waiting_for(person)[:WAITING_SHOWN],
        "comments": comments_for(person, since),
        "tags": tags,
        "questions": tagged.exclude(author=person)[:TAGGED_SHOWN],
        "followed": [follow.question for follow in Follow.objects.with_news_for(person, since)[:WAITING_SHOWN]],
        "until": news.stamp(opened),
    }
    return render(request, "qa/for_you.html", context)


@require_POST
@login_required
def seen(request: HttpRequest) -> HttpResponse:
    """What waited when the page was made, at `until`, waits no longer."""
    look_at_home(actor=request.user, until=news.moment_of(request.POST.get("until")))
    return redirect(f"{reverse('home')}?sort={MINE}")
