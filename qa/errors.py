"""What a service may raise. Pure; forms and the API turn these into their own shape."""


class DomainError(Exception):
    """The base: `code` is stable and for programs, `reason` is a (translatable) sentence for people."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(str(reason))
        self.code = code
        self.reason = reason


class Refused(DomainError):
    """The person may not do this: 403 in the API, a sentence on the page."""


class Invalid(DomainError):
    """A value that cannot be stored: 400 in the API, a message beside the field in a form.

    `all` holds this one and what is wrong with other fields of the same form.
    """

    def __init__(self, field: str, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.field = field
        self.all = [self]
