"""What came to a question since its page was opened: counted by a light look now and then, shown when asked for."""

from collections import defaultdict
from datetime import UTC, datetime

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from qa.models import Answer, Comment, Question
from qa.models.post import Reader
from qa.web import paging
from qa.web.post_view import post_views, with_rights

SHOWN_AT_ONCE = 30
MICROSECONDS = 1_000_000


def stamp(moment: datetime) -> int:
    """A moment as a number in an address."""
    return int(moment.timestamp() * MICROSECONDS)


def moment_of(text: str | None) -> datetime:
    """What `stamp` wrote; now for anything else."""
    now = timezone.now()
    return datetime.fromtimestamp(min(paging.number(text) or stamp(now), stamp(now)) / MICROSECONDS, UTC)


def answers_since(moment: datetime, question: int, user: Reader) -> QuerySet[Answer]:
    """By others; what readers write themselves they see at once."""
    return by_others(Answer.objects.listed_for(user).filter(question=question, created_at__gt=moment), user)


def comments_since(moment: datetime, question: int, user: Reader) -> QuerySet[Comment]:
    """Those under what was there already: a new answer brings its own."""
    places = Q(question=question) | Q(answer__question=question, answer__created_at__lte=moment)
    return by_others(Comment.objects.listed_for(user).filter(places, created_at__gt=moment), user)


def by_others(queryset: QuerySet, user: Reader) -> QuerySet:
    return queryset.exclude(author=user) if user.is_authenticated else queryset


@never_cache
@require_safe
def look(request: HttpRequest, pk: int) -> HttpResponse:
    """A line that says how much is new; 204 when that is nothing, or no more than the page says already.

    Queries: session and person when signed in; the two numbers.
    """
    moment = moment_of(request.GET.get("since"))
    answers = answers_since(moment, pk, request.user).count()
    comments = comments_since(moment, pk, request.user).count()
    said = (paging.number(request.GET.get("answers")) or 0, paging.number(request.GET.get("comments")) or 0)
    if (answers, comments) in ((0, 0), said):
        return HttpResponse(status=204)
    context = {"question_id": pk, "answers": answers, "comments": comments, "since": stamp(moment)}
    return render(request, "qa/includes/news.html", context)


@never_cache
@require_safe
def bring(request: HttpRequest, pk: int) -> HttpResponse:
    """The new answers and comments, each for its place on the page, and the page's new `since`."""
    question = get_object_or_404(Question.objects.visible_to(request.user), pk=pk)
    moment, opened = moment_of(request.GET.get("since")), timezone.now()
    answers = list(answers_since(moment, pk, request.user).select_related("author").in_order()[:SHOWN_AT_ONCE])
    for answer in answers:
        answer.question = question
    comments = defaultdict(list)
    found = comments_since(moment, pk, request.user).select_related("author", "question", "answer").order_by("pk")
    for comment in found[:SHOWN_AT_ONCE]:
        key = f"q{pk}" if comment.question_id else f"a{comment.answer_id}"
        comments[key].append(with_rights(request.user, comment))
    context = {
        "question": question,
        "answers": post_views(request.user, answers) if answers else [],
        "comments": dict(comments),
        "since": stamp(opened),
    }
    return render(request, "qa/includes/brought.html", context)
