"""What the API accepts: shapes and types only; the rules for values are the services'."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext as _
from rest_framework import serializers

from qa import environment
from qa.api.paging import ID_MAX, PageParams
from qa.environment import Environment
from qa.models import Answer, Question
from qa.models.post import Reader
from qa.search.filters import SORTS


def text_field(**options: Any) -> serializers.CharField:
    """Any text, white space kept: what may be stored is decided by the service, in one place."""
    return serializers.CharField(allow_blank=True, trim_whitespace=False, **options)


def tags_field(**options: Any) -> serializers.ListField:
    return serializers.ListField(child=text_field(), max_length=50, **options)


def id_field(**options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=ID_MAX, **options)


class ValueField(serializers.CharField):
    """Text only: of a number, 2.10 would have come as 2.1."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class EnvironmentInput(serializers.Serializer):
    version = ValueField(required=False, allow_blank=True, help_text="Of the framework, such as 2.3.1.")
    device = ValueField(required=False, allow_blank=True)
    mode = ValueField(required=False, allow_blank=True)
    os = ValueField(required=False, allow_blank=True)
    python = ValueField(required=False, allow_blank=True, help_text="Its version, such as 3.9.")


class TagEdit(serializers.Serializer):
    description = text_field(help_text="One or two sentences.")


class QuestionInput(serializers.Serializer):
    title = text_field()
    body = text_field(help_text="Markdown.")
    tags = tags_field()
    environment = EnvironmentInput(required=False)
    lang = text_field(default="", help_text="zh or en; guessed when left out.")


class QuestionEdit(serializers.Serializer):
    title = text_field(required=False)
    body = text_field(required=False)
    tags = tags_field(required=False)
    environment = EnvironmentInput(required=False)
    reason = text_field(default="")
    revision = serializers.IntegerField(required=False, help_text="Refused if the post has a newer revision.")


class AnswerInput(serializers.Serializer):
    question = id_field()
    body = text_field(help_text="Markdown.")
    lang = text_field(default="", help_text="zh or en; guessed when left out.")


class AnswerEdit(serializers.Serializer):
    body = text_field()
    reason = text_field(default="")
    revision = serializers.IntegerField(required=False, help_text="Refused if the post has a newer revision.")


class TargetInput(serializers.Serializer):
    """Exactly one of `question` and `answer`."""

    question = id_field(required=False)
    answer = id_field(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len({"question", "answer"} & set(attrs)) != 1:
            raise serializers.ValidationError(_("Give either question or answer."), code="one_target")
        return attrs

    def target(self, user: Reader) -> Question | Answer:
        """The post meant, if this person may see it; else 400 on its field."""
        name, model = ("question", Question) if "question" in self.validated_data else ("answer", Answer)
        return visible(name, model, self.validated_data[name], user)


class CommentInput(TargetInput):
    body = text_field(help_text="Markdown without blocks.")


class VoteInput(TargetInput):
    value = serializers.IntegerField(help_text="1, -1, or 0 to take the vote back.")


class SearchParams(PageParams):
    q = text_field()
    sort = serializers.ChoiceField(choices=SORTS, default=SORTS[0])
    version = text_field(default="")
    device = text_field(default="")
    mode = text_field(default="")
    facets = serializers.BooleanField(default=False)
    explain = serializers.BooleanField(default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """With `near`: the caller's environment in the spelling of the site."""
        read = {name: environment.accepted(name, attrs.pop(name)) for name in ("version", "device", "mode")}
        if refused := {name: [environment.wanted(name)] for name, value in read.items() if value is None}:
            raise serializers.ValidationError(refused, code="unknown")
        return {**super().validate(attrs), "near": Environment(**read)}


class SuggestParams(serializers.Serializer):
    q = text_field()


class RelatedInput(PageParams):
    title = text_field()
    body = text_field(default="")
    tags = tags_field(default=list)


class DiagnoseInput(PageParams):
    text = text_field(help_text="A traceback, a log, any error as it stands on the screen.")


def visible(field: str, model: type[Model], pk: int, user: Reader) -> Any:
    """The object of this id, or 400 on the field that named it."""
    found = model.objects.visible_to(user).filter(pk=pk).first()
    if found is None:
        raise serializers.ValidationError({field: [_("There is no such post.")]}, code="does_not_exist")
    return found


def parsed(serializer: type[serializers.Serializer], data: Any) -> serializers.Serializer:
    """A validated serializer; raises ValidationError with each field's sentence."""
    filled = serializer(data=data)
    filled.is_valid(raise_exception=True)
    return filled


def given(serializer: serializers.Serializer, names: Iterable[str]) -> dict[str, Any]:
    return {name: serializer.validated_data[name] for name in names if name in serializer.validated_data}
