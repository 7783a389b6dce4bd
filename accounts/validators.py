"""The rule for user names, as Django validators: the same for sign-up, settings, API and imports."""

from django.core.exceptions import ValidationError
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _

from qa.text import names

MESSAGES = {
    "too_short": _("A name needs at least %(limit)d characters."),
    "too_long": _("A name can have at most %(limit)d characters."),
    "invisible": _("A name must not contain invisible or control characters."),
    "space": _("A name must not contain spaces."),
    "character": _("“%(character)s” is not allowed in a name."),
    "no_letter": _("A name needs a letter or a digit."),
    "edge": _("A name must begin and end with a letter or a digit."),
    "staff": _("This name looks like one of the people who run the site."),
    "mixed_scripts": _("A name must not mix Latin with Cyrillic or Greek letters."),
    "url": _("A name must not be a web address."),
}
"""What `qa.text.names` says in English, for translation."""


@deconstructible
class UsernameValidator:
    """Raises ValidationError for a name that `qa.text.names` refuses."""

    def __call__(self, value: str) -> None:
        try:
            names.check_username(value)
        except names.NameProblem as problem:
            raise ValidationError(MESSAGES[problem.code], code=problem.code, params=problem.params) from problem

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UsernameValidator)

    def __hash__(self) -> int:
        return hash(UsernameValidator)


username_validators = [UsernameValidator()]
