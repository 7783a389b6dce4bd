"""What may be stored in each field, whoever sends it: form, API or import.

Each function returns the cleaned value or raises Invalid.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from qa import environment, rules
from qa.environment import NOTHING_SAID, Environment
from qa.errors import Invalid
from qa.text import language, tags

# Control characters but tab and line feed; no reader sees them and PostgreSQL refuses NUL.
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]")
SURROGATES = re.compile(r"[\ud800-\udfff]")

TAG_MESSAGES = {
    "empty": _("A tag must not be empty."),
    "too_long": _("A tag can have at most %(limit)d characters."),
    "invisible": _("A tag must not contain invisible or control characters."),
    "character": _("“%(character)s” is not allowed in a tag."),
    "no_letter": _("A tag needs a letter or a digit."),
    "slash": _("A slash in a tag must stand between two words."),
}
"""What `qa.text.tags` says in English, for translation."""


def each(*cleaners: Callable[[], Any]) -> list[Any]:
    """What each cleaner returns. Raises the first Invalid, with those of the others in its `all`."""
    values, wrong = [], []
    for cleaner in cleaners:
        try:
            values.append(cleaner())
        except Invalid as error:
            wrong.extend(error.all)
    if wrong:
        wrong[0].all = wrong
        raise wrong[0]
    return values


def clean_characters(field: str, value: str) -> str:
    """NFC, line feeds only, no control characters. Half of a surrogate pair is no text and is refused."""
    if SURROGATES.search(value):
        raise Invalid(field, "encoding", _("The text holds characters that are not valid Unicode."))
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", CONTROLS.sub("", value))


def check_length(field: str, value: str, least: int, most: int) -> str:
    if len(value) < least:
        reason = _("This cannot be empty.") if not value else _("Write at least {least} characters; these are {have}.")
        raise Invalid(field, "too_short", format_lazy(reason, least=least, have=len(value)))
    if len(value) > most:
        reason = _("At most {most} characters fit here; these are {have}.")
        raise Invalid(field, "too_long", format_lazy(reason, most=most, have=len(value)))
    return value


def clean_line(field: str, value: str, least: int, most: int) -> str:
    """One line: line breaks and runs of white space become one space."""
    return check_length(field, " ".join(clean_characters(field, value).split()), least, most)


def clean_title(value: str) -> str:
    return clean_line("title", value, rules.TITLE_MIN, rules.TITLE_MAX)


def clean_body(value: str) -> str:
    """Markdown as typed, but for blank lines around it."""
    value = clean_characters("body", value)
    return check_length("body", value.strip("\n").rstrip() if value.strip() else "", rules.BODY_MIN, rules.BODY_MAX)


def clean_comment(value: str) -> str:
    return check_length("body", clean_characters("body", value).strip(), rules.COMMENT_MIN, rules.COMMENT_MAX)


def clean_reason(value: str) -> str:
    return clean_line("reason", value, 0, rules.REASON_MAX)


def clean_description(value: str) -> str:
    return clean_line("description", value, 0, rules.TAG_DESCRIPTION_MAX)


def clean_lang(value: str, text: str) -> str:
    """`zh` or `en` as given; empty is guessed from the text."""
    if not value:
        return language.guess_language(text)
    if value not in ("zh", "en"):
        raise Invalid("lang", "unknown", _("Use zh or en."))
    return value


def clean_tag(name: str) -> str:
    try:
        return tags.normalise_tag(clean_characters("tags", name))
    except tags.TagError as error:
        raise Invalid("tags", error.code, TAG_MESSAGES[error.code] % error.params) from error


def clean_tags(names: Iterable[str], least: int = rules.TAGS_MIN) -> list[str]:
    """Normalised, each once, in the order given."""
    cleaned = list(dict.fromkeys(clean_tag(name) for name in names))
    if len(cleaned) < least:
        raise Invalid("tags", "too_few", _("Give at least one tag."))
    if len(cleaned) > rules.TAGS_MAX:
        reason = _("Give at most {most} tags; these are {have}.")
        raise Invalid("tags", "too_many", format_lazy(reason, most=rules.TAGS_MAX, have=len(cleaned)))
    return cleaned


def clean_environment_value(name: str, value: str | None, now: str) -> str:
    """A choice or version in the one spelling; None, and the value that is there already, stay as they are."""
    if value is None or value.strip() == now:
        return now
    stored = environment.accepted(name, value)
    if stored is None:
        raise Invalid(f"environment.{name}", "unknown", environment.wanted(name))
    return stored


def clean_environment(given: Mapping[str, str], now: Environment = NOTHING_SAID) -> Environment:
    """`now` with the fields that are given. Raises Invalid for `environment.<field>`."""
    values = [(name, given.get(name), getattr(now, name)) for name in environment.FIELDS]
    return Environment(*each(*(partial(clean_environment_value, *value) for value in values)))
