"""The draws of a hall: a round is planned, looked at, changed by hand, published, taken back."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_POST, require_safe

from games.access import translate_text
from games.enums import Action
from tournaments import seating
from tournaments.formats import DrawNeeded, came_through, is_round
from tournaments.formats.open.rounds import FINALS, seating_wanted, seats_at_board, seats_people
from tournaments.hall import services as hall
from tournaments.hall.desk.round import Way, deciding
from tournaments.hall.services.rounds import come_or_gone, problem_of
from tournaments.hall.services.seats import standing_round
from tournaments.kit.desk import desk_response, hall_page, refusals_shown, reverse_desk, who_acts
from tournaments.models import Entry, Event, RoundPlan
from tournaments.player_refs import resolve_current
from tournaments.seating.plan import proof_of
from tournaments.seating.problem import number_of_pairs
from tournaments.services.draws import rests_on_draw
from tournaments.standings.event_state import EventState
from tournaments.standings.rounds import HallRound, rounds_of

# -- costs in words --------------------------------------------------------------------------------

#: The parts of a cost, the worst first.
LABELS = {
    "lonely": _("People missing at tables too small to play"),
    "broken": _("Pairs together that are to be kept apart"),
    "small_tables": _("Small tables"),
    "again": _("People at a small table for the second time"),
    "repeats": _("Repeated meetings"),
    "team_meetings": _("Meetings of team-mates"),
    "colours": _("Colours too often"),
}


def facts_of(cost: seating.Cost, unaimed: Collection[str]) -> list[tuple[Any, int]]:
    """List the costs of a round except ``unaimed``: repeated meetings always, the rest where not 0."""
    parts = ((name, value) for name, value in cost._asdict().items() if name not in unaimed)
    return [(LABELS[name], value) for name, value in parts if value or name == "repeats"]


def worth_of(cost: seating.Cost, unavoidable: int) -> str:
    """Say in one sentence how good a round is, where ``unavoidable`` meetings are repeated in any plan."""
    if not cost.repeats:
        return gettext("Nobody meets anybody again.")
    repeats = ngettext(
        "%(repeats)d meeting is repeated", "%(repeats)d meetings are repeated", cost.repeats
    ) % {"repeats": cost.repeats}
    if cost.repeats <= unavoidable:
        return gettext("%(told)s; fewer are not possible.") % {"told": repeats}
    return gettext("%(told)s; at least %(least)d cannot be avoided.") % {
        "told": repeats,
        "least": unavoidable,
    }


# -- tables ----------------------------------------------------------------------------------------


class RoundCards:
    """A round, planned or published."""

    def __init__(
        self, event_state: EventState, plan: RoundPlan | None, subject: str, order: Sequence[str]
    ) -> None:
        self.event_state, self.plan, self.subject = event_state, plan, subject
        self.here = standing_round(event_state, subject, order)

    @cached_property
    def tables(self) -> list[dict[str, Any]]:
        """List the tables that are not empty; one whose game has begun stays as it is."""
        colours = seats_at_board(self.event_state.contest)
        return [
            {
                "number": number,
                "sitters": [
                    self._sitter(key, led or (), people)
                    for key, led in zip_longest(seats, colours[: len(seats)])
                    if key
                ],
                "is_small": len(people) < self.here.size,
                "has_begun": number in self.here.entered,
            }
            for number, (people, seats) in enumerate(
                zip(self.here.seated, self.here.tables, strict=True), start=1
            )
            if people
        ]

    def _sitter(self, key: str, colours: Sequence[str], people: Sequence[str]) -> dict[str, Any]:
        """Return a person at a table; ``again`` names the people they have met before."""
        entry, met = self.event_state.by_key[key], self.here.meetings
        again = [self.event_state.names[other] for other in people if met[(min(key, other), max(key, other))]]
        return {
            "key": key,
            "number": entry.number,
            "name": self.event_state.names[key],
            "team": entry.team,
            "colours": colours,
            "again": ", ".join(again),
        }

    @cached_property
    def cost(self) -> seating.Cost:
        return self.here.cost()

    @property
    def facts(self) -> list[tuple[Any, int]]:
        """The costs with their labels, without those that no plan could avoid."""
        unaimed = {"repeats"} if not self.here.played else set()
        if self.subject in FINALS:
            unaimed |= {"repeats", "team_meetings", "colours"}
        elif not seating_wanted(self.event_state.contest).teams_apart:
            unaimed.add("team_meetings")
        return facts_of(self.cost, unaimed)

    @property
    def worth(self) -> str:
        """How good it is; empty for the first round, and for finals, whose players follow from the table."""
        if self.subject in FINALS or not self.here.played:
            return ""
        return worth_of(self.cost, self._bound.value if self.cost.repeats else 0)

    @property
    def proof(self) -> str:
        """What is proved of it; empty where no meeting is repeated, and for finals."""
        if self.subject in FINALS or not self.cost.repeats:
            return ""
        return translate_text(proof_of(self.cost.repeats, self._bound))

    @cached_property
    def _bound(self) -> seating.LowerBound:
        """The number of meetings that any plan of this round repeats, after those that were played."""
        people = [{"key": key} for table in self.here.seated for key in table]
        problem = problem_of(self.event_state, self.subject, people, 1, "-")
        history = sum(map(number_of_pairs, self.here.meetings.values()))
        bound = seating.repeats_bound(problem)
        return seating.LowerBound(bound.value - history, bound.name)

    @property
    def colours(self) -> list[str]:
        return [colour for led in seats_at_board(self.event_state.contest) for colour in led]

    @property
    def is_changed(self) -> bool:
        return bool(self.plan and self.plan.changes)


class PublishedCards(RoundCards):
    """A round that is published."""

    def __init__(self, event_state: EventState, plans: Mapping[str, RoundPlan], published: HallRound) -> None:
        plan = plans.get(published.subject)
        super().__init__(event_state, plan, published.subject, published.draw.order)
        self.published = published

    @property
    def has_begun(self) -> bool:
        return bool(self.here.entered)

    @property
    def is_complete(self) -> bool:
        due = {game.number for game in self.event_state.verdict.next_games}
        return due.isdisjoint(self.published.playing)


# -- pages -----------------------------------------------------------------------------------------

PART = "seating"
Presence = Entry.Presence


@dataclass(frozen=True)
class DueRound:
    """The round or final that is to be drawn: who is there, the hash of its seed, its plan once there is one."""

    event_state: EventState
    needed: DrawNeeded
    plan: RoundPlan | None

    @property
    def name(self) -> str:
        return translate_text(resolve_current(self.needed.name))

    @property
    def present(self) -> int:
        return len(self.needed.items)

    @property
    def announced(self) -> int:
        """How many are missing who would play in it: 0 in a final; in a knock-out without those who are out."""
        if not is_round(self.needed.subject):
            return 0
        through = came_through(self.event_state.contest)
        missing = [entry for entry in self.event_state.entries if entry.presence == Presence.ANNOUNCED]
        return sum(entry.key in through for entry in missing)

    @property
    def cards(self) -> RoundCards | None:
        """Its tables as they are planned; none where it is not planned."""
        if self.plan is None or not self.plan.order:
            return None
        return RoundCards(self.event_state, self.plan, self.needed.subject, self.plan.seats)

    @property
    def come_or_gone(self) -> str:
        """The names of those who have come or gone since it was planned."""
        if self.plan is None or not self.plan.order:
            return ""
        return ", ".join(come_or_gone(self.event_state, self.needed, self.plan))


@require_safe
@hall_page(Action.ORGANISE)
def seating_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The round that is due with its plan, and the one that was published last."""
    event_state = EventState.load(event)
    plans = {plan.subject: plan for plan in event.round_plans.all()}
    due = next((each for each in event_state.verdict.draws if seats_people(each.subject)), None)
    published = rounds_of(event_state)
    return desk_response(
        request,
        "hall/seating",
        event,
        PART,
        missing=[translate_text(each) for each in event_state.verdict.missing],
        due=DueRound(event_state, due, plans.get(due.subject)) if due else None,
        published=PublishedCards(event_state, plans, published[-1]) if published else None,
        lots_held=[
            (draw.with_names(event_state.players), rests_on_draw(draw.made_at, event_state.games))
            for draw in event_state.draws
            if not seats_people(draw.subject)
        ],
        earlier=[each.draw for each in reversed(published[:-1])],
    )


