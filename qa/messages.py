"""Sentences that several layers say."""

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from qa import rules

TOO_MUCH_LOG = format_lazy(
    _("Paste at most {most} kB; the lines around the error are enough."), most=rules.DIAGNOSE_BYTES_MAX // 1024
)
TOO_MUCH_QUERY = format_lazy(
    _("A search has at most {most} characters; paste a whole log as an error instead."), most=rules.QUERY_MAX
)
TOO_MUCH_TEXT = format_lazy(_("A text has at most {most} characters."), most=rules.BODY_MAX)
UNKNOWN_VOTE = _("A vote is 1, -1 or 0.")
