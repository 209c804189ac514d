"""Work done in a test as workers do it."""

from datetime import UTC, datetime

from games.models import WorkClaim
from games.work.claims import step
from games.work.kinds import Work

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def work_off_at(work: Work, now: datetime) -> int:
    """Do all that is due at a moment; how many pieces it was."""
    done = 0
    while step(work, now):
        done += 1
    return done


def give_up_waiting() -> None:
    """Who has not come back by now has died, and whatever rests has rested long enough."""
    WorkClaim.objects.update(claimed_until=LONG_AGO, next_at=LONG_AGO)
