"""The list of moves: turns, and moves as they are written, from the tokens of throws."""

from games.playback.move_list import ListedEvent, listed_throw, turns
from rules import Text

LIST = [
    listed_throw(3, "yellow", 6, "6:B-A"),
    listed_throw(4, "yellow", 2, "2:A-2"),
    listed_throw(5, "red", 3, None),
    listed_throw(6, "red", 4, "4:36-40xY"),
    ListedEvent(7, label=Text("penalty")),
    listed_throw(8, "red", 1, "1:38-a"),
    listed_throw(9, "yellow", 1, "1:a-b"),
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


def test_moves_are_written_without_their_die() -> None:
    assert [event.move for event in LIST if event.colour] == ["B–A", "A–2", "", "36–40×Y", "38–a", "a–b"]
