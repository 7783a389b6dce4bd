"""How lists are cut: `page` near the top, `before` a key from there on; at most 100 rows."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from qa import rules
from qa.models.keyset import NoSuchRow, newest_first
from qa.search.lookups import Slice

ID_MAX = 2**63 - 1


class PageParams(serializers.Serializer):
    page = serializers.IntegerField(min_value=1, max_value=rules.PAGE_DEPTH_MAX, default=1)
    page_size = serializers.IntegerField(min_value=1, max_value=rules.PAGE_SIZE_MAX, default=rules.PAGE_SIZE)

    @property
    def slice(self) -> Slice:
        """After is_valid: which rows are wanted."""
        page, size = self.validated_data["page"], self.validated_data["page_size"]
        return Slice(limit=size, offset=(page - 1) * size)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["page"] * attrs["page_size"] > rules.PAGE_DEPTH_MAX:
            message = _("Only the first %(most)d rows can be paged.") % {"most": rules.PAGE_DEPTH_MAX}
            raise serializers.ValidationError({"page": [message]}, code="too_deep")
        return attrs


class ListParams(PageParams):
    before = serializers.IntegerField(
        min_value=1, max_value=ID_MAX, required=False, help_text="Id of the last row of the page before."
    )


PAGE_PARAMETERS = [
    OpenApiParameter("page", int, description="From 1."),
    OpenApiParameter("page_size", int, description=f"At most {rules.PAGE_SIZE_MAX}."),
]
LIST_PARAMETERS = [
    *PAGE_PARAMETERS,
    OpenApiParameter("before", int, description="Instead of page: the id of the last row you have."),
]


def list_response(
    request: Request, queryset: QuerySet, serializer: type[serializers.Serializer], *, field: str = "created_at"
) -> Response:
    """`{next, results}`; `next` is the address of the rows that follow, or null."""
    params = ListParams(data=request.query_params)
    params.is_valid(raise_exception=True)
    wanted, before = params.slice, params.validated_data.get("before")
    start = 0 if before else wanted.offset
    try:
        rows = list(newest_first(queryset, field, before)[start : start + wanted.limit + 1])
    except NoSuchRow as error:
        raise serializers.ValidationError({"before": [_("There is no such row.")]}, code="does_not_exist") from error
    shown = rows[: wanted.limit]
    context = {"request": request}
    return Response(
        {
            "next": next_address(request, shown[-1].pk) if len(rows) > len(shown) else None,
            "results": serializer(shown, many=True, context=context).data,
        }
    )


def next_address(request: Request, before: int) -> str:
    query = request.query_params.copy()
    query.pop("page", None)
    query["before"] = str(before)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
