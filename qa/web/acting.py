"""Voting, accepting, following, bookmarking, deleting, restoring: one address an act, POST only.

To htmx the answer is the part of the page that changed, with a word on it and a way to undo it; to others the post.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST
from django_htmx.http import reswap, retarget

from qa import services
from qa.errors import Invalid
from qa.messages import UNKNOWN_VOTE
from qa.models import Answer, Comment, Follow, Post, Tag
from qa.models.marks import marks_of
from qa.models.post import Authored
from qa.web.access import visible
from qa.web.forms import AnswerForm, CommentForm, VoteForm
from qa.web.post_view import view_of, with_rights

VOTED = {1: _("Voted up."), -1: _("Voted down."), 0: _("Vote taken back.")}


@dataclass(frozen=True, slots=True)
class Undo:
    """A button that takes an act back: where it posts, which part of the page changes, and who has the focus then."""

    address: str
    part: str
    focus: str
    value: int | None = None


def back_to(thing: Authored | Tag) -> HttpResponse:
    """To the post; a comment or answer that is gone leads to what it stood under."""
    if isinstance(thing, Comment):
        return redirect(thing.target)
    return redirect(thing.question if isinstance(thing, Answer) and thing.deleted_at else thing)


def changed(
    request: HttpRequest, part: str, key: str, said: str | Promise, undo: Undo | None = None, **context: object
) -> HttpResponse:
    """A part of the page as it is now, and what the line beside it says."""
    context |= {"part": f"qa/includes/{part}.html", "key": key, "said": said, "undo": undo}
    return render(request, "qa/includes/changed.html", context)


@require_POST
def vote(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    post = get_object_or_404(visible(kind, request.user), pk=pk)
    form = VoteForm(request.POST)
    if not form.is_valid():
        raise Invalid("value", "unknown", UNKNOWN_VOTE)
    value, before = form.cleaned_data["value"], marks_of(request.user, [post])[kind, pk].vote
    post = services.vote(actor=request.user, post=post, value=value)
    if not request.htmx:
        return back_to(post)
    view = view_of(request.user, post)
    focus = f"vote-{view.key}-{'up' if (value or before) > 0 else 'down'}"
    undo = Undo(reverse("vote", args=[kind, pk]), f"#vote-{view.key}", focus, before) if value != before else None
    return changed(request, "vote", view.key, VOTED[value], undo if value else None, view=view, post=post)


@dataclass(frozen=True, slots=True)
class Toggle:
    """A mark that is set or not: its template, its service, what is said, and the address that takes it back."""

    part: str
    service: Callable
    argument: str
    said: Promise
    back: str


MARKS = {
    "follow": Toggle("follow", services.follow, "thing", _("You follow this."), "unfollow"),
    "unfollow": Toggle("follow", services.unfollow, "thing", _("You follow this no longer."), "follow"),
    "bookmark": Toggle("bookmark", services.bookmark, "post", _("Bookmarked."), "remove-bookmark"),
    "remove-bookmark": Toggle("bookmark", services.remove_bookmark, "post", _("Bookmark removed."), "bookmark"),
}


@require_POST
def mark(request: HttpRequest, kind: str, pk: int, act: str) -> HttpResponse:
    toggle = MARKS[act]
    things = Tag.objects.all() if kind == "tag" else visible(kind, request.user)
    thing = get_object_or_404(things, pk=pk)
    toggle.service(actor=request.user, **{toggle.argument: thing})
    if not request.htmx:
        return back_to(thing)
    key = f"{kind[0]}{pk}"
    undo = Undo(reverse(toggle.back, args=[kind, pk]), f"#{toggle.part}-{key}", f"{toggle.part}-{key}-button")
    return changed(request, toggle.part, key, toggle.said, undo, **state_of(request, thing))


def state_of(request: HttpRequest, thing: Post | Tag) -> dict[str, object]:
    """What the button of a mark shows."""
    if isinstance(thing, Tag):
        return {"thing": thing, "kind": "tag", "is_followed": Follow.objects.has(request.user, thing)}
    view = view_of(request.user, thing)
    return {"thing": thing, "kind": thing.kind, "is_followed": view.marks.is_followed, "view": view, "post": thing}


@require_POST
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    return decide(request, pk, services.accept, _("Accepted."), "unaccept")


@require_POST
def unaccept(request: HttpRequest, pk: int) -> HttpResponse:
    return decide(request, pk, services.unaccept, _("Acceptance taken back."), "accept")


def decide(request: HttpRequest, pk: int, service: Callable, said: Promise, back: str) -> HttpResponse:
    """The answer that was accepted before changes too."""
    answer = get_object_or_404(visible("answer", request.user), pk=pk)
    before = answer.question.accepted_answer_id
    answer = service(actor=request.user, answer=answer)
    if not request.htmx:
        return back_to(answer)
    views = [view_of(request.user, answer)]
    if before not in (None, pk):
        other = Answer.objects.select_related("author").get(pk=before)
        other.question = answer.question
        views.append(view_of(request.user, other))
    undo = Undo(reverse(back, args=[pk]), f"#accept-a{pk}", f"accept-a{pk}-button")
    return changed(request, "decided", f"a{pk}", said, undo, views=views, question=answer.question)


def erased(request: HttpRequest, thing: Authored, said: Promise, back: str) -> HttpResponse:
    """A comment changes at its place, a question or an answer with its whole page."""
    if not (request.htmx and isinstance(thing, Comment)):
        return back_to(thing)
    place = f"comment-{thing.pk}"
    undo = Undo(reverse(back, args=["comment", thing.pk]), f"#{place}", place)
    return changed(request, "comment", key_of(thing), said, undo, comment=with_rights(request.user, thing))


def key_of(comment: Comment) -> str:
    return f"q{comment.question_id}" if comment.question_id else f"a{comment.answer_id}"


@require_POST
def delete(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    thing = get_object_or_404(visible(kind, request.user), pk=pk)
    return erased(request, services.delete(actor=request.user, thing=thing), _("Deleted."), "restore")


@require_POST
def restore(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    thing = get_object_or_404(visible(kind, request.user), pk=pk)
    return erased(request, services.restore(actor=request.user, thing=thing), _("Restored."), "delete")


def answered(request: HttpRequest, answer: Answer) -> HttpResponse:
    """To an answer that was just written; to htmx the answer itself, and the form empty again."""
    if not request.htmx:
        return redirect(answer)
    context = {"view": view_of(request.user, answer), "post": answer, "form": AnswerForm(), "said": _("Answer posted.")}
    return render(request, "qa/includes/answered.html", context)


def commented(request: HttpRequest, comment: Comment) -> HttpResponse:
    """To a comment that was just written; to htmx the comment itself."""
    if not request.htmx:
        return redirect(comment)
    undo = Undo(reverse("delete", args=["comment", comment.pk]), f"#comment-{comment.pk}", f"comment-{comment.pk}")
    comment = with_rights(request.user, comment)
    return changed(request, "comment", key_of(comment), _("Comment added."), undo, comment=comment)


def comment_again(request: HttpRequest, form: CommentForm, post: Post) -> HttpResponse:
    """A comment that could not be saved, with all that was typed: on its own page, or at its place for htmx."""
    if not request.htmx:
        return render(request, "qa/comment.html", {"form": form, "post": post})
    context = {"form": form, "post": post, "key": f"{post.kind[0]}{post.pk}"}
    return again(render(request, "qa/includes/comment_form.html", context))


def again(response: HttpResponse) -> HttpResponse:
    """A form that takes the place of the one that was sent."""
    return reswap(retarget(response, "this"), "outerHTML")
