"""Votes, tags, users, and the site itself."""

from django.conf import settings
from django.db.models import QuerySet, Sum
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSet

from accounts.models import User
from qa import environment, services
from qa.api.inputs import TagEdit, VoteInput, given, parsed
from qa.api.paging import list_response
from qa.api.posts import listing
from qa.api.rows import ScoreRow, TagRow, UserRow, VoteRow
from qa.models import Question, Tag, Vote
from qa.search import index, sync, vectors
from qa.text.chars import strip_controls


@extend_schema_view(
    list=listing(VoteRow, "Votes, newest first; without their voters"),
    create=extend_schema(summary="Vote, or take a vote back", request=VoteInput, responses=ScoreRow),
)
class VoteViewSet(ViewSet):
    def list(self, request: Request) -> Response:
        votes = Vote.objects.filter(question__deleted_at=None, answer__deleted_at=None)
        return list_response(request, votes.filter(answer__question__deleted_at=None), VoteRow, field="pk")

    def create(self, request: Request) -> Response:
        data = parsed(VoteInput, request.data)
        value = data.validated_data["value"]
        post = services.vote(actor=request.user, post=data.target(request.user), value=value)
        target = given(data, ["question", "answer"])
        row = {"question": None, "answer": None, **target, "value": value, "score": post.score}
        return Response(ScoreRow(row).data, status=status.HTTP_200_OK)


@extend_schema(responses=TagRow)
@extend_schema_view(
    list=listing(TagRow, "Tags, newest first", OpenApiParameter("q", str, description="Only names that hold this.")),
    retrieve=extend_schema(summary="One tag, by its name"),
    partial_update=extend_schema(summary="Say what a tag is about; for moderators", request=TagEdit),
)
class TagViewSet(ViewSet):
    lookup_field = "name"
    lookup_value_regex = r".+"

    def list(self, request: Request) -> Response:
        tags = Tag.objects.all()
        if q := strip_controls(request.query_params.get("q", "")).strip():
            tags = tags.filter(name__contains=q.lower())
        return list_response(request, tags, TagRow, field="pk")

    def retrieve(self, request: Request, name: str) -> Response:
        tag = get_object_or_404(Tag, name=strip_controls(name.rstrip("/")))
        return Response(TagRow(tag, context={"request": request}).data)

    def partial_update(self, request: Request, name: str) -> Response:
        tag = get_object_or_404(Tag, name=strip_controls(name.rstrip("/")))
        data = parsed(TagEdit, request.data).validated_data
        tag = services.edit_tag(actor=request.user, tag=tag, description=data["description"])
        return Response(TagRow(tag, context={"request": request}).data)


@extend_schema(responses=UserRow)
@extend_schema_view(
    list=listing(UserRow, "People, newest first"),
    retrieve=extend_schema(summary="One person"),
)
class UserViewSet(ViewSet):
    lookup_value_regex = r"\d{1,18}"

    def queryset(self) -> QuerySet[User]:
        return User.objects.filter(left_at=None)

    def list(self, request: Request) -> Response:
        return list_response(request, self.queryset(), UserRow, field="pk")

    def retrieve(self, request: Request, pk: str) -> Response:
        user = get_object_or_404(self.queryset(), pk=int(pk))
        return Response(UserRow(user, context={"request": request}).data)

    @extend_schema(summary="Whose token this is")
    @action(detail=False, permission_classes=[IsAuthenticated])
    def me(self, request: Request) -> Response:
        return Response(UserRow(request.user, context={"request": request}).data)


class CountsRow(serializers.Serializer):
    questions = serializers.IntegerField()
    answers = serializers.IntegerField()
    solved = serializers.IntegerField()
    unanswered = serializers.IntegerField()
    users = serializers.IntegerField()
    tags = serializers.IntegerField()


class IndexRow(serializers.Serializer):
    questions = serializers.IntegerField()
    behind = serializers.IntegerField(help_text="Changes that search does not show yet.")


class SiteRow(serializers.Serializer):
    name = serializers.CharField()
    languages = serializers.ListField(child=serializers.CharField())
    counts = CountsRow()
    index = IndexRow()
    encoder = serializers.CharField(help_text="The sentence encoder that search uses now; empty for words only.")
    environment = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="What a question may say of its environment, with the choices of each.",
    )


def counts() -> dict[str, int]:
    questions = Question.objects.live()
    return {
        "questions": questions.count(),
        "answers": questions.aggregate(total=Sum("answer_count", default=0))["total"],
        "solved": questions.solved().count(),
        "unanswered": questions.unanswered().count(),
        "users": User.objects.filter(left_at=None).count(),
        "tags": Tag.objects.count(),
    }


class SiteView(APIView):
    permission_classes = [AllowAny]

    @extend_schema(summary="The site, its size, and the state of its search", responses=SiteRow)
    def get(self, request: Request) -> Response:
        searcher = index.reader.searcher()
        site = {
            "name": settings.SITE_NAME,
            "languages": ["zh", "en"],
            "counts": counts(),
            "index": {"questions": searcher.num_docs if searcher else 0, "behind": sync.behind()},
            "encoder": vectors.model_in_use(),
            "environment": environment.offered(),
        }
        return Response(SiteRow(site).data)
