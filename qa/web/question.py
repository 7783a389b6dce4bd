"""The question page and a post's history."""

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from qa import rules
from qa.environment import FIELDS, LABELS
from qa.models import Answer, Question, Revision
from qa.models.answer import ORDERS
from qa.search import lookups
from qa.text.diff import diff_html
from qa.text.plain import summary
from qa.web import courses, drafts, news, paging, shared_pages, structured
from qa.web.access import visible
from qa.web.forms import AnswerForm
from qa.web.post_view import post_views

SUMMARY_LENGTH = 150
ANSWERS_A_PAGE = 30
RELATED_SHOWN = 8
REVISIONS_A_PAGE = 10
ORDER_LABELS = {"score": _("Highest score"), "newest": _("Newest"), "oldest": _("Oldest")}


def order_of(params: QueryDict) -> str:
    """The order of the answers that is asked for."""
    return params["order"] if params.get("order") in ORDERS else next(iter(ORDERS))


def answers_of(request: HttpRequest, question: Question, page: int) -> tuple[list[Answer], bool]:
    """The answers of one page, and is there another page?"""
    start = (min(page, rules.PAGE_DEPTH_MAX) - 1) * ANSWERS_A_PAGE
    seen = Answer.objects.visible_to(request.user).filter(question=question).select_related("author")
    answers = list(seen.in_order(order_of(request.GET))[start : start + ANSWERS_A_PAGE + 1])
    for answer in answers:
        answer.question = question
    return answers[:ANSWERS_A_PAGE], len(answers) > ANSWERS_A_PAGE


def show(request: HttpRequest, question: Question, form: AnswerForm | None = None, **shared: object) -> HttpResponse:
    """The page, with a bound `form` when an answer could not be saved: to htmx that form alone.

    `shared` takes the place of what differs from reader to reader (see shared_pages).
    """
    if request.htmx and form:
        return render(request, "qa/includes/answer_form.html", {"question": question, "form": form})
    page, opened = paging.number(request.GET.get("page")) or 1, timezone.now()
    answers, has_more = answers_of(request, question, page)
    first, *rest = post_views(request.user, [question, *answers], every="comments" in request.GET)
    typed = drafts.kept(request, reverse("answer-question", args=[question.pk]))
    context = {
        "question": question,
        "summary": summary(question.body, SUMMARY_LENGTH),
        "structured": structured.qa_page(question, first.comments, [(view.post, view.comments) for view in rest]),
        "view": first,
        "answers": rest,
        "order": order_of(request.GET),
        "orders": ORDER_LABELS,
        "next": paging.next_query(request, page=page + 1) if has_more else "",
        "since": news.stamp(opened),
        "place": courses.place_of(request.user, question),
        "related": lookups.related_to(question, user=request.user, wanted=lookups.Slice(RELATED_SHOWN)),
        "form": form or AnswerForm(initial=typed),
        **shared,
    }
    return render(request, "qa/question.html", context)


def question(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    """Queries: session, person; state; and unless it was kept: question; tags; answers; comments; marks; draft;
    journal, hits and their tags (related).
    """

    def made(**shared: object) -> HttpResponse:
        rows = Question.objects.visible_to(request.user).with_row().select_related("course_place")
        found = get_object_or_404(rows, pk=pk)
        return show(request, found, **shared) if slug == found.slug else to_right_address(request, found)

    return shared_pages.page(request, pk, slug, made)


def to_right_address(request: HttpRequest, found: Question) -> HttpResponse:
    """Permanent for search engines; not to be cached, since an edited title changes the address back and forth."""
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    response = redirect(found.get_absolute_url() + query, permanent=True)
    response["Cache-Control"] = "no-cache"
    return response


def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """An answer's own address leads to its place, or to that of a `?comment=` under it, on the question page."""
    found = get_object_or_404(visible("answer", request.user), pk=pk)
    page = Answer.objects.visible_to(request.user).before(found).count() // ANSWERS_A_PAGE + 1
    comment = paging.number(request.GET.get("comment"))
    anchor = f"comment-{comment}" if comment else f"answer-{found.pk}"
    query = urlencode({**({"page": page} if page > 1 else {}), **({"comments": "all"} if comment else {})})
    return redirect(f"{found.question.get_absolute_url()}{'?' if query else ''}{query}#{anchor}")


def environment_lines(said: dict[str, str]) -> str:
    return "\n".join(f"{LABELS[name]} {said[name]}" for name in FIELDS if name in said)


def change(before: Revision | None, after: Revision) -> dict[str, object]:
    """What an edit changed, as HTML; empty where it changed nothing."""
    old = before or Revision()
    pairs = {
        "title": (old.title, after.title),
        "tags": (", ".join(old.tags), ", ".join(after.tags)),
        "environment": (environment_lines(old.environment), environment_lines(after.environment)),
        "body": (old.body, after.body),
    }
    return {name: diff_html(*pair) if pair[0] != pair[1] else "" for name, pair in pairs.items()}


def history(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """The newest revisions first, each with what it changed; `?before=` goes on from a revision's number."""
    post = get_object_or_404(visible(kind, request.user), pk=pk)
    newest = Revision.objects.on(post).select_related("editor").order_by("-number")
    if before := paging.number(request.GET.get("before")):
        newest = newest.filter(number__lt=before)
    revisions = list(newest[: REVISIONS_A_PAGE + 1])
    shown = list(zip(revisions, [*revisions[1:], None], strict=True))[:REVISIONS_A_PAGE]
    context = {
        "post": post,
        "steps": [{"revision": after, **change(before, after)} for after, before in shown],
        "next": f"?before={shown[-1][0].number}" if len(revisions) > len(shown) else "",
    }
    return render(request, "qa/history.html", context)
