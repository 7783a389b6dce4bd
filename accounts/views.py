"""A person's settings: API tokens, and leaving."""

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import services
from accounts.forms import CloseForm
from qa.text.chars import strip_controls


@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/settings.html", {"tokens": request.user.auth_token_set.order_by("-created")})


@require_POST
@login_required
@never_cache
def create_token(request: HttpRequest) -> HttpResponse:
    """Shows the secret on this one page; only its digest is kept."""
    _, secret = services.create_token(user=request.user)
    return render(request, "accounts/token.html", {"secret": secret})


@require_POST
@login_required
def revoke_token(request: HttpRequest) -> HttpResponse:
    services.revoke_token(user=request.user, digest=strip_controls(request.POST.get("token", "")))
    return redirect("settings")


@login_required
def close(request: HttpRequest) -> HttpResponse:
    form = CloseForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        services.close_account(user=request.user)
        logout(request)
        return redirect("home")
    return render(request, "accounts/close.html", {"form": form})
