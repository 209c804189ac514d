"""The worth of the boards of a game that was stopped, by the methods of rulebook §11."""

from collections.abc import Mapping

from rules import Text
from tournaments.formats.verdict import Column

#: Method → the column that counts it.
BOARDS: Mapping[str, Column] = {
    "counting-points": Column(
        "counting_points", Text("Counting points"), Text("counting point"), Text("counting points")
    ),
    "remaining-steps": Column(
        "remaining_steps", Text("Remaining steps"), Text("remaining step"), Text("remaining steps")
    ),
    "saved-pawns": Column("saved_pawns", Text("Saved pawns"), Text("saved pawn"), Text("saved pawns")),
    "home-yard-capture": Column(
        "home_yard_capture", Text("Home, yard, captures"), Text("point"), Text("points")
    ),
}
