"""Writing a season file."""

from __future__ import annotations

from games.models import Player
from tournaments.event_file.layout import DEEPEST, laid_out
from tournaments.event_file.writing import (
    event_as_plain,
    player_as_plain,
    season_as_plain,
    what_belongs_to,
)
from tournaments.models import Season

#: The first member of every file, ``"rauswurf"``: what it is, and by which version of the format.
VERSION = "season/1"


def export_season(season: Season) -> str:
    """The text of the file. The same season gives the same text, on every database."""
    players = Player.objects.filter(entries__event__season=season).distinct()
    told = {
        "rauswurf": VERSION,
        "season": season_as_plain(season),
        "players": [player_as_plain(player) for player in players.order_by("pk")],
        "events": [
            {"event": event_as_plain(event), **what_belongs_to(event)}
            for event in season.events.order_by("starts_on", "slug")
        ],
    }
    return laid_out(told, deepest=DEEPEST + 2) + "\n"
