"""Whatever is handed in, the answer is a clear refusal (`RulesError`) or a game: no other error, no hang.

A refusal always says something in both languages. What is read from a damaged text is printed and read again
as the same.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings, strategies as st

from rules import RULE_SETS, Game, IllegalMove, RecordError, RulesError
from tests.rules.damage import FOUR, ON_THE_WAY, RECORDS, SNIPPETS, damaged
from tests.rules.vectors import changes, vectors

Answer = TypeVar("Answer")

START = Game.start(RULE_SETS["schmidt"], FOUR, starter="yellow")
TRAPDOORS = Game.at("4x10 B,B,7,b/B,B,B,B/B,B,B,B/B,B,B,B Y0 T5,13,21,29", RULE_SETS["mhd-trapdoors"], FOUR)

MOVES: list[Any] = [vector.values[0] for vector in vectors("moves")]
FURNITURE: dict[str, dict[str, Any]] = {
    "mhd-trapdoors": {"trapdoors": (1, 2, 3, 4)},
    "mhd-wormholes": {"wormholes": ((1, 2), (3, 4), (5, 6))},
}

ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=30),
    st.sampled_from(SNIPPETS),
    st.binary(max_size=30),
    st.lists(st.one_of(st.none(), st.integers(), st.text(max_size=8)), max_size=6),
    st.dictionaries(
        st.text(max_size=6), st.one_of(st.none(), st.integers(), st.text(max_size=8)), max_size=4
    ),
    st.dictionaries(st.sampled_from(["Event", "Rules", "Black", "My tag", "", "x"]), st.text(max_size=20)),
    st.just(object()),
    st.just(10**5000),
    st.just({1, 2}),
    st.just((1, 2, 3)),
)


def tried(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, derandomize=True, database=None)


def answer(ask: Callable[[], Answer]) -> Answer | None:
    """What is answered, None where it is refused in both languages; any other error goes through."""
    try:
        return ask()
    except RulesError as refusal:
        told = refusal.message
    assert told.en.strip()
    assert told.de.strip()
    assert len(told.en) < 5000, "a refusal is read by people"
    return None


SEEDS = st.integers(0, 2**32)


def read_position(text: Any, vector: dict[str, Any]) -> Game | None:
    rules = RULE_SETS[vector["rules"]].but(**changes(vector))
    return answer(lambda: Game.at(text, rules, vector["seats"]))


@tried(400)
@given(st.sampled_from(MOVES), SEEDS)
def test_a_damaged_position(vector: dict[str, Any], seed: int) -> None:
    game = read_position(damaged(vector["position"], seed), vector)
    if game is not None:
        again = read_position(str(game.position), vector)
        assert again is not None
        assert str(again.position) == str(game.position)


@tried(250)
@given(st.sampled_from(RECORDS), SEEDS)
def test_a_damaged_record(record: str, seed: int) -> None:
    text = damaged(record, seed)
    game = answer(lambda: Game.replay(text))
    if game is not None:
        assert Game.replay(game.record()).record() == game.record()
    else:
        with pytest.raises(RecordError) as refusal:
            Game.replay(text)
        assert 1 <= refusal.value.line <= len(text.splitlines()) + 1
        assert refusal.value.column >= 1


OPTIONS = [
    *[
        "board",
        "pawns_on_start",
        "three_throws",
        "home_leap",
        "forced_capture",
        "backward_capture",
        "barriers",
    ],
    *["trapdoors", "wormholes", "neutral", "ends", "starter", "die_faces", "name", "no such option"],
]


@tried(200)
@given(st.sampled_from(list(RULE_SETS)), st.sampled_from(OPTIONS), ANYTHING)
def test_any_value_of_an_option(name: str, option: str, value: Any) -> None:
    rules = answer(lambda: RULE_SETS[name].but(**{option: value}))
    if rules is not None:
        game = answer(lambda: Game.start(rules, FOUR, starter="yellow"))
        assert game is None or answer(lambda: game.moves(rules.die_faces[0])) is not None


@pytest.mark.parametrize(
    "board",
    [
        "4x0",
        "4x-1",
        "5x8",
        "4x",
        "x10",
        "4x10x2",
        "4 x 10",
        "4x010",
        "4x1e1",
        "4x９",
        "4x" + "9" * 5000,
        "",
        "6x8\n",
    ],
)
def test_a_board_that_is_none(board: str) -> None:
    assert answer(lambda: RULE_SETS["mhd"].but(board=board)) is None


@pytest.mark.parametrize("board", ["4x1000", "4x99999", "6x9999999999", "4x" + "9" * 40])
def test_a_huge_board_is_refused_or_played(board: str) -> None:
    rules = answer(lambda: RULE_SETS["mhd-trapdoors"].but(board=board))
    if rules is not None:
        game = Game.start(rules, FOUR, starter="yellow", trapdoors=(1, 2, 3, 4))
        assert game.moves(1)


SOME_COLOURS = st.lists(st.sampled_from(["yellow", "green", "red", "black", "blue", "Y", ""]), max_size=3)


@tried(250)
@given(st.dictionaries(st.sampled_from("PQRST"), SOME_COLOURS, max_size=5), st.sampled_from(list(RULE_SETS)))
def test_seats_with_any_colours(seats: dict[str, list[str]], name: str) -> None:
    starter = next((colours[0] for colours in seats.values() if colours), "yellow")
    game = answer(lambda: Game.start(RULE_SETS[name], seats, starter=starter, **FURNITURE.get(name, {})))
    assert game is None or Game.replay(game.record()).record() == game.record()


NAMES = st.one_of(
    st.text(max_size=12), st.sampled_from(SNIPPETS), st.sampled_from(["*", "?", "Anna", " Anna", "-"])
)


@tried(300)
@given(st.lists(NAMES, min_size=2, max_size=2, unique=True))
def test_a_player_of_any_name_can_win(names: list[str]) -> None:
    seats = {names[0]: ["yellow", "red"], names[1]: ["green", "black"]}
    before_the_end = "4x10 39,b,c,d/B,B,B,B/B,B,B,B/B,B,B,B Y0"
    game = answer(lambda: Game.at(before_the_end, RULE_SETS["schmidt"], seats))
    if game is not None:
        won = game.play(1, "1:39-a")
        assert (game.winner, won.winner) == (None, names[0])
        for played in (game, won):
            again = Game.replay(played.record())
            assert (again.record(), again.winner) == (played.record(), played.winner)


@tried(200)
@given(st.sampled_from([START, ON_THE_WAY, TRAPDOORS]), ANYTHING)
def test_any_die(game: Game, die: Any) -> None:
    moves = answer(lambda: game.moves(die))
    assert moves is None or die in range(1, 7)
    played = answer(lambda: game.play(die, None))
    assert played is None or die in range(1, 7)


@tried(300)
@given(st.sampled_from([START, ON_THE_WAY, TRAPDOORS]), st.integers(1, 6), ANYTHING)
def test_any_move(game: Game, die: int, move: Any) -> None:
    before = game.record()
    after = answer(lambda: game.play(die, move))
    assert after is None or move is None or move in [str(legal) for legal in game.moves(die)]
    assert game.record() == before


@tried(300)
@given(st.sampled_from(MOVES), SEEDS)
def test_a_damaged_move(vector: dict[str, Any], seed: int) -> None:
    game = read_position(vector["position"], vector)
    assert game is not None
    die = vector["die"]
    tokens = [move["move"] for move in vector["moves"]] or [f"{die}:B-A"]
    token = damaged(Random(seed).choice(tokens), seed)
    if answer(lambda: game.play(die, token)) is None:
        with pytest.raises(IllegalMove) as refusal:
            game.play(die, token)
        assert refusal.value.paragraph


def begun(rules: str, **given: Any) -> Game:
    return Game.start(RULE_SETS[rules], **{"seats": FOUR, "starter": "yellow", **given})


#: A place where something is handed in, with the game that it leads to; and what can be handed in there.
PLACES: dict[str, tuple[Callable[[Any], Game], Any]] = {
    "position": (lambda given: Game.at(given, RULE_SETS["mhd"], FOUR), str(ON_THE_WAY.position)),
    "record": (Game.replay, START.record()),
    "rules": (lambda given: Game.start(given, FOUR, starter="yellow"), RULE_SETS["mhd"]),
    "seats": (lambda given: begun("mhd", seats=given), FOUR),
    "starter": (lambda given: begun("mhd", starter=given), "green"),
    "trapdoors": (lambda given: begun("mhd-trapdoors", trapdoors=given), (5, 13, 21, 29)),
    "wormholes": (lambda given: begun("mhd-wormholes", wormholes=given), ((3, 27), (9, 41), (14, 35))),
    "trapdoors of others": (lambda given: begun("mhd", trapdoors=given), ()),
    "finished": (lambda given: Game.at(str(START.position), RULE_SETS["mhd"], FOUR, finished=given), ()),
    "remark": (lambda given: ON_THE_WAY.remarked(given).play(2, "2:A-2"), "tea"),
    "ruling": (lambda given: ON_THE_WAY.ruled(given, str(START.position)), "upset"),
    "board of a ruling": (lambda given: ON_THE_WAY.ruled("upset", given), str(START.position)),
    "tags": (lambda given: begun("schmidt", tags=given), {"Event": "Cup"}),
    "a tag": (lambda given: begun("schmidt", tags={"Event": given}), "Cup"),
}


@pytest.mark.parametrize("place", PLACES)
@tried(150)
@given(st.one_of(ANYTHING, st.dictionaries(st.text(max_size=6), ANYTHING, max_size=3)))
def test_anything_at_every_place(place: str, given: Any) -> None:
    lead, good = PLACES[place]
    for each in (good, given):
        game = answer(partial(lead, each))
        if game is not None:
            again = Game.replay(game.record())
            assert (again.record(), str(again.position)) == (game.record(), str(game.position))
        else:
            assert each is not good


LONG = 200_000
LONG_TEXTS = {
    "one character": "Y" * LONG,
    "throws": "Y " + "1 " * LONG,
    "turns": "Y 1\nG 1\n" * LONG,
    "tags": '[Event "x"]\n' * LONG,
    "one tag": '[Event "' + "x" * LONG + '"]',
    "open comments": "{" * LONG,
    "quotes": '[Event "' + '\\"' * LONG,
    "empty lines": "\n" * LONG,
    "commas": "4x10 " + "B," * LONG,
    "slashes": "4x10 " + "/" * LONG,
    "digits": "4x10 " + "9" * LONG,
    "furniture": "4x10 B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B Y0 T" + ",".join(map(str, range(LONG))),
    "wormholes": "6x8 B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B Y0 W" + "1-2," * LONG,
}


@pytest.mark.parametrize("text", LONG_TEXTS.values(), ids=LONG_TEXTS)
def test_very_long_text(text: str) -> None:
    assert answer(lambda: Game.at(text, RULE_SETS["mhd-trapdoors"], FOUR)) is None
    assert answer(lambda: ON_THE_WAY.play(1, text)) is None
    assert answer(lambda: RULE_SETS["mhd"].but(board=text)) is None
    assert answer(lambda: Game.replay(text)) is None
