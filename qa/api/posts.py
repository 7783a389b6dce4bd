"""Questions, answers and comments."""

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view, inline_serializer
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import ViewSet

from qa import services
from qa.api.inputs import (
    AnswerEdit,
    AnswerInput,
    CommentInput,
    QuestionEdit,
    QuestionInput,
    given,
    id_field,
    parsed,
    visible,
)
from qa.api.marks import FollowedMixin, MarkedMixin
from qa.api.paging import LIST_PARAMETERS, list_response
from qa.api.rows import AnswerRow, CommentRow, QuestionRow, RevisionRow
from qa.models import Answer, Comment, Question, Tag
from qa.models.post import Authored
from qa.text.chars import strip_controls


def listing(row: type[serializers.Serializer], summary: str, *parameters: OpenApiParameter) -> object:
    page = {"next": serializers.URLField(allow_null=True), "results": row(many=True)}
    return extend_schema(
        summary=summary,
        parameters=[*LIST_PARAMETERS, *parameters],
        responses=inline_serializer(f"{row.__name__.removesuffix('Row')}Page", page),
    )


class ThingViewSet(ViewSet):
    """What questions, answers and comments share: read one, delete, restore."""

    row: type[serializers.Serializer]
    lookup_value_regex = r"\d{1,18}"

    def queryset(self) -> QuerySet:
        raise NotImplementedError

    def thing(self, pk: str) -> Authored:
        """404 unless the caller may see it."""
        return get_object_or_404(self.queryset(), pk=int(pk))

    def shown(self, thing: Authored, code: int = status.HTTP_200_OK) -> Response:
        fresh = self.queryset().get(pk=thing.pk)
        return Response(self.row(fresh, context={"request": self.request}).data, status=code)

    def retrieve(self, request: Request, pk: str) -> Response:
        return self.shown(self.thing(pk))

    def destroy(self, request: Request, pk: str) -> Response:
        services.delete(actor=request.user, thing=self.thing(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None, summary="Restore what was deleted")
    @action(detail=True, methods=["post"])
    def restore(self, request: Request, pk: str) -> Response:
        return self.shown(services.restore(actor=request.user, thing=self.thing(pk)))


class PostViewSet(MarkedMixin, ThingViewSet):
    """What questions and answers share besides: their revisions, and a person's marks on them."""

    @listing(RevisionRow, "Revisions, newest first")
    @action(detail=True)
    def revisions(self, request: Request, pk: str) -> Response:
        return list_response(request, self.thing(pk).revisions.all(), RevisionRow, field="pk")


TAG = OpenApiParameter("tag", str, description="Only questions with this tag.")
QUESTION = OpenApiParameter("question", int, description="Only those of this question (and its answers).")


@extend_schema(responses=QuestionRow)
@extend_schema_view(
    list=listing(QuestionRow, "Questions, newest first", TAG),
    create=extend_schema(summary="Ask", request=QuestionInput, responses={201: QuestionRow}),
    retrieve=extend_schema(summary="One question"),
    partial_update=extend_schema(summary="Edit", request=QuestionEdit),
    destroy=extend_schema(summary="Delete", responses={204: None}),
)
class QuestionViewSet(FollowedMixin, PostViewSet):
    row = QuestionRow

    def queryset(self) -> QuerySet[Question]:
        return Question.objects.visible_to(self.request.user).with_row()

    def list(self, request: Request) -> Response:
        questions = Question.objects.listed_for(request.user).with_row()
        if name := strip_controls(request.query_params.get("tag", "")):
            tag = Tag.objects.filter(name=name).first()
            tagged = questions.tagged(tag) if tag else questions.none()
            return list_response(request, tagged, QuestionRow, field="asked_at" if tag else "created_at")
        return list_response(request, questions, QuestionRow)

    def create(self, request: Request) -> Response:
        question = services.ask(actor=request.user, **parsed(QuestionInput, request.data).validated_data)
        return self.shown(question, status.HTTP_201_CREATED)

    def partial_update(self, request: Request, pk: str) -> Response:
        """Fields left out stay as they are."""
        question, edit = self.thing(pk), parsed(QuestionEdit, request.data)
        return self.shown(services.edit_question(actor=request.user, question=question, **edit.validated_data))


@extend_schema(responses=AnswerRow)
@extend_schema_view(
    list=listing(AnswerRow, "Answers, newest first", QUESTION),
    create=extend_schema(summary="Answer", request=AnswerInput, responses={201: AnswerRow}),
    retrieve=extend_schema(summary="One answer"),
    partial_update=extend_schema(summary="Edit", request=AnswerEdit),
    destroy=extend_schema(summary="Delete", responses={204: None}),
)
class AnswerViewSet(PostViewSet):
    row = AnswerRow

    def queryset(self) -> QuerySet[Answer]:
        return Answer.objects.visible_to(self.request.user).select_related("author", "question")

    def list(self, request: Request) -> Response:
        return list_response(
            request,
            of_question(request, Answer.objects.listed_for(request.user).select_related("author"), "question"),
            AnswerRow,
        )

    def create(self, request: Request) -> Response:
        data = parsed(AnswerInput, request.data).validated_data
        question = visible("question", Question, data.pop("question"), request.user)
        answer = services.post_answer(actor=request.user, question=question, **data)
        return self.shown(answer, status.HTTP_201_CREATED)

    def partial_update(self, request: Request, pk: str) -> Response:
        answer, edit = self.thing(pk), parsed(AnswerEdit, request.data)
        return self.shown(services.edit_answer(actor=request.user, answer=answer, **edit.validated_data))

    @extend_schema(methods=["POST"], request=None, summary="Accept")
    @extend_schema(methods=["DELETE"], summary="Take the acceptance back", responses=AnswerRow)
    @action(detail=True, methods=["post", "delete"])
    def accept(self, request: Request, pk: str) -> Response:
        act = services.accept if request.method == "POST" else services.unaccept
        return self.shown(act(actor=request.user, answer=self.thing(pk)))


@extend_schema(responses=CommentRow)
@extend_schema_view(
    list=listing(CommentRow, "Comments, newest first", QUESTION),
    create=extend_schema(summary="Comment", request=CommentInput, responses={201: CommentRow}),
    retrieve=extend_schema(summary="One comment"),
    destroy=extend_schema(summary="Delete", responses={204: None}),
)
class CommentViewSet(ThingViewSet):
    row = CommentRow

    def queryset(self) -> QuerySet[Comment]:
        return Comment.objects.visible_to(self.request.user).select_related("author", "question", "answer")

    def list(self, request: Request) -> Response:
        listed = Comment.objects.listed_for(request.user).select_related("author", "question", "answer")
        comments = of_question(request, listed, "question", "answer__question")
        return list_response(request, comments, CommentRow)

    def create(self, request: Request) -> Response:
        data = parsed(CommentInput, request.data)
        post = data.target(request.user)
        comment = services.add_comment(actor=request.user, post=post, **given(data, ["body"]))
        return self.shown(comment, status.HTTP_201_CREATED)


class QuestionParam(serializers.Serializer):
    question = id_field(required=False)


def of_question(request: Request, queryset: QuerySet, *paths: str) -> QuerySet:
    """Narrowed to `?question=`, by any of these look-ups; 400 unless it is a number."""
    pk = parsed(QuestionParam, request.query_params).validated_data.get("question")
    return queryset if pk is None else queryset.filter(Q(*((path, pk) for path in paths), _connector=Q.OR))
