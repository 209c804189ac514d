"""Reading an event file: all of it or nothing, with the place of the first thing that is wrong."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from games.domain.actors import elsewhere
from games.errors import BadRequest
from games.models import Player
from games.validation.json_value import JsonValue
from rules import RulesError
from rules.i18n import Text
from tournaments import services
from tournaments.db import check_row, publish_games_of, save_row
from tournaments.formats import FormatError
from tournaments.formats.draws import lot_subject
from tournaments.formats.verdict import Points
from tournaments.models import CompensationAward, Draw, Entry, Event, ReportLine, Season
from tournaments.models.decision import LONGEST_REASON
from tournaments.models.entry import neutral_keys
from tournaments.models.points_field import exact
from tournaments.models.validators import game_number
from tournaments.rankings.services import is_award
from tournaments.services.standings import refresh
from tournaments.transfer.archive.games import check_rules, read_game, rounds_in
from tournaments.transfer.archive.hall import HALL, OF_DRAWS, OF_ENTRIES, read_draw, read_entry, read_hall
from tournaments.transfer.archive.layout import VERSION, parse_archive
from tournaments.transfer.archive.storage import read_text, save_part

#: What belongs to an event, beside itself; the latter may be missing.
BELONGING = ("entries", "draws", "games")
OPTIONAL = ("report", "compensation", HALL)


@transaction.atomic
def import_event(text: str, *, actor: str, now: datetime) -> Event:
    """The event that the file tells, with all its games; its slug and the ids of its games must be free.

    Players and a season that are here already (the same id, the same slug) stay as they are. Raises
    ``BadRequest`` that names the place in the file: what is missing, unknown or impossible, or the first
    event of a log that has been changed.
    """
    file = parse_archive(text, VERSION)
    data = file.members("rauswurf", "season", "event", "players", *BELONGING, optional=OPTIONAL)
    season = read_season(data["season"], actor, now)
    for player in data["players"].items():
        read_player(player)
    return read_event(season, data, actor, now, elsewhere)


def read_event(
    season: Season,
    data: Mapping[str, JsonValue],
    actor: str,
    now: datetime,
    signed: Callable[[str], str],
    later: set[str] | None = None,
) -> Event:
    """An event with what belongs to it (``event`` and the members ``BELONGING``) as parts of a file.

    Entries get neutral keys, and sentences call players by their ids, however the file calls them. ``signed`` says who
    somebody is here who has made something by the file (``games.domain.actors.elsewhere``). ``later`` collects the
    rankings that the caller draws up.
    """
    event = _event(data["event"], season, actor, now)
    entries = _entries(event, data["entries"], actor)
    for part in data["draws"].items():
        _draw(event, entries, part, actor, signed)
    lines: list[ReportLine] = []
    for part in data["report"].items() if "report" in data else ():
        lines.append(_line(event, entries, part, lines, actor, signed))
    games = {}
    for part in data["games"].items():
        games[read_game(event, entries, part, actor, now).number] = part
    for part in data["compensation"].items() if "compensation" in data else ():
        _award(event, part, actor, signed)
    if HALL in data:
        read_hall(event, data[HALL], signed)
    publish_games_of(event)
    try:
        check_rules(event, games)
        return refresh(event_id=event.pk, now=now, is_news=False, later=later)
    except FormatError as error:
        place = f"{data['event'].place.removesuffix('event')}{error.field}"
        raise JsonValue(None, place).refused(error.message) from error


def read_season(part: JsonValue, actor: str, now: datetime) -> Season:
    """The season that a part of a file tells; one that is here already stays as it is."""
    data = part.members("slug", "name", "starts_on", "ends_on")
    wanted: dict[str, Any] = {
        "slug": data["slug"].text(),
        "name": data["name"].text(),
        "starts_on": data["starts_on"].date(),
        "ends_on": data["ends_on"].date(),
    }
    if here := Season.objects.filter(slug=wanted["slug"]).first():
        return here
    try:
        return services.create_season(actor=actor, now=now, **wanted)
    except BadRequest as error:
        raise part.refused(error.message) from error


def _event(part: JsonValue, season: Season, actor: str, now: datetime) -> Event:
    data = part.members(
        "slug",
        "name",
        "format",
        "rules",
        "starts_on",
        optional=(
            "options",
            "settings",
            "level",
            "ranked",
            "ended_on",
            "is_public",
            "embargo",
            "hold",
            "forecasts",
            "seconds_per_throw",
            "game_times",
        ),
    )
    if here := Event.objects.filter(slug=data["slug"].text()).first():
        raise BadRequest(
            Text("{event} is here already: {address}", event=here.name, address=here.get_absolute_url()),
            field=data["slug"].place,
            event=here.slug,
        )
    wanted: dict[str, Any] = {
        "slug": data["slug"].text(),
        "name": data["name"].text(),
        "format_key": data["format"].text(),
        "rules_name": data["rules"].text(),
        "options": data["options"].mapping() if "options" in data else None,
        "settings": data["settings"].mapping() if "settings" in data else None,
        "level": data["level"].integer() if "level" in data else 1,
        "starts_on": data["starts_on"].date(),
        "ranked": data["ranked"].boolean() if "ranked" in data else True,
        "forecasts": data["forecasts"].boolean() if "forecasts" in data else True,
        "seconds_per_throw": data["seconds_per_throw"].integer() if "seconds_per_throw" in data else None,
        "is_public": _is_public(data),
        "is_stored": True,
    }
    try:
        event = services.new_event(season=season, actor=actor, **wanted)
    except (FormatError, RulesError, BadRequest) as error:
        raise part.refused(error.message) from error
    if "hold" in data:
        event.hold = _hold(data["hold"])
        save_row(event, actor)
    if "game_times" in data:
        event.game_times = _times(data["game_times"])
        save_row(event, actor)
    if "ended_on" in data and not data["ended_on"].is_null:
        # Results typed in without a time do not tell it.
        Event.objects.filter(pk=event.pk).update(ended_on=data["ended_on"].date())
    return event


def _is_public(data: Mapping[str, JsonValue]) -> bool:
    """Whether the event is public; one that earlier programs kept from the public for a while is not."""
    if "is_public" in data:
        return data["is_public"].boolean()
    return "embargo" not in data or data["embargo"].is_null


def _times(part: JsonValue) -> dict[str, str]:
    """The planned times of games, as an event keeps them."""
    times = part.members(optional=part.mapping())
    for number in times:
        if game_number(number) is None:
            raise part.refused(Text("numbers of games are needed as names"))
    return {str(int(number)): moment.datetime().isoformat() for number, moment in times.items()}


def _hold(part: JsonValue) -> Event.Hold:
    if part.value not in Event.Hold.values:
        known = ", ".join(filter(None, Event.Hold.values))
        raise part.refused(Text("one of {known} is needed", known=known))
    return Event.Hold(part.value)


def read_player(part: JsonValue) -> None:
    """The player that a part of a file tells; one who is here already stays as they are."""
    data = part.members("id", "name", optional=("nickname",))
    if Player.objects.filter(pk=data["id"].uuid()).exists():
        return
    player = Player(
        pk=data["id"].uuid(),
        name=data["name"].text(100),
        nickname=data["nickname"].text(100) if "nickname" in data else "",
    )
    check_row(player)
    player.save()


def _entries(event: Event, part: JsonValue, actor: str) -> dict[str, Entry]:
    """The entries by their keys in the file."""
    parts = [
        each.members("key", "seed", "player", optional=("left_after", "youngest", *OF_ENTRIES))
        for each in part.items()
    ]
    keys = neutral_keys([told["key"].text(120) for told in parts])
    return {
        told["key"].text(): _entry(event, keys[told["key"].text()], told, each, actor)
        for told, each in zip(parts, part.items(), strict=True)
    }


def _entry(event: Event, key: str, data: Mapping[str, JsonValue], part: JsonValue, actor: str) -> Entry:
    player = Player.objects.filter(pk=data["player"].uuid()).first()
    if player is None:
        raise data["player"].refused(Text("there is no such player"))
    entry = Entry(event=event, key=key, seed=data["seed"].integer(), player=player)
    if "left_after" in data:
        entry.left_after = data["left_after"].integer()
    if "youngest" in data:
        entry.youngest = data["youngest"].boolean()
    read_entry(entry, data)
    return save_part(entry, part, actor)


def _draw(
    event: Event, entries: Mapping[str, Entry], part: JsonValue, actor: str, signed: Callable[[str], str]
) -> None:
    data = part.members(
        "subject",
        "name",
        "places",
        "order",
        "method",
        "published_seed",
        "made_by",
        "made_at",
        optional=("throws", *OF_DRAWS),
    )
    order, rounds = data["order"].texts(), rounds_in(data["throws"]) if "throws" in data else []
    subject = data["subject"].text(60)
    if set(order) <= entries.keys():
        drawn = [entries[key].key for key in order]
        if subject == lot_subject(order):
            subject = lot_subject(drawn)
        rounds = [
            {entries[key].key if key in entries else key: die for key, die in thrown.items()}
            for thrown in rounds
        ]
    else:
        drawn = order
    draw = Draw(
        event=event,
        subject=subject,
        name=read_text(entries, data["name"]),
        places=[place.localized().as_json() for place in data["places"].items()],
        order=drawn,
        method=data["method"].text(20),
        published_seed=data["published_seed"].text(200),
        throws=rounds,
        made_by=signed(data["made_by"].text(60)),
        made_at=data["made_at"].datetime(),
    )
    read_draw(draw, data)
    save_part(draw, part, actor)


def _award(event: Event, part: JsonValue, actor: str, signed: Callable[[str], str]) -> None:
    data = part.members("player", "points", "reason", "made_by", "made_at")
    if not event.entries.filter(player=data["player"].uuid()).exists():
        raise data["player"].refused(Text("this player is not entered"))
    award = CompensationAward(
        event=event,
        player_id=data["player"].uuid(),
        points=_points(data["points"]),
        reason=data["reason"].text(200),
        made_by=signed(data["made_by"].text(60)),
        made_at=data["made_at"].datetime(),
    )
    save_part(award, part, actor)


def _points(part: JsonValue) -> Points:
    """Whole or half points: ``2`` or ``"5/2"``."""
    try:
        points = exact(part.integer() if isinstance(part.value, int) else part.text(20))
    except (ValueError, ZeroDivisionError):
        points = 0
    if not is_award(points):
        raise part.refused(Text('points such as 2 or "5/2" are needed'))
    return points


def _line(
    event: Event,
    entries: Mapping[str, Entry],
    part: JsonValue,
    before: Sequence[ReportLine],
    actor: str,
    signed: Callable[[str], str],
) -> ReportLine:
    data = part.members("said", "reason", "made_by", "made_at", optional=("undoes",))
    line = ReportLine(
        event=event,
        said=read_text(entries, data["said"]),
        reason=data["reason"].text(LONGEST_REASON),
        made_by=signed(data["made_by"].text(60)),
        made_at=data["made_at"].datetime(),
        undoes=_undone_line(data["undoes"], before) if "undoes" in data else None,
    )
    save_part(line, part, actor)
    return line


def _undone_line(part: JsonValue, before: Sequence[ReportLine]) -> ReportLine:
    """The line before that is undone, by its number from 1; one is undone once."""
    number = part.integer()
    taken = {line.undoes_id for line in before}
    if not 1 <= number <= len(before) or before[number - 1].pk in taken:
        raise part.refused(
            Text("the number of a line before this one is needed, counted from 1, that nothing else undoes"),
        )
    return before[number - 1]
