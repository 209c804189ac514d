"""The boards in play on which chances move most just now, as whoever asks may see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db.models import F, OuterRef, Subquery
from django.http import HttpRequest
from rest_framework.request import Request

from games.chances.queries import now_in
from games.compiled_query import CompiledQuery
from games.domain.embargo import Embargo
from games.enums import GameState
from games.models import Chances, Game
from games.visibility.viewers import games_for

#: Only boards at which something has happened lately are exciting now.
LATELY = timedelta(hours=1)
MOST_EXCITING = 50

_NEWEST = Chances.objects.filter(game=OuterRef("pk"), number__lte=OuterRef("number")).order_by("-number")
_SOME_TIME = datetime(2026, 1, 1, tzinfo=UTC)
#: Of lately, the state, now. A board without chances comes last.
_OPEN_TO_ALL: CompiledQuery[tuple[UUID, float | None, Embargo | None]] = CompiledQuery(
    lambda known: (
        Game.objects.annotate(swing=Subquery(_NEWEST.filter(recorded_at__gt=known[0]).values("swing")[:1]))
        .filter(state=known[1])
        .exclude(withheld_until__gt=known[2])
        .order_by(F("swing").desc(nulls_last=True), "pk")
        .values_list("pk", "swing", "embargo")[:MOST_EXCITING]
    ),
    sample=(_SOME_TIME, "running", _SOME_TIME),
)
_WITHHELD = CompiledQuery(
    lambda now: Game.objects.filter(withheld_until__gt=now).order_by(), sample=_SOME_TIME
)


@dataclass(frozen=True, slots=True)
class ExcitingBoard:
    """A board in play, by how much its chances have moved, and whether an embargo lies on it."""

    pk: UUID
    swing: float
    is_embargoed: bool


def exciting_boards(request: HttpRequest | Request, now: datetime) -> list[ExcitingBoard]:
    """At most 50 of all boards in play, the most exciting first. Two queries.

    Games under an embargo stand where whoever asks sees them, and cost three or four queries more.
    """
    found = [
        ExcitingBoard(game, swing, embargo is not None)
        for game, swing, embargo in _OPEN_TO_ALL.rows((now - LATELY, str(GameState.RUNNING), now))
        if swing is not None
    ]
    hidden = games_for(request, _WITHHELD.rows(now), now)
    return _ranked([*found, *exciting_among(hidden, now)])[:MOST_EXCITING]


def exciting_among(games: Sequence[Game], now: datetime) -> list[ExcitingBoard]:
    """Those of these games, as they are seen, that are in play and exciting, the most exciting first. One query."""
    newest = now_in(games)
    lately = [game for game in games if game.pk in newest and newest[game.pk].recorded_at > now - LATELY]
    return _ranked(ExcitingBoard(game.pk, newest[game.pk].swing, game.embargo is not None) for game in lately)


def _ranked(boards: Iterable[ExcitingBoard]) -> list[ExcitingBoard]:
    return sorted(boards, key=lambda board: (-board.swing, board.pk))
