"""Reading an event file: all of it or nothing, with the place of the first thing that is wrong."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model

from games.domain.actors import elsewhere
from games.domain.events import EVENT_TYPES
from games.domain.events.fields import to_utc
from games.enums import EventKind
from games.errors import BadRequest
from games.models import Game, Player
from games.services import recorder
from games.services.commands import EventCommand
from games.services.import_game import import_game
from games.validation.json_value import JsonValue
from games.validation.members import PART, Member, Members, values_in
from rules import RULE_SETS, RulesError, Text
from tournaments import services
from tournaments.db import check_row, publish_games_of, save_row
from tournaments.files.event_file.members import (
    AWARD,
    CLAIM,
    CLOCK,
    DRAW,
    ENTRY,
    EVENT,
    EVENT_GAME,
    HALL,
    LINE,
    PLAN,
    PLAYER,
    REGISTRATION,
    RESULT,
    SEASON,
    VERSION,
    parse_archive,
)
from tournaments.formats import FormatError, phrases
from tournaments.formats.draws import lot_subject
from tournaments.hall.services.registration import form_mark
from tournaments.models import (
    CompensationAward,
    Draw,
    Entry,
    Event,
    EventGame,
    Registration,
    ReportLine,
    ResultClaim,
    RoundPlan,
    Season,
    number_of,
)
from tournaments.models.entry import neutral_keys
from tournaments.player_refs import insert_refs
from tournaments.services.standings import refresh
from tournaments.standings.event_state import EventState

RowType = TypeVar("RowType", bound=Model)


@dataclass(frozen=True, slots=True)
class Reading:
    """The event, who reads it, and its entries by their keys in the file.

    ``signed`` says who somebody is here who has made something by the file (``games.domain.actors.elsewhere``).
    """

    event: Event
    actor: str
    now: datetime
    signed: Callable[[str], str]
    entries: dict[str, Entry] = field(default_factory=dict)

    def values(self, part: JsonValue, members: Members) -> dict[str, Any]:
        """What the part says of a row; in sentences the players of the event are called by their ids."""
        values = values_in(part, members)
        for name, value in values.items():
            if name == "made_by":
                values[name] = self.signed(value)
            elif isinstance(value, Text):
                values[name] = insert_refs(value, [entry.player for entry in self.entries.values()])
        return values

    def entry(self, key: str, part: JsonValue) -> Entry:
        """The entry of that key in the file."""
        if key not in self.entries:
            raise part.refused(Text("entered are {known}", known=", ".join(self.entries)))
        return self.entries[key]


def save_part(row: RowType, part: JsonValue, actor: str) -> RowType:
    """The row, checked and saved; ``BadRequest`` that names the part."""
    try:
        check_row(row)
    except BadRequest as error:
        raise part.refused(error.message) from error
    save_row(row, actor)
    return row


_NOT_RECORDED = Text("not recorded")


def read_game(reading: Reading, part: JsonValue) -> EventGame:
    """The game of the event from its part of a file."""
    event, values = reading.event, reading.values(part, EVENT_GAME)
    game, result = values.pop("game", None), values.pop("result", None)
    if (game is None) == (result is None):
        raise part.refused(
            Text("either “game” (with its log) or “result” (without throws) is needed"),
        )
    values.setdefault("name", phrases.games([values["number"]]))
    values.setdefault("starter_reason", _NOT_RECORDED)
    if key := values.pop("awarded_to", None):
        values["awarded_to"] = reading.entry(key, part.at("awarded_to"))
    played = EventGame(
        event=event,
        game=_result(reading, result, values.get("awarded_to")) if game is None else import_game(game),
        **values,
    )
    if played.game.rules != event.rules_of(played.game.rules_name):
        options = ", ".join(event.options) or "–"
        raise part.refused(
            Text("the games of this event are played with these options changed: {options}", options=options),
        )
    if not set(played.game.seating) <= {str(entry.player_id) for entry in reading.entries.values()}:
        raise part.refused(Text("somebody plays who is not entered"))
    return save_part(played, part, reading.actor)


def check_rules(event: Event, parts: Mapping[int, JsonValue]) -> None:
    """Every game without a result is played by the rules that its number has, and none ended level at the top where
    the format has no use for that; ``parts`` tell the games, by number.

    Those that have a result are judged by the format itself.
    """
    event_state = EventState.load(event)
    results = {result.number for result in event_state.contest.results}
    for played in event_state.games:
        try:
            event_state.check_decided(played)
        except FormatError as error:
            raise parts[played.number].refused(error.message) from error
        due = None if played.number in results else event_state.due_before(played.number)
        if due is not None and due.rules != played.game.rules_name:
            raise parts[played.number].refused(Text("this game is played by {rules}", rules=due.rules))


def _result(reading: Reading, part: JsonValue, awarded_to: Entry | None) -> Game:
    """The game of a result without throws: its seats are given by the keys of the entries."""
    values = values_in(part, RESULT)
    seats = [
        (reading.entry(key, part.at("seats")).player, colours) for key, colours in values.pop("seats").items()
    ]
    name = values.pop("rules", reading.event.rules_name)
    if name not in RULE_SETS:
        raise part.at("rules").refused(Text("one of {known} is needed", known=", ".join(RULE_SETS)))
    if "played_at" in values:
        values["played_at"] = to_utc(values["played_at"])
    usual = {each.name: each.usual for each in EVENT_TYPES[EventKind.RESULT].fields}
    payload = {**usual, **values, "winner": str(awarded_to.player_id) if awarded_to else None}
    rules, now = reading.event.rules_of(name), reading.now
    try:
        wanted = [EventCommand(EventKind.RESULT, payload)]
        return recorder.create_game(rules=rules, seats=seats, actor=reading.actor, now=now, wanted=wanted)
    except (RulesError, BadRequest) as error:
        raise part.refused(error.message) from error


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
    if embargo is not None and embargo.value is not None:
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
        values = values_in(each, CLOCK)
        # Files of earlier versions may have the clock of a round whose draw was voided.
        event.draws.filter(subject=values.pop("subject")).update(**values)
    keys = {entry.key for entry in reading.entries.values()}
    for each in data["claims"].items():
        claim = ResultClaim(event=event, **values_in(each, CLAIM))
        if claim.claimant not in keys:
            claim.claimant = reading.signed(claim.claimant)
        claim.save()
