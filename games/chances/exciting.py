"""The boards in play on which chances move most just now, as whoever asks may see them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from rest_framework.request import Request

from games.access import scopes
from games.chances.queries import now_in
from games.compiled_query import CompiledQuery
from games.domain.embargo import Embargo
from games.enums import GameState
from games.models import Chances, Game
from games.visibility.viewers import games_for

#: Only boards at which something has happened lately are exciting now.
LATELY = timedelta(hours=1)
MOST_EXCITING = 50

#: Id, swing where there is one, embargo.
_Row = tuple[UUID, float | None, Embargo | None]

_COUNTED = Chances.objects.filter(game=OuterRef("pk"), number__lte=OuterRef("number")).order_by("-number")


def _open_to_all(games: QuerySet[Game], since: datetime, state: str, now: datetime) -> QuerySet[Game, _Row]:
    """Id, swing since then and embargo of those games in this state that the public sees whole, by swing."""
    swing = Subquery(_COUNTED.filter(recorded_at__gt=since).values("swing")[:1])
    seen = games.annotate(swing=swing).filter(state=state).exclude(withheld_until__gt=now)
    return seen.order_by(F("swing").desc(nulls_last=True), "pk").values_list("pk", "swing", "embargo")


_SOME_TIME = datetime(2026, 1, 1, tzinfo=UTC)
_OPEN_TO_ALL: CompiledQuery[_Row] = CompiledQuery(
    lambda known: _open_to_all(scopes.listed_games(), *known)[:MOST_EXCITING],
    sample=(_SOME_TIME, "running", _SOME_TIME),
)
_WITHHELD = CompiledQuery(
    lambda now: scopes.listed_games().filter(withheld_until__gt=now).order_by(), sample=_SOME_TIME
)


@dataclass(frozen=True, slots=True)
class ExcitingBoard:
    """A board in play, by how much its chances have moved, and whether an embargo lies on it."""

    pk: UUID
    swing: float
    is_embargoed: bool


def exciting_boards(request: HttpRequest | Request, now: datetime) -> list[ExcitingBoard]:
    """At most 50 of the boards in play whose chances have moved lately, those that moved most first. Two queries.

    Games under an embargo stand where whoever asks sees them, and cost some more.
    """
    found = _OPEN_TO_ALL.rows((now - LATELY, str(GameState.RUNNING), now))
    return _ranked(found, games_for(request, _WITHHELD.rows(now), now), now)


def exciting_among(
    request: HttpRequest | Request, games: Collection[UUID], now: datetime
) -> list[ExcitingBoard]:
    """The same of these games alone."""
    among = Game.objects.filter(pk__in=games)
    found = _open_to_all(among, now - LATELY, GameState.RUNNING, now)[:MOST_EXCITING]
    withheld = list(among.filter(withheld_until__gt=now))
    return _ranked(found, games_for(request, withheld, now), now)


def _ranked(found: Iterable[_Row], hidden: Sequence[Game], now: datetime) -> list[ExcitingBoard]:
    """Both in one order; of the hidden ones, as they are seen, those at which something has happened lately."""
    boards = [
        ExcitingBoard(pk, swing, embargo is not None) for pk, swing, embargo in found if swing is not None
    ]
    newest = now_in(hidden)
    boards += [
        ExcitingBoard(game.pk, newest[game.pk].swing, True)
        for game in hidden
        if game.pk in newest and newest[game.pk].recorded_at > now - LATELY
    ]
    return sorted(boards, key=lambda board: (-board.swing, board.pk))[:MOST_EXCITING]
