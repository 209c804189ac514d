"""Events: made, changed, interrupted and closed, put away and deleted; when and where their games are played."""

import copy
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError

from games.enums import GameState
from rules import Text, joined, quote_value, rule_set
from tournaments.db import (
    check_row,
    delete_row,
    locked,
    locked_with_games,
    publish_games_of,
    reason_of,
    refused,
    report,
    save_row,
)
from tournaments.errors import EventStateConflict
from tournaments.formats import FORMATS, Contest, Settings, phrases
from tournaments.models import Event, EventGame, Season
from tournaments.models.validators import YEARS
from tournaments.player_refs import ref
from tournaments.rankings.points import lists_of
from tournaments.rankings.store import redraw
from tournaments.services.standings import changing, refresh
from tournaments.standings.event_state import EventState
from tournaments.standings.impact import Consequence, Grade, impact_of
from tournaments.webhooks.outbox import OF_ITS_STATE, drop_waiting, tell

STARTER = "starter"
#: Options that belong to the format: on them its tables rely – what lies on the board, who is at it, when a game is
#: over –, or it has a rule of its own (who starts, tournament-rules §2).
FIXED_OPTIONS = ("trapdoors", "wormholes", "neutral", "ends", STARTER)

#: Settings that say what is drawn: they are fixed by the draw.
FIXED_BY_DRAW = ("seating",)


@transaction.atomic
def create_season(
    *,
    slug: str,
    name: str,
    starts_on: date,
    ends_on: date,
    actor: str,
    now: datetime,
    is_demo: bool = False,
) -> Season:
    season = Season(slug=slug, name=name, starts_on=starts_on, ends_on=ends_on, is_demo=is_demo)
    check_row(season)
    save_row(season, actor)
    return season


@transaction.atomic
def new_event(
    *,
    season: Season,
    slug: str,
    name: str,
    format_key: str,
    rules_name: str,
    starts_on: date,
    actor: str,
    level: int = 1,
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
    is_public: bool = True,
    ranked: bool = True,
    forecasts: bool = True,
    seconds_per_throw: int | None = None,
    is_stored: bool = False,
) -> Event:
    """Return a new event, saved and not yet brought up to date; settings that are not given have their defaults.

    ``is_stored``: it has been one before, with options that were taken then.
    """
    event = Event(
        season=season,
        slug=slug,
        name=name,
        format_key=format_key,
        rules_name=rules_name,
        options=dict(options or {}),
        settings=dict(settings or {}),
        level=level,
        starts_on=starts_on,
        is_public=is_public,
        ranked=ranked,
        forecasts=forecasts,
        seconds_per_throw=seconds_per_throw,
    )
    check_play(event, stored=(STARTER,) if is_stored else ())
    check_row(event)
    save_row(event, actor)
    return event


@transaction.atomic
def create_event(*, now: datetime, **wanted: Any) -> Event:
    """Create an event, open for entries, as ``new_event`` does."""
    return refresh(event_id=new_event(**wanted).pk, now=now, is_news=False)


@transaction.atomic
def change_event(
    *, event_id: int, changes: Mapping[str, Any], actor: str, now: datetime, note: str = ""
) -> Event:
    """Change fields of an event.

    Format and rules are fixed by the draw. The settings of an event that is being played are changed
    only with a note, and never so that a decided event reopens (tournament-rules §3); what changes by it and
    the note stand in the event's report. Its games are public as it is. It stays in its
    season.
    """
    if "season" in changes:
        raise refused(
            "season",
            Text("an event stays in its season"),
        )
    event = locked_with_games(event_id) if "is_public" in changes else locked(event_id)
    before = EventState.load(event)
    changed = _changed(event, changes)
    check_row(changed)
    _check_change(before, changed, note)
    found = _consequences(before, changed)
    if found[0].grade is Grade.REFUSED:
        raise EventStateConflict(Text("settings: {told}", told=found[0].text), field="settings")
    save_row(changed, actor, note)
    settings = changed.format_settings
    if before.games and settings != before.contest.settings:
        said = _said(before.contest.settings, settings, _consequences(before.calling(ref), changed))
        report(changed, said, reason_of(note, "note"), actor, now)
    if changed.is_public != event.is_public:
        return _published(changed, now)
    return refresh(event_id=event.pk, now=now)


