"""The REST interface of the rounds of a hall: planned, published, mended, annulled, timed."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problem_serializers import PROBLEMS
from games.domain.clock import ClockAction
from games.enums import Action
from games.visibility.viewers import vary_by_viewer
from rules import Text
from tournaments.api import hall_serializers as shapes
from tournaments.api.decisions import ReasonSerializer
from tournaments.api.operations import EventOperations, operation
from tournaments.api.round_serializers import RoundStatusSerializer
from tournaments.errors import EventStateConflict
from tournaments.models import Event, RoundClock
from tournaments.seating import Repair
from tournaments.services.hall import clocks, repairs, rounds
from tournaments.services.hall.hall_event import check_hall
from tournaments.services.hall.repairs import Mishap, MishapKind
from tournaments.services.hall.rounds import PlannedSeats
from tournaments.standings.event_state import EventState
from tournaments.standings.hall import HallTable, round_of_subject, tables_of
from tournaments.standings.queries import load_standings
from tournaments.visibility import visible_event

ROUND = "rounds/<slug:subject>"


class HallRoundsViewSet(EventOperations):
    """Rounds of tables."""

    @extend_schema(responses={200: RoundStatusSerializer(many=True), **PROBLEMS}, filters=False)
    @action(detail=True, methods=["get"], pagination_class=None)
    def rounds(self, request: Request, slug: str) -> Response:
        """The rounds and finals that are published, with their clocks, and the hash of the next seed."""
        event = visible_event(request, slug)
        check_hall(event)
        return vary_by_viewer(event, Response(load_standings(event)["rounds"]))

    @operation("post", "rounds/plan", shapes.PlanSerializer, shapes.RoundSubjectSerializer)
    def plan(self, **asked: Any) -> PlannedSeats:
        """Plan the round that is due from who is present and what was played; it replaces the plan before."""
        return rounds.plan_round(**asked, **self.who)

    @operation("get", "rounds/draft", shapes.PlanSerializer, read_permission=Action.ORGANISE)
    def draft(self) -> PlannedSeats:
        """The present plan of the round that is due; only the desk sees it."""
        found = rounds.draft_of(EventState.load(self.get_hall()))
        if found is None:
            raise EventStateConflict(Text("No round is planned."))
        return found

    @operation("delete", f"{ROUND}/plan", "Thrown away.")
    def discard(self, subject: str) -> None:
        """Throw the plan of a round away."""
        rounds.discard_plan(subject=subject, **self.who)

    @operation("post", f"{ROUND}/publish", shapes.SeatsOfTableSerializer, code=201, many=True)
    def publish(self, subject: str) -> Sequence[HallTable]:
        """Publish the plan of a round: all players see their seats, and the seed."""
        draw = rounds.publish_round(subject=subject, **self.who)
        return _tables(draw.event, subject)

    @extend_schema(responses={200: shapes.SeatsOfTableSerializer(many=True), **PROBLEMS}, filters=False)
    @action(detail=True, methods=["get"], url_path=f"{ROUND}/seats", pagination_class=None)
    def seats(self, request: Request, slug: str, subject: str) -> Response:
        """Who sits where in a published round, and which tables have a result."""
        event = visible_event(request, slug)
        check_hall(event)
        return vary_by_viewer(event, Response(shapes.SeatsOfTableSerializer.each(_tables(event, subject))))

    @operation(
        "get", f"{ROUND}/tables", shapes.TableOfRoundSerializer, many=True, read_permission=Action.RULE
    )
    def tables(self, subject: str) -> Sequence[HallTable]:
        """The tables of a round with what is said of each: missing, entered, confirmed, contradictory."""
        return _tables(self.get_hall(), subject)

    @operation("post", f"{ROUND}/consider", shapes.RepairSerializer, shapes.MishapSerializer)
    def consider(self, subject: str, **mishap: Any) -> Repair:
        """How a round would be mended, planned or published, and what that costs; nothing is changed."""
        return repairs.consider_repair(EventState.load(self.get_hall()), subject, _mishap(**mishap))

    @operation("post", f"{ROUND}/repair", shapes.RepairSerializer, shapes.RepairRequestSerializer)
    def repair(self, subject: str, reason: str, **mishap: Any) -> Repair:
        """Mend a round: somebody absent, late, at the wrong seat, with a wish."""
        return repairs.repair_round(subject=subject, mishap=_mishap(**mishap), reason=reason, **self.who)

    @operation("post", f"{ROUND}/withdraw", "Withdrawn.", ReasonSerializer)
    def withdraw(self, **asked: Any) -> None:
        """Take a published round back before its first game has begun; it is drawn again from another seed."""
        rounds.withdraw_round(**asked, **self.who)

    @operation("post", f"{ROUND}/annul", "Annulled.", ReasonSerializer)
    def annul(self, **asked: Any) -> None:
        """Annul a whole round: its results do not count."""
        rounds.annul_round(**asked, **self.who)

    @operation("post", f"{ROUND}/close", "Closed.", ReasonSerializer)
    def close(self, **asked: Any) -> None:
        """Stop waiting for tables of a round that have no result."""
        rounds.close_round(**asked, **self.who)

    @operation("post", f"{ROUND}/reopen", "Open again.")
    def reopen(self, subject: str) -> None:
        """Wait for the tables of a closed round again."""
        rounds.reopen_round(subject=subject, **self.who)

    @operation(
        "post",
        f"{ROUND}/clock",
        shapes.RoundClockSerializer,
        shapes.ClockRequestSerializer,
        write_permission=Action.RULE,
    )
    def clock(self, subject: str, **asked: Any) -> RoundClock:
        """Start, pause or resume the clock of a round, set its minutes or extend them."""
        if "action" in asked:
            return clocks.turn_clock(subject=subject, action=ClockAction(asked["action"]), **self.who)
        if "minutes" in asked:
            return clocks.set_minutes(subject=subject, **asked, **self.who)
        return clocks.extend_clock(subject=subject, minutes=asked["extend"], **self.who)

    @operation("post", "clocks/pause", shapes.RoundClockSerializer, many=True, write_permission=Action.RULE)
    def pause_everything(self) -> Sequence[RoundClock]:
        """Pause every clock that runs: a fire alarm."""
        return clocks.pause_everything(**self.who)

    def get_hall(self) -> Event:
        event: Event = self.get_object()
        check_hall(event)
        return event


def _mishap(kind: str, **people: Any) -> Mishap:
    return Mishap(MishapKind(kind), **people)


def _tables(event: Event, subject: str) -> Sequence[HallTable]:
    event_state = EventState.load(event)
    return tables_of(event_state, round_of_subject(event_state, subject))
