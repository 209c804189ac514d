"""Reading an event file: all of it or nothing, with the place of the first thing that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from games.domain.actors import elsewhere
from games.domain.embargo import read_embargo
from games.errors import BadRequest
from games.models import Player
from games.validation.json_value import Part
from rules import RulesError
from rules.i18n import Text
from tournaments import services
from tournaments.db import checked, saved, withhold_games_of
from tournaments.formats import FormatError
from tournaments.formats.draws import lot_subject
from tournaments.formats.verdict import Points
from tournaments.models import CompensationAward, Draw, Entry, Event, ReportLine, Season
from tournaments.models.decision import LONGEST_REASON
from tournaments.models.entry import neutral_keys
from tournaments.models.points_field import exact
from tournaments.rankings.services import is_award
from tournaments.services.standings import refresh
from tournaments.transfer.archive.games import check_rules, read_game, rounds_in
from tournaments.transfer.archive.layout import READABLE, VERSION, opened
from tournaments.transfer.archive.legacy import event_today
from tournaments.transfer.archive.storage import kept, said

#: What belongs to an event, beside itself; the latter is not in files of earlier versions.
BELONGING = ("entries", "draws", "games")
NEW_IN_3 = ("report", "compensation")


@transaction.atomic
def import_event(text: str, *, actor: str, now: datetime) -> Event:
    """The event that the file tells, with all its games; its slug and the ids of its games must be free.

    Players and a season that are here already (the same id, the same slug) stay as they are. Raises
    ``BadRequest`` that names the place in the file: what is missing, unknown or impossible, or the first
    event of a log that has been changed.
    """
    file = opened(text, READABLE)
    if file.value["rauswurf"] != VERSION:
        file = Part(event_today(file.value), file.place)
    told = file.members("rauswurf", "season", "event", "players", *BELONGING, optional=NEW_IN_3)
    season = read_season(told["season"], actor, now)
    for player in told["players"].items():
        read_player(player)
    return read_event(season, told, actor, now, elsewhere)


def read_event(
    season: Season, told: Mapping[str, Part], actor: str, now: datetime, signed: Callable[[str], str]
) -> Event:
    """An event with what belongs to it (``event`` and the members ``BELONGING``) as parts of a file.

    Entries get neutral keys, and sentences call players by their ids, however the file calls them. ``signed`` says who
    somebody is here who has made something by the file (``games.domain.actors.elsewhere``).
    """
    event = _event(told["event"], season, actor, now)
    entries = _entries(event, told["entries"], actor)
    for part in told["draws"].items():
        _draw(event, entries, part, actor, signed)
    lines: list[ReportLine] = []
    for part in told["report"].items() if "report" in told else ():
        lines.append(_line(event, entries, part, lines, actor, signed))
    games = {}
    for part in told["games"].items():
        games[read_game(event, entries, part, actor, now).number] = part
    for part in told["compensation"].items() if "compensation" in told else ():
        _award(event, part, actor, signed)
    withhold_games_of(event, now)
    try:
        check_rules(event, games)
        return refresh(event_id=event.pk, now=now)
    except FormatError as error:
        place = f"{told['event'].place.removesuffix('event')}{error.field}"
        raise Part(None, place).refused(error.message) from error


def read_season(part: Part, actor: str, now: datetime) -> Season:
    """The season that a part of a file tells; one that is here already stays as it is."""
    told = part.members("slug", "name", "starts_on", "ends_on")
    wanted: dict[str, Any] = {
        "slug": told["slug"].text(),
        "name": told["name"].text(),
        "starts_on": told["starts_on"].day(),
        "ends_on": told["ends_on"].day(),
    }
    if here := Season.objects.filter(slug=wanted["slug"]).first():
        return here
    try:
        return services.create_season(actor=actor, now=now, **wanted)
    except BadRequest as error:
        raise part.refused(error.message) from error


def _event(part: Part, season: Season, actor: str, now: datetime) -> Event:
    told = part.members(
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
            "embargo",
            "hold",
            "forecasts",
            "seconds_per_throw",
        ),
    )
    if Event.objects.filter(slug=told["slug"].text()).exists():
        raise told["slug"].refused(Text("this event is here already"))
    wanted: dict[str, Any] = {
        "slug": told["slug"].text(),
        "name": told["name"].text(),
        "format_key": told["format"].text(),
        "rules_name": told["rules"].text(),
        "options": told["options"].mapping() if "options" in told else None,
        "settings": told["settings"].mapping() if "settings" in told else None,
        "level": told["level"].whole() if "level" in told else 1,
        "starts_on": told["starts_on"].day(),
        "ranked": told["ranked"].truth() if "ranked" in told else True,
        "forecasts": told["forecasts"].truth() if "forecasts" in told else True,
        "seconds_per_throw": told["seconds_per_throw"].whole() if "seconds_per_throw" in told else None,
        "embargo": read_embargo(told["embargo"]) if "embargo" in told else None,
    }
    try:
        event = services.create_event(season=season, actor=actor, now=now, **wanted)
    except (FormatError, RulesError, BadRequest) as error:
        raise part.refused(error.message) from error
    if "hold" in told:
        event.hold = _hold(told["hold"])
        saved(event, actor)
    if "ended_on" in told and not told["ended_on"].is_null:
        # Results typed in without a time do not tell it.
        Event.objects.filter(pk=event.pk).update(ended_on=told["ended_on"].day())
    return event


def _hold(part: Part) -> Event.Hold:
    if part.value not in Event.Hold.values:
        known = ", ".join(filter(None, Event.Hold.values))
        raise part.refused(Text("one of {known} is needed", known=known))
    return Event.Hold(part.value)


def read_player(part: Part) -> None:
    """The player that a part of a file tells; one who is here already stays as he is."""
    told = part.members("id", "name", optional=("nickname",))
    if Player.objects.filter(pk=told["id"].id()).exists():
        return
    player = Player(
        pk=told["id"].id(),
        name=told["name"].text(100),
        nickname=told["nickname"].text(100) if "nickname" in told else "",
    )
    checked(player)
    player.save()


def _entries(event: Event, part: Part, actor: str) -> dict[str, Entry]:
    """The entries by their keys in the file."""
    parts = [
        each.members("key", "seed", "player", optional=("left_after", "youngest")) for each in part.items()
    ]
    keys = neutral_keys([told["key"].text(120) for told in parts])
    return {
        told["key"].text(): _entry(event, keys[told["key"].text()], told, each, actor)
        for told, each in zip(parts, part.items(), strict=True)
    }


def _entry(event: Event, key: str, told: Mapping[str, Part], part: Part, actor: str) -> Entry:
    player = Player.objects.filter(pk=told["player"].id()).first()
    if player is None:
        raise told["player"].refused(Text("there is no such player"))
    entry = Entry(event=event, key=key, seed=told["seed"].whole(), player=player)
    if "left_after" in told:
        entry.left_after = told["left_after"].whole()
    if "youngest" in told:
        entry.youngest = told["youngest"].truth()
    return kept(entry, part, actor)


def _draw(
    event: Event, entries: Mapping[str, Entry], part: Part, actor: str, signed: Callable[[str], str]
) -> None:
    told = part.members(
        "subject",
        "name",
        "places",
        "order",
        "method",
        "published_seed",
        "made_by",
        "made_at",
        optional=("throws",),
    )
    order, rounds = told["order"].texts(), rounds_in(told["throws"]) if "throws" in told else []
    subject = told["subject"].text(60)
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
        name=said(entries, told["name"]),
        places=[place.said().as_json() for place in told["places"].items()],
        order=drawn,
        method=told["method"].text(20),
        published_seed=told["published_seed"].text(200),
        throws=rounds,
        made_by=signed(told["made_by"].text(60)),
        made_at=told["made_at"].moment(),
    )
    kept(draw, part, actor)


def _award(event: Event, part: Part, actor: str, signed: Callable[[str], str]) -> None:
    told = part.members("player", "points", "reason", "made_by", "made_at")
    if not event.entries.filter(player=told["player"].id()).exists():
        raise told["player"].refused(Text("this player is not entered"))
    award = CompensationAward(
        event=event,
        player_id=told["player"].id(),
        points=_points(told["points"]),
        reason=told["reason"].text(200),
        made_by=signed(told["made_by"].text(60)),
        made_at=told["made_at"].moment(),
    )
    kept(award, part, actor)


def _points(part: Part) -> Points:
    """Whole or half points: ``2`` or ``"5/2"``."""
    try:
        points = exact(part.whole() if isinstance(part.value, int) else part.text(20))
    except (ValueError, ZeroDivisionError):
        points = 0
    if not is_award(points):
        raise part.refused(Text('points such as 2 or "5/2" are needed'))
    return points


def _line(
    event: Event,
    entries: Mapping[str, Entry],
    part: Part,
    before: Sequence[ReportLine],
    actor: str,
    signed: Callable[[str], str],
) -> ReportLine:
    told = part.members("said", "reason", "made_by", "made_at", optional=("undoes",))
    line = ReportLine(
        event=event,
        said=said(entries, told["said"]),
        reason=told["reason"].text(LONGEST_REASON),
        made_by=signed(told["made_by"].text(60)),
        made_at=told["made_at"].moment(),
        undoes=_undone_line(told["undoes"], before) if "undoes" in told else None,
    )
    kept(line, part, actor)
    return line


def _undone_line(part: Part, before: Sequence[ReportLine]) -> ReportLine:
    """The line before that is undone, by its number from 1; one is undone once."""
    number = part.whole()
    taken = {line.undoes_id for line in before}
    if not 1 <= number <= len(before) or before[number - 1].pk in taken:
        raise part.refused(
            Text("the number of a line before this one is needed, counted from 1, that nothing else undoes"),
        )
    return before[number - 1]
