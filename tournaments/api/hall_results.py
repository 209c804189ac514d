"""The REST interface of results of a hall: slips in bulk, boards that are left, what players claim."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.enums import Action
from games.visibility.viewers import check_visible
from tournaments.api import hall_serializers as shapes
from tournaments.api.operations import EventOperations, Organising, operation
from tournaments.models import Event, ResultClaim
from tournaments.scopes import scope_of_event
from tournaments.services.hall import claims, results
from tournaments.services.slip import Slip
from tournaments.standings.event_state import EventState


class HallResultsViewSet(EventOperations):
    """Results of tables. Helpers enter them, with the role of a referee."""

    write_permission = Action.RULE

    @operation("post", "sheets", shapes.EnteredSheetSerializer, shapes.SheetsSerializer, many=True)
    def sheets(self, sheets: Sequence[Mapping[str, Any]]) -> Sequence[results.EnteredSlip]:
        """Enter the slips of tables, all or none; the same slip twice is one result."""
        slips = [
            results.TableSlip(each["number"], Slip.of(each), each.get("over_throws", False))
            for each in sheets
        ]
        return results.enter_slips(slips=slips, **self.who)

    @operation("post", "rounds/<slug:subject>/adjudicate", shapes.AdjudicatedSerializer)
    def adjudicate(self, subject: str) -> results.Adjudicated:
        """Adjudicate all boards of a round that are being recorded, as they stand; the time is up."""
        return results.adjudicate_left(subject=subject, **self.who)

    @operation("get", "claims", shapes.ClaimSerializer, many=True, read_permission=Action.RULE)
    def standing_claims(self) -> QuerySet[ResultClaim]:
        """What is said of tables and waits for somebody: to be confirmed, or contradicted."""
        waiting = (ResultClaim.State.OPEN, ResultClaim.State.CONTRADICTED)
        return ResultClaim.objects.filter(event=self.get_object(), state__in=waiting)

    @operation("post", "claims/<int:claim>/confirm", shapes.EnteredSheetSerializer)
    def confirm(self, claim: int) -> results.EnteredSlip:
        """Say as an official that a claim is right: it counts, and what else is said is set aside."""
        return claims.confirm_claim(claim_id=claim, **self.who)


class SlipViewSet(Organising):
    """What the holder of a table's slip can do: every request is checked for its code, no account is needed."""

    queryset = Event.objects.select_related("season").defer("projection")
    permission_classes = []

    @operation("post", "slips/claim", shapes.ClaimedSerializer, shapes.ClaimRequestSerializer, code=201)
    def claim(self, number: int, token: str, claimant: str | int, **slip: Any) -> claims.Claimed:
        """Claim the result of a table from its slip; a second player who claims the same confirms it.

        The code identifies the table, not the person: ask once who holds the device, and keep to it.
        """
        return claims.claim_result(
            event_id=self._opened(number, token),
            number=number,
            token=token,
            claimant=claimant,
            slip=Slip.of(slip),
            now=timezone.now(),
        )

    @operation("post", "slips/<int:claim>/withdraw", shapes.ClaimSerializer, shapes.SlipCodeSerializer)
    def withdraw_claim(self, claim: int, token: str, **asked: Any) -> ResultClaim:
        """Take a claim back that has not been confirmed; only its claimant may."""
        claimed = ResultClaim.objects.filter(pk=claim).values_list("number", flat=True).first() or 0
        event_id = self._opened(claimed, token)
        return claims.withdraw_claim(
            event_id=event_id, claim_id=claim, token=token, now=timezone.now(), **asked
        )

    def _opened(self, number: int, token: str) -> int:
        """The key of the event; where it is not public, for those who see it and for the code of one of its slips."""
        event: Event = self.get_object()
        has_slips = not event.is_public and event.format.seats_a_hall
        if not (has_slips and claims.is_slip_token(EventState.load(event), number, token)):
            check_visible(self.request, event, scope_of_event(event))
        return event.pk
