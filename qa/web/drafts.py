"""Text typed by somebody who was not (or no longer) signed in waits in the session until they are."""

from django.http import HttpRequest

from qa import rules

KEY = "draft"
FIELDS = ("title", "body", "tags", "reason")


def keep(request: HttpRequest) -> None:
    """Keeps what this POST typed, for the form at this address; one draft, and not more than the longest post."""
    typed = {name: request.POST[name] for name in FIELDS if name in request.POST}
    if sum(map(len, typed.values())) <= 2 * rules.BODY_MAX:
        request.session[KEY] = {"path": request.path, "typed": typed}


def kept(request: HttpRequest, path: str) -> dict[str, str]:
    """What was typed for the form at this address."""
    draft = request.session.get(KEY, {})
    return draft["typed"] if draft.get("path") == path else {}


def drop(request: HttpRequest) -> None:
    request.session.pop(KEY, None)
