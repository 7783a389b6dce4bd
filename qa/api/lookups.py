"""Search, related questions, pasted errors: open to anyone, throttled."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from qa.api.inputs import DiagnoseInput, RelatedInput, SearchParams, parsed
from qa.api.paging import PAGE_PARAMETERS, PageParams
from qa.api.rows import HitRow
from qa.models import Question
from qa.search import lookups
from qa.search.lookups import Found

FOUND = {"count": serializers.IntegerField(), "results": HitRow(many=True)}
FoundRow = inline_serializer("Found", FOUND)


class SignatureRow(serializers.Serializer):
    """What was recognised in a pasted error."""

    exception = serializers.CharField()
    message = serializers.CharField()
    codes = serializers.ListField(child=serializers.CharField())
    frames = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))


DiagnosisRow = inline_serializer("Diagnosis", {**FOUND, "signature": SignatureRow()})


def found_response(request: Request, found: Found, **more: object) -> Response:
    results = HitRow(found.hits, many=True, context={"request": request}).data
    return Response({"count": found.count, "results": results, **more})


class Lookup(APIView):
    permission_classes = [AllowAny]


class SearchView(Lookup):
    @extend_schema(
        summary="Search questions by words",
        parameters=[
            OpenApiParameter("q", str, required=True, description="Words, Chinese or English."),
            *PAGE_PARAMETERS,
        ],
        responses=FoundRow,
    )
    def get(self, request: Request) -> Response:
        params = parsed(SearchParams, request.query_params)
        found = lookups.search(params.validated_data["q"], user=request.user, wanted=params.slice)
        return found_response(request, found)


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
