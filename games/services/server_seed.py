"""The secret seed of online dice, and so the rolls to come; only the server knows them.

Used by ``games.services.event_store`` and to reveal the next roll (``next_roll``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.domain.commit_reveal import Rolls
from games.domain.provably_fair import OnlineDice
from games.domain.state import State
from games.enums import GameState
from games.errors import NotRolled, WrongState
from games.models import DiceSeed, Game
from rules import Text


@dataclass(frozen=True, slots=True)
class Roll:
    """The next roll of a game: its number, what it shows, and who throws."""

    number: int
    die: int
    colour: str
    player: str


def next_roll(game: Game) -> Roll:
    """Return the roll of the next throw; the same at every call.

    Raises ``WrongState`` where it is no player's throw now, or a die lies on the table.
    """
    here = State.from_game(game)
    if here.phase != GameState.RUNNING:
        raise WrongState(
            Text("Nobody throws in this game now."),
            state=str(game.state),
            game=game,
        )
    if here.dice is None:
        raise WrongState(
            Text("This game has no online dice: throw the die on the table, and type in what it shows."),
            state=str(game.state),
            game=game,
        )
    board, number = here.board, here.dice.rolls + 1
    assert board.colour is not None
    assert board.player is not None
    return Roll(number, rolls_of(game, here)[number], board.colour, board.player)


def rolls_of(game: Game, here: State) -> Rolls:
    """Return all rolls of a game with online dice.

    Raises ``WrongState`` where their seed is not here: the game was begun elsewhere.
    """
    seed = _seed_of(game)
    if here.dice is None or seed is None:
        raise WrongState(
            Text(
                "The seed of these dice is not here: the game was begun elsewhere and can only go on there."
            ),
            state=str(game.state),
            game=game,
        )
    return Rolls(bytes.fromhex(seed), here.dice.terms(str(game.pk), here.rules.die_faces, here.seating))


def as_rolled(data: Mapping[str, Any], number: int, die: int) -> dict[str, Any]:
    """Complete the payload of a throw with this roll. Raises ``NotRolled`` where another die was sent."""
    if data["die"] not in (None, die):
        raise NotRolled(
            Text(
                "die: roll {number} is a {die}, not {told_die}", number=number, die=die, told_die=data["die"]
            ),
            field="die",
            roll=number,
            die=die,
        )
    return {**data, "die": die}


def seed_to_show(game: Game, dice: OnlineDice) -> str:
    """Return the seed of a game that is over, as long as it has not been revealed; empty where it is not here."""
    return "" if dice.revealed else _seed_of(game) or ""


def _seed_of(game: Game) -> str | None:
    return DiceSeed.objects.filter(game=game).values_list("seed", flat=True).first()