def _published(event: Event, now: datetime) -> Event:
    """Let games, rankings and webhooks follow an event that was made public, or not public. Its games are locked."""
    publish_games_of(event)
    event = refresh(event_id=event.pk, now=now, is_news=False)
    if event.is_public:
        tell(event, (), {}, OF_ITS_STATE)
    else:
        drop_waiting(event)
    redraw(keys=lists_of(list(event.units.select_related("season"))), now=now)
    return event


def _changed(event: Event, changes: Mapping[str, Any]) -> Event:
    """Return the event with other values, not saved."""
    changed = copy.copy(event)
    for field, value in changes.items():
        setattr(changed, field, value)
    check_play(changed, stored=event.options)
    return changed


def _consequences(before: EventState, changed: Event) -> tuple[Consequence, ...]:
    return impact_of(before.verdict, replace(before, event=changed).verdict, before.names)


def _said(before: Settings, after: Settings, found: Sequence[Consequence]) -> Text:
    """Describe what was changed, and its consequences."""
    changed = phrases.join_names(
        [
            Text(
                "{setting} {was} → {now}",
                setting=setting.label,
                was=setting.kind.in_words(was),
                now=setting.kind.in_words(now),
            )
            for setting in before.described()
            for was, now in [(getattr(before, setting.name), getattr(after, setting.name))]
            if was != now
        ]
    )
    consequences = joined("; ", (each.text for each in found))
    return Text("{changed}: {consequences}", changed=changed, consequences=consequences)


def _check_change(before: EventState, event: Event, note: str) -> None:
    if before.draws or before.games:
        for field in ("format_key", "rules_name", "options"):
            if getattr(event, field) != getattr(before.event, field):
                raise EventStateConflict(
                    Text("{field}: the event has been drawn, format and rules stay as they are", field=field),
                    field=field,
                )
        was, now = before.contest.settings, event.format_settings
        for name in FIXED_BY_DRAW:
            if getattr(was, name, None) != getattr(now, name, None):
                raise EventStateConflict(
                    Text(
                        "settings: {name} says what is drawn, and it has been drawn: make the draw void first",
                        name=name,
                    ),
                    field="settings",
                )
    if event.is_public and hasattr(event, "rehearsal"):
        raise refused("is_public", Text("a rehearsal is never public"))
    if before.games and event.format_settings != before.contest.settings and not note.strip():
        raise refused(
            "note",
            Text("the settings of an event that is being played are changed only with a note"),
        )


def check_play(event: Event, stored: Collection[str] = ()) -> None:
    """Validate what is played: format, settings, rules and options, each by itself and together.

    ``stored`` are options that it has already: earlier versions took one that has no effect (who starts).
    """
    if event.format_key not in FORMATS:
        raise refused(
            "format",
            Text(
                "{format_key} is no format; there are {formats}",
                format_key=quote_value(event.format_key),
                formats=", ".join(FORMATS),
            ),
        )
    settings = event.format_settings
    event.format.judge(Contest(settings=settings, rules=event.rules_name))
    if not isinstance(event.options, Mapping):
        raise refused("options", Text("an object option → value is needed"))
    for option in event.options:
        if option in FIXED_OPTIONS and option not in stored and not event.format.options_are_free:
            raise refused(
                "options",
                Text("{option} belongs to the format and stays as it is", option=option),
            )
    usual = rule_set(event.rules_name)
    changed = usual.but(**event.options)
    if changed.layout().arms != usual.layout().arms and not event.format.options_are_free:
        raise refused(
            "options",
            Text(
                "board {board} has not as many colours as {usual_board}, which the format needs",
                board=changed.board,
                usual_board=usual.board,
            ),
        )
    event.options = changed.changes()
    event.format.judge(Contest(settings=settings, rules=event.rules_name, options=event.options))


def is_being_played(event: Event) -> bool:
    """Check whether the event is under way, or only interrupted: then it stays in the lists."""
    return event.status == Event.Status.RUNNING and event.hold in ("", Event.Hold.INTERRUPTED)


@transaction.atomic
def archive_event(*, event_id: int, actor: str, now: datetime) -> Event:
    """Put the event away: lists of events leave it out; its page, its season and all rankings stay as they are.

    Raises ``EventStateConflict`` while it is being played.
    """
    event = locked(event_id)
    if is_being_played(event):
        raise EventStateConflict(BEING_PLAYED)
    return _put(event, True, actor)


@transaction.atomic
def restore_event(*, event_id: int, actor: str, now: datetime) -> Event:
    """Take the event out of the archive: it is in the lists again."""
    return _put(locked(event_id), False, actor)


