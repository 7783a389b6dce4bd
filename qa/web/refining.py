"""What a results page offers besides the hits: other orders, terms to add or drop, the reader's environment."""

from collections.abc import Mapping
from typing import NamedTuple

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from qa import environment
from qa.environment import Environment
from qa.models.post import Language
from qa.search.facets import Facets
from qa.search.query import parse, with_term, without_term
from qa.text.chars import strip_controls
from qa.web.forms import environment_field

SORTS = {
    "relevance": _("Relevance"),
    "newest": _("Newest"),
    "score": _("Votes"),
    "activity": _("Activity"),
}
NEAR = ("version", "device", "mode")
"""What a reader may say of their environment: hits from a near one come first."""


class Choice(NamedTuple):
    """A link that adds a term to the query, or drops the one that is there; `count` questions have it."""

    label: str
    count: int
    href: str
    chosen: bool


def address(request: HttpRequest, **changed: object) -> str:
    """The query string of the first page with these values changed."""
    query = request.GET.copy()
    query.pop("page", None)
    for name, value in changed.items():
        query[name] = str(value)
    return f"?{query.urlencode()}"


def sort_of(params: QueryDict) -> str:
    return params.get("sort") if params.get("sort") in SORTS else next(iter(SORTS))


def sorts(request: HttpRequest) -> list[tuple[str, str, str]]:
    """Name, label and address of each order."""
    return [(name, label, address(request, sort=name)) for name, label in SORTS.items()]


def choice(request: HttpRequest, q: str, term: str, label: str, count: int) -> Choice:
    chosen = set(parse(term).terms) <= set(parse(q).terms)
    changed = without_term(q, term) if chosen else with_term(q, term)
    return Choice(label, count, address(request, q=changed), chosen)


def tag_choices(request: HttpRequest, q: str, counts: Mapping[str, int]) -> list[Choice]:
    """The tags that are asked for, then those that most hits have."""
    asked_for = [term.value for term in parse(q).terms if term.name == "tag" and not term.negated]
    tags = {**dict.fromkeys(asked_for, 0), **counts}
    return [choice(request, q, f"[{tag}]", tag, count) for tag, count in tags.items()]


def groups(request: HttpRequest, q: str, facets: Facets, total: int) -> list[tuple[str, list[Choice]]]:
    """Tags, languages and states with their choices; without those that would leave everything or nothing."""
    languages = [
        choice(request, q, f"lang:{code}", label, facets.languages.get(code, 0)) for code, label in Language.choices
    ]
    states = [
        choice(request, q, "is:accepted", gettext("Solved"), facets.solved),
        choice(request, q, "-is:accepted", gettext("Not solved"), facets.unsolved),
    ]
    offered = [
        (gettext("Tags"), tag_choices(request, q, facets.tags)),
        (gettext("Language"), languages),
        (gettext("State"), states),
    ]
    useful = [(name, [one for one in some if one.chosen or 0 < one.count < total]) for name, some in offered]
    return [(name, some) for name, some in useful if some]


def near_field(name: str, choices: list[str]) -> forms.CharField:
    """A field that names itself where nothing is chosen, so that all of them fit in one line."""
    field = environment_field(name, choices)
    field.widget.attrs |= {"aria-label": field.label}
    if isinstance(field.widget, forms.Select):
        field.widget.choices[0] = ("", field.label)
    else:
        field.widget.attrs |= {"placeholder": field.label, "list": f"near-{name}"}
    return field


class NearForm(forms.Form):
    """The reader's environment."""

    def __init__(self, near: Environment) -> None:
        super().__init__(initial=near.stated, auto_id="near_%s")
        for name, choices in offered():
            self.fields[name] = near_field(name, choices)

    @property
    def choices(self) -> list[tuple[forms.BoundField, list[str]]]:
        return [(self[name], choices) for name, choices in offered()]


def offered() -> list[tuple[str, list[str]]]:
    return [(name, choices) for name, choices in environment.offered().items() if name in NEAR]


def near_of(params: QueryDict) -> Environment:
    """What is said of the reader's environment; without what this site does not know."""
    typed = {name: strip_controls(params.get(name, "")) for name, _choices in offered()}
    return Environment(**{name: environment.accepted(name, value) or "" for name, value in typed.items()})
