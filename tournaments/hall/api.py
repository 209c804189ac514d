"""The REST interface of halls: people, rounds, and results of tables, players’ claims among them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import rest_caller_of
from games.api.problems import PROBLEMS
from games.domain.clock import ClockAction
from games.enums import Action
from games.models import Player
from games.models.player import folded
from games.queries.name_matching import check_namesakes
from games.visibility.viewers import check_visible, vary_by_viewer
from tournaments.hall import serializers as shapes
from tournaments.hall.services import clocks, people as services, results, rounds
from tournaments.hall.services.hall_event import check_hall
from tournaments.hall.services.people import Description
from tournaments.hall.services.rounds import PlannedSeats
from tournaments.kit.operations import EventOperations, Organising, ReasonSerializer, operation
from tournaments.models import Draw, Entry, Event, ResultClaim
from tournaments.scopes import scope_of_event
from tournaments.services.entries import names_entered
from tournaments.services.slip import Slip
from tournaments.shapes import RoundStatusSerializer
from tournaments.standings.event_state import EventState
from tournaments.standings.queries import load_standings
from tournaments.standings.rounds import HallTable, round_of_subject, tables_of
from tournaments.visibility import visible_event


class HallPeopleViewSet(EventOperations):
    """Where people are. Helpers at the desks do it, with the role of a referee."""

    write_permission = Action.RULE
    read_permission = Action.RULE

    def check_namesakes(self, people: Mapping[str, Mapping[str, Any]]) -> None:
        """Raise ``DoubtfulName`` where somebody is named who could be known; who is entered is refused as such."""
        named = {field: each["name"] for field, each in people.items() if "name" in each and not each["new"]}
        entered = names_entered(self.get_object())
        names = {field: name for field, name in named.items() if folded(name) not in entered}
        check_namesakes(names, rest_caller_of(self.request))

    @operation("get", "people", shapes.HallEntrySerializer, many=True)
    def people(self) -> QuerySet[Entry]:
        """All people of the hall as the desk sees them, with wishes and payments."""
        found: QuerySet[Entry] = self.get_object().entries.select_related("player")
        return found

    @operation("post", "check-in", shapes.HallEntrySerializer, shapes.WhoSerializer, many=True)
    def check_in(self, **asked: Any) -> Sequence[Entry]:
        """Make people present; who is so already stays so, whichever desk said it first."""
        return services.check_in(**asked, **self.who)

    @operation("post", "check-in/undo", shapes.HallEntrySerializer, shapes.WhoSerializer, many=True)
    def undo_check_in(self, **asked: Any) -> Sequence[Entry]:
        """Make people announced again: a slip of the finger."""
        return services.undo_check_in(**asked, **self.who)

    @operation("post", "away", shapes.HallEntrySerializer, shapes.WhoSerializer, many=True)
    def away(self, **asked: Any) -> Sequence[Entry]:
        """Leave people out of the rounds until they check in again."""
        return services.set_away(**asked, **self.who)

    @operation("post", "walk-ins", shapes.HallEntrySerializer, shapes.WalkInSerializer, code=201)
    def walk_in(self, **asked: Any) -> Entry:
        """Enter somebody who has just come in, and make them present."""
        self.check_namesakes({"name": asked})
        return services.walk_in(player=_player(asked), description=_description(asked), **self.who)

    @operation(
        "post",
        "announced",
        shapes.HallEntrySerializer,
        shapes.AnnouncedSerializer,
        code=201,
        many=True,
        write_permission=Action.ORGANISE,
    )
    def announce(self, people: Sequence[Mapping[str, Any]]) -> Sequence[Entry]:
        """Enter people who will come, in the order in which they were announced."""
        self.check_namesakes({f"people[{index}].name": each for index, each in enumerate(people)})
        return services.announce(players=[(_player(each), _description(each)) for each in people], **self.who)

    @operation("patch", "people/<slug:key>", shapes.HallEntrySerializer, shapes.DescriptionSerializer)
    def describe(self, key: str, **asked: Any) -> Entry:
        """Set the team, the groups, the payment and the seating wishes of somebody."""
        return services.describe(
            who=key,
            description=_description(asked),
            wishes={name: asked[name] for name in ("table", "never_with") if name in asked},
            **self.who,
        )


def _player(asked: Mapping[str, Any]) -> Player | str:
    player: Player | str = asked.get("player") or asked["name"]
    return player


def _description(asked: Mapping[str, Any]) -> Description:
    return Description(asked.get("team"), asked.get("groups"), asked.get("paid"))


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

    @operation("post", f"{ROUND}/publish", shapes.SeatsOfTableSerializer, code=201, many=True)
    def publish(self, subject: str) -> Sequence[HallTable]:
        """Publish the plan of a round: all players see their seats, and the seed."""
        return _tables(rounds.publish_round(subject=subject, **self.who).event, subject)

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

    @operation("post", f"{ROUND}/withdraw", "Withdrawn.", ReasonSerializer)
    def withdraw(self, **asked: Any) -> None:
        """Take a published round back before its first game has begun; it is drawn again from another seed."""
        rounds.withdraw_round(**asked, **self.who)

    @operation("post", f"{ROUND}/close", "Closed.", ReasonSerializer)
    def close(self, **asked: Any) -> None:
        """Stop waiting for tables of a round that have no result."""
        rounds.close_round(**asked, **self.who)

    @operation(
        "post",
        f"{ROUND}/clock",
        shapes.RoundClockSerializer,
        shapes.ClockRequestSerializer,
        write_permission=Action.RULE,
    )
    def clock(self, subject: str, **asked: Any) -> Draw:
        """Start, pause or resume the clock of a round, set its minutes or extend them."""
        if "action" in asked:
            return clocks.turn_clock(subject=subject, action=ClockAction(asked["action"]), **self.who)
        if "minutes" in asked:
            return clocks.set_minutes(subject=subject, **asked, **self.who)
        return clocks.extend_clock(subject=subject, minutes=asked["extend"], **self.who)

    def get_hall(self) -> Event:
        event: Event = self.get_object()
        check_hall(event)
        return event


def _tables(event: Event, subject: str) -> Sequence[HallTable]:
    event_state = EventState.load(event)
    return tables_of(event_state, round_of_subject(event_state, subject))


def _slip(members: Mapping[str, Any]) -> Slip:
    return Slip(
        order=tuple(members.get("order", ())),
        lines=members.get("lines", {}),
        finished=tuple(members.get("finished", ())),
    )


class HallResultsViewSet(EventOperations):
    """Results of tables. Helpers enter them, with the role of a referee."""

    write_permission = Action.RULE

    @operation("post", "sheets", shapes.EnteredSheetSerializer, shapes.SheetsSerializer, many=True)
    def sheets(self, sheets: Sequence[Mapping[str, Any]]) -> Sequence[results.EnteredSlip]:
        """Enter the slips of tables, all or none; the same slip twice is one result."""
        slips = [
            results.TableSlip(each["number"], _slip(each), each.get("over_throws", False)) for each in sheets
        ]
        return results.enter_slips(slips=slips, **self.who)

    @operation("post", "claims/<int:claim>/confirm", shapes.EnteredSheetSerializer)
    def confirm(self, claim: int) -> results.EnteredSlip:
        """Say as an official that a claim is right: it counts, and what else is said is set aside."""
        return results.confirm_claim(claim_id=claim, **self.who)


class SlipViewSet(Organising):
    """What the holder of a table's slip can do: every request is checked for its code, no account is needed."""

    queryset = Event.objects.without_table()
    permission_classes = []

    @operation("post", "slips/claim", shapes.ClaimedSerializer, shapes.ClaimRequestSerializer, code=201)
    def claim(self, number: int, token: str, claimant: str | int, **slip: Any) -> results.Claimed:
        """Claim the result of a table from its slip; a second player who claims the same confirms it.

        The code identifies the table, not the person: ask once who holds the device, and keep to it.
        """
        return results.claim_result(
            event_id=self._opened(number, token),
            number=number,
            token=token,
            claimant=claimant,
            slip=_slip(slip),
            now=timezone.now(),
        )

    @operation("post", "slips/<int:claim>/withdraw", shapes.ClaimSerializer, shapes.SlipCodeSerializer)
    def withdraw_claim(self, claim: int, token: str, **asked: Any) -> ResultClaim:
        """Take a claim back that has not been confirmed; only its claimant may."""
        claimed = ResultClaim.objects.filter(pk=claim).values_list("number", flat=True).first() or 0
        return results.withdraw_claim(
            event_id=self._opened(claimed, token), claim_id=claim, token=token, now=timezone.now(), **asked
        )

    def _opened(self, number: int, token: str) -> int:
        """The key of the event; where it is not public, for those who see it and for the code of one of its slips."""
        event: Event = self.get_object()
        has_slips = not event.is_public and event.format.seats_a_hall
        if not (has_slips and results.is_slip_token(EventState.load(event), number, token)):
            check_visible(self.request, event, scope_of_event(event))
        return event.pk
