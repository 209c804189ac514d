"""What a receiver was told."""

from __future__ import annotations

from tests.tournaments.webhooks.receiving import Receiver


def told_numbers(receiver: Receiver) -> list[int]:
    """The numbers of all events that were told, as they came."""
    return [
        event["number"] for message in receiver.of_kind("throw.recorded") for event in message.data["events"]
    ]
