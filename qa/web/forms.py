"""Forms carry text to a service and its errors back; what may be stored is decided there."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from qa import rules
from qa.errors import Invalid
from qa.models import Post, Question
from qa.text.markdown import render, render_inline
from qa.text.tags import split_tags


class TagsField(forms.CharField):
    """Names separated by commas of either width or by spaces."""

    def to_python(self, value: str | None) -> list[str]:
        return split_tags(super().to_python(value) or "")

    def prepare_value(self, value: Any) -> str:
        return value if isinstance(value, str) or value is None else ", ".join(value)


class WritingForm(forms.Form):
    """Fields take any text; `save` shows each error beside its field, with everything typed kept."""

    render_body = staticmethod(render)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, label_suffix="", use_required_attribute=False, **kwargs)

    def save(self, service: Callable, **known: Any) -> Any:
        """What the service returns; None when it refused a value."""
        try:
            return service(**known, **self.cleaned_data)
        except Invalid as refused:
            for error in refused.all:
                self.add_error(error.field if error.field in self.fields else None, str(error.reason))
            return None

    @cached_property
    def preview(self) -> str:
        """The text as it would be shown, after is_valid."""
        return self.render_body(self.cleaned_data.get("body", ""))


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


class QuestionForm(WritingForm):
    title = forms.CharField(
        label=_("Title"),
        required=False,
        help_text=_("The symptom or the error, in one line."),
        widget=forms.TextInput(attrs={"maxlength": rules.TITLE_MAX}),
    )
    body = body_field()
    tags = TagsField(label=_("Tags"), required=False, help_text=_("One to five, separated by commas or spaces."))


class QuestionEditForm(EditForm, QuestionForm):
    field_order = ("title", "body", "tags", "reason")


class AnswerForm(WritingForm):
    body = body_field(10)


class AnswerEditForm(EditForm, AnswerForm):
    field_order = ("body", "reason")


class CommentForm(WritingForm):
    render_body = staticmethod(render_inline)
    body = forms.CharField(label=_("Comment"), required=False, strip=False, widget=area(2))


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
        known |= {"title": post.title, "tags": [tag.name for tag in post.tag_list]}
    return known
