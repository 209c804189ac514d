"""Clinching results as values: the places still possible for every player, with the proof."""

from dataclasses import dataclass, field
from typing import Self

from rules import Text
from tournaments.formats import phrases

#: The subject where all of an event is decided.
EVENT = Text("the event")
#: The unit of magic numbers where games are won.
WINS = Text("wins", context="a number")
#: Metadata of a field: its name in JSON, where that differs.
MEMBER = "member"


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of the claims.

    ``states``: how many different situations were looked at; 0 where bounds alone were used. ``exact``: every
    place that is left open can come about, so nothing that is certain is missing from the claims. What is claimed
    is certain either way.
    """

    states: int
    exact: bool
    text: Text = field(metadata={MEMBER: "sentence"})


@dataclass(frozen=True, slots=True)
class Prospect:
    """A player's places in all endings, from ``best`` to ``worst``.

    ``magic``: so much of their own in the games left – wins, or points; ``Decided.unit`` says which – makes
    1st place certain, whatever else happens; 0 when it is certain already, None when nothing of their own is
    enough. Where the proof is not exact less may be enough.
    """

    entrant: str
    best: int
    worst: int
    magic: int | None
    text: Text = field(metadata={MEMBER: "sentence"})

    @classmethod
    def of(cls, entrant: str, name: str, places: tuple[int, int], magic: int | None) -> Self:
        """Return the prospect of somebody of whom only the places are said."""
        return cls(entrant, *places, magic, describe_places(name, *places))


@dataclass(frozen=True, slots=True)
class Decided:
    """What is decided of ``subject``; ``must_happen`` says what makes 1st place certain in the next games.

    ``unit`` is what magic numbers count. Where a win can be shared only undivided ones count.
    """

    subject: Text
    unit: Text
    prospects: tuple[Prospect, ...]
    must_happen: tuple[Text, ...]
    proof: Proof


def describe_places(name: str, best: int, worst: int) -> Text:
    if best == worst:
        return Text("{name} has clinched {top}", name=name, top=phrases.place(best))
    return Text(
        "{name} can finish {top} to {bottom}",
        name=name,
        top=phrases.ordinal(best),
        bottom=phrases.ordinal(worst),
    )
