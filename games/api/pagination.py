"""Pages of lists in which things are withheld from some readers."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q
from rest_framework.pagination import LimitOffsetPagination


class EmbargoPagination(LimitOffsetPagination):
    """Pages of games or events; the statement that counts them tells too on how many an embargo lies."""

    embargoed = 0

    def get_count(self, queryset: Any) -> int:
        """How many there are; ``embargoed`` is told on the way."""
        on_some = ~Q(embargo="")
        counted = queryset.aggregate(there=Count("pk"), embargoed=Count("pk", filter=on_some))
        self.embargoed = counted["embargoed"]
        there: int = counted["there"]
        return there
