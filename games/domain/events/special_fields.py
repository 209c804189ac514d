"""Trapdoors and wormholes of a game: chosen by hand, or drawn from a text published beforehand (rulebook §8.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.domain.events import fields
from games.domain.events.base import EventContext, Payload, refuse
from rules import RuleSet, Text, drawn_from_seed
from rules.special_fields import furniture

if TYPE_CHECKING:
    from games.models import Game

#: The members of a payload about special fields; each is stored only where it is not empty.
FIELDS = (
    fields.numbers_field("trapdoors", "The fields of the trapdoors, where the rules have them.", []),
    fields.pairs_field("wormholes", "The ends of the wormholes, where the rules have them.", []),
    fields.line_field(
        "published_seed",
        "A text from which they are drawn instead, so that anybody can draw them again.",
        "",
        fields.LONGEST_SEED,
    ),
)
NAMES = tuple(field.name for field in FIELDS)


def lay_furniture(rules: RuleSet, payload: Payload) -> Payload:
    """Complete a payload with the furniture that is drawn; empty members are left out.

    So the log of a game on an empty board stays free of it. Raises ``PositionError`` for furniture that the rules do
    not have, ``BadRequest`` for a seed from which something else is drawn.
    """
    if payload.get("published_seed"):
        payload = {**payload, **_drawn(rules, payload)}
    elif _lies(payload):
        furniture(rules, payload.get("trapdoors", ()), payload.get("wormholes", ()))
    return {name: value for name, value in payload.items() if name not in NAMES or value}


def complete_start(rules: RuleSet, payload: Payload, context: EventContext) -> Payload:
    """Complete the payload of a start; special fields chosen when the game was prepared cannot change."""
    completed = lay_furniture(rules, payload)
    waiting = _prepared(rules, context)
    if waiting and _lies(completed) and not _same(completed, waiting):
        name = "trapdoors" if rules.trapdoors else "wormholes"
        refuse(
            name,
            Text(
                "laid when the game was prepared, they stay: {there}; leave them out, or abandon the "
                "game and prepare it anew",
                there=waiting[name],
            ),
        )
    if has_furniture(rules) and not (waiting or _lies(completed)):
        name, needed = ("trapdoors", rules.trapdoors) if rules.trapdoors else ("wormholes", rules.wormholes)
        refuse(
            name,
            Text(
                "these rules have {needed}: tell where they lie, or a published_seed from which they are drawn",
                needed=needed,
            ),
        )
    return {**completed, **waiting}


def _prepared(rules: RuleSet, context: EventContext) -> Payload:
    """Return the special fields chosen when the game was made; empty where there are none."""
    if context.number == 1 or not has_furniture(rules):
        return {}
    return special_fields_of(context.past.event(1).payload)


def has_furniture(rules: RuleSet) -> bool:
    return bool(rules.trapdoors or rules.wormholes)


def waits_for_furniture(game: Game) -> bool:
    """Check whether the special fields that the rules need are still to be chosen before the game can begin."""
    return has_furniture(game.rules) and not special_fields_of(game.events.get(number=1).payload)


def special_fields_of(payload: Payload) -> Payload:
    return {name: payload[name] for name in NAMES if name in payload}


def _lies(payload: Payload) -> bool:
    return bool(payload.get("trapdoors") or payload.get("wormholes"))


def _drawn(rules: RuleSet, payload: Payload) -> Payload:
    if not has_furniture(rules):
        refuse(
            "published_seed",
            Text("these rules have neither trapdoors nor wormholes to draw"),
        )
    lying = drawn_from_seed(rules, payload["published_seed"])
    drawn = {"trapdoors": list(lying.trapdoors), "wormholes": [list(pair) for pair in lying.wormholes]}
    if _lies(payload) and not _same(payload, drawn):
        refuse(
            "published_seed",
            Text(
                "from it {lying} are drawn: leave either the fields or the seed out",
                lying=drawn["trapdoors"] or drawn["wormholes"],
            ),
        )
    return drawn


def _same(payload: Payload, other: Payload) -> bool:
    """Compare the fields, in whatever order."""
    return _fields(payload) == _fields(other)


def _fields(payload: Payload) -> tuple[list[int], list[list[int]]]:
    return sorted(payload.get("trapdoors", [])), sorted(map(sorted, payload.get("wormholes", [])))
