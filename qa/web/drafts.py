"""Text waits in the session for its form: typed by somebody who was not signed in, or in the search box."""

from django.http import HttpRequest

from qa import rules

KEY = "draft"
FIELDS = ("title", "body", "tags", "reason", "revision", *rules.ENVIRONMENT_FIELDS)


def put(request: HttpRequest, path: str, typed: dict[str, str]) -> None:
    """Keeps a text for the form at this address; one draft, not longer than the longest post."""
    if sum(map(len, typed.values())) <= rules.BODY_MAX + 1_000:
        request.session[KEY] = {"path": path, "typed": typed}


def keep(request: HttpRequest) -> None:
    """Keeps what this POST typed, for the form at this address.

    The revision that an edit began from is kept with it, so that somebody else's edit meanwhile is noticed.
    """
    put(request, request.path, {name: request.POST[name] for name in FIELDS if name in request.POST})


def kept(request: HttpRequest, path: str) -> dict[str, str]:
    """What was typed for the form at this address."""
    draft = request.session.get(KEY, {})
    return draft["typed"] if draft.get("path") == path else {}


def drop(request: HttpRequest) -> None:
    request.session.pop(KEY, None)
