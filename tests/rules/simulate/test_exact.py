"""Chances that can be worked out: exactly from the legal moves, and by playouts within their bounds."""

import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from rules import RULE_SETS, Game
from rules.simulate import loop, playouts, rng
from rules.simulate.backend import INTERPRETED
from rules.simulate.scenario import Scenario
from tests.endurance.size import sized

SEATS = {"P1": ["yellow"], "P2": ["red"]}
GAMES = sized(5_000, 200_000)
DEVIATIONS = 5
#: The publisher's rules and the league's: with one pawn on the track they are the same here.
RULES = ["schmidt", "mhd"]


def chance(game: Game, happened: Callable[[Game], bool | None]) -> Fraction:
    """The chance that something happens, where no throw leaves a choice, from the rules of the single throw.

    ``happened`` says yes, no or (``None``) that it is still open. The positions that can come are the
    unknowns of linear equations: each is worth the mean of those that follow.
    """
    found: list[Game] = [game]
    numbers = {str(game.position): 0}
    equations: list[tuple[dict[int, Fraction], Fraction]] = []
    for here in found:
        equation, known = {numbers[str(here.position)]: Fraction(1)}, Fraction(0)
        for die in here.rules.die_faces:
            moves = here.moves(die)
            assert len(moves) <= 1
            after = here.play(die, moves[0] if moves else None)
            share = Fraction(1, len(here.rules.die_faces))
            decided = happened(after)
            if decided is not None:
                known += share * decided
                continue
            if str(after.position) not in numbers:
                numbers[str(after.position)] = len(found)
                found.append(after)
            number = numbers[str(after.position)]
            equation[number] = equation.get(number, Fraction(0)) - share
        equations.append((equation, known))
    return solved(equations)


def solved(equations: list[tuple[dict[int, Fraction], Fraction]]) -> Fraction:
    """The first unknown: the others are put in one after the other, the last first."""
    for last in range(len(equations) - 1, -1, -1):
        row, known = equations[last]
        whole = row.pop(last)
        row, known = {at: share / whole for at, share in row.items()}, known / whole
        for at in range(last):
            other, told = equations[at]
            share = other.pop(last, Fraction(0))
            for number, more in row.items():
                other[number] = other.get(number, Fraction(0)) - share * more
            equations[at] = (other, told - share * known)
        equations[last] = (row, known)
    return equations[0][1]


def test_equations_are_solved() -> None:
    # x = y/2 + 1/4, y = x/2
    half = Fraction(1, 2)
    assert solved(
        [({0: Fraction(1), 1: -half}, half / 2), ({1: Fraction(1), 0: -half}, Fraction(0))]
    ) == Fraction(1, 3)


def bound(expected: Fraction, games: int) -> float:
    return DEVIATIONS * math.sqrt(expected * (1 - expected) / games)


def won_by_thrower(game: Game) -> bool | None:
    return game.winner == "P1" if game.over else None


def before_home(first: int, second: int, rules: str) -> Game:
    """b, c, d of both sides are full, and one pawn each stands so many fields before its a; P1 throws."""
    pawns = f"{40 - first},b,c,d/-/{40 - second},b,c,d/-"
    return Game.at(f"4x10 {pawns} Y0", RULE_SETS[rules], SEATS)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [(1, 1, (5, 9)), (5, 5, (5, 9)), (2, 4, (5, 9)), (3, 1, (5, 9)), (6, 6, (179, 324))],
)
def test_who_brings_the_last_pawn_home_first(
    rules: str, first: int, second: int, expected: tuple[int, int]
) -> None:
    game, due = before_home(first, second, rules), Fraction(*expected)
    assert chance(game, won_by_thrower) == due
    found = playouts(game, GAMES, seed=first + second)
    assert abs(found.wins["P1"] / GAMES - due) < bound(due, GAMES)
    assert found.wins["P1"] + found.wins["P2"] == GAMES


def test_one_of_three_tries_for_a_six_succeeds() -> None:
    game = Game.start(RULE_SETS["mhd"], SEATS, starter="yellow")
    due = Fraction(91, 216)

    def activated(after: Game) -> bool | None:
        return True if after.last_move is not None else False if after.colour == "red" else None

    assert chance(game, activated) == due
    _, throws, trace = Scenario(game, "random").play(INTERPRETED, rng.key(1), 0, GAMES, 3, 3 * GAMES)
    assert throws == [3] * GAMES
    activation = loop.throw_code(0, 6, -1, -1, 0, -1, 0)
    succeeded = sum(activation in trace[at : at + 3] for at in range(0, 3 * GAMES, 3))
    assert abs(succeeded / GAMES - due) < bound(due, GAMES)
