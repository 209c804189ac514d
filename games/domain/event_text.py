"""Fragments of the sentences that describe events (``games.domain.events``): reasons, places, numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules import COLOUR_NAMES, Text, joined

Payload = Mapping[str, Any]
#: Player id → the name that the public sees.
Names = Mapping[str, str]


def saying(sentence: Text) -> Callable[[Payload, Names], Text]:
    """Describe events by one sentence, filled with the members of their payloads that it names."""
    return lambda payload, names: sentence.filled(**payload)


def ranked(ranking: Sequence[Sequence[str]], names: Names) -> str:
    """List players from first to last, ties joined: "1. Anna, 2. Bert = Cora"."""
    places, groups = 1, []
    for group in ranking:
        groups.append(f"{places}. {' = '.join(names[player] for player in group)}")
        places += len(group)
    return ", ".join(groups)


def because(payload: Payload, text: Text) -> Text:
    reason = payload["reason"]
    return Text("{told}: {reason}", told=text, reason=reason) if reason else text


def placed(payload: Payload, text: Text) -> Text:
    """Append the colours in finishing order, where they are known."""
    if not payload["places"]:
        return text
    places = joined(", ", (COLOUR_NAMES[colour] for colour in payload["places"]))
    return Text("{told} (places: {places})", told=text, places=places)


def thrown_die(payload: Payload) -> str:
    """Return the die after a space, where it is known."""
    return "" if payload["die"] is None else f" {payload['die']}"


def counted(numbers: Mapping[str, int]) -> Text:
    """List colours with a number each: "yellow 6, red 4"."""
    return joined(
        ", ",
        (
            Text("{colour} {number}", colour=COLOUR_NAMES[colour], number=number)
            for colour, number in numbers.items()
        ),
    )
