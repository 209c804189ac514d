"""The REST interface of the rounds of a hall: planned, published, mended, annulled, timed."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problem_serializers import PROBLEMS
from games.domain.clock import ClockAction
from games.enums import Action
from games.visibility.viewers import vary_by_viewer
from rules.i18n import Text
from tournaments.api import hall_serializers as shapes
from tournaments.api.decisions import ReasonSerializer
from tournaments.api.hall_people import HallViewSet
from tournaments.api.round_serializers import RoundStatusSerializer
from tournaments.api.views import read
from tournaments.errors import EventStateConflict
from tournaments.models import RoundClock
from tournaments.services.hall import clocks, repairs, rounds
from tournaments.services.hall.hall_event import check_hall
from tournaments.services.hall.repairs import Mishap, MishapKind
from tournaments.standings.event_state import EventState
from tournaments.standings.hall import HallTable, round_of_subject, tables_of
from tournaments.standings.queries import load_standings
from tournaments.visibility import visible_event

ROUND = "rounds/<slug:subject>"


class HallRoundsViewSet(HallViewSet):
    """Rounds of tables."""

    @extend_schema(responses={200: RoundStatusSerializer(many=True), **PROBLEMS}, filters=False)
    @action(detail=True, methods=["get"], pagination_class=None)
    def rounds(self, request: Request, slug: str) -> Response:
        """The rounds and finals that are published, with their clocks, and the hash of the next seed."""
        event = visible_event(request, slug)
        check_hall(event)
        return vary_by_viewer(event, Response(load_standings(event)["rounds"]))

    @extend_schema(request=shapes.RoundSubjectSerializer, responses={200: shapes.PlanSerializer, **PROBLEMS})
    @action(detail=True, methods=["post"], url_path="rounds/plan")
    def plan(self, request: Request, slug: str) -> Response:
        """Plan the round that is due from who is present and what was played; it replaces the plan before."""
        wanted = read(shapes.RoundSubjectSerializer, request)
        planned = rounds.plan_round(subject=wanted.get("round", ""), **self.who(request))
        return Response(shapes.PlanSerializer.of(planned))

    @extend_schema(responses={200: shapes.PlanSerializer, **PROBLEMS}, filters=False)
    @action(detail=True, methods=["get"], url_path="rounds/draft", read_permission=Action.ORGANISE)
    def draft(self, request: Request, slug: str) -> Response:
        """The plan of the round that is due, as it stands; only the desk sees it."""
        event = self.get_object()
        check_hall(event)
        found = rounds.draft_of(EventState.load(event))
        if found is None:
            raise EventStateConflict(Text("No round is planned."))
        return Response(shapes.PlanSerializer.of(found))

    @extend_schema(request=None, responses={204: OpenApiResponse(description="Thrown away."), **PROBLEMS})
    @action(detail=True, methods=["delete"], url_path=f"{ROUND}/plan")
    def discard(self, request: Request, slug: str, subject: str) -> Response:
        """Throw the plan of a round away."""
        rounds.discard_plan(subject=subject, **self.who(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request=None, responses={201: shapes.SeatsOfTableSerializer(many=True), **PROBLEMS}, filters=False
    )
    @action(detail=True, methods=["post"], url_path=f"{ROUND}/publish", pagination_class=None)
    def publish(self, request: Request, slug: str, subject: str) -> Response:
        """Publish the plan of a round: everybody sees where they sit, and the seed."""
        draw = rounds.publish_round(subject=subject, **self.who(request))
        event_state = EventState.load(draw.event)
        tables = tables_of(event_state, round_of_subject(event_state, subject))
        return Response(shapes.SeatsOfTableSerializer.each(tables), status=status.HTTP_201_CREATED)

    @extend_schema(responses={200: shapes.SeatsOfTableSerializer(many=True), **PROBLEMS}, filters=False)
    @action(detail=True, methods=["get"], url_path=f"{ROUND}/seats", pagination_class=None)
    def seats(self, request: Request, slug: str, subject: str) -> Response:
        """Who sits where in a published round, and which tables have a result."""
        event = visible_event(request, slug)
        check_hall(event)
        event_state = EventState.load(event)
        tables = tables_of(event_state, round_of_subject(event_state, subject))
        return vary_by_viewer(event, Response(shapes.SeatsOfTableSerializer.each(tables)))

    @extend_schema(responses={200: shapes.TableOfRoundSerializer(many=True), **PROBLEMS}, filters=False)
    @action(
        detail=True,
        methods=["get"],
        url_path=f"{ROUND}/tables",
        pagination_class=None,
        read_permission=Action.RULE,
    )
    def tables(self, request: Request, slug: str, subject: str) -> Response:
        """The tables of a round with what is said of each: missing, entered, confirmed, contradictory."""
        event = self.get_object()
        check_hall(event)
        event_state = EventState.load(event)
        tables = tables_of(event_state, round_of_subject(event_state, subject))
        return Response([_table(each) for each in tables])

    @extend_schema(request=shapes.MishapSerializer, responses={200: shapes.RepairSerializer, **PROBLEMS})
    @action(detail=True, methods=["post"], url_path=f"{ROUND}/consider", write_permission=Action.ORGANISE)
    def consider(self, request: Request, slug: str, subject: str) -> Response:
        """How a round would be mended, planned or published, and what that costs; nothing is changed."""
        mishap = _mishap(read(shapes.MishapSerializer, request))
        event = self.get_object()
        check_hall(event)
        found = repairs.consider_repair(EventState.load(event), subject, mishap)
        return Response(shapes.RepairSerializer.of(found))

    @extend_schema(
        request=shapes.RepairRequestSerializer, responses={200: shapes.RepairSerializer, **PROBLEMS}
    )
    @action(detail=True, methods=["post"], url_path=f"{ROUND}/repair")
    def repair(self, request: Request, slug: str, subject: str) -> Response:
        """Mend a round: somebody absent, late, at the wrong seat, with a wish."""
        wanted = read(shapes.RepairRequestSerializer, request)
        found = repairs.repair_round(
            subject=subject, mishap=_mishap(wanted), reason=wanted["reason"], **self.who(request)
        )
        return Response(shapes.RepairSerializer.of(found))

    @extend_schema(
        request=ReasonSerializer, responses={204: OpenApiResponse(description="Withdrawn."), **PROBLEMS}
    )
    @action(detail=True, methods=["post"], url_path=f"{ROUND}/withdraw")
    def withdraw(self, request: Request, slug: str, subject: str) -> Response:
        """Take a published round back before its first game has begun; it is drawn anew from another seed."""
        rounds.withdraw_round(subject=subject, **read(ReasonSerializer, request), **self.who(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request=ReasonSerializer, responses={204: OpenApiResponse(description="Annulled."), **PROBLEMS}
    )
    @action(detail=True, methods=["post"], url_path=f"{ROUND}/annul")
    def annul(self, request: Request, slug: str, subject: str) -> Response:
        """Annul a whole round: its results do not count."""
        rounds.annul_round(subject=subject, **read(ReasonSerializer, request), **self.who(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request=ReasonSerializer, responses={204: OpenApiResponse(description="Closed."), **PROBLEMS}
    )
    @action(detail=True, methods=["post"], url_path=f"{ROUND}/close")
    def close(self, request: Request, slug: str, subject: str) -> Response:
        """Stop waiting for tables of a round that have no result."""
        rounds.close_round(subject=subject, **read(ReasonSerializer, request), **self.who(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=None, responses={204: OpenApiResponse(description="Open again."), **PROBLEMS})
    @action(detail=True, methods=["post"], url_path=f"{ROUND}/reopen")
    def reopen(self, request: Request, slug: str, subject: str) -> Response:
        """Wait for the tables of a closed round again."""
        rounds.reopen_round(subject=subject, **self.who(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request=shapes.ClockRequestSerializer, responses={200: shapes.RoundClockSerializer, **PROBLEMS}
    )
    @action(detail=True, methods=["post"], url_path=f"{ROUND}/clock", write_permission=Action.RULE)
    def clock(self, request: Request, slug: str, subject: str) -> Response:
        """Start, pause or resume the clock of a round, set its minutes or extend them."""
        wanted = read(shapes.ClockRequestSerializer, request)
        return Response(shapes.RoundClockSerializer.of(_turned(wanted, subject, self.who(request))))

    @extend_schema(
        request=None, responses={200: shapes.RoundClockSerializer(many=True), **PROBLEMS}, filters=False
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="clocks/pause",
        pagination_class=None,
        write_permission=Action.RULE,
    )
    def pause_everything(self, request: Request, slug: str) -> Response:
        """Pause every clock that runs: a fire alarm."""
        return Response(shapes.RoundClockSerializer.each(clocks.pause_everything(**self.who(request))))


def _turned(wanted: dict[str, Any], subject: str, who: dict[str, Any]) -> RoundClock:
    if "action" in wanted:
        return clocks.turn_clock(subject=subject, action=ClockAction(wanted["action"]), **who)
    if "minutes" in wanted:
        return clocks.set_minutes(subject=subject, minutes=wanted["minutes"], **who)
    return clocks.extend_clock(subject=subject, minutes=wanted["extend"], **who)


def _mishap(wanted: dict[str, Any]) -> Mishap:
    return Mishap(MishapKind(wanted["kind"]), wanted["who"], wanted.get("other"), wanted.get("table"))


def _table(table: HallTable) -> dict[str, Any]:
    game = table.game.game_id if table.game else None
    return shapes.TableOfRoundSerializer.of(table, game=game)
