"""What cannot be is refused by the name of its field: results, events, draws, throws, settings."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules import Ends, Verbatim
from tests.tournaments.formats.entered import (
    ANNA,
    COLOURS,
    DRAWN,
    OPPOSITE,
    PLAYERS,
    SIDE_BY_SIDE,
    contest,
    gp_game,
    won_by,
)
from tests.tournaments.formats.halls import drawn, hall, judged as judged_hall, seats_of
from tests.tournaments.formats.leagues import drawn as places_drawn, league
from tournaments.formats import (
    FORMATS,
    DrawMethod,
    DrawNeeded,
    DrawOutcome,
    EntrantSeating,
    FormatError,
    Result,
    draws,
)
from tournaments.formats.forfeits import forfeit_result
from tournaments.formats.grand_prix.series import GPSeriesSettings
from tournaments.formats.roll_offs import by_throws, highest_throw

TWO = EntrantSeating.from_leaders({"anna": ("black", "yellow"), "bert": ("green", "red")})
ALONE = EntrantSeating.from_leaders({"anna": ("black", "yellow")})
THREE_AT_TWO = EntrantSeating.from_leaders(
    {"anna": ("black", "yellow"), "bert": ("green",), "cleo": ("red",)}
)
NO_PAIRS = EntrantSeating.from_leaders(
    {"anna": ("yellow", "red", "blue"), "bert": ("black", "green"), "cleo": ("violet",)}
)
TWO_OF_THREE = EntrantSeating.from_leaders({"anna": ("yellow", "red"), "bert": ("black", "green")})
LETTERS = DrawOutcome("letters", ("xmadn-3t", "xmadn-3t+", "xmadn-gp"), DrawMethod.BY_HAND)
PAIRS = DrawNeeded("pairs", Verbatim("Pairs"), ("anna", "bert", "cleo"), (Verbatim("pair"),) * 3)
SEATS = DrawNeeded("round-1", Verbatim("Round"), ("p1", "p2", "p3"), (Verbatim("seat"),) * 4, (3,))
WHO = {key: Verbatim(key.title()) for key in ("anna", "bert", "cleo")}
GIVEN_UP: Any = {"names": {key: key.title() for key in WHO}, "ends": Ends.FIRST_COLOUR}
EVENT = contest("championship")
BOARD = {colour: Verbatim(colour) for colour in COLOURS}
FIRST = {"yellow": 3, "black": 6, "blue": 1, "red": 6, "green": 2, "violet": 5}


def judged(key: str, *results: Result, rules: str = "", **changes: Any) -> object:
    """The event; its letters are drawn where it has some."""
    held = (DRAWN, LETTERS) if key == "triple-athlon" else (DRAWN,)
    return FORMATS[key].judge(contest(key, results, rules=rules, **{"draws": held, **changes}))


def letters(hold: Callable[..., object]) -> object:
    """Letters are drawn, which have no seeds."""
    event = contest("triple-athlon", draws=())
    return hold(FORMATS["triple-athlon"].judge(event).draws[0], event)


def in_hall(result: Callable[[EntrantSeating], Result], rules: str = "mhd") -> object:
    """The only table of a hall ends so."""
    event = drawn(hall(4, rules), "round-1", "1 2 3 4")
    (game,) = judged_hall(event).next_games
    return judged_hall(replace(event, results=(result(game.seating),)))


GP_PLUS = ["", "YRK", "YRKU", "YRKGU", "YKUG", "KUGVYR"]
#: The field that is named, and what is refused.
REFUSED: list[tuple[str, Callable[[], object]]] = [
    # Results of the formats.
    ("results[1].places", lambda: judged("championship", won_by(1))),
    ("results[1].places", lambda: judged("championship", won_by(1, "yellow", "red"))),
    ("results[1].rules", lambda: judged("championship", won_by(1, "yellow", rules="xmadn-gp"))),
    (
        "results[1].awarded_to",
        lambda: judged("championship", Result(1, "xmadn-3t", SIDE_BY_SIDE, awarded_to="dora")),
    ),
    *(
        (
            "results[1].places",
            lambda home=home: judged("championship", won_by(1, *home, rules="xmadn-3t+"), rules="xmadn-3t+"),
        )
        for home in (["yellow"], ["yellow", "black", "red"], ["yellow", "black", "blue", "red"])
    ),
    ("results[1].rules", lambda: judged("challengers", Result(1, "xmadn-2t", TWO, ("red",)))),
    ("results[2].rules", lambda: judged("challengers", gp_game(2, *"YRKGUV"))),
    ("results[2].seating", lambda: judged("challengers", Result(2, "xmadn-2t", ALONE, ("black",)))),
    ("results[1].places", lambda: judged("challengers", gp_game(1, *"YRKGU"))),
    ("results[2].rules", lambda: judged("triple-athlon", won_by(2, "red"))),
    ("results[1].places", lambda: judged("triple-athlon", won_by(1, "red", "blue"))),
    ("results[3].places", lambda: judged("triple-athlon", gp_game(3, *"YRKGU"))),
    (
        "results[3].awarded_to",
        lambda: judged("triple-athlon", Result(3, "xmadn-gp", OPPOSITE, awarded_to="anna")),
    ),
    (
        "results[1].seating",
        lambda: judged(
            "triple-athlon",
            Result(1, "xmadn-3t", EntrantSeating.from_leaders({"dora": ("red",)}), ("red",)),
        ),
    ),
    (
        "results[1].awarded_to",
        lambda: judged("gp-series", Result(1, "xmadn-gp", OPPOSITE, awarded_to="anna")),
    ),
    ("results[1].places", lambda: judged("gp-series", gp_game(1, *"YRKGU"))),
    *(
        (
            "results[1].seating",
            lambda seating=seating: judged("gp-series", Result(1, "xmadn-gp", seating, seating.colours)),
        )
        for seating in (TWO_OF_THREE, NO_PAIRS)
    ),
    *(
        (
            "results[1].places",
            lambda home=home: judged(
                "gp-plus-series", Result(1, "xmadn-gp+", OPPOSITE, gp_game(1, *home).places)
            ),
        )
        for home in GP_PLUS
    ),
    *(
        (
            "results[1].places",
            lambda rules=rules, home=home: judged("exhibition", won_by(1, *home, rules=rules), rules=rules),
        )
        for rules, home in (
            ("xmadn-3t", []),
            ("xmadn-3t", ["red", "blue"]),
            ("xmadn-3t+", ["red"]),
            ("xmadn-gp", ["red", "yellow"]),
        )
    ),
    ("results[1].seating", lambda: league([Result(1, "xmadn-2t", THREE_AT_TWO, ("black",))])),
    ("results[1].board", lambda: in_hall(lambda seats: Result(1, "mhd", seats, board="4x10 nonsense Y0"))),
    ("results[1].places", lambda: in_hall(lambda seats: Result(1, "mhd", seats))),
    # Results by themselves.
    ("results[0].number", lambda: Result(0, "xmadn-gp", OPPOSITE, ("yellow",))),
    ("results[1].places", lambda: Result(1, "xmadn-gp", OPPOSITE, ("yellow", "yellow"))),
    ("results[2].places", lambda: Result(2, "xmadn-gp", OPPOSITE, ("pink",))),
    ("results[1].pawns", lambda: Result(1, "xmadn-2t", TWO, ("black",), pawns={"violet": 4})),
    (
        "results[1].pawns",
        lambda: Result(1, "xmadn-2t", TWO, ("black",), pawns={"black": 4, "yellow": 0, "green": 5, "red": 0}),
    ),
    (
        "results[1].level",
        lambda: Result(1, "mhd", seats_of(("p1", "yellow"), ("p2", "red")), level=(("p1",), ("p3",))),
    ),
    ("seating", lambda: EntrantSeating.from_leaders({"anna": ("yellow", "yellow")})),
    ("seating", lambda: EntrantSeating.from_leaders({"anna": ("yellow",), "bert": ("yellow",)})),
    ("seating", lambda: EntrantSeating.from_leaders({"anna": ("pink",)})),
    # Events.
    ("results[1].seating", lambda: judged("championship", won_by(1, "red"), entrants=PLAYERS[:2], draws=())),
    ("rules", lambda: judged("championship", rules="xmadn-2t")),
    ("entrants", lambda: judged("championship", entrants=(ANNA, ANNA))),
    ("draws", lambda: judged("championship", draws=(DRAWN, DRAWN))),
    ("results", lambda: judged("championship", won_by(1, "red"), won_by(1, "blue"))),
    # Settings.
    ("settings.games", lambda: GPSeriesSettings(games=0)),
    ("settings.table", lambda: contest("gp-plus-series", settings={"table": [2, 2, 2]})),
    ("settings.head_start", lambda: league(playoffs="final", final_wins=1)),
    ("settings.best_games", lambda: hall(4, rounds=3, counted="best games", best_games=4)),
    ("settings.finals", lambda: hall(8, going_on=2, finals="none")),
    ("settings.meet", lambda: hall(8, meet="pots", team_mates="apart")),
    (
        "seating",
        lambda: judged(
            "exhibition",
            rules="schmidt",
            settings={"seating": "opposite colours"},
            options={"neutral": "green"},
            draws=(),
        ),
    ),
    # Draws.
    ("seed", lambda: draws.draw_from_seed(PAIRS, " ")),
    ("method", lambda: letters(draws.draw_in_seed_order)),
    ("method", lambda: letters(lambda needed, event: draws.draw_chosen(needed, event, [0, 1]))),
    ("choices[1]", lambda: draws.draw_chosen(PAIRS, EVENT, [2, 2])),
    ("choices[0]", lambda: draws.draw_chosen(PAIRS, EVENT, [3, 0])),
    ("choices[0]", lambda: draws.draw_chosen(PAIRS, EVENT, [-1, 0])),
    ("choices", lambda: draws.draw_chosen(PAIRS, EVENT, [1])),
    *(
        ("pairs", lambda order=order: draws.draw_by_hand(PAIRS, order))
        for order in ([], ["anna", "bert"], ["anna", "bert", "bert"], ["anna", "bert", "dora"])
    ),
    ("pairs", lambda: judged("championship", draws=(replace(DRAWN, order=("anna", "bert", "dora")),))),
    ("drr-1", lambda: league(held=[places_drawn("drr-1", ("anna", "bert"))])),
    ("round-1", lambda: draws.draw_by_hand(SEATS, ("p1", "p2"))),
    ("round-1", lambda: draws.draw_by_hand(SEATS, ("p1", "p2", "", "p4", "p3", ""))),
    ("round-1", lambda: judged_hall(drawn(hall(8), "round-1", "1 2 3 99"))),
    ("round-1", lambda: judged_hall(drawn(hall(8), "round-1", "1 2 3 4", "5 1"))),
    (
        "round-1",
        lambda: judged_hall(
            replace(hall(8), draws=(replace(DRAWN, subject="round-1", order=("p1", "p2", "p3")),))
        ),
    ),
    # Throws for the start and for places.
    ("throws[0]", lambda: highest_throw(BOARD, [FIRST | {"black": 7}])),
    ("throws[0]", lambda: highest_throw(BOARD, [FIRST | {"black": 0}])),
    ("throws[0]", lambda: highest_throw(BOARD, [FIRST | {"pink": 3}])),
    ("throws[1]", lambda: highest_throw(BOARD, [FIRST, {"black": 2, "blue": 2}])),
    ("throws[1]", lambda: highest_throw(BOARD, [FIRST, {"black": 2}, {"black": 2}])),
    ("throws[2]", lambda: highest_throw(BOARD, [FIRST, {"black": 2, "red": 1}, {"black": 2}])),
    ("contenders", lambda: highest_throw({}, [])),
    ("throws[0]", lambda: by_throws(WHO, [{"anna": 5, "bert": 3}, {"cleo": 1}])),
    ("throws[1]", lambda: by_throws(WHO, [{"anna": 5, "bert": 3, "cleo": 1}, {"anna": 2}])),
    ("throws[0]", lambda: by_throws(WHO, [{"anna": 7}])),
    # Games that are given up.
    ("throws", lambda: forfeit_result(SIDE_BY_SIDE, "anna", **GIVEN_UP)),
    ("throws", lambda: forfeit_result(TWO, "anna", **GIVEN_UP, rounds=[{"bert": 2}])),
    ("absent", lambda: forfeit_result(TWO, "cleo", **GIVEN_UP)),
]


@pytest.mark.parametrize(("field", "make"), REFUSED)
def test_what_cannot_be_is_refused_at_its_field(field: str, make: Callable[[], object]) -> None:
    with pytest.raises(FormatError) as refused:
        make()
    assert refused.value.field == field
    assert refused.value.message.en
    assert refused.value.message.de
