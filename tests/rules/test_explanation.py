"""Every pawn has a reason, and every illegal move names the paragraph it breaks."""

from typing import Any

import pytest

from rules import RULE_SETS, DieError, Game, IllegalMove
from rules.explanation import PARAGRAPHS, WORDS, PawnVerdict, Reason

SEATS = {"P1": ["yellow"], "P2": ["green"], "P3": ["red"], "P4": ["black"]}
EMPTY = "/B,B,B,B/B,B,B,B/B,B,B,B"


def at(pawns: str, rules: str = "schmidt", **options: object) -> Game:
    """Yellow to throw with these pawns (or a whole position)."""
    text = pawns if pawns.startswith("4x10") else f"4x10 {pawns}{EMPTY} Y0"
    return Game.at(text, RULE_SETS[rules].but(**options), SEATS)


def reasons(game: Game, die: int) -> dict[str, tuple[str, str]]:
    """Field → verdict and reason, for the pawns that the throw could move."""
    found = game.explain(die)
    assert len(found) == 4
    return {pawn.field: (str(pawn.verdict), str(pawn.reason)) for pawn in found}


EXAMPLES = [
    ("a 6 activates, the others wait", at("B,5,12,20"), 6, {"B": "must: activate", "5": "may not: activate first"}),
    ("A is cleared first", at("B,A,5,12"), 3,
     {"A": "must: clear A", "5": "may not: clear A first", "B": "may not: needs a 6"}),
    ("A held, its pawn blocked", at("B,A,6,20"), 6,
     {"B": "may not: A is held", "A": "may not: own pawn", "20": "may: free"}),
    ("a free choice", at("5,12,20,a"), 2, {"5": "may: free", "a": "may: free"}),
    ("the only move", at("B,B,B,5"), 2, {"5": "must: only move", "B": "may not: needs a 6"}),
    ("beyond home", at("B,B,39,b"), 5, {"39": "may not: beyond home", "b": "may not: beyond home"}),
    ("no leaping", at("B,B,39,a", "mhd"), 2, {"39": "may not: no leaping at home", "a": "must: only move"}),
    ("strict capture", at("4x10 B,5,10,20/B,B,B,B/B,B,B,28/B,B,B,B Y0", forced_capture="strict"), 3,
     {"5": "must: capture", "10": "may not: capture first"}),
    ("barrier", at("4x10 B,B,5,20/B,B,B,B/B,B,28,28/B,B,B,B Y0", barriers=True), 4,
     {"5": "may not: barrier", "20": "must: only move"}),
    ("A barred", at("4x10 B,B,B,20/B,B,30,30/B,B,B,B/B,B,B,B Y0", barriers=True), 6,
     {"B": "may not: A is barred", "20": "must: only move"}),
    ("a 0 moves nothing", at("B,B,5,20", die_faces=(0, 6)), 0, {"5": "may not: 0 moves nothing"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "die", "expected"), [row[1:] for row in EXAMPLES], ids=[row[0] for row in EXAMPLES]
)
def test_a_pawn_has_the_reason_that_decides(game: Game, die: int, expected: dict[str, str]) -> None:
    found = reasons(game, die)
    assert {field: ": ".join(found[field]) for field in expected} == expected


def test_the_examples_show_every_reason() -> None:
    shown = {reason for _, game, die, _ in EXAMPLES for _, reason in reasons(game, die).values()}
    assert shown == set(map(str, Reason))


def test_every_reason_has_a_paragraph_and_words_in_both_languages() -> None:
    assert set(PARAGRAPHS) == set(WORDS) == set(Reason)
    assert all(words.en and words.de for words in WORDS.values())


def test_a_pawn_has_moves_exactly_when_it_may_or_must() -> None:
    for _, game, die, _ in EXAMPLES:
        pawns = game.explain(die)
        for pawn in pawns:
            assert bool(pawn.moves) == (pawn.verdict is not PawnVerdict.MAY_NOT)
        told = {token for pawn in pawns for token in pawn.moves}
        assert told == {str(move) for move in game.moves(die)}
        assert game.may_forfeit(die) == (not told)


@pytest.mark.parametrize(
    ("game", "die", "move", "paragraph", "says"),
    [
        (at("B,5,12,20"), 6, "6:5-11", "§6.1", "activated"),
        (at("B,A,5,12"), 3, "3:5-8", "§6.2", "leave it first"),
        (at("B,A,5,12"), 3, None, "§5.2", "a pawn can move"),
        (at("B,A,5,12"), 3, "3", "§5.2", "a pawn can move"),
        (at("B,B,B,5"), 2, "2:5-8", "§6", "its move is 2:5-7"),
        (at("B,B,B,5"), 2, "2:6-8", "§6", "no yellow pawn stands on 6"),
        (at("B,B,B,5"), 2, "3:5-8", "§4", "the die shows 2"),
        (at("B,B,B,5"), 2, "five", "§4", "is written like"),
        (at("B,B,B,5"), 2, "2@T5>9:5-7", "§8.4", "trapdoor"),
        (
            at("4x10 B,5,10,20/B,B,B,B/B,B,B,28/B,B,B,B Y0", forced_capture="strict"),
            3,
            "3:10-13",
            "§6.3",
            "capture",
        ),
        (at("B,B,39,a", "mhd"), 2, "2:39-b", "§6", "jump"),
    ],
)
def test_an_illegal_move_names_the_paragraph_and_what_would_be_legal(
    game: Game, die: int, move: str | None, paragraph: str, says: str
) -> None:
    with pytest.raises(IllegalMove, match=says) as caught:
        game.play(die, move)
    assert caught.value.paragraph == paragraph
    assert set(caught.value.legal) == {str(legal) for legal in game.moves(die)}
    assert caught.value.message.de != caught.value.message.en


def test_a_game_that_is_over_takes_no_throw() -> None:
    over = at("39,b,c,d").play(1, "1:39-a")
    with pytest.raises(IllegalMove) as caught:
        over.play(1, None)
    assert caught.value.paragraph == "§9"
    assert over.explain(1) == ()


@pytest.mark.parametrize("die", [0, 7, -1, 6.0, True, "6", None])
def test_what_the_die_does_not_show_is_an_error_and_never_a_forfeit(die: Any) -> None:
    game = at("B,B,B,5")
    for ask in (game.moves, game.may_forfeit, game.explain, lambda shown: game.play(shown, None)):
        with pytest.raises(DieError, match="die"):
            ask(die)
