"""One rule book, three speeds: on the phone the same moves, in the same order, lead to the same positions.

`RAUSWURF_TESTS=whole` compares more than a hundred thousand throws.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from games.offline.payload import serialize_play
from rules import RULE_SETS, Ends, Game, Move
from rules.move import NOWHERE
from rules.penalty import penalisable_pawns
from tests.endurance.size import patient, sized
from tests.rules.simulate.tables import games, mixed_game, usual_game
from tests.rules.vector_games import game_at
from tests.rules.vectors import vectors

#: Throws a game is compared for, and mixes of options a rule set.
MOST = sized(120, 400)
MIXES = sized(2, 30)

FOUR = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}
TWO = {"P1": ["yellow", "red"], "P2": ["green", "black"]}
UNEVEN = {"P1": ["yellow"], "P2": ["green", "red"], "P3": ["black"]}

#: Plays lines of throws; what differs from what the site expects of each, and how many throws were compared.
COMPARE = """async (text) => {
    const { Game } = await import("./game.js");
    const differences = [];
    let compared = 0;
    const same = (what, found, due, where) => {
        if (JSON.stringify(found) !== JSON.stringify(due)) differences.push({ what, found, due, where });
    };
    const position = ({ rules, ...rest }) => rest;
    for (const { given, throws } of JSON.parse(text)) {
        let play = new Game(given);
        for (const { die, move, due } of throws) {
            const where = `${play.position} ${die} ${move}`;
            same("position", play.position, due.position, where);
            same("moves", play.moves(die), due.moves, where);
            same("at once", play.atOnce(die)?.text ?? (play.moves(die).length ? null : ""), due.at_once, where);
            same("forfeit", play.mayForfeit(die), due.forfeit, where);
            play = play.after(die, move);
            same("winner", play.winner, due.winner, where);
            same("after", position(play.toJSON()), due.after, where);
            same("again", new Game(JSON.parse(JSON.stringify(play))).position, play.position, where);
            compared += 1;
        }
    }
    return { compared, differences };
}"""


def told(game: Game, move: Move) -> dict[str, Any]:
    """A legal move as the phone should tell it."""
    board = game.setup.board
    moved = move.source != NOWHERE

    def name(progress: int | None) -> str | None:
        return None if progress is None or progress == NOWHERE else board.field_name(progress)

    mover = game.setup.neutral if move.neutral else game.throwing
    return {
        "text": move.token,
        "colour": board.colours[mover] if moved else None,
        "source": name(move.source),
        "target": name(move.target),
        "carried": name(move.carried),
        "captured": [board.colours[colour] for colour in move.captured],
        "missed": name(move.missed),
        "shifted": None if move.shifted is None else {"from": move.shifted[0], "to": move.shifted[1]},
        "neutral": move.neutral,
        "home": moved and move.source < board.track <= move.end,
    }


def position(game: Game) -> dict[str, Any]:
    given = serialize_play(game)
    del given["rules"]
    return given


def due(game: Game, die: int, after: Game) -> dict[str, Any]:
    return {
        "position": str(game.position),
        "moves": [told(game, move) for move in game.moves(die)],
        "forfeit": game.may_forfeit(die),
        "at_once": at_once(game, die),
        "after": position(after),
        "winner": after.winner,
    }


def at_once(game: Game, die: int) -> str | None:
    """The token that one tap records, empty for a forfeited throw; ``None`` where there is a choice."""
    moves = game.moves(die)
    if not moves:
        return ""
    return moves[0].token if len(moves) == 1 and not game.may_forfeit(die) else None


def thrown(game: Game, die: int, move: Move | None) -> dict[str, Any]:
    after = game.play(die, move)
    return {"die": die, "move": None if move is None else move.token, "due": due(game, die, after)}


def played(game: Game, lots: Random, most: int) -> Iterator[dict[str, Any]]:
    """Random throws; where nothing need be moved, now and then nothing is."""
    for _ in range(most):
        if game.over:
            return
        die = lots.choice(game.rules.die_faces)
        moves = game.moves(die)
        forfeited = not moves or (game.may_forfeit(die) and lots.random() < 0.5)
        move = None if forfeited else lots.choice(moves)
        yield thrown(game, die, move)
        game = game.play(die, move)


def compare(phone: Page, lines: list[dict[str, Any]]) -> int:
    """Let the phone play the same; how many throws were compared."""
    # As text: Playwright hands large values over slowly.
    found = phone.evaluate(COMPARE, json.dumps(lines))
    assert found["differences"][:3] == []
    assert isinstance(found["compared"], int)
    return found["compared"]


def test_the_vectors_of_the_rulebook_on_the_phone(phone: Page) -> None:
    lines = []
    for each in vectors("moves"):
        vector: Any = each.values[0]
        game, die = game_at(vector), vector["die"]
        given = serialize_play(game)
        lines += [{"given": given, "throws": [thrown(game, die, move)]} for move in game.moves(die)]
        if game.may_forfeit(die):
            lines.append({"given": given, "throws": [thrown(game, die, None)]})
    assert compare(phone, lines) == len(lines) > 100


@patient
@pytest.mark.parametrize("name", RULE_SETS)
def test_random_games_on_the_phone(phone: Page, name: str) -> None:
    tables = [usual_game(name), *(mixed_game(name, number) for number in range(MIXES))]
    lots, compared = Random(name), 0
    for game in tables:
        throws = list(played(game, lots, MOST))
        compared += compare(phone, [{"given": serialize_play(game), "throws": throws}])
    assert compared > 100


#: Short games that end in every way: how they end, and who leads what.
ENDINGS: list[tuple[dict[str, Any], dict[str, list[str]]]] = [
    *(({"ends": ends}, seats) for ends in Ends for seats in (FOUR, TWO, UNEVEN)),
    ({"neutral": "black"}, {"P1": ["yellow"], "P2": ["green"], "P3": ["red"]}),
]


@pytest.mark.parametrize(("options", "seats"), ENDINGS)
def test_games_end_on_the_phone_as_they_do_on_the_site(
    phone: Page, options: dict[str, Any], seats: dict[str, list[str]]
) -> None:
    lots = Random(3)
    for _ in range(sized(1, 10)):
        game = Game.start(RULE_SETS["mhd"].but(board="4x2", **options), seats, starter="yellow")
        throws = list(played(game, lots, 10_000))
        assert throws[-1]["due"]["winner"] is not None
        assert compare(phone, [{"given": serialize_play(game), "throws": throws}]) == len(throws)


#: Of each game: the pawns that a penalty can reach, and the game after each of those penalties.
PENALISED = """async (text) => {
    const { Game } = await import("./game.js");
    return JSON.parse(text).map((given) => {
        const play = new Game(given);
        const position = ({ rules, ...rest }) => rest;
        const after = ({ colour, field }) => [colour, field, position(play.penalised(colour, field).toJSON())];
        return play.penalisable.map(after);
    });
}"""


def test_a_penalty_on_the_phone_leaves_the_board_that_it_leaves_on_the_site(phone: Page) -> None:
    lots, boards = Random(8), []
    for _, game in games(1):
        for die in lots.choices(game.rules.die_faces, k=40):
            moves = game.moves(die)
            game = game if game.over else game.play(die, moves[0] if moves else None)
        boards.append(game)
    found = phone.evaluate(PENALISED, json.dumps([serialize_play(game) for game in boards]))
    assert sum(map(len, found)) > 100
    for game, there in zip(boards, found, strict=True):
        pawns = [] if game.over else list(penalisable_pawns(game.position))
        assert there == [
            [colour, field, position(game.penalised(colour, field, "test"))] for colour, field in pawns
        ]


def test_what_the_site_hands_over_comes_back_unchanged(phone: Page) -> None:
    given = [serialize_play(game) for _, game in games(1)]
    back = phone.evaluate(
        """async (given) => {
            const { Game } = await import("./game.js");
            return given.map((each) => JSON.stringify(new Game(each)));
        }""",
        given,
    )
    assert [json.loads(text) for text in back] == given
