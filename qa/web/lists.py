"""Home, tags, people."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from qa.models import Answer, Question, Tag
from qa.text import slugs
from qa.text.chars import strip_controls
from qa.text.tags import TagError, normalise_tag
from qa.web import paging

SORTS = {
    "newest": (_("Newest"), "created_at"),
    "active": (_("Active"), "last_activity_at"),
    "unanswered": (_("Unanswered"), "created_at"),
    "top": (_("Top"), "score"),
}
TAGS_A_PAGE = 60


def home(request: HttpRequest) -> HttpResponse:
    """Queries: session and person when signed in; (row to go on from); questions; their tags."""
    sort = request.GET.get("sort") if request.GET.get("sort") in SORTS else "newest"
    questions = Question.objects.listed_for(request.user).with_row()
    if sort == "unanswered":
        questions = questions.unanswered()
    page = paging.by_key(request, questions, SORTS[sort][1])
    return render(request, "qa/home.html", {"page": page, "sort": sort, "sorts": SORTS})


def tags(request: HttpRequest) -> HttpResponse:
    """Most used first; `?q=` narrows and begins at the first page."""
    name = strip_controls(request.GET.get("q", "")).strip()[: Tag._meta.get_field("name").max_length]
    found = Tag.objects.filter(name__contains=name.lower()) if name else Tag.objects.all()
    page = paging.by_key(request, found, "question_count", TAGS_A_PAGE)
    return render(request, "qa/tags.html", {"page": page, "name": name})


def tag(request: HttpRequest, name: str) -> HttpResponse:
    found = Tag.objects.filter(name=strip_controls(name)).first()
    if found is None:
        return redirect(get_object_or_404(Tag, name=normalised(name)))
    questions = Question.objects.listed_for(request.user).with_row().tagged(found)
    page = paging.by_key(request, questions, "asked_at")
    return render(request, "qa/tag.html", {"tag": found, "page": page})


def normalised(name: str) -> str:
    """The one spelling of a tag that was typed into the address; empty, which no tag is, where it cannot be one."""
    try:
        return normalise_tag(name)
    except TagError:
        return ""


def people(request: HttpRequest) -> HttpResponse:
    page = paging.by_key(request, User.objects.filter(left_at=None), "reputation", TAGS_A_PAGE)
    return render(request, "qa/people.html", {"page": page})


def person(request: HttpRequest, pk: int, slug: str = "") -> HttpResponse:
    """A person's questions or answers, newest first; their own page shows them what they deleted, to restore it."""
    user = get_object_or_404(User, pk=pk)
    if slug != slugs.slugify(user.username):
        return redirect(user.get_absolute_url() + (f"?{request.GET.urlencode()}" if request.GET else ""))
    if request.GET.get("show") == "answers":
        rows = Answer.objects.visible_to(request.user).select_related("question", "author")
        template = "qa/person_answers.html"
    else:
        rows = Question.objects.visible_to(request.user).with_row()
        template = "qa/person_questions.html"
    page = paging.by_key(request, rows.filter(author=user), "created_at")
    return render(request, template, {"person": user, "page": page})
