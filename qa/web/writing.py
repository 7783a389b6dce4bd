"""Asking, answering, commenting, editing: a form each, which keeps what was typed."""

from collections.abc import Callable
from contextlib import suppress

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from qa import policies, services
from qa.errors import Invalid
from qa.models import Post
from qa.services.base import require
from qa.services.revisions import latest_number
from qa.web import drafts
from qa.web.access import visible
from qa.web.acting import answered, comment_again, commented
from qa.web.asking import similar_to
from qa.web.forms import (
    AnswerEditForm,
    AnswerForm,
    CommentForm,
    QuestionEditForm,
    QuestionForm,
    WritingForm,
    initial_of,
)
from qa.web.question import show
from qa.web.throttle import PreviewThrottle

LOOKING = {"preview", "similar"}
"""Buttons that show something and post nothing; a member's text is kept as a draft by them."""


def before_writing(request: HttpRequest, then: str) -> HttpResponse | None:
    """A draft is thrown away, or a stranger signs in first with what was typed kept; then back to `then`."""
    if "discard" in request.POST:
        drafts.drop(request)
        return redirect(then)
    if request.user.is_authenticated:
        return None
    if request.method == "POST":
        drafts.keep(request)
    return redirect_to_login(then)


def keep_draft(request: HttpRequest, form: WritingForm) -> None:
    """What is looked at stands in the form as well, so a draft that cannot be kept is no error."""
    with suppress(Invalid):
        form.draft = drafts.save_typed(request, request.path)


def saved(request: HttpRequest, form: WritingForm, service: Callable, **known: object) -> Post | None:
    """The post, when this request asked to save a form that could be saved; None to show the form (again).

    A text with what looks like a secret waits for the writer to say what is to be done with it.
    """
    if request.method != "POST":
        return None
    is_valid = form.is_valid()
    if LOOKING & request.POST.keys():
        keep_draft(request, form)
        return None
    if not is_valid:
        return None
    if form.secrets and "secrets" not in request.POST:
        return None
    if request.POST.get("secrets") == "mask":
        form.mask()
    if post := form.save(service, actor=request.user, **known):
        drafts.drop(request)
    return post


def ask(request: HttpRequest) -> HttpResponse:
    if first := before_writing(request, request.path):
        return first
    form = QuestionForm(request.POST or None, initial=drafts.kept(request, request.path))
    if question := saved(request, form, services.ask):
        return redirect(question)
    found = similar_to(request) if "similar" in request.POST else []
    return render(request, "qa/ask.html", {"form": form, "similar": found})


@require_POST
def preview(request: HttpRequest) -> HttpResponse:
    """The text as it would be shown, and for a question what it still lacks; no query, for whoever writes."""
    if not PreviewThrottle().allow_request(request, None):
        return HttpResponse(status=429)
    form = (QuestionForm if "title" in request.POST else AnswerForm)(request.POST)
    form.is_valid()
    return render(request, "qa/includes/preview_fragment.html", {"form": form, "guides": "guides" in request.POST})


@require_POST
def answer_question(request: HttpRequest, pk: int) -> HttpResponse:
    question = get_object_or_404(visible("question", request.user), pk=pk)
    if first := before_writing(request, question.get_absolute_url()):
        return first
    form = AnswerForm(request.POST)
    if answer := saved(request, form, services.post_answer, question=question):
        return answered(request, answer)
    return show(request, question, form)


EDITING = {
    "question": (QuestionEditForm, services.edit_question),
    "answer": (AnswerEditForm, services.edit_answer),
}


def edit(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    post = get_object_or_404(visible(kind, request.user), pk=pk)
    if first := before_writing(request, request.path):
        return first
    require(policies.can_edit(request.user, post))
    form_class, service = EDITING[kind]
    initial = initial_of(post, latest_number(post)) | drafts.kept(request, request.path)
    form = form_class(request.POST or None, initial=initial)
    if done := saved(request, form, service, **{kind: post}):
        return redirect(done)
    if form.has_error("revision"):
        form.start_from(latest_number(post))
    return render(request, "qa/edit.html", {"form": form, "post": post})


def comment(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    """The comment form on its own page: where a comment that could not be saved is shown again."""
    post = get_object_or_404(visible(kind, request.user), pk=pk)
    if first := before_writing(request, request.path):
        return first
    require(policies.can_comment(request.user, post))
    form = CommentForm(request.POST or None, initial=drafts.kept(request, request.path))
    if done := saved(request, form, services.add_comment, post=post):
        return commented(request, done)
    return comment_again(request, form, post)