@transaction.atomic
def delete_event(*, event_id: int, actor: str, now: datetime) -> None:
    """Delete an event in which no game was ever made, with its entries and draws.

    Raises ``EventStateConflict`` where there are games: what was played is never deleted.
    """
    event = locked(event_id)
    try:
        with transaction.atomic():
            delete_row(event, actor)
    except ProtectedError as error:
        raise EventStateConflict(PLAYED) from error


BEING_PLAYED = Text("This event is being played. End or cancel it, then archive it.")
PLAYED = Text(
    "This event has games: they count for its players, in rankings and statistics, and are never deleted. "
    "Archive it instead: it leaves all lists, and nothing is lost."
)


def _put(event: Event, archived: bool, actor: str) -> Event:
    if event.archived != archived:
        event.archived = archived
        save_row(event, actor)
    return event


#: The report's sentences about an event as a whole.
HELD = {
    Event.Hold.NONE: Text("the event goes on"),
    Event.Hold.INTERRUPTED: Text("the event is interrupted"),
    Event.Hold.CALLED_OFF: Text("the event is called off"),
    Event.Hold.CLOSED: Text("the event is closed"),
}


def suspend_event(*, event_id: int, hold: Event.Hold, reason: str, actor: str, now: datetime) -> Event:
    """Interrupt an event, let it go on, call it off, or close it; the reason is in its report.

    While an event is on hold no game of it begins; games that have begun are played on. Only an event that
    is decided can be closed; it can be opened again for a correction, with the reason.
    """
    with changing(event_id, now) as event:
        why = reason_of(reason)
        if event.hold == hold:
            raise EventStateConflict(Text("So it is already: {hold}.", hold=HELD[hold]))
        event_state = EventState.load(event)
        if hold is Event.Hold.CLOSED:
            _check_over(event_state)
        if hold is Event.Hold.CALLED_OFF and event_state.verdict.finished:
            raise EventStateConflict(event_state.verdict.finished.reason)
        event.hold = hold
        save_row(event, actor, why)
        report(event, HELD[hold], why, actor, now)
        return event


def _check_over(event_state: EventState) -> None:
    if not event_state.verdict.finished:
        raise EventStateConflict(Text("Not decided yet: {outlook}.", outlook=event_state.verdict.outlook))
    running = [played for played in event_state.games if played.game.state == GameState.RUNNING]
    if running:
        raise EventStateConflict(Text("{name} is still being played.", name=running[0].name))


def check_goes_on(event: Event) -> None:
    """Raise ``EventStateConflict`` for an event that is on hold."""
    if event.hold != Event.Hold.NONE:
        raise EventStateConflict(Text("No game begins: {said}.", said=HELD[Event.Hold(event.hold)]))


def plan_times(*, event_id: int, times: Mapping[int, datetime | None], actor: str, now: datetime) -> Event:
    """Set when games are to begin, by their numbers; ``None`` takes a time away. Other games keep theirs.

    Raises ``BadRequest`` for a game that has begun, that is in no schedule, and for an odd year.
    """
    with changing(event_id, now) as event:
        open_numbers = plannable(EventState.load(event))
        planned = dict(event.game_times)
        for number, moment in times.items():
            if moment is None:
                planned.pop(str(number), None)
                continue
            if number not in open_numbers:
                raise refused(
                    "times", Text("Game {number} has begun or is not in the schedule", number=number)
                )
            if moment.year not in YEARS:
                raise refused(
                    "times",
                    Text("a day from {first} to {last} is needed", first=YEARS[0], last=YEARS[-1]),
                )
            planned[str(number)] = moment.astimezone(UTC).replace(second=0, microsecond=0).isoformat()
        if planned != event.game_times:
            event.game_times = planned
            save_row(event, actor)
        return event


def plannable(event_state: EventState) -> frozenset[int]:
    """Return the numbers of the games that can be given a time: scheduled or due, and not begun."""
    verdict = event_state.verdict
    due = {game.number for game in verdict.next_games}
    return frozenset(due | set(verdict.to_come)) - event_state.begun


def move_to_board(*, event_id: int, number: int, board: str, actor: str, now: datetime) -> EventGame:
    """Move game ``number``, which is prepared or being played, to the table called ``board``.

    Roles for a board follow: who may record there may record this game (docs/reference/access.md).
    """
    with changing(event_id, now) as event:
        played = event.games.select_related("game", "event").filter(number=number).first()
        if played is None or played.game.is_over:
            raise EventStateConflict(Text("Game {number} is not being played.", number=number))
        played.board = board
        check_row(played)
        save_row(played, actor)
        return played
