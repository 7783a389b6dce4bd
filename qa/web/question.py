"""The question page and a post's history."""

from collections import defaultdict
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from qa import policies, rules
from qa.environment import FIELDS, LABELS
from qa.models import Answer, Comment, Post, Question, Revision, Vote
from qa.models.post import Reader
from qa.models.vote import DOWN, UP
from qa.policies import Decision
from qa.search import lookups
from qa.text.diff import diff_html
from qa.text.plain import summary
from qa.web import drafts, paging
from qa.web.access import visible
from qa.web.forms import AnswerForm

SUMMARY_LENGTH = 150
ANSWERS_A_PAGE = 30
RELATED_SHOWN = 8
COMMENTS_SHOWN = {False: 20, True: 500}
"""Comments under one post: at first, and with `?comments=all`."""
REVISIONS_A_PAGE = 10


@dataclass(frozen=True, slots=True)
class PostView:
    """A post with what the reader may do to it."""

    post: Post
    comments: list[Comment]
    my_vote: int
    user: Reader

    @property
    def has_more_comments(self) -> bool:
        return len(self.comments) == COMMENTS_SHOWN[False]

    @property
    def may_vote_up(self) -> Decision:
        return self.may_vote(UP)

    @property
    def may_vote_down(self) -> Decision:
        return self.may_vote(DOWN)

    def may_vote(self, value: int) -> Decision:
        """A stranger may press the button: it asks them to sign in."""
        if not self.user.is_authenticated:
            return policies.YES
        return policies.can_vote(self.user, self.post, 0 if value == self.my_vote else value)

    @property
    def may_comment(self) -> Decision:
        return policies.can_comment(self.user, self.post)

    @property
    def may_edit(self) -> Decision:
        return policies.can_edit(self.user, self.post)

    @property
    def may_delete(self) -> Decision:
        return policies.can_delete(self.user, self.post)

    @property
    def may_restore(self) -> Decision:
        return policies.can_restore(self.user, self.post)

    @property
    def may_accept(self) -> Decision:
        return policies.can_accept(self.user, self.post)


def post_views(user: Reader, question: Question, answers: list[Answer], *, every: bool) -> list[PostView]:
    """The question's view and its answers'; 1 query for the comments, 1 for the reader's votes when signed in."""
    comments, votes = defaultdict(list), {}
    posts: list[Post] = [question, *answers]
    shown = Comment.objects.visible_to(user).on_any(posts).first_of_each(COMMENTS_SHOWN[every])
    for comment in shown.select_related("author").order_by("id"):
        comment.may_delete = policies.can_delete(user, comment)
        comment.may_restore = policies.can_restore(user, comment)
        comments[comment.question_id, comment.answer_id].append(comment)
    if user.is_authenticated:
        for vote in Vote.objects.on_any(posts).filter(voter=user):
            votes[vote.question_id, vote.answer_id] = vote.value
    keys = [(question.pk, None), *((None, answer.pk) for answer in answers)]
    return [PostView(post, comments[key], votes.get(key, 0), user) for post, key in zip(posts, keys, strict=True)]


def show(request: HttpRequest, question: Question, form: AnswerForm | None = None) -> HttpResponse:
    """The page, with a bound `form` when an answer could not be saved."""
    page = paging.number(request.GET.get("page")) or 1
    start = (min(page, rules.PAGE_DEPTH_MAX) - 1) * ANSWERS_A_PAGE
    visible = Answer.objects.visible_to(request.user).filter(question=question).select_related("author")
    answers = list(visible.in_order()[start : start + ANSWERS_A_PAGE + 1])
    for answer in answers:
        answer.question = question
    first, *rest = post_views(request.user, question, answers[:ANSWERS_A_PAGE], every="comments" in request.GET)
    typed = drafts.kept(request, reverse("answer-question", args=[question.pk]))
    context = {
        "question": question,
        "summary": summary(question.body, SUMMARY_LENGTH),
        "view": first,
        "answers": rest,
        "next_page": page + 1 if len(answers) > ANSWERS_A_PAGE else None,
        "related": lookups.related_to(question, user=request.user, wanted=lookups.Slice(RELATED_SHOWN)),
        "form": form or AnswerForm(initial=typed),
    }
    return render(request, "qa/question.html", context)


def question(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    """Queries: session, person; question; tags; answers; comments; votes; journal, hits and their tags (related)."""
    found = get_object_or_404(Question.objects.visible_to(request.user).with_row(), pk=pk)
    if slug != found.slug:
        return to_right_address(request, found)
    return show(request, found)


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
