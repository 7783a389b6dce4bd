"""What the API says of each thing: output serializers, read only."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import User
from qa.models import Tag
from qa.models.post import Authored, Language
from qa.search.lookups import Hit

REASONS = ("exception", "code", "operator", "frame", "signature")


@extend_schema_field(OpenApiTypes.URI)
class UrlField(serializers.Field):
    """The absolute address of the object's page."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(source="*", read_only=True, **kwargs)

    def to_representation(self, value: Authored | User | Tag) -> str:
        return self.context["request"].build_absolute_uri(value.get_absolute_url())


class AuthorRow(serializers.Serializer):
    """Who wrote it; `id` and `url` are null for an imported author without an account here."""

    id = serializers.IntegerField(source="author_id", allow_null=True)
    name = serializers.CharField(source="byline")
    reputation = serializers.IntegerField(source="author.reputation", default=None, allow_null=True)


class AuthoredRow(serializers.Serializer):
    id = serializers.IntegerField()
    url = UrlField()
    author = AuthorRow(source="*")
    body = serializers.CharField(help_text="Markdown.")
    html = serializers.CharField(help_text="The body rendered, sanitised.")
    created_at = serializers.DateTimeField()


class PostRow(AuthoredRow):
    score = serializers.IntegerField()
    lang = serializers.ChoiceField(Language.choices)
    edited_at = serializers.DateTimeField(allow_null=True)


@extend_schema_field(serializers.ListField(child=serializers.CharField()))
class TagNames(serializers.Field):
    """The names of a question's tags, in the order in which they were given."""

    def to_representation(self, value: list[Tag]) -> list[str]:
        return [tag.name for tag in value]


class EnvironmentRow(serializers.Serializer):
    """Where the problem arose; empty where nothing is said."""

    version = serializers.CharField(default="", help_text="Of the framework.")
    device = serializers.CharField(default="")
    mode = serializers.CharField(default="")
    os = serializers.CharField(default="")
    python = serializers.CharField(default="", help_text="Its version.")


class QuestionSummary(serializers.Serializer):
    """What a list or a search says of a question."""

    id = serializers.IntegerField()
    external_id = serializers.CharField(allow_null=True, help_text="What the import that brought it calls it.")
    title = serializers.CharField()
    url = UrlField()
    tags = TagNames(source="tag_list", read_only=True)
    environment = EnvironmentRow()
    score = serializers.IntegerField()
    answer_count = serializers.IntegerField()
    accepted_answer_id = serializers.IntegerField(allow_null=True)
    is_answered = serializers.BooleanField(help_text="It has at least one answer.")
    lang = serializers.ChoiceField(Language.choices)
    created_at = serializers.DateTimeField()


class QuestionRow(PostRow):
    external_id = serializers.CharField(allow_null=True)
    title = serializers.CharField()
    tags = TagNames(source="tag_list", read_only=True)
    environment = EnvironmentRow()
    answer_count = serializers.IntegerField()
    accepted_answer_id = serializers.IntegerField(allow_null=True)
    is_answered = serializers.BooleanField()
    last_activity_at = serializers.DateTimeField()


class ReasonRow(serializers.Serializer):
    """What a hit shares with a pasted error."""

    kind = serializers.ChoiceField(choices=REASONS)
    text = serializers.CharField()


class HitRow(QuestionSummary):
    """A search hit."""

    excerpt = serializers.CharField(help_text="Escaped HTML with `<mark>` around what was looked for.")
    reasons = ReasonRow(many=True)
    age_note = serializers.CharField(help_text="A sentence when it was written for a much older version, else empty.")
    parts = serializers.DictField(
        child=serializers.FloatField(), required=False, help_text="Of the score; only with `explain`."
    )

    def to_representation(self, instance: Hit) -> dict[str, object]:
        question = instance.question
        question.excerpt, question.age_note = str(instance.excerpt), instance.age_note
        question.reasons = [{"kind": kind, "text": text} for kind, text in instance.reasons]
        explained = {} if instance.parts is None else {"parts": instance.parts}
        return {**super().to_representation(question), **explained}


class AnswerRow(PostRow):
    question = serializers.IntegerField(source="question_id")
    is_accepted = serializers.BooleanField()


class CommentRow(AuthoredRow):
    question = serializers.IntegerField(source="question_id", allow_null=True)
    answer = serializers.IntegerField(source="answer_id", allow_null=True)


class VoteRow(serializers.Serializer):
    """A vote; who cast it is nobody's business."""

    id = serializers.IntegerField()
    question = serializers.IntegerField(source="question_id", allow_null=True)
    answer = serializers.IntegerField(source="answer_id", allow_null=True)
    value = serializers.IntegerField()
    created_at = serializers.DateTimeField()


class ScoreRow(serializers.Serializer):
    """A post's score after a vote, and the caller's vote on it."""

    question = serializers.IntegerField(allow_null=True)
    answer = serializers.IntegerField(allow_null=True)
    value = serializers.IntegerField()
    score = serializers.IntegerField()


class RevisionRow(serializers.Serializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    title = serializers.CharField()
    body = serializers.CharField()
    tags = serializers.ListField(child=serializers.CharField())
    environment = EnvironmentRow()
    editor = serializers.IntegerField(source="editor_id", allow_null=True)
    reason = serializers.CharField()
    created_at = serializers.DateTimeField()


class TagRow(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    url = UrlField()
    description = serializers.CharField()
    question_count = serializers.IntegerField()


class UserRow(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField(source="display_name")
    url = UrlField()
    reputation = serializers.IntegerField()
    is_moderator = serializers.BooleanField()
    created_at = serializers.DateTimeField(source="date_joined")


class SuggestedQuestionRow(serializers.Serializer):
    id = serializers.IntegerField()
    title = serializers.CharField()
    url = UrlField()


class SuggestedTagRow(serializers.Serializer):
    name = serializers.CharField()
    url = UrlField()
    question_count = serializers.IntegerField()
