"""What programs ask a site for: robots.txt, llms.txt, and how a browser searches here."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from qa.models import Tag

KEPT_SECONDS = 24 * 60 * 60
TAGS_TOLD = 20
OPEN_TO_ROBOTS = ("/accounts/login/", "/accounts/signup/")
CLOSED_TO_ROBOTS = (
    "/accounts/", "/api/", "/ask/", "/search?*&", "/suggest", "/feeds/search", "/me/", "/q/", "/a/", "/c/",
)  # fmt: skip
"""Acts, pages of one's own, and what has as many addresses as there are texts and ways to sort them."""

machine_readable = cache_control(public=True, max_age=KEPT_SECONDS)


@require_safe
@machine_readable
def robots(request: HttpRequest) -> HttpResponse:
    rules = [*(f"Allow: {path}" for path in OPEN_TO_ROBOTS), *(f"Disallow: {path}" for path in CLOSED_TO_ROBOTS)]
    lines = ["User-agent: *", *rules, "", f"Sitemap: {settings.SITE_URL}{reverse('sitemap-index')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@machine_readable
def llms(request: HttpRequest) -> HttpResponse:
    """https://llmstxt.org"""
    tags = Tag.objects.filter(question_count__gt=0).order_by("-question_count", "-pk")[:TAGS_TOLD]
    return render(request, "qa/llms.txt", {"tags": tags}, content_type="text/plain; charset=utf-8")


@require_safe
@machine_readable
def opensearch(request: HttpRequest) -> HttpResponse:
    """https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md"""
    return render(request, "qa/opensearch.xml", content_type="application/opensearchdescription+xml")
