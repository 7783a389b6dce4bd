"""Where a question's problem arose: framework version, device, mode, system, Python; and what this site offers of each.

Imports only text and rules, and reads the settings.
"""

from dataclasses import dataclass
from typing import Any, Self

from django.conf import settings
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from qa import rules
from qa.text import versions

FIELDS = rules.ENVIRONMENT_FIELDS
VERSIONS = {"version", "python"}
"""Fields that take any well-formed version; the others take one of the choices of the settings."""
LABELS = {
    "version": gettext_lazy("Version"),
    "device": gettext_lazy("Device"),
    "mode": gettext_lazy("Mode"),
    "os": gettext_lazy("System"),
    "python": "Python",
}
WEIGHTS = {"version": 7, "device": 7, "mode": 2, "os": 2, "python": 2}
"""What each field counts in the closeness of two environments."""


@dataclass(frozen=True, slots=True)
class Environment:
    """The five fields; empty where nothing is said."""

    version: str = ""
    device: str = ""
    mode: str = ""
    os: str = ""
    python: str = ""

    @classmethod
    def of(cls, question: Any) -> Self:
        return cls(**{name: getattr(question, name) for name in FIELDS})

    @property
    def stated(self) -> dict[str, str]:
        """The fields that say something."""
        return {name: getattr(self, name) for name in FIELDS if getattr(self, name)}

    @property
    def shown(self) -> dict[str, str]:
        """What a page says of each field that this site has; the version is named with the framework."""
        said = {name: value for name, value in self.stated.items() if name in offered()}
        return said | ({"version": f"{settings.FRAMEWORK} {said['version']}"} if "version" in said else {})

    @property
    def labelled(self) -> list[tuple[str, str]]:
        return [(LABELS[name], value) for name, value in self.shown.items()]

    @property
    def brief(self) -> str:
        """Version and device, for a line of a list."""
        return " · ".join(value for name, value in self.shown.items() if name in ("version", "device"))

    @property
    def age_note(self) -> str:
        """A sentence when the version is much older than the newest of the settings, else empty."""
        newest = next(iter(settings.FRAMEWORK_VERSIONS), "")
        if not self.is_much_older(newest):
            return ""
        note = _("Written for {framework} {version}; the newest is {newest}.")
        return note.format(framework=settings.FRAMEWORK, version=self.version, newest=newest)

    def is_much_older(self, than: str) -> bool:
        """Is this version of a lower major version, or at least 3 minor versions behind within the same one?"""
        return versions.is_much_older(self.version, than)

    def closeness(self, other: Self) -> float:
        """0 to 1: the weighted mean over the fields, in which one that either does not say counts one half."""
        total = sum(weight * self.likeness(other, name) for name, weight in WEIGHTS.items())
        return total / sum(WEIGHTS.values())

    def likeness(self, other: Self, name: str) -> float:
        """0 to 1 in one field; versions may be near."""
        mine, others = getattr(self, name), getattr(other, name)
        if name in VERSIONS:
            return versions.closeness(mine, others)
        if not mine or not others:
            return versions.UNKNOWN
        return float(mine.casefold() == others.casefold())


NOTHING_SAID = Environment()


def offered() -> dict[str, list[str]]:
    """The fields that this site has, in order, with the choices of each; an empty setting takes its field out."""
    choices = {
        "version": settings.FRAMEWORK_VERSIONS,
        "device": settings.DEVICES,
        "mode": settings.MODES,
        "os": settings.SYSTEMS,
    }
    return {name: given for name, given in choices.items() if given} | {"python": []}


def accepted(name: str, value: str) -> str | None:
    """The value as it is stored, a choice in its own spelling; None when it cannot be one of this field."""
    if not value.strip():
        return ""
    if name not in offered():
        return None
    if name in VERSIONS:
        return versions.clean_version(value)
    spellings = {choice.casefold(): choice for choice in offered()[name]}
    return spellings.get(value.strip().casefold())


def wanted(name: str) -> str | Promise:
    """A sentence that says what this field takes."""
    if name not in offered():
        return gettext_lazy("This site does not ask for this; leave it empty.")
    if name in VERSIONS:
        example = settings.FRAMEWORK_VERSIONS[0] if name == "version" else "3.9"
        return format_lazy(gettext_lazy("Write a version such as {example}."), example=example)
    choices = ", ".join(offered()[name])
    return format_lazy(gettext_lazy("Choose one of these: {choices}."), choices=choices)
