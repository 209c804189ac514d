"""Who leads which colours (rulebook §1, §8.1, [D1], [D25])."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.board import Board
from rules.errors import OptionError
from rules.i18n import Text, quote_value
from rules.rule_sets import RuleSet

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Seating:
    """Players and the colours each of them leads, in the order in which they were named."""

    seats: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player for player, _ in self.seats)

    def colours_of(self, player: str) -> tuple[str, ...]:
        """The colours that ``player`` leads; a ``KeyError`` if they are not seated."""
        return dict(self.seats)[player]

    def player_of(self, colour: str) -> str | None:
        """Who leads ``colour``; ``None`` for an absent or neutral one."""
        return next((player for player, colours in self.seats if colour in colours), None)


def _refused(message: Text) -> OptionError:
    return OptionError(Text("seats: {message}", message=message), "seats")


def seating(rules: RuleSet, seats: Mapping[str, Sequence[str]]) -> Seating:
    """The seating, checked against the rules; raises ``OptionError`` that names ``seats``.

    Any distribution of the colours over two or more players may be played, colours may be absent
    ([D25]); a neutral colour demands three players of one colour each ([D17]).
    """
    if not isinstance(seats, Mapping):
        raise _refused(
            Text(
                "player → colours is needed, such as {'Anna': ['black', 'yellow'], 'Bert': ['green', 'red']}"
            ),
        )
    colours = rules.layout().colours
    taken: set[str] = set()
    for player, led in seats.items():
        _check_name(player)
        if not isinstance(led, list | tuple) or not led:
            raise _refused(Text("{player} needs a list of one or more colours", player=player))
        for colour in led:
            _check_colour(rules, colours, player, colour, taken)
            taken.add(colour)
    if len(seats) < 2:
        raise _refused(Text("two or more players are needed"))
    if rules.neutral is not None and sorted(len(led) for led in seats.values()) != [1, 1, 1]:
        raise _refused(
            Text("neutral needs three players of one colour each (rulebook D17)"),
        )
    return Seating(tuple((player, tuple(led)) for player, led in seats.items()))


def _check_name(player: Any) -> None:
    if (
        not isinstance(player, str)
        or not player.strip()
        or len(player) > LONGEST_NAME
        or not player.isprintable()
        or player == "*"
    ):
        raise _refused(
            Text(
                "{player} is no name; a name has 1 to {longest_name} printable characters and is not *",
                player=quote_value(player),
                longest_name=LONGEST_NAME,
            ),
        )


def _check_colour(
    rules: RuleSet, colours: tuple[str, ...], player: str, colour: Any, taken: set[str]
) -> None:
    if not isinstance(colour, str) or colour not in colours:
        raise _refused(
            Text(
                "{player}: {colour} is no colour of board {board}; it has {colours}",
                player=player,
                colour=quote_value(colour),
                board=rules.board,
                colours=", ".join(colours),
            ),
        )
    if colour in taken:
        raise _refused(Text("{colour} is led twice", colour=colour))
    if colour == rules.neutral:
        raise _refused(
            Text("{colour} is the neutral colour, nobody leads it (rulebook §8.6)", colour=colour),
        )


def rearguard(layout: Board, allied: Sequence[str]) -> str | None:
    """Of two allied colours side by side the one behind in playing direction ([D1]), else ``None``."""
    if len(allied) != 2:
        return None
    one, other = (layout.colours.index(colour) for colour in allied)
    if (one + 1) % layout.arms == other:
        return allied[0]
    return allied[1] if (other + 1) % layout.arms == one else None


def vanguard(layout: Board, allied: Sequence[str]) -> str | None:
    """Of two allied colours side by side the one ahead in playing direction ([D1]), else ``None``."""
    behind = rearguard(layout, allied)
    return None if behind is None else next(colour for colour in allied if colour != behind)
