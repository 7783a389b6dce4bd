"""Search, related questions, pasted errors: open to anyone, throttled."""

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from qa.api.inputs import DiagnoseInput, RelatedInput, SearchParams, SuggestParams, given, parsed
from qa.api.paging import PAGE_PARAMETERS, PageParams
from qa.api.rows import HitRow, SuggestedQuestionRow, SuggestedTagRow
from qa.models import Question
from qa.models.post import Reader
from qa.search import lookups
from qa.search.facets import Facets
from qa.search.filters import SORTS
from qa.search.lookups import Found
from qa.search.suggestions import suggestions

FOUND = {"count": serializers.IntegerField(), "results": HitRow(many=True)}
FoundRow = inline_serializer("Found", FOUND)


class SignatureRow(serializers.Serializer):
    """What was recognised in a pasted error."""

    exception = serializers.CharField()
    message = serializers.CharField()
    codes = serializers.ListField(child=serializers.CharField())
    frames = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))


class CountRow(serializers.Serializer):
    name = serializers.CharField()
    count = serializers.IntegerField()


class FacetsRow(serializers.Serializer):
    """How many of all hits have each tag, language and state; most first."""

    tags = CountRow(many=True)
    languages = CountRow(many=True)
    solved = serializers.IntegerField()
    unsolved = serializers.IntegerField()

    def to_representation(self, instance: Facets) -> dict[str, object]:
        counts = {
            name: [{"name": key, "count": count} for key, count in getattr(instance, name).items()]
            for name in ("tags", "languages")
        }
        return {**counts, "solved": instance.solved, "unsolved": instance.unsolved}


DiagnosisRow = inline_serializer("Diagnosis", {**FOUND, "signature": SignatureRow()})
SearchRow = inline_serializer(
    "SearchResult",
    {
        **FOUND,
        "notes": serializers.ListField(child=serializers.CharField(), help_text="What was not understood, and why."),
        "did_you_mean": serializers.CharField(help_text="The query as it was probably meant, or empty."),
        "nearest": serializers.BooleanField(help_text="No question has the words; these are nearest in meaning."),
        "signature": SignatureRow(allow_null=True, help_text="Of `q`, when it was looked up as a pasted error."),
        "facets": FacetsRow(allow_null=True, required=False, help_text="Only with `facets`."),
    },
)
SuggestionsRow = inline_serializer(
    "Suggestions", {"questions": SuggestedQuestionRow(many=True), "tags": SuggestedTagRow(many=True)}
)
NEAR = "of the caller: questions from a near environment come first; it filters nothing."
SEARCH_PARAMETERS = [
    OpenApiParameter("q", str, required=True, description="Words and operators, or a pasted error."),
    OpenApiParameter("sort", str, enum=SORTS, description=f"{SORTS[0]} when left out."),
    OpenApiParameter("version", str, description=f"Framework version {NEAR}"),
    OpenApiParameter("device", str, description=f"Device {NEAR}"),
    OpenApiParameter("mode", str, description=f"Mode {NEAR}"),
    OpenApiParameter("facets", bool, description="Count tags, languages and states."),
    OpenApiParameter("explain", bool, description="Say of what each score is made; for moderators."),
    *PAGE_PARAMETERS,
]


def found_response(request: Request, found: Found, **more: object) -> Response:
    results = HitRow(found.hits, many=True, context={"request": request}).data
    return Response({"count": found.count, "results": results, **more})


class Lookup(APIView):
    permission_classes = [AllowAny]


def require_moderator(user: Reader) -> None:
    if not getattr(user, "is_moderator", False):
        raise PermissionDenied(_("Only moderators may ask for an explanation."), code="not_moderator")


class SearchView(Lookup):
    @extend_schema(summary="Search questions", parameters=SEARCH_PARAMETERS, responses=SearchRow)
    def get(self, request: Request) -> Response:
        params = parsed(SearchParams, request.query_params)
        q, with_facets = params.validated_data["q"], params.validated_data["facets"]
        options = given(params, ["sort", "near", "explain"])
        if options["explain"]:
            require_moderator(request.user)
        found = lookups.search(q, user=request.user, wanted=params.slice, with_facets=with_facets, **options)
        more = {
            "notes": found.notes,
            "did_you_mean": found.did_you_mean,
            "nearest": found.nearest,
            "signature": found.pasted.signature if found.pasted else None,
        }
        if with_facets:
            more["facets"] = FacetsRow(found.facets).data if found.facets else None
        return found_response(request, found, **more)


class SuggestView(Lookup):
    @extend_schema(
        summary="Questions and tags that an unfinished query may be about to name",
        parameters=[OpenApiParameter("q", str, required=True, description="What is typed so far.")],
        responses=SuggestionsRow,
    )
    def get(self, request: Request) -> Response:
        typed = parsed(SuggestParams, request.query_params).validated_data["q"]
        questions, tags = suggestions(typed, user=request.user)
        context = {"request": request}
        return Response(
            {
                "questions": SuggestedQuestionRow(questions, many=True, context=context).data,
                "tags": SuggestedTagRow(tags, many=True, context=context).data,
            }
        )


class RelatedView(Lookup):
    @extend_schema(summary="Questions related to a text", request=RelatedInput, responses=FoundRow)
    def post(self, request: Request) -> Response:
        params = parsed(RelatedInput, request.data)
        text = {name: params.validated_data[name] for name in ("title", "body", "tags")}
        return found_response(request, lookups.related(**text, user=request.user, wanted=params.slice))


class RelatedToView(Lookup):
    @extend_schema(summary="Questions related to a question", parameters=PAGE_PARAMETERS, responses=FoundRow)
    def get(self, request: Request, pk: int) -> Response:
        question = get_object_or_404(Question.objects.visible_to(request.user).with_row(), pk=pk)
        params = parsed(PageParams, request.query_params)
        return found_response(request, lookups.related_to(question, user=request.user, wanted=params.slice))


class DiagnoseView(Lookup):
    @extend_schema(summary="Questions that solve a pasted error", request=DiagnoseInput, responses=DiagnosisRow)
    def post(self, request: Request) -> Response:
        params = parsed(DiagnoseInput, request.data)
        found, pasted = lookups.diagnose(params.validated_data["text"], user=request.user, wanted=params.slice)
        return found_response(request, found, signature=pasted.signature)
