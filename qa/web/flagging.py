"""Telling the moderators what is wrong with a post: a form on its own page, or under the post for htmx."""

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from qa import policies, rules, services
from qa.models import FlagReason, Post
from qa.services.base import require
from qa.web.access import visible
from qa.web.acting import Undo, again, changed
from qa.web.forms import WritingForm
from qa.web.post_view import view_of


class FlagForm(WritingForm):
    reason = forms.CharField(label=_("What is wrong?"), required=False, widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("Anything the moderators should know"),
        required=False,
        widget=forms.TextInput(attrs={"maxlength": rules.REASON_MAX}),
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].widget.choices = FlagReason.choices


def flag(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    post = get_object_or_404(visible(kind, request.user), pk=pk)
    if not request.user.is_authenticated and not request.htmx:
        return redirect_to_login(request.path)
    require(policies.can_flag(request.user, post))
    form = FlagForm(request.POST or None, auto_id=f"flag-{kind[0]}{pk}-%s")
    if request.method == "POST" and form.is_valid() and form.save(services.flag, actor=request.user, post=post):
        return said(request, post, is_flagged=True)
    context = {"form": form, "post": post, "key": f"{kind[0]}{pk}"}
    if not request.htmx:
        return render(request, "qa/flag.html", context)
    part = render(request, "qa/includes/flag_form.html", context)
    return again(part) if form.is_bound else part


@require_POST
def withdraw(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    post = get_object_or_404(visible(kind, request.user), pk=pk)
    return said(request, services.withdraw_flag(actor=request.user, post=post), is_flagged=False)


def said(request: HttpRequest, post: Post, *, is_flagged: bool) -> HttpResponse:
    if not request.htmx:
        return redirect(post)
    view = view_of(request.user, post)
    word = _("Flagged. A moderator will look at it.") if is_flagged else _("Flag withdrawn.")
    address, focus = reverse("withdraw-flag", args=[post.kind, post.pk]), f"flag-{view.key}-button"
    undo = Undo(address, f"#flag-{view.key}", focus) if is_flagged else None
    return changed(request, "flag", view.key, word, undo, view=view, post=post)
