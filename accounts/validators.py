"""The rule for user names, as Django validators: the same for sign-up, settings, API and imports."""

from django.core.exceptions import ValidationError
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _

from qa.text import names

MESSAGES = {
    "length": _("Use 2 to 30 characters."),
    "character": _("Use letters, digits and _ - . only."),
    "invisible": _("The name holds invisible characters."),
    "staff": _("This name looks like a member of staff; choose another."),
    "url": _("The name looks like a web address; choose another."),
}


@deconstructible
class UsernameValidator:
    """Raises ValidationError for a name that `qa.text.names` refuses."""

    def __call__(self, value: str) -> None:
        try:
            names.check_username(value)
        except names.NameProblem as problem:
            raise ValidationError(MESSAGES.get(problem.code, str(problem)), code=problem.code) from problem

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UsernameValidator)

    def __hash__(self) -> int:
        return hash(UsernameValidator)


username_validators = [UsernameValidator()]
