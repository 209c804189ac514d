"""Moves in words."""

import pytest

from games.domain.move_text import describe_throw
from rules import RULE_SETS, Game, Literal, Text

FOUR = {"Anna": ["yellow"], "Bert": ["green"], "Cleo": ["red"], "Dora": ["black"]}
PLAIN = "4x10 B,B,B,7/B,B,B,B/B,B,B,B/B,B,B,B Y0"


def words(position: str, die: int, token: str | None, name: str = "xmadn-2t", **options: object) -> Text:
    play = Game.at(position, RULE_SETS[name].but(**options), FOUR)
    move = next((move for move in play.moves(die) if move.token == token), None)
    assert token is None or move is not None, [move.token for move in play.moves(die)]
    return describe_throw(play, die, move)


@pytest.mark.parametrize(
    ("position", "die", "token", "en", "de"),
    [
        (PLAIN, 5, "5:7-12", "Pawn on 7 → 12", "Figur auf 7 → 12"),
        (PLAIN, 6, "6:B-A", "Pawn in the yard → A", "Figur auf B → A"),
        ("4x10 B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B Y0", 5, None, "No move possible", "Kein Zug möglich"),
        (
            "4x10 B,B,B,7/B,B,B,2/B,B,B,B/B,B,B,B Y0",
            5,
            "5:7-12xG",
            "Pawn on 7 → 12, captures green",
            "Figur auf 7 → 12, schlägt Grün",
        ),
        (
            "4x10 B,B,B,a/B,B,B,B/B,B,B,B/B,B,B,B Y0",
            2,
            "2:a-c",
            "Pawn home on a → c",
            "Figur im Ziel auf a → c",
        ),
        (
            "4x10 39,b,c,d/B,B,B,B/B,B,B,B/B,B,B,B Y0",
            1,
            "1:39-a",
            "Pawn on 39 → a, the game is over",
            "Figur auf 39 → a, das Spiel ist zu Ende",
        ),
    ],
)
def test_a_move_is_told_in_both_languages(
    position: str, die: int, token: str | None, en: str, de: str
) -> None:
    assert words(position, die, token) == Literal(en=en, de=de)


def test_a_colour_that_is_home_while_the_game_goes_on_is_told() -> None:
    text = words("4x10 39,b,c,d/B,B,B,B/B,B,B,B/B,B,B,B Y0", 1, "1:39-a", ends="all colours")
    assert text.en == "Pawn on 39 → a, all four pawns are home"


def test_a_throw_that_is_forfeited_by_choice_is_told_apart() -> None:
    play = Game.at("4x10 B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B Y0 T12,13,14,15", RULE_SETS["mhd-trapdoors"], FOUR)
    assert play.moves(1)
    assert describe_throw(play, 1, None) == Literal(en="Nothing is moved", de="Es wird nichts gezogen")
