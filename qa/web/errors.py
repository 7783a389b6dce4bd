"""What a service refuses becomes a page with the reason; a person who is not signed in is asked to sign in."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from qa.errors import DomainError, Refused
from qa.policies import NO_ACCOUNT


class DomainErrorMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, DomainError):
            return None
        if exception.code == NO_ACCOUNT.code:
            return to_login(request)
        status = 403 if isinstance(exception, Refused) else 400
        if request.htmx:
            return sentence(exception.reason, status)
        return render(request, "refused.html", {"reason": exception.reason, "refused": status == 403}, status=status)


def to_login(request: HttpRequest) -> HttpResponse:
    """And back to the page on which something was pressed; htmx takes the whole page there."""
    if not request.htmx:
        return redirect_to_login(request.META.get("HTTP_REFERER") or "/")
    return HttpResponseClientRedirect(redirect_to_login(request.htmx.current_url_abs_path or "/").url)


def sentence(reason: str, status: int) -> HttpResponse:
    """A refusal for the line beside the button that was pressed."""
    return HttpResponse(format_html('<p class="refused">{}</p>', reason), status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is no longer good: the person's text is still in the browser, and the page says so."""
    if request.htmx:
        return sentence(_("This page has been open for too long. Load it again and repeat."), 403)
    return render(request, "403_csrf.html", status=403)
