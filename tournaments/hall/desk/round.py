"""The screen of a round: what every table waits for, claims side by side, the clock; boards that are left, closing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Count, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import get_language, gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from games.access import translate_text
from games.api.etags import unless_known
from games.domain.clock import Clock, ClockAction
from games.enums import Action
from rules import Text
from tournaments.db import refused
from tournaments.hall import services as hall
from tournaments.hall.desk.crowd import SeatsWanted, seats_wanted_in
from tournaments.hall.desk.typed_slip import SlipTable, SlipValue
from tournaments.hall.services.clocks import ACTIONS, MOST_MINUTES
from tournaments.kit.desk import (
    REFUSED,
    desk_response,
    hall_page,
    may_do,
    refusals_shown,
    reverse_desk,
    who_acts,
)
from tournaments.models import Draw, Event, ResultClaim
from tournaments.player_refs import resolve_current
from tournaments.services.slip import Slip
from tournaments.standings.event_state import EventState
from tournaments.standings.rounds import (
    OPEN_STATES,
    HallRound,
    HallTable,
    RoundState,
    RoundStatus,
    TableState,
    round_of_subject,
    rounds_of,
    statuses_of,
    tables_of,
)

# -- a round and its tables ------------------------------------------------------------------------


class TableMark(NamedTuple):
    """How a state of a table is shown: its sign and its word."""

    sign: str
    word: Any


#: A table without a result whose time is over; beside the states of ``TableState``.
TIME_OVER = "over"
#: State of a table → its mark and its word. Marks differ in shape, so that no colour is needed to tell them apart.
MARKS: Mapping[str, TableMark] = {
    TableState.CONTRADICTORY: TableMark("≠", _("contradictory")),
    TIME_OVER: TableMark("!", _("time over")),
    TableState.CLAIMED: TableMark("?", _("to be confirmed")),
    TableState.MISSING: TableMark("–", _("no result yet")),
    TableState.RECORDED: TableMark("▶", _("recorded live")),
    TableState.ENTERED: TableMark("✓", _("entered")),
    TableState.CONFIRMED: TableMark("✓✓", _("confirmed")),
}
_WITHOUT_RESULT = (TableState.MISSING, TableState.RECORDED)


class RoundDesk:
    """A published round, and everything that the desk does in it."""

    def __init__(self, event_state: EventState, round_: HallRound, now: datetime) -> None:
        self.event_state, self.round, self.now = event_state, round_, now

    @classmethod
    def of(cls, event: Event, subject: str, now: datetime) -> RoundDesk | None:
        """Return the round of that subject, else the published one that is due or the last; None where there is none.

        Raises ``BadRequest`` for a subject that is not published.
        """
        event_state = EventState.load(event)
        if subject:
            return cls(event_state, round_of_subject(event_state, subject), now)
        published = rounds_of(event_state)
        if not published:
            return None
        due = {each.number for each in event_state.verdict.next_games}
        urgent = (each for each in published if due.intersection(each.playing))
        return cls(event_state, next(urgent, published[-1]), now)

    @cached_property
    def statuses(self) -> Sequence[RoundStatus]:
        return [each for each in statuses_of(self.event_state) if each.state is not RoundState.PLANNED]

    @cached_property
    def status(self) -> RoundStatus:
        return next(each for each in self.statuses if each.subject == self.round.subject)

    @property
    def subject(self) -> str:
        return self.round.subject

    @property
    def name(self) -> str:
        return translate_text(self.round.stage.name)

    @property
    def others(self) -> list[tuple[str, str]]:
        """List all published rounds: subject and name; empty where there is one."""
        named = [(each.subject, translate_text(each.name)) for each in self.statuses if each.name]
        return named if len(named) > 1 else []

    @property
    def is_closed(self) -> bool:
        """Whether the round is closed although some tables have no result."""
        return self.status.state is RoundState.CLOSED

    @property
    def is_annulled(self) -> bool:
        return self.status.state is RoundState.ANNULLED

    @property
    def waits(self) -> bool:
        return self.status.state in OPEN_STATES

    @cached_property
    def seats_wanted(self) -> SeatsWanted | None:
        wanted = seats_wanted_in(self.event_state)
        return wanted if wanted and wanted.subject == self.subject else None

    # -- the clock ---------------------------------------------------------------------------------

    @property
    def clock(self) -> Clock | None:
        """The clock of the hall; None once the time of the round is over."""
        return self.status.clock

    @property
    def clock_keys(self) -> list[str]:
        possible = self.clock.possible if self.clock else ()
        return [each.value for each in possible if each in ACTIONS]

    @property
    def minutes(self) -> int:
        """How many minutes the round has in all; 0 where there is no limit."""
        return self.clock.limit_seconds // 60 if self.clock and self.clock.limit else 0

    @property
    def seconds_left(self) -> int | None:
        """How many seconds are left, negative once the time is over; None without a limit."""
        if self.clock is None or not self.minutes:
            return None
        return self.minutes * 60 - int(self.clock.elapsed(self.now).total_seconds())

    @property
    def is_time_over(self) -> bool:
        return self.clock is not None and self.clock.is_over(self.now)

    # -- tables ------------------------------------------------------------------------------------

    @cached_property
    def tables(self) -> Sequence[HallTable]:
        return tables_of(self.event_state, self.round)

    @cached_property
    def tiles(self) -> list[tuple[int, str, TableMark]]:
        """List the tables as the screen shows them: number, state, its mark."""
        late = _WITHOUT_RESULT if self.is_time_over else ()
        states = [(each.table, TIME_OVER if each.state in late else each.state) for each in self.tables]
        return [(table, state, MARKS[state]) for table, state in states]

    @property
    def counts(self) -> list[tuple[str, TableMark, int]]:
        """Count the tables: state, mark, how many, where there are some."""
        states = [state for _table, state, _mark in self.tiles]
        return [(state, mark, states.count(state)) for state, mark in MARKS.items() if state in states]

    @property
    def left(self) -> int:
        return len(self.status.left)

    @cached_property
    def claimed(self) -> list[dict[str, Any]]:
        """List the tables that wait for an official, contradictions first."""
        waiting = [
            each for each in self.tables if each.state in (TableState.CONTRADICTORY, TableState.CLAIMED)
        ]
        waiting.sort(key=lambda each: each.state is not TableState.CONTRADICTORY)
        return [self.claimed_table(each) for each in waiting]

    def claimed_table(self, table: HallTable) -> dict[str, Any]:
        """Return a table with the claims about it, each version once."""
        slip = SlipTable(self.event_state, table)
        first: dict[str, ResultClaim] = {}
        for claim in table.claims:
            known = first.get(str(claim.sheet))
            if known is None or claim.state == ResultClaim.State.CONFIRMED:
                first[str(claim.sheet)] = claim
        return {
            "name": translate_text(table.name),
            "claims": [self._card(slip, each) for each in first.values()],
            "is_contradictory": table.state is TableState.CONTRADICTORY,
            "mark": MARKS[table.state],
        }

    def missing_board(self, table: HallTable) -> str:
        """Return what the boards decide where that of a table is missing; empty where none is needed."""
        confirmed = [each for each in table.claims if each.state == ResultClaim.State.CONFIRMED]
        has_places_only = any(each.sheet["order"] for each in confirmed)
        return SlipTable(self.event_state, table).deciding_board if has_places_only else ""

    def _card(self, slip: SlipTable, claim: ResultClaim) -> dict[str, Any]:
        """Return a claim about a table, and what it would give."""
        return {
            "claim": claim,
            "who": slip.called.get(claim.claimant, ""),
            "lines": slip.described(Slip.from_json(claim.sheet)),
            "worked": self.worked(slip, claim),
            "counts": claim.state == ResultClaim.State.CONFIRMED,
        }

    @staticmethod
    def worked(slip: SlipTable, claim: ResultClaim) -> SlipValue | None:
        """Return what a claim would give; None for one of an earlier seating: a player was exchanged since."""
        try:
            return slip.evaluate(Slip.from_json(claim.sheet))
        except REFUSED:
            return None

    def table(self, number: int) -> HallTable | None:
        return next((each for each in self.tables if each.table == number), None)


def state_of_hall(event: Event) -> str:
    """Return what changes whenever a page of a round would: the versions of table, games and claims. Two queries."""
    games = event.games.aggregate(events=Sum("game__number"), games=Count("pk"))
    states = ResultClaim.objects.filter(event=event).values_list("state").order_by("state")
    claims = ".".join(f"{state[:3]}{many}" for state, many in states.annotate(many=Count("pk")))
    return f"{event.version}-{games['events']}-{games['games']}-{claims}"


# -- pages -----------------------------------------------------------------------------------------


PART = "round"
#: What is done with a round of an event, by its subject; it returns what is said then.
Way = Callable[[HttpRequest, Event, str], str]
#: Longer numbers are not minutes.
_MOST_DIGITS = 4
#: What the fields of this page are called where something is refused.
LABELS = {"minutes": _("Minutes"), "reason": _("Reason")}


def desk_of(event: Event, subject: str) -> RoundDesk | None:
    """Return the requested round. Raises ``Http404`` for one that is not published."""
    try:
        return RoundDesk.of(event, subject, timezone.now())
    except REFUSED as error:
        raise Http404 from error


@require_safe
@hall_page(Action.RULE)
def round_page(request: HttpRequest, event: Event) -> HttpResponse:
    return _page(request, event, "hall/round")


@require_safe
@hall_page(Action.RULE)
def round_now(request: HttpRequest, event: Event) -> HttpResponse:
    """The part of that page that changes; 304 as long as nothing has happened."""
    etag = f'"{state_of_hall(event)}-{get_language()}"'
    return unless_known(request, etag, lambda: _page(request, event, "hall/round_now"))


def _page(request: HttpRequest, event: Event, template: str) -> HttpResponse:
    desk = desk_of(event, request.GET.get("round", ""))
    return desk_response(request, template, event, PART, desk=desk, most_minutes=MOST_MINUTES)


# -- what is done with a round ---------------------------------------------------------------------


def _turn(action: ClockAction, said: Any) -> Way:
    def turn(request: HttpRequest, event: Event, subject: str) -> str:
        hall.turn_clock(subject=subject, action=action, **who_acts(request, event))
        return str(said)

    return turn


def _limit(change: Callable[..., Draw]) -> Way:
    def limited(request: HttpRequest, event: Event, subject: str) -> str:
        text = request.POST.get("minutes", "").strip()
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS):
            raise refused("minutes", Text("a whole number of minutes is needed"))
        clock = change(subject=subject, minutes=int(text), **who_acts(request, event)).round_clock
        minutes = clock.limit_seconds // 60
        return ngettext("The round has %(n)d minute.", "The round has %(n)d minutes.", minutes) % {
            "n": minutes
        }

    return limited


def _pause_all(request: HttpRequest, event: Event, subject: str) -> str:
    hall.pause_everything(**who_acts(request, event))
    return gettext("All clocks are paused.")


def _adjudicate(request: HttpRequest, event: Event, subject: str) -> str:
    found = hall.adjudicate_left(subject=subject, **who_acts(request, event))
    done = len(found.games)
    return ngettext("%(n)d board adjudicated.", "%(n)d boards adjudicated.", done) % {"n": done}


def deciding(decide: Callable[..., Draw], said: Any, *, takes_reason: bool = True) -> Way:
    """Decide about a round by its draw, and name it in what is said."""

    def decided(request: HttpRequest, event: Event, subject: str) -> str:
        reason = {"reason": request.POST.get("reason", "")} if takes_reason else {}
        draw = decide(subject=subject, **reason, **who_acts(request, event))
        return str(said) % {"round": translate_text(resolve_current(draw.name))}

    return decided


#: The word in the address → what is done.
WAYS: Mapping[str, Way] = {
    "start": _turn(ClockAction.START, _("The clock runs.")),
    "pause": _turn(ClockAction.PAUSE, _("The clock is paused.")),
    "resume": _turn(ClockAction.RESUME, _("The clock runs.")),
    "extend": _limit(hall.extend_clock),
    "minutes": _limit(hall.set_minutes),
    "pause-all": _pause_all,
    "adjudicate": _adjudicate,
    "close": deciding(hall.close_round, _("%(round)s is closed.")),
    "reopen": deciding(hall.reopen_round, _("%(round)s is open again."), takes_reason=False),
    "annul": deciding(hall.annul_round, _("%(round)s is annulled.")),
}
_OF_ORGANISERS = ("close", "reopen", "annul")


@require_POST
@hall_page(Action.RULE)
def do_with_round(request: HttpRequest, event: Event, subject: str, way: str) -> HttpResponse:
    """Turn the clock of a round, adjudicate what is left, close, reopen or annul it; what forbids it is said."""
    if way not in WAYS:
        raise Http404
    if way in _OF_ORGANISERS and not may_do(request, Action.ORGANISE, event):
        raise PermissionDenied
    with refusals_shown(request, LABELS):
        messages.success(request, WAYS[way](request, event, subject))
    return redirect(f"{reverse_desk('desk-round', event)}?round={subject}")


# -- boards that are left --------------------------------------------------------------------------


#: A board as it would be adjudicated: its name, and who gets which place.
AdjudicatedBoard = tuple[str, list[tuple[int, str, int]]]


@require_safe
@hall_page(Action.RULE)
def adjudicate_page(request: HttpRequest, event: Event, subject: str) -> HttpResponse:
    """What adjudicating all boards of a round that are left would give: done, looked at, and rolled back."""
    desk = desk_of(event, subject)
    assert desk is not None
    boards: list[AdjudicatedBoard] = []
    without: list[int] = []
    why = ""
    with transaction.atomic():
        try:
            found = hall.adjudicate_left(subject=subject, **who_acts(request, event))
            boards, without = _seen(event, subject, found)
        except REFUSED as error:
            why = translate_text(error.message)
        transaction.set_rollback(True)
    heading = gettext("Adjudicate boards")
    return desk_response(
        request, "hall/adjudicate", event, PART, heading, desk=desk, boards=boards, without=without, why=why
    )


def _seen(event: Event, subject: str, found: hall.Adjudicated) -> tuple[list[AdjudicatedBoard], list[int]]:
    event_state = EventState.of(event.pk)
    round_, names = round_of_subject(event_state, subject), event_state.players
    boards: list[AdjudicatedBoard] = []
    for each in event_state.games:
        if each.number in found.games:
            values = each.game.events.filter(kind="adjudication").latest("number").payload["values"]
            led = each.game.seating
            places = [
                (place, names[player], sum(values[colour] for colour in led[player]))
                for place, group in _placed(each.game.ranking)
                for player in group
            ]
            boards.append((translate_text(resolve_current(each.name)), places))
    return boards, [number - round_.stage.first + 1 for number in found.without_board]


def _placed(ranking: list[list[str]]) -> list[tuple[int, list[str]]]:
    placed, place = [], 1
    for group in ranking:
        placed.append((place, group))
        place += len(group)
    return placed
