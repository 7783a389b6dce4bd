"""Lists that go on from a row instead of skipping over all rows before it."""

from django.db.models import Q, QuerySet

COPIES = {"asked_at": "created_at"}
"""An annotation by which a list is ordered → the column of the row itself that it equals."""


class NoSuchRow(ValueError):
    """The row to go on from is not there."""


def newest_first(queryset: QuerySet, field: str, before: int | None = None) -> QuerySet:
    """Ordered by `field` and id, highest first, from after the row with the id `before` on. Raises NoSuchRow."""
    if before is not None:
        column = COPIES.get(field, field)
        value = queryset.model._default_manager.filter(pk=before).values_list(column, flat=True).first()
        if value is None:
            raise NoSuchRow(f"There is no row with the id {before}.")
        queryset = queryset.filter(Q(**{f"{field}__lt": value}) | Q(**{field: value, "pk__lt": before}))
    return queryset.order_by(f"-{field}", "-pk")
