"""What a service refuses becomes a page with the reason; a person who is not signed in is asked to sign in."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

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
            return redirect_to_login(request.META.get("HTTP_REFERER") or "/")
        status = 403 if isinstance(exception, Refused) else 400
        return render(request, "refused.html", {"reason": exception.reason, "refused": status == 403}, status=status)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is no longer good: the person's text is still in the browser, and the page says so."""
    return render(request, "403_csrf.html", status=403)
