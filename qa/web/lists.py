"""Tags and people: the lists."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.models import User
from qa import policies
from qa.models import Answer, Follow, Question, Tag
from qa.text.chars import strip_controls
from qa.text.tags import TagError, normalise_tag
from qa.web import paging

TAGS_A_PAGE = 60
RELATED_SHOWN = 12
BEST_SHOWN = 3


def tags(request: HttpRequest) -> HttpResponse:
    """Most used first; `?q=` narrows and begins at the first page."""
    name = strip_controls(request.GET.get("q", "")).strip()[: Tag._meta.get_field("name").max_length]
    found = Tag.objects.filter(name__contains=name.lower()) if name else Tag.objects.all()
    page = paging.by_key(request, found, "question_count", TAGS_A_PAGE)
    return render(request, "qa/tags.html", {"page": page, "name": name})


def tag(request: HttpRequest, name: str) -> HttpResponse:
    """Queries: session, person, their follow; tag; questions; their tags; best answers; related tags."""
    found = Tag.objects.filter(name=strip_controls(name)).first()
    if found is None:
        return redirect(get_object_or_404(Tag, name=normalised(name)))
    questions = Question.objects.listed_for(request.user).with_row().tagged(found)
    best = Answer.objects.listed_for(request.user).best_of(found).select_related("question")
    context = {
        "tag": found,
        "page": paging.by_key(request, questions, "asked_at"),
        "best_answers": best[:BEST_SHOWN],
        "related_tags": Tag.objects.together_with(found)[:RELATED_SHOWN],
        "may_edit": policies.can_edit_tag(request.user, found),
        "key": f"t{found.pk}",
        "is_followed": Follow.objects.has(request.user, found),
    }
    return render(request, "qa/tag.html", context)


def normalised(name: str) -> str:
    """The one spelling of a tag that was typed into the address; empty, which no tag is, where it cannot be one."""
    try:
        return normalise_tag(name)
    except TagError:
        return ""


def people(request: HttpRequest) -> HttpResponse:
    page = paging.by_key(request, User.objects.filter(left_at=None), "reputation", TAGS_A_PAGE)
    return render(request, "qa/people.html", {"page": page})
