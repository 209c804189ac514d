"""Reading an event file: all of it or nothing, with the place of the first thing that is wrong."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from django.db import transaction

from games.domain.actors import elsewhere
from games.errors import BadRequest
from games.models import Player
from games.validation.json_value import JsonValue
from games.validation.members import PART, Member, values_in
from rules import RulesError, Text
from tournaments import services
from tournaments.db import check_row, publish_games_of, save_row
from tournaments.formats import FormatError
from tournaments.formats.draws import lot_subject
from tournaments.models import (
    CompensationAward,
    Draw,
    Entry,
    Event,
    Registration,
    ReportLine,
    ResultClaim,
    RoundClock,
    RoundPlan,
    Season,
    number_of,
)
from tournaments.models.entry import neutral_keys
from tournaments.services.hall.registration import form_mark
from tournaments.services.standings import refresh
from tournaments.transfer.archive.exporter import HALL
from tournaments.transfer.archive.games import check_rules, read_game
from tournaments.transfer.archive.layout import VERSION, parse_archive
from tournaments.transfer.archive.members import (
    AWARD,
    CLAIM,
    CLOCK,
    DRAW,
    ENTRY,
    EVENT,
    LINE,
    PLAN,
    PLAYER,
    REGISTRATION,
    SEASON,
)
from tournaments.transfer.archive.reading import Reading, save_part

#: What belongs to an event, beside itself; the latter may be missing.
BELONGING = ("entries", "draws", "games")
OPTIONAL = ("report", "compensation", HALL)


@transaction.atomic
def import_event(text: str, *, actor: str, now: datetime) -> Event:
    """The event of the file, with all its games; its slug and the ids of its games must be free.

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
    reading = Reading(event, actor, now, signed)
    _read_entries(reading, data["entries"])
    for part in data["draws"].items():
        _read_draw(reading, part)
    lines: list[ReportLine] = []
    for part in data["report"].items() if "report" in data else ():
        lines.append(_line(reading, part, lines))
    games = {read_game(reading, part).number: part for part in data["games"].items()}
    for part in data["compensation"].items() if "compensation" in data else ():
        award = CompensationAward(event=event, **reading.values(part, AWARD))
        if not event.entries.filter(player=award.player_id).exists():
            raise part.at("player").refused(Text("this player is not entered"))
        save_part(award, part, actor)
    if HALL in data:
        _read_hall(reading, data[HALL])
    publish_games_of(event)
    try:
        check_rules(event, games)
        return refresh(event_id=event.pk, now=now, is_news=False, later=later)
    except FormatError as error:
        place = f"{data['event'].place.removesuffix('event')}{error.field}"
        raise JsonValue(None, place).refused(error.message) from error


def read_season(part: JsonValue, actor: str, now: datetime) -> Season:
    """The season from its part of a file; one that is here already stays as it is."""
    values = values_in(part, SEASON)
    if here := Season.objects.filter(slug=values["slug"]).first():
        return here
    try:
        return services.create_season(actor=actor, now=now, **values)
    except BadRequest as error:
        raise part.refused(error.message) from error


def _event(part: JsonValue, season: Season, actor: str, now: datetime) -> Event:
    # Programs of November 2026 hid an event from the public for a while by an embargo.
    values = values_in(part, (*EVENT, Member("embargo", PART, optional=True)))
    embargo = values.pop("embargo", None)
    if embargo is not None and not embargo.is_null:
        values["is_public"] = False
    if here := Event.objects.filter(slug=values["slug"]).first():
        raise BadRequest(
            Text("{event} is here already: {address}", event=here.name, address=here.get_absolute_url()),
            field=part.at("slug").place,
            event=here.slug,
        )
    afterwards = {name: values.pop(name) for name in ("hold", "game_times") if name in values}
    ended_on = values.pop("ended_on", None)
    try:
        event = services.new_event(season=season, actor=actor, is_stored=True, **values)
    except (FormatError, RulesError, BadRequest) as error:
        raise part.refused(error.message) from error
    for name, value in afterwards.items():
        setattr(event, name, value)
        save_row(event, actor)
    if ended_on:
        # Results typed in without a time do not tell it.
        Event.objects.filter(pk=event.pk).update(ended_on=ended_on)
    return event


def read_player(part: JsonValue) -> None:
    """The player from their part of a file; one who is here already stays as they are."""
    player = Player(**values_in(part, PLAYER))
    if not Player.objects.filter(pk=player.pk).exists():
        check_row(player)
        player.save()


def _read_entries(reading: Reading, part: JsonValue) -> None:
    parts = [(values_in(each, ENTRY), each) for each in part.items()]
    keys = neutral_keys([values["key"] for values, _ in parts])
    for values, each in parts:
        key = values["key"]
        if not Player.objects.filter(pk=values["player_id"]).exists():
            raise each.at("player").refused(Text("there is no such player"))
        entry = Entry(event=reading.event, **{"number": number_of(keys[key]), **values, "key": keys[key]})
        entry.registered = form_mark(secrets.token_hex()) if entry.registered else ""
        reading.entries[key] = save_part(entry, each, reading.actor)


def _read_draw(reading: Reading, part: JsonValue) -> None:
    draw = Draw(event=reading.event, **reading.values(part, DRAW))
    keys = {key: entry.key for key, entry in reading.entries.items()}
    if set(draw.order) <= keys.keys():
        is_lot = draw.subject == lot_subject(draw.order)
        draw.order = [keys[key] for key in draw.order]
        draw.throws = [{keys.get(key, key): die for key, die in thrown.items()} for thrown in draw.throws]
        if is_lot:
            draw.subject = lot_subject(draw.order)
    save_part(draw, part, reading.actor)


def _line(reading: Reading, part: JsonValue, before: Sequence[ReportLine]) -> ReportLine:
    """A line of the report; an earlier one that it undoes is given by its number from 1, and undone once."""
    values = reading.values(part, LINE)
    number = values.pop("undoes", None)
    line = ReportLine(event=reading.event, **values)
    if number is not None:
        taken = {each.undoes_id for each in before}
        if not 1 <= number <= len(before) or before[number - 1].pk in taken:
            raise part.at("undoes").refused(
                Text(
                    "the number of a line before this one is needed, counted from 1, that nothing else undoes"
                ),
            )
        line.undoes = before[number - 1]
    return save_part(line, part, reading.actor)


def _read_hall(reading: Reading, part: JsonValue) -> None:
    """Store the plans, clocks and claims of a file, and how people get in by themselves."""
    event = reading.event
    data = part.members("plans", "clocks", "claims", optional=("registration",))
    if "registration" in data:
        Registration.objects.create(event=event, **values_in(data["registration"], REGISTRATION))
    for each in data["plans"].items():
        RoundPlan.objects.create(event=event, **reading.values(each, PLAN))
    for each in data["clocks"].items():
        RoundClock.objects.create(event=event, **values_in(each, CLOCK))
    keys = {entry.key for entry in reading.entries.values()}
    for each in data["claims"].items():
        claim = ResultClaim(event=event, **values_in(each, CLAIM))
        if claim.claimant not in keys:
            claim.claimant = reading.signed(claim.claimant)
        claim.save()
