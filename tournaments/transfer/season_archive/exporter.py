"""Writing a season file."""

from typing import Any

from games.access import COMMAND, Principal
from games.models import Player
from games.validation.members import as_plain, in_order
from tournaments.models import MedalGame, Ranking, Season
from tournaments.rankings.registry import key_of_medal_race
from tournaments.transfer.archive.exporter import players_as_plain, what_belongs_to
from tournaments.transfer.archive.layout import DEEPEST, format_archive
from tournaments.transfer.archive.members import EVENT, MEDAL_GAME, SEASON

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
        "season": as_plain(season, SEASON),
        "players": players_as_plain(list(players.order_by("pk")), viewer),
        "events": [{"event": as_plain(event, EVENT), **what_belongs_to(event)} for event in events],
        "medal_race": medal_race_as_plain(season),
    }
    return format_archive(data, deepest=DEEPEST + 2) + "\n"


def medal_race_as_plain(season: Season) -> dict[str, Any]:
    """What was decided about the Medal Race of the season: its settings, the game of those level at its end."""
    ranking = Ranking.objects.filter(key=key_of_medal_race(season)).first()
    data: dict[str, Any] = {"settings": in_order(ranking.settings) if ranking else {}}
    if game := MedalGame.objects.filter(season=season).first():
        data["game"] = as_plain(game, MEDAL_GAME)
    return data
