"""Writing a season file."""

from typing import Any

from games.access.principal import COMMAND, Principal
from games.domain.actors import actor_name
from games.models import Player
from games.services.export_game import format_datetime
from tournaments.models import MedalGame, Ranking, Season
from tournaments.rankings.registry import key_of_medal_race
from tournaments.transfer.archive.exporter import (
    event_as_plain,
    players_as_plain,
    season_as_plain,
    what_belongs_to,
)
from tournaments.transfer.archive.layout import DEEPEST, format_archive, in_order

#: The first member of every file, ``"rauswurf"``: what it is, and by which version of the format.
VERSION = "season/2"


def export_season(season: Season, viewer: Principal = COMMAND) -> str:
    """The text of the file as the viewer may have it. The same season gives the same text, on every database.

    Rehearsals are left out.
    """
    events = season.events.filter(rehearsal=None).order_by("starts_on", "slug")
    players = Player.objects.filter(entries__event__in=events.order_by()).distinct()
    data = {
        "rauswurf": VERSION,
        "season": season_as_plain(season),
        "players": players_as_plain(list(players.order_by("pk")), viewer),
        "events": [{"event": event_as_plain(event), **what_belongs_to(event)} for event in events],
        "medal_race": medal_race_as_plain(season),
    }
    return format_archive(data, deepest=DEEPEST + 2) + "\n"


def medal_race_as_plain(season: Season) -> dict[str, Any]:
    """What was decided about the Medal Race of the season: its settings, the game of those level at its end."""
    ranking = Ranking.objects.filter(key=key_of_medal_race(season)).first()
    data: dict[str, Any] = {"settings": in_order(ranking.settings) if ranking else {}}
    if game := MedalGame.objects.filter(season=season).first():
        data["game"] = {
            "winner": str(game.winner_id),
            "played_on": game.played_on.isoformat(),
            "reason": game.reason,
            "made_by": actor_name(game.made_by),
            "made_at": format_datetime(game.made_at),
        }
    return data
