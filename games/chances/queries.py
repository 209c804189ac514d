"""What is read of the chances of a game as the viewer may see it.

A game is always one as it is seen (``games.visibility.viewers``): its ``number`` is the last event that
the viewer may know, and no chances after it are read.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import (
    Case,
    OuterRef,
    PositiveIntegerField,
    QuerySet,
    Subquery,
    Value,
    When,
)

from games.access import rows_of
from games.chances.curve import ChancesPoint
from games.domain.mainline import walk_back
from games.enums import Decision, GameState
from games.models import Chances, Game
from games.queries.timeline import all_but_throws


def chances_of_game(game: Game) -> QuerySet[Chances]:
    """The chances of a game, the newest first."""
    return game.chances.filter(number__lte=game.number).order_by("-number")


_NEWEST = f"""
    SELECT *, MAX(id) OVER () AS last_key FROM {Chances._meta.db_table}
    WHERE game_id = %s AND number <= %s ORDER BY number DESC LIMIT 1
"""  # the name of a table


def newest(game: Game) -> Chances | None:
    """The newest chances of a game, with the ``last_key`` of all of them. One query."""
    return next(iter(rows_of(Chances, _NEWEST, game.pk, game.number)), None)


def now_in(games: Sequence[Game]) -> dict[UUID, Chances]:
    """The newest chances in those of the games that are being played and have some. One query."""
    played = [game for game in games if game.state == GameState.RUNNING]
    if not played:
        return {}
    last = Case(
        *(When(pk=game.pk, then=Value(game.number)) for game in played), output_field=PositiveIntegerField()
    )
    rows = Chances.objects.filter(game=OuterRef("pk"), number__lte=OuterRef("last")).order_by("-number")
    games_now = Game.objects.filter(pk__in=[game.pk for game in played]).annotate(
        last=last, newest=Subquery(rows.values("pk")[:1])
    )
    return {counted.game_id: counted for counted in Chances.objects.filter(pk__in=games_now.values("newest"))}


def etag(game: Game, counted: Chances | None) -> str:
    """What changes with everything that can be read of the chances of a game; ``counted`` are the newest."""
    return f"{game.number}-{counted.last_key if counted else 0}"


def is_won(game: Game) -> bool:
    """Whether a game has a winner: then their chance is 1."""
    return game.state == GameState.ENDED and game.winner_id is not None


def course(game: Game) -> list[ChancesPoint]:
    """How the chances of the players went, without what was taken back; at the end the winner's is 1. Two queries."""
    rows = {
        number: ({player: won / games for player, won in figures["wins"].items()}, margin)
        for number, games, figures, margin in chances_of_game(game).values_list(
            "number", "games", "figures", "margin"
        )
    }
    others = all_but_throws(game)
    points, throws = [], 0
    for number in reversed(list(walk_back(others, game.number))):
        throws += number not in others
        if number in rows:
            points.append(ChancesPoint(number, throws, *rows[number]))
    if points and is_won(game):
        chances = {player: float(player == str(game.winner_id)) for player in game.seating}
        return [
            *(point for point in points if point.number < game.number),
            ChancesPoint(game.number, throws, chances, 0, is_ruled=game.decided_by != Decision.PLAY),
        ]
    return points


class Newest:
    """The chances of a game, the newest first, to be read page by page; ``None`` in front is the result."""

    def __init__(self, game: Game) -> None:
        self._rows = chances_of_game(game)
        self._first = [None] if is_won(game) and self._rows.exists() else []

    def __len__(self) -> int:
        return len(self._first) + self._rows.count()

    def __getitem__(self, at: slice) -> list[Chances | None]:
        there = len(self._first)
        return [*self._first[at], *self._rows[max(at.start - there, 0) : max(at.stop - there, 0)]]


# -- the boards in play on which chances move most just now ----------------------------------------


#: Only boards at which something has happened lately are exciting now.
LATELY = timedelta(hours=1)

_COUNTED = Chances.objects.filter(game=OuterRef("pk"), number__lte=OuterRef("number")).order_by("-number")


def most_exciting_board(games: QuerySet[Game], now: datetime) -> UUID | None:
    """The one of the games that is in play and whose chances have moved most lately."""
    swing = Subquery(_COUNTED.filter(recorded_at__gt=now - LATELY).values("swing")[:1])
    found = games.filter(state=GameState.RUNNING).annotate(swing=swing).exclude(swing=None)
    return found.order_by("-swing", "pk").values_list("pk", flat=True).first()
