"""The current state of a hall: rounds with their tables, what each table waits for, who waits for a place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from itertools import takewhile
from math import inf

from games.domain.clock import Clock
from games.enums import Decision, GameState
from rules import Text
from tournaments.db import refused
from tournaments.formats import NextGame, is_round
from tournaments.formats.open.rounds import Stage, minutes_of, next_game, schedule, seats_at_board
from tournaments.models import Draw, Entry, Event, EventGame, ResultClaim, RoundPlan
from tournaments.standings.event_state import EventState, is_played

State = ResultClaim.State


def places_of(event: Event) -> int:
    """Return how many places a hall has; 0 without a limit."""
    places: int = event.format_settings.places
    return places


def waiting_line(event: Event, entries: Sequence[Entry]) -> tuple[str, ...]:
    """List who has no place, in the order in which they move up.

    All places are taken by those who were announced before, whatever their numbers, and have not left.
    """
    most = places_of(event)
    if not most:
        return ()
    there = [entry for entry in entries if entry.presence != Entry.Presence.LEFT]
    # A late comer who is present keeps their place before those announced earlier; one not saved yet comes last.
    there.sort(key=lambda entry: (entry.presence == Entry.Presence.ANNOUNCED, entry.pk or inf))
    return tuple(entry.key for entry in there[most:])


@dataclass(frozen=True)
class HallRound:
    """A round or a final that is published: what the format makes of its draw, and the draw itself."""

    stage: Stage
    draw: Draw
    #: The number of seats of a board.
    slots: int

    @property
    def subject(self) -> str:
        return self.stage.subject

    @property
    def numbers(self) -> range:
        return range(self.stage.first, self.stage.last + 1)

    @cached_property
    def playing(self) -> tuple[int, ...]:
        return tuple(table.number for table in self.stage.tables)

    @property
    def seated(self) -> tuple[tuple[str, ...], ...]:
        """List the tables, each with as many keys as there are seats; an empty text is an empty seat."""
        return seated_tables(self.draw.order, self.slots)

    @property
    def people(self) -> tuple[tuple[str, ...], ...]:
        """List the tables without their empty seats."""
        return people_at(self.seated)


def seated_tables(order: Sequence[str], slots: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(order[at : at + slots]) for at in range(0, len(order), slots))


def people_at(seated: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Leave empty seats and empty tables out."""
    return tuple(people for table in seated if (people := tuple(key for key in table if key)))


def slots_of(event_state: EventState) -> int:
    return len(seats_at_board(event_state.contest_without_results))


def rounds_of(event_state: EventState) -> tuple[HallRound, ...]:
    """List what is published, in the order of the games' numbers: rounds, then finals."""
    rows = {draw.subject: draw for draw in event_state.draws}
    slots = slots_of(event_state)
    return tuple(
        HallRound(stage, rows[stage.subject], slots)
        for stage in schedule(event_state.contest_without_results).stages
    )


def round_of_subject(event_state: EventState, subject: str) -> HallRound:
    """Return a published round. Raises ``BadRequest`` that lists those there are."""
    rounds = rounds_of(event_state)
    for each in rounds:
        if each.subject == subject:
            return each
    published = ", ".join(each.subject for each in rounds) or "–"
    raise refused("round", Text("published are {rounds}", rounds=published))


def rounds_before(event_state: EventState, subject: str) -> tuple[HallRound, ...]:
    return tuple(takewhile(lambda each: each.subject != subject, rounds_of(event_state)))


def round_of_number(event_state: EventState, number: int) -> HallRound | None:
    """Return the round to which a game belongs; ``None`` if there is none."""
    return next((each for each in rounds_of(event_state) if number in each.playing), None)


def due_tables(event_state: EventState) -> dict[int, NextGame]:
    """Map number → game of the tables that can begin now: by the draws alone, nothing is ranked for it."""
    begun = {game.number for game in event_state.games if is_played(game)}
    return {
        table.number: next_game(event_state.contest_without_results, table)
        for round_ in rounds_of(event_state)
        for table in round_.stage.open_tables(event_state.with_result)
        if table.number not in begun
    }


# -- tables ----------------------------------------------------------------------------------------


class TableState(StrEnum):
    """What there is of a table, and what it waits for."""

    MISSING = "missing"
    RECORDED = "recorded"
    CLAIMED = "claimed"
    CONTRADICTORY = "contradictory"
    ENTERED = "entered"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True)
class HallTable:
    """A table of a round: its game, who leads which colours, what there is of it, what is said of it."""

    number: int
    table: int
    name: Text
    #: Key of an entry → colours, in playing direction.
    seats: Mapping[str, tuple[str, ...]]
    state: TableState
    game: EventGame | None
    claims: tuple[ResultClaim, ...]


