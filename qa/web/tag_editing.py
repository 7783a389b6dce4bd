"""A moderator says what a tag is about."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _

from qa import policies, services
from qa.models import Tag
from qa.services.base import require
from qa.web.forms import WritingForm


class TagForm(WritingForm):
    description = forms.CharField(
        label=_("Description"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One or two sentences: when to use this tag."),
    )


@login_required
def edit_tag(request: HttpRequest, pk: int) -> HttpResponse:
    """The form for a tag's description."""
    found = get_object_or_404(Tag, pk=pk)
    require(policies.can_edit_tag(request.user, found))
    form = TagForm(request.POST or None, initial={"description": found.description})
    if request.method == "POST" and form.is_valid() and form.save(services.edit_tag, actor=request.user, tag=found):
        return redirect(found)
    return render(request, "qa/edit_tag.html", {"form": form, "tag": found})
