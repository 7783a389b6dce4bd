"""Text typed by somebody who was not (or no longer) signed in waits in the session until they are."""

from django.http import HttpRequest

from qa import rules

KEY = "draft"
FIELDS = ("title", "body", "tags", "reason", "revision")


def keep(request: HttpRequest) -> None:
    """Keeps what this POST typed, for the form at this address; one draft, not longer than the longest post.

    The revision that an edit began from is kept with it, so that somebody else's edit meanwhile is noticed.
    """
    typed = {name: request.POST[name] for name in FIELDS if name in request.POST}
    if sum(map(len, typed.values())) <= rules.BODY_MAX + 1_000:
        request.session[KEY] = {"path": request.path, "typed": typed}


def kept(request: HttpRequest, path: str) -> dict[str, str]:
    """What was typed for the form at this address."""
    draft = request.session.get(KEY, {})
    return draft["typed"] if draft.get("path") == path else {}


def drop(request: HttpRequest) -> None:
    request.session.pop(KEY, None)
