"""Asking, answering, commenting, editing: a form each, which keeps what was typed."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from qa import policies, services
from qa.models import Post
from qa.services.base import require
from qa.services.revisions import latest_number
from qa.web import drafts
from qa.web.access import visible
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

LOOKING = {"preview", "similar"}
"""Buttons that show something and save nothing."""


def sign_in_first(request: HttpRequest, then: str) -> HttpResponse:
    """To the sign-in page and back to `then`; what was typed is kept."""
    if request.method == "POST":
        drafts.keep(request)
    return redirect_to_login(then)


def saved(request: HttpRequest, form: WritingForm, service: Callable, **known: object) -> Post | None:
    """The post, when this request asked to save a form that could be saved; None to show the form (again).

    A text with what looks like a secret waits for the writer to say what is to be done with it.
    """
    if request.method != "POST" or not form.is_valid() or LOOKING & request.POST.keys():
        return None
    if form.secrets and "secrets" not in request.POST:
        return None
    if request.POST.get("secrets") == "mask":
        form.mask()
    if post := form.save(service, actor=request.user, **known):
        drafts.drop(request)
    return post


def ask(request: HttpRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return sign_in_first(request, request.path)
    form = QuestionForm(request.POST or None, initial=drafts.kept(request, request.path))
    if question := saved(request, form, services.ask):
        return redirect(question)
    found = similar_to(request) if "similar" in request.POST else []
    return render(request, "qa/ask.html", {"form": form, "similar": found})


@require_POST
def answer_question(request: HttpRequest, pk: int) -> HttpResponse:
    question = get_object_or_404(visible("question", request.user), pk=pk)
    if not request.user.is_authenticated:
        return sign_in_first(request, question.get_absolute_url())
    form = AnswerForm(request.POST)
    if answer := saved(request, form, services.post_answer, question=question):
        return redirect(answer)
    return show(request, question, form)


EDITING = {
    "question": (QuestionEditForm, services.edit_question),
    "answer": (AnswerEditForm, services.edit_answer),
}


def edit(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    post = get_object_or_404(visible(kind, request.user), pk=pk)
    if not request.user.is_authenticated:
        return sign_in_first(request, request.path)
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
    if not request.user.is_authenticated:
        return sign_in_first(request, request.path)
    require(policies.can_comment(request.user, post))
    form = CommentForm(request.POST or None, initial=drafts.kept(request, request.path))
    if done := saved(request, form, services.add_comment, post=post):
        return redirect(done)
    return render(request, "qa/comment.html", {"form": form, "post": post})
