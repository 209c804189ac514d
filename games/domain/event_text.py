"""Pieces of the sentences that event types say of themselves (``games.domain.events``): reasons, places, numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.board import COLOUR_NAMES
from rules.i18n import Text

Payload = Mapping[str, Any]
#: Player id → the name that the public sees.
Names = Mapping[str, str]


def ranked(ranking: Sequence[Sequence[str]], names: Names) -> str:
    """Players from first to last, those who are level joined: "1. Anna, 2. Bert = Cora"."""
    places, told = 1, []
    for group in ranking:
        told.append(f"{places}. {' = '.join(names[player] for player in group)}")
        places += len(group)
    return ", ".join(told)


def because(payload: Payload, told: Text) -> Text:
    """With the reason, where one is told."""
    reason = payload["reason"]
    return Text(f"{told.en}: {reason}", f"{told.de}: {reason}") if reason else told


def placed(payload: Payload, told: Text) -> Text:
    """With the colours in finishing order, where they are told."""
    if not payload["places"]:
        return told
    colours = [COLOUR_NAMES[colour] for colour in payload["places"]]
    en, de = ", ".join(name.en for name in colours), ", ".join(name.de for name in colours)
    return Text(f"{told.en} (places: {en})", f"{told.de} (Plätze: {de})")


def thrown_die(payload: Payload) -> str:
    """The die after a space, where it is known."""
    return "" if payload["die"] is None else f" {payload['die']}"


def counted(numbers: Mapping[str, int]) -> Text:
    """Colours with a number each: "yellow 6, red 4"."""
    return Text(
        ", ".join(f"{COLOUR_NAMES[colour].en} {number}" for colour, number in numbers.items()),
        ", ".join(f"{COLOUR_NAMES[colour].de} {number}" for colour, number in numbers.items()),
    )


def filled(phrase: Text, **named: Text | str | int) -> Text:
    """A phrase with what is named in it, each language with its own words."""
    texts = {
        name: word if isinstance(word, Text) else Text(str(word), str(word)) for name, word in named.items()
    }
    en = phrase.en.format(**{name: text.en for name, text in texts.items()})
    de = phrase.de.format(**{name: text.de for name, text in texts.items()})
    return Text(en, de)
