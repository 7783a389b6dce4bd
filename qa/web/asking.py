"""From a search to a question: what was looked for begins one, and questions like it are shown while it is written."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from qa import environment, rules
from qa.search import lookups, pasted, suggest
from qa.search.lookups import Hit, Slice
from qa.search.query import parse
from qa.text.chars import safe_cut, strip_controls
from qa.text.fences import fenced
from qa.text.secrets import mask
from qa.text.tags import split_tags
from qa.web import drafts

SIMILAR_SHOWN = 5
TAGS_SHOWN = 8
FENCE_ROOM = 100
"""Characters of a question's text that are left for the marks of a code block."""


def cut(text: str, length: int) -> str:
    return text[: safe_cut(text, length)]


def draft_of_error(text: str) -> dict[str, str]:
    """The fields of a question on a pasted error; one that is too long for a question is cut to its error lines."""
    read = pasted.read(text)
    most = rules.BODY_MAX - FENCE_ROOM
    shown = text if len(text) <= most else cut("\n".join(read.lines), most)
    title = f"{read.exception}: {read.message}" if read.exception else ""
    known = {name: environment.accepted(name, value) or "" for name, value in read.environment.items()}
    return {"title": cut(title, rules.TITLE_MAX), "body": fenced(shown), **known}


def draft_of_query(text: str) -> dict[str, str]:
    """The fields of a question on what was searched for: its words are the title, its tags the tags."""
    query = parse(text)
    tags = [term.value for term in query.terms if term.name == "tag" and not term.negated]
    return {"title": cut(" ".join(query.words.split()), rules.TITLE_MAX), "tags": ", ".join(tags[: rules.TAGS_MAX])}


@require_POST
def ask_this(request: HttpRequest) -> HttpResponse:
    """What was searched for begins a question. It goes through the session, since an address would be logged."""
    lines = mask(strip_controls(request.POST.get("q", ""))).strip().splitlines()
    text = "\n".join(lines)
    is_error = len(lines) > 1 or pasted.looks_like_error(text)
    drafts.put(request, reverse("ask"), draft_of_error(text) if is_error else draft_of_query(text))
    return redirect("ask")


def similar_to(request: HttpRequest) -> list[Hit]:
    """Questions like the one that is being written, none while it has no title."""
    title, body, tags = (strip_controls(request.POST.get(name, "")) for name in ("title", "body", "tags"))
    if not title.strip():
        return []
    found = lookups.related(
        title=title[: rules.QUERY_MAX],
        body=body[: rules.BODY_MAX],
        tags=split_tags(tags)[: rules.TAGS_MAX],
        user=request.user,
        wanted=Slice(SIMILAR_SHOWN),
    )
    return found.hits


@require_POST
def similar(request: HttpRequest) -> HttpResponse:
    return render(request, "qa/includes/similar.html", {"similar": similar_to(request)})


@require_GET
def tag_names(request: HttpRequest) -> HttpResponse:
    """Tags that the unfinished name `q` may become."""
    typed = strip_controls(request.GET.get("q", ""))[: rules.TAG_LENGTH_MAX]
    return render(request, "qa/includes/tag_options.html", {"tags": suggest.tags(typed, TAGS_SHOWN)})
