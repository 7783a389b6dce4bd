"""A person's own lists: what they follow, what they bookmarked; and the keys of the site."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.vary import vary_on_headers

from qa.models import Bookmark, Follow
from qa.web import paging


@login_required
def following(request: HttpRequest) -> HttpResponse:
    """The latest followed first. Queries: session, person; follows, questions and their tags; tags."""
    found = paging.by_key(request, Follow.objects.questions_for(request.user), "pk")
    questions = paging.Page([follow.question for follow in found.rows], found.next)
    return render(request, "qa/following.html", {"page": questions, "tags": Follow.objects.tags_for(request.user)})


@login_required
def bookmarks(request: HttpRequest) -> HttpResponse:
    """The latest kept first. Queries: session, person; bookmarks; questions, tags; answers, their questions, tags."""
    page = paging.by_key(request, Bookmark.objects.listed_for(request.user), "pk")
    return render(request, "qa/bookmarks.html", {"page": page})


@vary_on_headers("HX-Request")
def keys(request: HttpRequest) -> HttpResponse:
    """All keys, as a page; the list alone for the dialog that a script opens."""
    return render(request, "qa/includes/keys_dialog.html" if request.htmx else "qa/keys.html")
