"""What finishing places are worth in the games of events: Grand Prix points (tournament-rules §3.2, §3.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.dispatch import receiver

from games.models import Game
from games.odds import PlacePoints
from games.signals import worth_of_places
from rules.options import Ends
from tournaments.formats.challengers_settings import ChallengersSettings
from tournaments.formats.gp_plus_series import GPPlusSettings
from tournaments.formats.gp_series import GPSeriesSettings
from tournaments.formats.triple_athlon import TripleAthlonSettings
from tournaments.models import EventGame


@receiver(worth_of_places, sender=Game)
def worth_in_events(games: Sequence[Game], **_: Any) -> Mapping[UUID, PlacePoints]:
    """By the settings of the event of each game that goes on for the places. One query."""
    ends = {game.pk: game.rules.ends for game in games}
    played = EventGame.objects.filter(game__in=games).select_related("event").defer("event__projection")
    found = {each.game_id: _points(each, ends[each.game_id]) for each in played}
    return {game: points for game, points in found.items() if points is not None}


def _points(played: EventGame, ends: Ends) -> PlacePoints | None:
    """Those of the colours or of the players, whichever it goes on for; ``None`` where they give nothing."""
    match ends, played.event.format.settings.read(played.event.settings):
        case (
            Ends.ALL_COLOURS,
            GPSeriesSettings(table=table, bonus=bonus)
            | TripleAthlonSettings(table=table, bonus=bonus)
            | ChallengersSettings(table=table, bonus=bonus),
        ):
            return PlacePoints(table, bonus)
        case Ends.ALL_PLAYERS, GPPlusSettings(table=table):
            return PlacePoints(table)
    return None
