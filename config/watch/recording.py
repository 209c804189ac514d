"""What is recorded, counted after its commit."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from config.watch import series
from games.models import Game
from games.signals import recorded


@receiver(recorded, sender=Game)
def count_events(kinds: Sequence[str], **_: Any) -> None:
    """Count the events that are new, by kind."""
    for kind, number in Counter(kinds).items():
        series.EVENTS_RECORDED.labels(kind).inc(number)
