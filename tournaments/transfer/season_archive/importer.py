"""Reading a season file: all of it or nothing."""

from datetime import datetime

from django.db import transaction

from games.domain.actors import elsewhere
from games.models import Player
from games.validation.json_value import JsonValue
from games.validation.members import values_in
from rules import Text
from tournaments.formats import FormatError
from tournaments.models import MedalGame, Season
from tournaments.rankings.registry import key_of_medal_race
from tournaments.rankings.services import change_ranking
from tournaments.rankings.store import redraw
from tournaments.transfer.archive.importer import BELONGING, OPTIONAL, read_event, read_player, read_season
from tournaments.transfer.archive.layout import parse_archive
from tournaments.transfer.archive.members import MEDAL_GAME
from tournaments.transfer.archive.reading import save_part
from tournaments.transfer.season_archive.exporter import VERSION


@transaction.atomic
def import_season(text: str, *, actor: str, now: datetime) -> Season:
    """The season of the file, with all its events; their slugs and the ids of their games must be free.

    Players and a season that are here already (the same id, the same slug) stay as they are. Raises
    ``BadRequest`` that names the place in the file, such as ``events[2].games[0].game.events[17]``.
    """
    file = parse_archive(text, VERSION)
    data = file.members("rauswurf", "season", "players", "events", "medal_race")
    known = set(Season.objects.values_list("pk", flat=True))
    season = read_season(data["season"], actor, now)
    for player in data["players"].items():
        read_player(player)
    lists: set[str] = set()
    for part in data["events"].items():
        members = part.members("event", *BELONGING, optional=OPTIONAL)
        read_event(season, members, actor, now, elsewhere, lists)
    redraw(keys=sorted(lists), now=now)
    if season.pk not in known:
        read_medal_race(season, data["medal_race"], actor, now)
    return season


def read_medal_race(season: Season, part: JsonValue, actor: str, now: datetime) -> None:
    """Keep what was decided about the Medal Race of the season."""
    data = part.members("settings", optional=("game",))
    key = key_of_medal_race(season)
    if data["settings"].mapping():
        try:
            change_ranking(key=key, settings=data["settings"].mapping(), reason=VERSION, actor=actor, now=now)
        except FormatError as error:
            raise data["settings"].refused(
                Text("{field}: {message}", field=error.field, message=error.message)
            ) from error
    if "game" in data:
        game = MedalGame(season=season, **values_in(data["game"], MEDAL_GAME))
        if not Player.objects.filter(pk=game.winner_id, entries__event__season=season).exists():
            raise data["game"].at("winner").refused(Text("nobody of that id plays in this season"))
        game.made_by = elsewhere(game.made_by)
        save_part(game, data["game"], actor)
        redraw(keys=[key], now=now)
