"""What every template may use besides the request."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, str]:
    """`return_to` is where somebody who signs in or changes the language on this page goes back to."""
    return {
        "SITE_NAME": settings.SITE_NAME,
        "SITE_URL": settings.SITE_URL,
        "return_to": request.get_full_path() if request.method == "GET" else "/",
    }
