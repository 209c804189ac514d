"""No table of a hall is ever stale: what was brought up to date in steps is what follows from all rows anew."""

import random
from collections.abc import Callable

import pytest

from games.errors import RecordingError
from tests.tournaments.conftest import NOW
from tests.tournaments.hall.halls import WHO, again, new_hall, published, standing, state
from tournaments.hall import services as hall
from tournaments.hall.services import TableSlip
from tournaments.models import Event, ResultClaim, Season
from tournaments.services import Slip
from tournaments.services.standings import refresh
from tournaments.standings.rounds import HallRound

pytestmark = pytest.mark.django_db
#: So much happens in a round.
STEPS = 14


def check_nothing_is_stale(event: Event) -> None:
    """Working everything out anew from the rows finds nothing to change."""
    stored = again(event)
    found = refresh(event_id=event.pk, now=NOW)
    assert (found.version, found.projection) == (stored.version, stored.projection)


class Day:
    """A day in a hall in which anything may happen next."""

    def __init__(self, event: Event, chance: random.Random) -> None:
        self.event, self.chance = event, chance

    def play(self, rounds: int) -> set[str]:
        """Play some rounds; return what has happened."""
        happened = set()
        for _ in range(rounds):
            round_ = published(self.event)
            for _ in range(STEPS):
                step = self.chance.choice(
                    [
                        self.enter,
                        self.enter,
                        self.undo,
                        self.claim,
                        self.claim,
                        self.confirm,
                        self.leave_and_come,
                    ]
                )
                happened |= self._does(step, round_)
                check_nothing_is_stale(self.event)
            happened |= self._does(self.enter_the_rest, round_)
            check_nothing_is_stale(self.event)
        return happened

    def _does(self, step: Callable[[HallRound], object], round_: HallRound) -> set[str]:
        try:
            step(round_)
        except RecordingError:
            return set()
        return {step.__name__}

    def _slip(self, round_: HallRound) -> TableSlip:
        """The slip of a table: by order, or as its boards stand when the time is up."""
        seating = self.chance.choice(round_.stage.tables).seating
        table = next(each for each in round_.stage.tables if each.seating == seating)
        if self.chance.random() < 0.3:
            home = [self.chance.randrange(4) for _ in seating.colours]
            return TableSlip(table.number, standing(seating.colours, home), over_throws=True)
        order = self.chance.sample(seating.entrants, len(seating.entrants))
        return TableSlip(table.number, Slip(order=tuple(order)))

    def enter(self, round_: HallRound) -> None:
        """Type one slip, for the first time, again, or another one than before."""
        hall.enter_slips(event_id=self.event.pk, slips=[self._slip(round_)], **WHO)[0]

    def enter_the_rest(self, round_: HallRound) -> None:
        """Type all slips that are missing at once."""
        done = state(self.event).with_result
        sheets = [
            TableSlip(table.number, Slip(order=table.seating.entrants))
            for table in round_.stage.tables
            if table.number not in done
        ]
        hall.enter_slips(event_id=self.event.pk, slips=sheets, **WHO)

    def undo(self, round_: HallRound) -> None:
        """Take one back."""
        number = self.chance.choice(round_.playing)
        hall.undo_slip(event_id=self.event.pk, number=number, **WHO)

    def claim(self, round_: HallRound) -> None:
        """A player tells the result from the slip."""
        told = self._slip(round_)
        table = next(each for each in round_.stage.tables if each.number == told.number)
        hall.claim_result(
            event_id=self.event.pk,
            number=told.number,
            token=hall.slip_token(round_.draw, told.number),
            claimant=self.chance.choice(table.seating.entrants),
            slip=told.slip,
            now=NOW,
        )

    def confirm(self, round_: HallRound) -> None:
        """An official lets one of the claims count."""
        claims = list(ResultClaim.objects.filter(event=self.event).order_by("pk"))
        if claims:
            claim = self.chance.choice(claims)
            hall.confirm_claim(event_id=self.event.pk, claim_id=claim.pk, **WHO)

    def leave_and_come(self, round_: HallRound) -> None:
        """Somebody is away for a while, somebody comes in."""
        key = self.chance.choice(round_.stage.tables).seating.entrants[0]
        step = self.chance.choice([hall.set_away, hall.check_in])
        step(event_id=self.event.pk, who=[key], **WHO)


@pytest.mark.parametrize("seed", range(4))
def test_a_day_brought_up_to_date_in_steps_is_the_day_worked_out_anew(season: Season, seed: int) -> None:
    event = new_hall(season, 11, settings={"unconfirmed": ["waits", "counts"][seed % 2]}, are_present=True)
    happened = Day(again(event), random.Random(seed)).play(2)
    assert {"enter", "claim"} <= happened
