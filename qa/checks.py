"""System checks: a setting that gives less than a person may expect is said at the start, not found out later."""

from typing import Any

from django.conf import settings
from django.core.checks import Info

NO_VECTORS = Info(
    "Search finds words only: this version has no sentence encoder.",
    hint="Set ENCODER=off to say that this is meant.",
    id="qa.I001",
)


def encoder(**kwargs: Any) -> list[Info]:
    return [] if settings.ENCODER == "off" else [NO_VECTORS]
