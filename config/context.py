"""What every template may use besides the request."""

from django.conf import settings
from django.http import HttpRequest

THEME_COOKIE = "theme"
THEMES = ("light", "dark")


def site(request: HttpRequest) -> dict[str, str]:
    """`return_to` is where somebody who signs in or changes the language on this page goes back to.

    `theme` is empty for a reader who leaves it to the system.
    """
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "SITE_NAME": settings.SITE_NAME,
        "SITE_URL": settings.SITE_URL,
        "FRAMEWORK": settings.FRAMEWORK,
        "return_to": request.get_full_path() if request.method == "GET" else "/",
        "theme": theme if theme in THEMES else "",
    }
