"""A board in words: every pawn is told, in both languages."""

import re

from hypothesis import given

from games.drawing import BoardState, LastMove, board_in_words
from rules import Literal
from tests.games.drawing.scenes import MIDDLE_4x10, moved_states, state

ENGLISH = {"one": 1, "two": 2, "three": 3, "four": 4}
GERMAN = {"eine": 1, "zwei": 2, "drei": 3, "vier": 4}


def test_the_whole_board_begins_with_whose_throw_it_is_and_ends_with_the_last_move() -> None:
    assert board_in_words(state(MIDDLE_4x10), LastMove(2, 1, 5)) == Literal(
        en="Red is to throw. Yellow: four in the yard. "
        "Green: one in the yard, one on the starting field A, one on field 7, one home on b. "
        "Red: one on field 5, one on field 39, two home on c and d. "
        "Black: two in the yard, two on field 12. Last move: Red from field 1 to field 5.",
        de="Rot ist am Wurf. Gelb: vier auf B. "
        "Grün: eine auf B, eine auf dem Startfeld A, eine auf Feld 7, eine im Ziel auf b. "
        "Rot: eine auf Feld 5, eine auf Feld 39, zwei im Ziel auf c und d. "
        "Schwarz: zwei auf B, zwei auf Feld 12. Letzter Zug: Rot von Feld 1 auf Feld 5.",
    )


def test_furniture_is_told_with_what_its_fields_count_from() -> None:
    empty = "4x10 -/-/-/- ."
    doors = board_in_words(state(empty, trapdoors=(5, 13, 21, 29)))
    assert "Trapdoors on 5, 13, 21 and 29 (fields of the track, counted from Yellow's A as 0)." in doors.en
    assert "Falltüren auf 5, 13, 21 und 29 (Felder der Laufbahn, von A bei Gelb als 0 gezählt)." in doors.de
    holes = board_in_words(state(empty, wormholes=((3, 27), (9, 35))))
    assert "Wormholes W1 between 3 and 27, W2 between 9 and 35 (" in holes.en
    assert "Wurmlöcher W1 zwischen 3 und 27, W2 zwischen 9 und 35 (" in holes.de


@given(moved_states())
def test_every_pawn_is_counted_once_in_both_languages(moved: tuple[BoardState, LastMove]) -> None:
    seen, last_move = moved
    pawns = sum(len(of or ()) for of in seen.pawns)
    text = board_in_words(seen, last_move)
    assert sum(ENGLISH[word] for word in re.findall(r"\b(one|two|three|four)\b", text.en)) == pawns
    assert sum(GERMAN[word] for word in re.findall(r"\b(eine|zwei|drei|vier)\b", text.de)) == pawns
