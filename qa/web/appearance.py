"""Light or dark: a choice kept in a cookie, so that the server writes it before anything is painted."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from config.context import THEME_COOKIE, THEMES

YEAR = 365 * 24 * 60 * 60


def safe(address: str, request: HttpRequest) -> str:
    """The address when it is one of this site, else the home page."""
    is_ours = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    return address if is_ours else "/"


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Keeps light or dark; anything else is the system's choice."""
    response = redirect(safe(request.POST.get("next", "/"), request))
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        response.set_cookie(THEME_COOKIE, theme, max_age=YEAR, secure=settings.HTTPS, samesite="Lax")
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response
