"""One table of claims: of any number of workers one does what is due, and what was not finished is done again."""

import logging
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.models import WorkClaim
from games.work.kinds import Work

logger = logging.getLogger(__name__)
Around = Callable[[], AbstractContextManager[None]]

#: After a failure it is tried again after 2 seconds, then 4, …
LONGEST_PAUSE = timedelta(hours=1)
#: A claim that has been free for so long is of something that is gone.
RETENTION = timedelta(days=2)

_around: list[Around] = [nullcontext]


def perform_within(around: Around) -> None:
    """Have whatever is done done within this."""
    _around[:] = [around]


@dataclass(frozen=True, slots=True)
class Claim:
    """Something to do, taken at ``at``: ours until ``until``, or anybody's (``Work.patience``)."""

    work: Work
    key: str
    at: datetime
    until: datetime | None

    def perform(self) -> None:
        """Do it; what it raises is logged, and it is tried again after a pause."""
        began = time.monotonic()
        try:
            with _around[0]():
                rest = self.work.do(self.key, self.at)
        except Exception:
            logger.exception("%s %s: something went wrong; again in a while", self.work.kind, self.key)
            self._fail(self._after(began))
        else:
            self._release(self._after(began), rest)

    def _after(self, began: float) -> datetime:
        return self.at + timedelta(seconds=time.monotonic() - began)

    def _fail(self, now: datetime) -> None:
        if self.until is None:
            _note_attempt(self.work, self.key, self.at, until=self.at)
        attempts = self._row.values_list("attempts", flat=True).first() or 0
        pause = min(timedelta(seconds=2 ** min(attempts, 20)), LONGEST_PAUSE)
        self._row.update(claimed_until=now, next_at=now + pause)

    def _release(self, now: datetime, rest: timedelta | None) -> None:
        if rest is None:
            self._row.delete()
        else:
            self._row.update(claimed_until=now, next_at=now + rest, attempts=0)

    @property
    def _row(self) -> QuerySet[WorkClaim]:
        """Its row; none where it took so long that somebody else has it by now."""
        row = WorkClaim.objects.filter(kind=self.work.kind, key=self.key)
        return row if self.until is None else row.filter(claimed_until=self.until)


def take(work: Work, now: datetime) -> Claim | None:
    """Take the most urgent due key that is neither claimed nor resting; ``None``: there is none."""
    for key in free_keys(work, now):
        if work.patience is None:
            return Claim(work, key, now, None)
        claim = Claim(work, key, now, now + work.patience)
        if _note_attempt(work, key, now, until=now + work.patience):
            # Somebody may have done it since we looked.
            if any(key == due for due, _ in work.due(now)):
                return claim
            claim._row.delete()
    return None


def free_keys(work: Work, now: datetime) -> list[str]:
    """Return the keys of what is due and can be begun. Beside what ``due`` asks, one query at most."""
    due = [key for key, _ in work.due(now)]
    if not due:
        return []
    not_free = WorkClaim.objects.filter(Q(claimed_until__gt=now) | Q(next_at__gt=now), kind=work.kind)
    claimed_until = dict(not_free.values_list("key", "claimed_until"))
    if sum(until > now for until in claimed_until.values()) >= work.at_once:
        return []
    return [key for key in due if key not in claimed_until]


def step(work: Work, now: datetime) -> bool:
    """Do one piece of this work; whether there was any."""
    claim = take(work, now)
    if claim is not None:
        claim.perform()
    return claim is not None


def work_off(work: Work) -> int:
    """Do all of this work that is due, with what becomes due meanwhile; how many pieces it was."""
    done = 0
    while step(work, timezone.now()):
        done += 1
    return done


def attempts_at(kind: str, key: str) -> int:
    """Return how often something that is being done was begun."""
    return WorkClaim.objects.filter(kind=kind, key=key).values_list("attempts", flat=True).first() or 0


def old_claims(now: datetime) -> QuerySet[WorkClaim]:
    """Return the claims of what is gone."""
    return WorkClaim.objects.filter(claimed_until__lt=now - RETENTION, next_at__lt=now - RETENTION)


def _note_attempt(work: Work, key: str, now: datetime, until: datetime) -> bool:
    """Note that something is begun, unless it is not free; of several at once one does so."""
    free = {"claimed_until": now, "next_at": now}
    WorkClaim.objects.bulk_create([WorkClaim(kind=work.kind, key=key, **free)], ignore_conflicts=True)
    row = WorkClaim.objects.filter(kind=work.kind, key=key, claimed_until__lte=now, next_at__lte=now)
    return row.update(claimed_until=until, attempts=F("attempts") + 1) == 1
