"""Search by words, and the look-up of a pasted error."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods

from qa import rules
from qa.errors import Invalid
from qa.models import Tag
from qa.models.post import Reader
from qa.search import lookups
from qa.search.suggestions import suggestions, with_tag
from qa.text.chars import strip_controls
from qa.text.secrets import mask
from qa.web import paging, refining
from qa.web.forms import PastedForm


def typed_in(params: QueryDict) -> str:
    return strip_controls(params.get("q", "")).strip()


def explains(params: QueryDict, user: Reader) -> bool:
    """Is an explanation of the ranking asked for by somebody who may see it?"""
    return "explain" in params and getattr(user, "is_moderator", False)


def say_masked(request: HttpRequest) -> None:
    messages.info(request, _("What looked like a secret in your text was replaced before the search."))


# A search changes nothing, and a pasted log must not stand in an address: the form is sent by POST without a token.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def search(request: HttpRequest) -> HttpResponse:
    """The hits of `q`, without the secrets in it: an address with a secret leads to one without."""
    params = request.POST if request.method == "POST" else request.GET
    typed = typed_in(params)
    q = mask(typed)
    if q != typed:
        say_masked(request)
        if request.method != "POST":
            return redirect(f"{request.path}{refining.address(request, q=q)}")
    return render(request, "qa/search.html", results(request, params, q))


def results(request: HttpRequest, params: QueryDict, q: str) -> dict[str, object]:
    """What the page shows; a text too long for a query is refused with a sentence and kept in the box."""
    page, wanted = paging.slice_of(params)
    near, sort = refining.near_of(params), refining.sort_of(params)
    context = {"q": q, "sort": sort, "near": near, "near_form": refining.NearForm(near)}
    try:
        found = lookups.search(
            q,
            user=request.user,
            wanted=wanted,
            sort=sort,
            near=near,
            explain=explains(params, request.user),
            with_facets=params is request.GET,
        )
    except Invalid as error:
        return {**context, "found": lookups.Found(), "error": error.reason}
    more = found.count > page * wanted.limit and (page + 1) * wanted.limit <= rules.PAGE_DEPTH_MAX
    return {**context, "found": found, "next_page": page + 1 if more else None, **links(request, q, found, page + 1)}


def links(request: HttpRequest, q: str, found: lookups.Found, next_page: int) -> dict[str, object]:
    """Addresses of the same search done otherwise; a search that was sent by POST has none."""
    if request.method == "POST":
        return {}
    return {
        "next": paging.next_query(request, page=next_page),
        "sorts": [] if found.pasted or found.nearest else refining.sorts(request),
        "facets": refining.groups(request, q, found.facets, found.count) if found.facets else [],
        "meant": refining.address(request, q=found.did_you_mean),
    }


def tag_address(typed: str, tag: Tag) -> str:
    """Of the search with this tag; of the tag's own page when nothing else is typed."""
    query = with_tag(typed, tag)
    return tag.get_absolute_url() if query == f"[{tag.name}]" else f"{reverse('search')}?{urlencode({'q': query})}"


@require_GET
def suggest(request: HttpRequest) -> HttpResponse:
    """The list under the search box: questions, and tags, that the text typed so far may be about to name."""
    typed = strip_controls(request.GET.get("q", ""))
    questions, tags = suggestions(typed, user=request.user)
    named = [(tag, tag_address(typed, tag)) for tag in tags]
    context = {"questions": questions, "tags": named, "count": len(questions) + len(named)}
    return render(request, "qa/includes/suggestions.html", context)


def diagnose(request: HttpRequest) -> HttpResponse:
    """A form for the error on the screen; the answer shows what was recognised. Nothing pasted is stored."""
    form, context = PastedForm(request.POST or None), {}
    if request.method == "POST" and form.is_valid() and form.cleaned_data["text"].strip():
        try:
            found, pasted = lookups.diagnose(form.cleaned_data["text"], user=request.user)
            context = {"found": found, "pasted": pasted, "text": mask(form.cleaned_data["text"])}
        except Invalid as error:
            form.add_error("text", str(error.reason))
    return render(request, "qa/diagnose.html", {"form": form, **context})
