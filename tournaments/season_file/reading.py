"""Reading a season file: all of it or nothing."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.event_file.layout import opened
from tournaments.event_file.reading import BELONGING, NEW_IN_3, read_event, read_player, read_season
from tournaments.models import Season
from tournaments.season_file.writing import VERSION


@transaction.atomic
def import_season(text: str, *, actor: str, now: datetime) -> Season:
    """The season that the file tells, with all its events; their slugs and the ids of their games must be free.

    Players and a season that are here already (the same id, the same slug) stay as they are. Raises
    ``BadRequest`` that names the place in the file, such as ``events[2].games[0].game.events[17]``.
    """
    told = opened(text, [VERSION]).members("rauswurf", "season", "players", "events")
    season = read_season(told["season"], actor, now)
    for player in told["players"].items():
        read_player(player)
    for part in told["events"].items():
        read_event(season, part.members("event", *BELONGING, optional=NEW_IN_3), actor, now)
    return season
