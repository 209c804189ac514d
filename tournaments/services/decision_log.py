"""The decision log: what the organiser decided that does not follow from rules and results, and why."""

from datetime import datetime

from rules import Text
from tournaments.db import refused
from tournaments.models import LONGEST_REASON, Event, ReportLine


def reason_of(text: str, field: str = "reason") -> str:
    """Validate a reason. Raises ``BadRequest`` where there is none, or none that can be printed."""
    reason = " ".join(text.split())
    if not reason or not reason.isprintable() or len(reason) > LONGEST_REASON:
        raise refused(
            field,
            Text(
                "why is needed, a line of 1 to {longest_reason} printable characters",
                longest_reason=LONGEST_REASON,
            ),
        )
    return reason


def report(
    event: Event, said: Text, reason: str, actor: str, now: datetime, undoes: ReportLine | None = None
) -> ReportLine:
    """Record a decision; ``reason`` comes from ``reason_of``, ``undoes`` is the line that it reverses.

    ``said`` calls players by their ids (``player_refs.ref``): the table shows their current names.
    """
    return ReportLine.objects.create(
        event=event, said=said, reason=reason, made_by=actor, made_at=now, undoes=undoes
    )
