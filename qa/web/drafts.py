"""What was typed waits for its form: a member's in the database, a stranger's (or what a search began) in the session.

A form that opens with such a text has two more values in its `initial`: `draft` is the revision that it begins from,
0 where the database has none, and `is_restored` says that its writer did not just come from somewhere with it.
"""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_POST

from qa import rules
from qa.errors import Invalid
from qa.models import Draft
from qa.services import drafts
from qa.web import paging

KEY = "draft"
FIELDS = ("title", "body", "tags", "reason", "revision", *rules.ENVIRONMENT_FIELDS)
FORMS = {"ask", "answer-question", "edit", "comment"}
"""Names of the addresses whose forms have drafts."""


def typed_in(request: HttpRequest) -> dict[str, str]:
    return {name: request.POST[name] for name in FIELDS if name in request.POST}


def put(request: HttpRequest, path: str, typed: dict[str, str], *, is_restored: bool = False) -> None:
    """Keeps a text in the session for the form at this address; one draft, not longer than the longest post."""
    if sum(map(len, typed.values())) <= rules.DRAFT_LENGTH_MAX:
        request.session[KEY] = {"path": path, "typed": typed, "is_restored": is_restored}


def keep(request: HttpRequest) -> None:
    """Keeps what a stranger's POST typed, for the form at this address.

    The revision that an edit began from is kept with it, so that somebody else's edit meanwhile is noticed.
    """
    put(request, request.path, typed_in(request), is_restored=True)


def kept(request: HttpRequest, path: str) -> dict[str, Any]:
    """The initial values of the form at this address; what the session holds is newer than the database."""
    waiting = request.session.get(KEY, {})
    if waiting.get("path") == path:
        return {**waiting["typed"], "is_restored": waiting.get("is_restored", False)}
    draft = newest(request, path)
    return {**draft.typed, "draft": draft.revision, "is_restored": True} if draft else {}


def newest(request: HttpRequest, path: str) -> Draft | None:
    return request.user.drafts.filter(form=path).first() if request.user.is_authenticated else None


def drop(request: HttpRequest) -> None:
    """After the form at this address was posted, or its text thrown away."""
    forget(request)
    if request.user.is_authenticated:
        drafts.drop_draft(actor=request.user, form=request.path)


def forget(request: HttpRequest) -> None:
    """Takes the text out of the session: it was posted, thrown away or is in the database now."""
    if KEY in request.session:
        del request.session[KEY]


def save_typed(request: HttpRequest, path: str) -> int:
    """Keeps what a member's POST typed for the form at `path`; its revision. Raises Invalid."""
    base = paging.number(request.POST.get("draft")) or 0
    draft = drafts.save_draft(actor=request.user, form=path, typed=typed_in(request), base=base)
    forget(request)
    return draft.revision if draft else 0


def is_form(path: str) -> bool:
    """Is this the address of a form that has drafts?"""
    try:
        return len(path) <= rules.DRAFT_FORM_MAX and resolve(path).url_name in FORMS
    except Resolver404:
        return False


@require_POST
@login_required
def save(request: HttpRequest) -> HttpResponse:
    """What the script sends now and then: 409 with the newest revision when another window has saved meanwhile."""
    path = request.POST.get("form", "")
    if not is_form(path):
        return HttpResponse(status=400)
    try:
        return JsonResponse({"revision": save_typed(request, path)})
    except Invalid as refused:
        now, status = newest(request, path), 409 if refused.code == "draft_conflict" else 400
        said = {"error": str(refused.reason), "revision": now.revision if now else 0}
        return JsonResponse(said, status=status)
