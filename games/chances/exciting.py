"""The boards in play on which chances move most just now."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from games.enums import GameState
from games.models import Chances, Game

#: Only boards at which something has happened lately are exciting now.
LATELY = timedelta(hours=1)
MOST_EXCITING = 50

_COUNTED = Chances.objects.filter(game=OuterRef("pk"), number__lte=OuterRef("number")).order_by("-number")


def exciting_boards(games: QuerySet[Game], now: datetime) -> list[UUID]:
    """At most 50 of the games that are in play and whose chances have moved lately, those that moved most first."""
    swing = Subquery(_COUNTED.filter(recorded_at__gt=now - LATELY).values("swing")[:1])
    found = games.filter(state=GameState.RUNNING).annotate(swing=swing).exclude(swing=None)
    return list(found.order_by("-swing", "pk").values_list("pk", flat=True)[:MOST_EXCITING])
