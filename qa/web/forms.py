"""Forms carry text to a service and its errors back; what may be stored is decided there."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from qa import environment, rules
from qa.errors import Invalid
from qa.models import Post, Question
from qa.search.guidance import Advice, advise
from qa.services.fields import clean_body, clean_comment
from qa.text.markdown import render, render_inline
from qa.text.secrets import find, mask
from qa.text.tags import split_tags
from qa.web import paging

WRITTEN = ("title", "body", "reason")
"""Fields in which people write freely."""
SECRETS = {
    "token": _("token or key"),
    "password": _("password"),
    "user": _("user name"),
    "email": _("e-mail address"),
    "ip": _("address of a machine"),
}
"""The kinds of secrets, as their writer reads them."""
SHOWN_OF_SECRET = 4


def beginning(secret: str) -> str:
    """The first characters, at most a third of all: enough to know it again, too little to use it."""
    return secret[: min(SHOWN_OF_SECRET, max(1, len(secret) // 3))]


class TagsField(forms.CharField):
    """Names separated by commas of either width or by spaces."""

    def to_python(self, value: str | None) -> list[str]:
        return split_tags(super().to_python(value) or "")

    def prepare_value(self, value: Any) -> str:
        return value if isinstance(value, str) or value is None else ", ".join(value)


class WritingForm(forms.Form):
    """Fields take any text; `save` shows each error beside its field, with everything typed kept."""

    render_body = staticmethod(render)
    cleaned_text = staticmethod(clean_body)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", use_required_attribute=False, **kwargs)
        self.draft = paging.number(self.data.get("draft")) or self.initial.get("draft", 0)
        """The revision of the draft that the form's text begins from; 0 without one."""

    @property
    def is_restored(self) -> bool:
        """Does the form open with what was typed at another time?"""
        return not self.is_bound and self.initial.get("is_restored", False)

    def save(self, service: Callable, **known: Any) -> Any:
        """What the service returns; None when it refused a value."""
        try:
            return service(**known, **self.cleaned_data)
        except Invalid as refused:
            for error in refused.all:
                name = error.field.removeprefix("environment.")
                self.add_error(name if name in self.fields else None, str(error.reason))
            return None

    @cached_property
    def secrets(self) -> list[tuple[str, str]]:
        """What looks like a secret in what was typed, after is_valid: its kind and how it begins, each once."""
        texts = [self.cleaned_data.get(name, "") for name in WRITTEN]
        found = [(secret.kind, beginning(text[secret.start : secret.end])) for text in texts for secret in find(text)]
        return list(dict.fromkeys((SECRETS[kind], begins) for kind, begins in found))

    @property
    def holds(self) -> bool:
        """Is saving to wait for what the writer says of the secrets?"""
        return self.is_bound and bool(self.secrets)

    def mask(self) -> None:
        """Replaces the secrets in what `save` will store; what was typed stays as it is."""
        self.cleaned_data |= {name: mask(self.cleaned_data[name]) for name in WRITTEN if name in self.cleaned_data}

    @cached_property
    def preview(self) -> str:
        """The text as it would be stored and shown, after is_valid; empty for one that could not be stored."""
        try:
            return self.render_body(self.cleaned_text(self.cleaned_data.get("body", "")))
        except Invalid:
            return ""


class EditForm(WritingForm):
    """An edit says why, and from which revision it began."""

    reason = forms.CharField(
        label=_("Why this edit"), required=False, widget=forms.TextInput(attrs={"maxlength": rules.REASON_MAX})
    )
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def start_from(self, revision: int) -> None:
        """After a conflict was shown: saving again is meant."""
        self.data = self.data.copy()
        self.data["revision"] = str(revision)


def area(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": rows, "class": "editor"})


def body_field(rows: int = 14) -> forms.CharField:
    text = _("Markdown. Put code and error messages between lines of ```.")
    return forms.CharField(label=_("Text"), required=False, strip=False, help_text=text, widget=area(rows))


def environment_field(name: str, choices: list[str]) -> forms.CharField:
    """One of the choices, or any version; a version that is offered may be picked while typing."""
    if name in environment.VERSIONS:
        suggestions = {"list": f"{name}-choices"} if choices else {}
        attributes = {"maxlength": rules.ENVIRONMENT_MAX, "autocomplete": "off", **suggestions}
        widget: forms.Widget = forms.TextInput(attrs=attributes)
    else:
        widget = forms.Select(choices=[("", _("Not given")), *((choice, choice) for choice in choices)])
    return forms.CharField(label=environment.LABELS[name], required=False, widget=widget)


class QuestionForm(WritingForm):
    title = forms.CharField(
        label=_("Title"),
        required=False,
        help_text=_("The symptom or the error, in one line."),
        widget=forms.TextInput(attrs={"maxlength": rules.TITLE_MAX}),
    )
    tags = TagsField(label=_("Tags"), required=False, help_text=_("One to five, separated by commas or spaces."))
    body = body_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in environment.offered().items():
            self.fields[name] = environment_field(name, choices)
            self.offer_current(name)

    def offer_current(self, name: str) -> None:
        """A value from before the choices were changed can be kept."""
        widget, value = self.fields[name].widget, self[name].value()
        if isinstance(widget, forms.Select) and value and value not in dict(widget.choices):
            widget.choices = [*widget.choices, (value, value)]

    @property
    def environment(self) -> list[tuple[forms.BoundField, list[str]]]:
        """The fields of the environment, which stand in one row, each with its choices."""
        return [(self[name], choices) for name, choices in environment.offered().items()]

    @cached_property
    def advice(self) -> list[Advice]:
        """What the question still lacks, after is_valid; nothing for a form that is opened."""
        if not self.is_bound:
            return []
        given = {name: self.cleaned_data.get(name, "") for name in ("title", "body")}
        said = {name: self.data.get(name, "").strip() for name in environment.offered()}
        return advise(**given, environment=said)

    def clean(self) -> dict[str, Any]:
        """The environment in one piece, as services take it; a field that was not sent stays as it is."""
        given = super().clean()
        said = {name: given.pop(name) for name in environment.FIELDS if name in given}
        return {**given, "environment": {name: value for name, value in said.items() if name in self.data}}


class QuestionEditForm(EditForm, QuestionForm):
    field_order = ("title", "tags", "body", "reason")


class AnswerForm(WritingForm):
    body = body_field(10)


class AnswerEditForm(EditForm, AnswerForm):
    field_order = ("body", "reason")


class CommentForm(WritingForm):
    render_body = staticmethod(render_inline)
    cleaned_text = staticmethod(clean_comment)
    body = forms.CharField(
        label=_("Comment"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 3, "class": "code"})
    )


class VoteForm(forms.Form):
    value = forms.IntegerField(min_value=-1, max_value=1)


class PastedForm(WritingForm):
    text = forms.CharField(
        label=_("Traceback or log"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "class": "code"}),
    )


def initial_of(post: Post, revision: int) -> dict[str, Any]:
    """The edit form as it opens: the post as it is, and the revision the editor begins from."""
    known = {"body": post.body, "revision": revision}
    if isinstance(post, Question):
        known |= {"title": post.title, "tags": [tag.name for tag in post.tag_list], **asdict(post.environment)}
    return known
