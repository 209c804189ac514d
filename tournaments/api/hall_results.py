"""The REST interface of results of a hall: slips in bulk, boards that are left, what players claim."""

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.problem_serializers import PROBLEMS
from games.enums import Action
from games.visibility.viewers import check_visible
from tournaments.api import hall_serializers as shapes
from tournaments.api.operations import EventOperations, Organising, read
from tournaments.models import Event, ResultClaim
from tournaments.scopes import scope_of_event
from tournaments.services.hall import claims, results
from tournaments.services.slip import Slip
from tournaments.standings.event_state import EventState


class HallResultsViewSet(EventOperations):
    """Results of tables. Helpers enter them, with the role of a referee."""

    write_permission = Action.RULE

    @extend_schema(
        request=shapes.SheetsSerializer,
        responses={200: shapes.EnteredSheetSerializer(many=True), **PROBLEMS},
        filters=False,
    )
    @action(detail=True, methods=["post"], pagination_class=None)
    def sheets(self, request: Request, slug: str) -> Response:
        """Enter the slips of tables, all or none; the same slip twice is one result."""
        slips = [
            results.TableSlip(each["number"], Slip.of(each), each.get("over_throws", False))
            for each in read(shapes.SheetsSerializer, request)["sheets"]
        ]
        entered = results.enter_slips(slips=slips, **self.who)
        return Response(shapes.EnteredSheetSerializer.each(entered))

    @extend_schema(request=None, responses={200: shapes.AdjudicatedSerializer, **PROBLEMS})
    @action(detail=True, methods=["post"], url_path="rounds/<slug:subject>/adjudicate")
    def adjudicate(self, request: Request, slug: str, subject: str) -> Response:
        """Adjudicate all boards of a round that are being recorded, as they stand; the time is up."""
        found = results.adjudicate_left(subject=subject, **self.who)
        return Response(
            shapes.AdjudicatedSerializer.of(games=list(found.games), without_board=list(found.without_board))
        )

    @extend_schema(responses={200: shapes.ClaimSerializer(many=True), **PROBLEMS}, filters=False)
    @action(
        detail=True,
        methods=["get"],
        url_path="claims",
        pagination_class=None,
        read_permission=Action.RULE,
    )
    def standing_claims(self, request: Request, slug: str) -> Response:
        """What is said of tables and waits for somebody: to be confirmed, or contradicted."""
        waiting = (ResultClaim.State.OPEN, ResultClaim.State.CONTRADICTED)
        found = ResultClaim.objects.filter(event=self.get_object(), state__in=waiting)
        return Response(shapes.ClaimSerializer.each(found))

    @extend_schema(request=None, responses={200: shapes.EnteredSheetSerializer, **PROBLEMS})
    @action(detail=True, methods=["post"], url_path="claims/<int:claim>/confirm")
    def confirm(self, request: Request, slug: str, claim: int) -> Response:
        """Say as an official that a claim is right: it counts, and what else is said is set aside."""
        entered = claims.confirm_claim(claim_id=claim, **self.who)
        return Response(shapes.EnteredSheetSerializer.of(entered))


class SlipViewSet(Organising):
    """What whoever holds the slip of a table can do: its code is looked at with every request, no account is needed."""

    queryset = Event.objects.select_related("season").defer("projection")
    permission_classes = []

    @extend_schema(
        request=shapes.ClaimRequestSerializer, responses={201: shapes.ClaimedSerializer, **PROBLEMS}
    )
    @action(detail=True, methods=["post"], url_path="slips/claim")
    def claim(self, request: Request, slug: str) -> Response:
        """Tell the result of a table from its slip; a second player who tells the same confirms it.

        The code tells the table, not the person: ask once who holds the device, and keep to it.
        """
        wanted = read(shapes.ClaimRequestSerializer, request)
        found = claims.claim_result(
            event_id=_opened(request, slug, wanted["number"], wanted["token"]).pk,
            number=wanted["number"],
            token=wanted["token"],
            claimant=wanted["claimant"],
            slip=Slip.of(wanted),
            now=timezone.now(),
        )
        return Response(shapes.ClaimedSerializer.of(found), status=status.HTTP_201_CREATED)

    @extend_schema(request=shapes.SlipCodeSerializer, responses={200: shapes.ClaimSerializer, **PROBLEMS})
    @action(detail=True, methods=["post"], url_path="slips/<int:claim>/withdraw")
    def withdraw_claim(self, request: Request, slug: str, claim: int) -> Response:
        """Take a claim back that has not been confirmed, by whoever told it."""
        wanted = read(shapes.SlipCodeSerializer, request)
        claimed = ResultClaim.objects.filter(pk=claim).values_list("number", flat=True).first() or 0
        found = claims.withdraw_claim(
            event_id=_opened(request, slug, claimed, wanted["token"]).pk,
            claim_id=claim,
            token=wanted["token"],
            claimant=wanted["claimant"],
            now=timezone.now(),
        )
        return Response(shapes.ClaimSerializer.of(found))


def _opened(request: Request, slug: str, number: int, token: str) -> Event:
    """Return the event; where it is not public, for those who see it and for the code of one of its slips alone."""
    event: Event = get_object_or_404(Event.objects.select_related("season").defer("projection"), slug=slug)
    has_slips = not event.is_public and event.format.seats_a_hall
    if not (has_slips and claims.is_slip_token(EventState.load(event), number, token)):
        check_visible(request, event, scope_of_event(event))
    return event