# -- what is done with a round ---------------------------------------------------------------------


def _plan(request: HttpRequest, event: Event, subject: str) -> str:
    planned = hall.plan_round(subject=subject, **who_acts(request, event))
    later = planned.plan.rounds - 1
    values = {"round": translate_text(resolve_current(planned.name)), "later": later}
    if not later:
        return gettext("%(round)s is planned.") % values
    return (
        ngettext(
            "%(round)s is planned, and the round after it.",
            "%(round)s is planned, and the %(later)d rounds after it.",
            later,
        )
        % values
    )


def _discard(request: HttpRequest, event: Event, subject: str) -> str:
    hall.discard_plan(subject=subject, **who_acts(request, event))
    return gettext("Plan discarded.")


#: The word in the address → what is done.
WAYS: Mapping[str, Way] = {
    "plan": _plan,
    "publish": deciding(hall.publish_round, _("%(round)s is published."), takes_reason=False),
    "discard": _discard,
    "withdraw": deciding(hall.withdraw_round, _("%(round)s is withdrawn.")),
}


@require_POST
@hall_page(Action.ORGANISE)
def change_round(request: HttpRequest, event: Event, subject: str, way: str) -> HttpResponse:
    """Plan, publish, discard or withdraw a round; what forbids it is said."""
    if way not in WAYS:
        raise Http404
    with refusals_shown(request, {"reason": gettext("Reason")}):
        messages.success(request, WAYS[way](request, event, subject))
    return redirect(reverse_desk("desk-seating", event))
