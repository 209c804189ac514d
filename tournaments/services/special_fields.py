"""Trapdoors and wormholes of a game that begins: chosen by hand, or drawn from a published seed (rulebook §8.4)."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.domain.events.special_fields import has_furniture, waits_for_furniture
from games.models import Game
from rules import RuleSet, Text
from tournaments.db import refused


@dataclass(frozen=True, slots=True)
class FurnitureInput:
    """The fields chosen by hand, or a published seed to draw them from; with neither, the program makes a seed."""

    trapdoors: Sequence[int] = ()
    wormholes: Sequence[Sequence[int]] = ()
    published_seed: str = ""

    @property
    def payload(self) -> dict[str, Any]:
        """Return the members of the payload that lays it. Raises ``BadRequest`` for an odd seed."""
        if not self.published_seed.isprintable():
            raise refused(
                "published_seed",
                Text("a line of printable characters is needed"),
            )
        members = {
            "trapdoors": list(self.trapdoors),
            "wormholes": [list(pair) for pair in self.wormholes],
            "published_seed": " ".join(self.published_seed.split()),
        }
        return {name: value for name, value in members.items() if value}


def to_lay(rules: RuleSet, wanted: FurnitureInput) -> dict[str, Any]:
    """Return the special fields of a game by these rules: as wanted, else from a seed of the program's own."""
    if wanted.payload or not has_furniture(rules):
        return wanted.payload
    return {"published_seed": secrets.token_hex(8)}


def still_to_lay(game: Game, wanted: FurnitureInput) -> dict[str, Any]:
    """Return the same for a game that was created; existing fields stay, and are checked against the wanted ones."""
    return to_lay(game.rules, wanted) if waits_for_furniture(game) else wanted.payload
