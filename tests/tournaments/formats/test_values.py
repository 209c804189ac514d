"""What goes in and what comes out: checked values, JSON with both languages, formats by key."""

import json
from fractions import Fraction

import pytest

from rules import RULE_SETS
from rules.i18n import Literal
from tests.tournaments.formats.entered import (
    ANNA,
    DRAWN,
    OPPOSITE,
    PLAYERS,
    championship,
    contest,
    gp_game,
    gp_series,
    won_by,
)
from tournaments.formats import FORMATS, EntrantSeating, FormatError, Result, as_json
from tournaments.formats.phrases import games, place
from tournaments.formats.points_table import by_first_column
from tournaments.formats.verdict import Column, Points

WINS = Column(
    "wins", Literal(en="Wins", de="Siege"), Literal(en="win", de="Sieg"), Literal(en="wins", de="Siege")
)


def test_the_formats_by_key_and_what_they_ask_for() -> None:
    assert {
        key: (each.rule_sets, each.least_players, each.most_players) for key, each in FORMATS.items()
    } == {
        "championship": (("xmadn-3t", "xmadn-3t+"), 3, 3),
        "gp-series": (("xmadn-gp",), 3, 3),
        "gp-plus-series": (("xmadn-gp+",), 3, 3),
        "exhibition": (tuple(RULE_SETS), 2, 6),
        "challengers": (("xmadn-2t", "xmadn-2t+"), 3, 3),
        "triple-athlon": (("xmadn-3t",), 3, 3),
        "league": (("xmadn-2t", "xmadn-2t+"), 3, 20),
        "open": (("schmidt-classic", *(name for name in RULE_SETS if name != "schmidt-classic")), 3, 400),
    }
    assert all(key == each.key for key, each in FORMATS.items())
    assert FORMATS["championship"].name == Literal(en="Championship", de="Meisterschaft")


def test_a_verdict_is_json_with_every_reason_in_both_languages() -> None:
    written = as_json(gp_series([gp_game(1, *"YRKGUV")]))
    assert json.loads(json.dumps(written)) == written
    assert isinstance(written, dict)
    assert written["standings"]["rows"][0] == {  # type: ignore[index,call-overload]
        "place": 1,
        "shared": False,
        "entrant": "anna",
        "figures": [18],
        "reason": {"en": "above Bert: 18 GPP to 7", "de": "vor Bert: 18 GPP zu 7"},
    }
    assert written["next_games"][0]["seating"] == {  # type: ignore[index,call-overload]
        "anna": ["yellow", "red"],
        "bert": ["black", "green"],
        "cleo": ["blue", "violet"],
    }


def test_a_draw_is_json_too() -> None:
    assert as_json(DRAWN) == {
        "subject": "pairs",
        "order": ["anna", "bert", "cleo"],
        "method": "by hand",
        "published_seed": "",
        "throws": [],
        "is_annulled": False,
        "is_closed": False,
    }


def test_half_points_stay_exact() -> None:
    # [T5]: two tied winners of a TripleAthlon's GP game get half a win each.
    halves: dict[str, tuple[Points, ...]] = {
        "anna": (Fraction(5, 2),),
        "bert": (Fraction(4, 2),),
        "cleo": (2,),
    }
    table = by_first_column(PLAYERS, [WINS], halves)
    assert [(row.place, row.shared) for row in table.rows] == [(1, False), (2, True), (2, True)]
    assert table.rows[0].reason.en == "above Bert and Cleo: 5/2 wins to 2"
    assert [as_json(row.figures) for row in table.rows] == [["5/2"], [2], [2]]


def test_only_values_of_the_package_become_json() -> None:
    with pytest.raises(TypeError):
        as_json(0.5)


def test_the_only_player_is_above_nobody() -> None:
    assert by_first_column([ANNA], [WINS], {"anna": (0,)}).rows[0].reason.en == "the only player so far"


@pytest.mark.parametrize(
    "leaders",
    [{"anna": ("yellow", "yellow")}, {"anna": ("yellow",), "bert": ("yellow",)}, {"anna": ("pink",)}],
)
def test_a_colour_is_led_by_one_player_and_exists(leaders: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(FormatError, match="seating"):
        EntrantSeating.from_leaders(leaders)


def test_a_colour_that_nobody_leads_has_no_leader() -> None:
    with pytest.raises(KeyError):
        EntrantSeating.from_leaders({"anna": ("yellow",)}).leader("black")


@pytest.mark.parametrize(
    ("number", "places", "field"),
    [
        (0, ("yellow",), "results[0].number"),
        (1, ("yellow", "yellow"), "results[1].places"),
        (2, ("pink",), "results[2].places"),
    ],
)
def test_a_result_names_what_cannot_be(number: int, places: tuple[str, ...], field: str) -> None:
    with pytest.raises(FormatError) as refused:
        Result(number, "xmadn-gp", OPPOSITE, places)
    assert refused.value.field == field


def test_players_home_are_in_the_order_of_their_last_colour() -> None:
    # Bert's black is first, but green only fifth; Cleo has both in 4th place, Anna waits for the last.
    assert gp_game(1, *"KUYVGR").players_home == ("cleo", "bert", "anna")


def test_a_result_of_somebody_not_entered_is_refused() -> None:
    with pytest.raises(FormatError, match=r"results\[1\]\.seating: 'cleo' is not entered"):
        championship([won_by(1, "yellow")], entrants=PLAYERS[:2], draws=())


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"entrants": (ANNA, ANNA)}, "entrants"),
        ({"draws": (DRAWN, DRAWN)}, "draws"),
        ({"results": (won_by(1, "red"), won_by(1, "blue"))}, "results"),
    ],
)
def test_nothing_is_there_twice(changes: dict[str, tuple[object, ...]], field: str) -> None:
    with pytest.raises(FormatError) as refused:
        contest("championship", **changes)  # type: ignore[arg-type]
    assert refused.value.field == field


def test_places_and_games_are_worded_in_both_languages() -> None:
    assert [place(number).en for number in (1, 2, 3, 4, 11, 22)] == [
        "1st place",
        "2nd place",
        "3rd place",
        "4th place",
        "11th place",
        "22nd place",
    ]
    assert place(2).de == "Platz 2"
    assert [games(numbers).en for numbers in ([7], [7, 8], [7, 8, 9], [3, 5, 9])] == [
        "Game 7",
        "Games 7 and 8",
        "Games 7 to 9",
        "Games 3, 5 and 9",
    ]
    assert games([7, 8]).de == "Spiele 7 und 8"
