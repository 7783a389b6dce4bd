from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Decision:
    """True when allowed; else `code` for programs and `reason`, a translatable sentence, for people."""

    allowed: bool
    code: str = ""
    reason: str | Promise = ""

    def __bool__(self) -> bool:
        return self.allowed


def no(code: str, reason: str | Promise) -> Decision:
    return Decision(False, code, reason)


YES = Decision(True)
NO_ACCOUNT = no("not_signed_in", _("Sign in to do this."))