def tables_of(event_state: EventState, round_: HallRound) -> tuple[HallTable, ...]:
    """List the tables of a round with what there is of them. One query."""
    claims: dict[int, list[ResultClaim]] = {}
    rows = ResultClaim.objects.filter(event=event_state.event, number__in=round_.playing)
    for claim in rows.exclude(state=State.WITHDRAWN):
        claims.setdefault(claim.number, []).append(claim)
    games = {each.number: each for each in event_state.games if is_played(each)}
    for number, game in games.items():
        # What was said of the table before is settled by its correction.
        if game.game.decided_by == Decision.CORRECTION:
            claims.pop(number, None)
    return tuple(
        HallTable(
            number=table.number,
            table=table.number - round_.stage.first + 1,
            name=table.name,
            seats=table.seating.leaders,
            state=_state_of(games.get(table.number), claims.get(table.number, [])),
            game=games.get(table.number),
            claims=tuple(claims.get(table.number, ())),
        )
        for table in round_.stage.tables
    )


def _state_of(game: EventGame | None, claims: Sequence[ResultClaim]) -> TableState:
    states = {claim.state for claim in claims}
    if State.CONTRADICTED in states:
        return TableState.CONTRADICTORY
    if game is not None and game.game.is_over:
        by_two = sum(claim.state == State.CONFIRMED for claim in claims) > 1
        by_two = by_two or game.game.decided_by == Decision.CORRECTION
        return TableState.CONFIRMED if by_two or game.game.confirmations else TableState.ENTERED
    if State.OPEN in states:
        return TableState.CLAIMED
    is_running = game is not None and game.game.state == GameState.RUNNING
    return TableState.RECORDED if is_running else TableState.MISSING


# -- what is public of rounds ----------------------------------------------------------------------


class RoundState(StrEnum):
    """How far a round is."""

    PLANNED = "planned"
    PUBLISHED = "published"
    PLAYING = "playing"
    COMPLETE = "complete"
    CLOSED = "closed"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class RoundStatus:
    """A round as the public sees it: how far it is, which games it has, its clock, the hash of its seed.

    An unpublished one has only the hash. ``left`` are the numbers of the games without a result.
    ``clock`` is ``None`` once its time is over, however that came: nothing counts any more.
    """

    subject: str
    name: Text | None
    number: int
    state: RoundState
    first: int | None
    last: int | None
    left: tuple[int, ...]
    seed_hash: str
    published_at: datetime | None
    planned_minutes: int | None = None
    clock: Clock | None = None


#: Rounds in which people can still sit down or are playing.
OPEN_STATES = (RoundState.PUBLISHED, RoundState.PLAYING)


def statuses_of(event_state: EventState) -> tuple[RoundStatus, ...]:
    """List the rounds that are published, then those whose seed is fixed. One query."""
    plans = {plan.subject: plan for plan in event_state.event.round_plans.all()}
    published = rounds_of(event_state)
    begun = [_has_begun(event_state, each) for each in published]
    statuses = [
        _status(event_state, at, each, plans.get(each.subject), begun) for at, each in enumerate(published)
    ]
    known = {each.subject for each in published}
    coming = (
        RoundStatus(each.subject, None, each.number, RoundState.PLANNED, None, None, (), each.seed_hash, None)
        for each in plans.values()
        if each.subject not in known
    )
    return (*statuses, *coming)


def _has_begun(event_state: EventState, round_: HallRound) -> bool:
    is_played_in = any(game.number in round_.numbers and is_played(game) for game in event_state.games)
    return is_played_in or round_.draw.round_clock.started


def _status(
    event_state: EventState,
    at: int,
    round_: HallRound,
    plan: RoundPlan | None,
    begun: Sequence[bool],
) -> RoundStatus:
    draw = round_.draw
    left = tuple(each for each in round_.playing if each not in event_state.with_result)
    state = _state_of_round(round_, left, begun[at])
    went_on = is_round(round_.subject) and any(begun[at + 1 :])
    minutes = minutes_of(event_state.contest_without_results.settings, round_.subject) or None
    return RoundStatus(
        subject=round_.subject,
        name=round_.stage.name,
        number=at + 1,
        state=state,
        first=round_.stage.first,
        last=round_.stage.last,
        left=left,
        seed_hash=plan.seed_hash if plan else "",
        published_at=draw.made_at,
        planned_minutes=minutes if draw.clock is None else draw.planned_minutes,
        clock=None if _has_ended(event_state.event, state, went_on) else _clock_of(draw, minutes),
    )


def _has_ended(event: Event, state: RoundState, went_on: bool) -> bool:
    """Check whether the time of a round is over: every table is in, it or the event was closed, a later one began.

    Nothing is stored of it: where that is taken back, the clock has run on, as the time of the players has.
    """
    return state not in OPEN_STATES or went_on or event.hold in (Event.Hold.CLOSED, Event.Hold.CALLED_OFF)


def _clock_of(draw: Draw, minutes: int | None) -> Clock:
    if draw.clock is not None:
        return draw.round_clock
    return Clock(limit=None if minutes is None else timedelta(minutes=minutes))


def _state_of_round(round_: HallRound, left: Sequence[int], begun: bool) -> RoundState:
    if round_.stage.is_annulled:
        return RoundState.ANNULLED
    if not left:
        return RoundState.COMPLETE
    if round_.stage.is_closed:
        return RoundState.CLOSED
    return RoundState.PLAYING if begun else RoundState.PUBLISHED
