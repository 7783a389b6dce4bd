"""Search by words, and the look-up of a pasted error."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from qa import rules
from qa.errors import Invalid
from qa.search import lookups
from qa.text.chars import strip_controls
from qa.web import paging
from qa.web.forms import PastedForm


def search(request: HttpRequest) -> HttpResponse:
    """`?q=`; a text too long for a query is refused with a sentence and kept in the box."""
    q, context = strip_controls(request.GET.get("q", "")).strip(), {}
    page, wanted = paging.slice_of(request)
    try:
        found = lookups.search(q, user=request.user, wanted=wanted)
    except Invalid as error:
        found, context = lookups.Found(), {"error": error.reason}
    more = found.count > page * wanted.limit and (page + 1) * wanted.limit <= rules.PAGE_DEPTH_MAX
    context |= {"q": q, "found": found, "next": paging.next_query(request, page=page + 1) if more else ""}
    return render(request, "qa/search.html", context)


def diagnose(request: HttpRequest) -> HttpResponse:
    """A form for the error on the screen; the answer shows what was recognised. Nothing pasted is stored."""
    form, context = PastedForm(request.POST or None), {}
    if request.method == "POST" and form.is_valid() and form.cleaned_data["text"].strip():
        try:
            found, pasted = lookups.diagnose(form.cleaned_data["text"], user=request.user)
            context = {"found": found, "pasted": pasted}
        except Invalid as error:
            form.add_error("text", str(error.reason))
    return render(request, "qa/diagnose.html", {"form": form, **context})
