"""The list of moves: turns, marks, jumps, worked out from the tokens of throws."""

from games.playback.move_list import Mark, around, listed_ruling, listed_throw, next_with, turns
from rules import Text

LIST = [
    listed_throw(3, "yellow", 6, "6:B-A", turned=False),
    listed_throw(4, "yellow", 2, "2:A-2", turned=False),
    listed_throw(5, "red", 3, None, turned=False),
    listed_throw(6, "red", 4, "4:36-40xY", turned=True),
    listed_ruling(7, Text("penalty")),
    listed_throw(8, "red", 1, "1:38-a", turned=False),
    listed_throw(9, "yellow", 1, "1:a-b", turned=False),
]


def test_throws_in_a_row_are_one_turn_and_a_ruling_stands_alone() -> None:
    told = [(turn.number, turn.colour, [event.number for event in turn.events]) for turn in turns(LIST)]
    assert told == [
        (1, "yellow", [3, 4]),
        (2, "red", [5, 6]),
        (0, "", [7]),
        (3, "red", [8]),
        (4, "yellow", [9]),
    ]


def test_captures_pawns_that_come_home_and_turning_points_are_marked() -> None:
    marked = {event.number: event.marks for event in LIST if event.marks}
    assert marked == {
        6: {Mark.CAPTURE, Mark.TURNING_POINT},
        7: {Mark.RULING},
        8: {Mark.HOME},  # and not the pawn that was there before
    }


def test_a_neutral_pawn_a_trapdoor_and_a_wormhole_are_read_too() -> None:
    assert listed_throw(1, "red", 3, "3:K5-8xG", turned=False).marks == {Mark.CAPTURE}
    assert listed_throw(1, "red", 1, "1@T4>9:39-b", turned=False).marks == {Mark.HOME}
    assert not listed_throw(1, "red", 2, "2:30-32!12", turned=False).marks


def test_moves_are_written_without_their_die() -> None:
    assert [event.move for event in LIST if event.colour] == ["B–A", "A–2", "", "36–40×Y", "38–a", "a–b"]


def test_a_jump_goes_on_from_where_one_is_and_begins_anew_after_the_last() -> None:
    assert next_with(LIST, Mark.CAPTURE, 3) == 6
    assert next_with(LIST, Mark.CAPTURE, 6) == 6
    assert next_with(LIST, Mark.HOME, 9) == 8
    assert next_with(LIST[:2], Mark.HOME, 3) is None


def test_the_part_around_an_event_has_it_in_its_middle_and_never_ends_early() -> None:
    many = turns(listed_throw(at, ("red", "blue")[at % 2], 1, None, turned=False) for at in range(100))
    assert [turn.events[0].number for turn in around(many, 50, 10)] == list(range(45, 55))
    assert [turn.events[0].number for turn in around(many, 99, 10)] == list(range(90, 100))
    assert [turn.events[0].number for turn in around(many, 0, 10)] == list(range(10))
    assert list(around(many[:3], 1, 10)) == many[:3]
