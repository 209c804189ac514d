"""Reading a season file: all of it or nothing."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.domain.actors import elsewhere
from games.models import Player
from games.validation.json_value import Part
from rules.i18n import Text
from tournaments.formats import FormatError
from tournaments.models import MedalGame, Season
from tournaments.rankings.registry import key_of_medal_race
from tournaments.rankings.services import change_ranking
from tournaments.rankings.store import drawn_up_later, redraw
from tournaments.transfer.archive.importer import BELONGING, NEW_IN_3, read_event, read_player, read_season
from tournaments.transfer.archive.layout import opened
from tournaments.transfer.archive.legacy import event_today
from tournaments.transfer.archive.storage import kept
from tournaments.transfer.season_archive.exporter import READABLE, VERSION


@transaction.atomic
def import_season(text: str, *, actor: str, now: datetime) -> Season:
    """The season that the file tells, with all its events; their slugs and the ids of their games must be free.

    Players and a season that are here already (the same id, the same slug) stay as they are. Raises
    ``BadRequest`` that names the place in the file, such as ``events[2].games[0].game.events[17]``.
    """
    file = opened(text, READABLE)
    is_earlier = file.value["rauswurf"] != VERSION
    told = file.members("rauswurf", "season", "players", "events", "medal_race")
    known = set(Season.objects.values_list("pk", flat=True))
    season = read_season(told["season"], actor, now)
    for player in told["players"].items():
        read_player(player)
    with drawn_up_later() as lists:
        for part in told["events"].items():
            if is_earlier and isinstance(part.value, dict):
                part = Part(event_today(part.value), part.place)
            read_event(season, part.members("event", *BELONGING, optional=NEW_IN_3), actor, now, elsewhere)
    redraw(keys=sorted(lists), because_of=[], now=now)
    if season.pk not in known:
        _medal_race(season, told["medal_race"], actor, now)
    return season


def _medal_race(season: Season, part: Part, actor: str, now: datetime) -> None:
    """What was decided about the Medal Race of the season."""
    told = part.members("settings", optional=("game",))
    key = key_of_medal_race(season)
    if told["settings"].mapping():
        try:
            change_ranking(key=key, settings=told["settings"].mapping(), reason=VERSION, actor=actor, now=now)
        except FormatError as error:
            raise told["settings"].refused(
                Text("{field}: {message}", field=error.field, message=error.message)
            ) from error
    if "game" in told:
        kept(_medal_game(season, told["game"]), told["game"], actor)
        redraw(keys=[key], because_of=[], now=now)


def _medal_game(season: Season, part: Part) -> MedalGame:
    told = part.members("winner", "played_on", "reason", "made_by", "made_at")
    winner = Player.objects.filter(pk=told["winner"].id(), entries__event__season=season).first()
    if winner is None:
        raise told["winner"].refused(Text("nobody of that id plays in this season"))
    return MedalGame(
        season=season,
        winner=winner,
        played_on=told["played_on"].day(),
        reason=told["reason"].text(200),
        made_by=elsewhere(told["made_by"].text(60)),
        made_at=told["made_at"].moment(),
    )
