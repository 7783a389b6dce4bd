"""Voting, accepting, deleting, restoring: one address an act, POST only, then back to the post."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from qa import services
from qa.errors import Invalid
from qa.messages import UNKNOWN_VOTE
from qa.models import Answer, Comment
from qa.models.post import Authored
from qa.web.access import visible
from qa.web.forms import VoteForm


def back_to(thing: Authored) -> HttpResponse:
    """To the post; a comment or answer that is gone leads to what it stood under."""
    if isinstance(thing, Comment):
        return redirect(thing.target)
    return redirect(thing.question if isinstance(thing, Answer) and thing.deleted_at else thing)


@require_POST
def vote(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    post = get_object_or_404(visible(kind, request.user), pk=pk)
    form = VoteForm(request.POST)
    if not form.is_valid():
        raise Invalid("value", "unknown", UNKNOWN_VOTE)
    services.vote(actor=request.user, post=post, value=form.cleaned_data["value"])
    return back_to(post)


def act(request: HttpRequest, kind: str, pk: int, service: Callable) -> HttpResponse:
    thing = get_object_or_404(visible(kind, request.user), pk=pk)
    argument = {"answer": thing} if service in (services.accept, services.unaccept) else {"thing": thing}
    return back_to(service(actor=request.user, **argument))


@require_POST
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    return act(request, "answer", pk, services.accept)


@require_POST
def unaccept(request: HttpRequest, pk: int) -> HttpResponse:
    return act(request, "answer", pk, services.unaccept)


@require_POST
def delete(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    return act(request, kind, pk, services.delete)


@require_POST
def restore(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    return act(request, kind, pk, services.restore)
