"""What is counted of players, and how they are rated, worked out anew to prove that nothing has drifted."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from tournaments.statistics.integrity import differences
from tournaments.statistics.update import count_due, forget_everything, is_due


class StatisticsIntegrity:
    """The figures of all players, with their ratings and what is known of luck."""

    name = "figures of players and ratings"

    def check(self) -> Iterator[str]:
        """Each row as of now; nothing is compared while there are games that the background has still to count."""
        now = timezone.now()
        if not is_due(now):
            yield from differences()

    def rebuild(self) -> Iterator[str]:
        """Counted up to now, then compared, and counted from scratch if anything differs."""
        count_due(now=timezone.now())
        wrong = list(self.check())
        if wrong:
            forget_everything()
            count_due(now=timezone.now())
        yield from wrong
