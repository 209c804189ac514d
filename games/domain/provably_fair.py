"""The online dice of a game as its log has them, and the rolls of a log checked (docs/reference/dice.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from games.domain.commit_reveal import Rolls, Terms, commitment

#: The source in a throw beside its die; a die that lay on a table has no source.
SOURCE = "online"


@dataclass(frozen=True, slots=True)
class OnlineDice:
    """The commitment, the texts of the sides (by player), how many rolls are used up, the seed once revealed."""

    commitment: str
    seeds: Mapping[str, str] = field(default_factory=dict)
    rolls: int = 0
    #: In hexadecimal digits; empty as long as it is secret.
    revealed: str = ""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> OnlineDice | None:
        """Read the dice that ``as_json`` wrote; ``None`` for empty input."""
        return cls(**data) if data else None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def matches_commitment(self, seed: str) -> bool:
        try:
            return commitment(bytes.fromhex(seed)) == self.commitment
        except ValueError:
            return False

    def terms(self, game: str, faces: Sequence[int], players: Iterable[str]) -> Terms:
        """Return what the rolls of a game follow from beside the seed; players in the order of the seats."""
        return Terms(game, tuple(faces), tuple((player, self.seeds.get(player, "")) for player in players))


class LoggedEvent(Protocol):
    """An event of a log, as far as it matters here."""

    number: int
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class CheckedRoll:
    """A roll of a log: its event, its number, the die by the seed, the die recorded."""

    event: int
    roll: int
    die: int
    recorded: int

    @property
    def is_right(self) -> bool:
        return self.die == self.recorded


def check_rolls(events: Iterable[LoggedEvent], seed: bytes, terms: Terms) -> Iterator[CheckedRoll]:
    """Yield every roll of a log, taken-back ones too, beside what the seed gives."""
    rolls = Rolls(seed, terms)
    for event in events:
        payload = event.payload
        if payload.get("source") == SOURCE:
            yield CheckedRoll(event.number, payload["roll"], rolls[payload["roll"]], payload["die"])
