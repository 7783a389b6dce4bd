"""A limit for what costs time and needs no account; counted without a query, by each process for itself."""

from rest_framework.throttling import AnonRateThrottle

from qa import rules


class PreviewThrottle(AnonRateThrottle):
    """By address, whoever it is: looking up the person would cost more than the preview of a short text."""

    scope = "preview"
    rate = f"{rules.PREVIEWS_A_MINUTE}/min"

    def get_cache_key(self, request: object, view: object) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}
