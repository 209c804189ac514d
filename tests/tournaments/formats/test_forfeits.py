"""Forfeits [T12]: to whom a game goes that somebody does not start or gives up."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from games.domain.events.endings import with_winner
from games.domain.state import State
from rules import RULE_SETS, Game
from tests.tournaments.formats.entered import OPPOSITE, SIDE_BY_SIDE, contest, figures
from tournaments.formats import FORMATS, EntrantSeating, FormatError, Result
from tournaments.formats.forfeits import Forfeit, forfeit_result

NAMES = {"anna": "Anna", "bert": "Bert", "cleo": "Cleo"}
TWO = EntrantSeating.from_leaders({"anna": ("black", "yellow"), "bert": ("green", "red")})


def board(text: str) -> Game:
    """A 3T game at a position; the colours in their order on the board of six."""
    seats = {seat.entrant: list(seat.colours) for seat in SIDE_BY_SIDE.seats}
    return Game.at(text, RULE_SETS["xmadn-3t"], seats)


def given_up(
    absent: str, seating: EntrantSeating = SIDE_BY_SIDE, rules: str = "xmadn-3t", **known: Any
) -> Forfeit:
    return forfeit_result(seating, absent, names=NAMES, ends=RULE_SETS[rules].ends, **known)


def position(pawns: Mapping[str, str]) -> Game:
    """Everybody in the yard but for those told, as the notation of the 6x8 board has it."""
    start = Game.start(
        RULE_SETS["xmadn-3t"],
        {seat.entrant: list(seat.colours) for seat in SIDE_BY_SIDE.seats},
        starter="yellow",
    )
    name, homes, turn = str(start.position).split(" ")
    colours = start.position.board.colours
    entries = [pawns.get(colour, each) for colour, each in zip(colours, homes.split("/"), strict=True)]
    return board(f"{name} {'/'.join(entries)} {turn}")


def test_in_2t_the_opponent_wins_and_counted_pawns_are_not_told() -> None:
    found = given_up("anna", TWO, "xmadn-2t")
    assert (found.winner, found.places) == ("bert", ())
    assert found.reason.en == "Anna forfeits; the game goes to Bert [T12]"


def test_in_3t_the_opponent_with_more_saved_pawns_wins() -> None:
    play = position({"blue": "B,B,B,d", "green": "A,20,25,30"})
    found = given_up("anna", board=play)
    assert found.winner == "bert"
    assert found.reason.de == "Anna tritt nicht an oder gibt auf; Bert hat mehr Figuren im Ziel, 1 : 0 [T12]"


def test_then_the_one_further_ahead_by_counting_points() -> None:
    play = position({"blue": "B,B,B,d", "green": "B,B,B,d", "violet": "B,B,B,A"})
    assert given_up("anna", board=play).winner == "cleo"


def test_then_the_throw_of_those_who_are_level() -> None:
    with pytest.raises(FormatError) as missing:
        given_up("anna")
    assert (missing.value.field, missing.value.message.de) == (
        "throws",
        "gleichauf: Bert und Cleo würfeln, der höchste gewinnt",
    )
    assert given_up("anna", rounds=[{"bert": 2, "cleo": 2}, {"bert": 1, "cleo": 4}]).winner == "cleo"


def test_in_a_game_for_places_the_absent_colours_come_last() -> None:
    places = ("yellow", "blue", "red", "violet")
    found = given_up("bert", OPPOSITE, "xmadn-gp", places=places)
    assert (found.winner, found.places) == (None, (*places, "black", "green"))


# -- every order in which the others come in --------------------------------------------------------

#: The colours of each player in a game for places.
LED = {"anna": ("yellow", "red"), "bert": ("black", "green"), "cleo": ("blue", "violet")}
#: A game of which the last places are the absent player's colours, and one that is over without them.
ENDS = {"xmadn-gp": ("gp-series", True), "xmadn-gp+": ("gp-plus-series", False)}
GIVEN_UP = [
    (rules, absent, order)
    for rules in ENDS
    for absent in LED
    for order in permutations(colour for key, led in LED.items() if key != absent for colour in led)
]


def first_home(order: Sequence[str]) -> str:
    """Who of the others is home first: of three of their four colours one of them has led two."""
    return next(key for key, led in LED.items() if set(led) <= set(order[:3]))


def begun_by(rules: str) -> State:
    """Yellow is home: Anna gives up when one of her colours has a place already."""
    text = "6x8 a,b,c,d/B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B/B,B,B,B K0"
    play = Game.at(text, RULE_SETS[rules], {key: list(led) for key, led in LED.items()}, finished=["yellow"])
    return replace(waiting(rules), play=play)


def waiting(rules: str) -> State:
    return State(RULE_SETS[rules], {key: list(led) for key, led in LED.items()})


@pytest.mark.parametrize("state", [waiting, begun_by])
def test_a_game_for_places_is_given_up_in_every_order_of_the_others(state: Callable[[str], State]) -> None:
    for rules, absent, order in GIVEN_UP:
        format_key, places_all = ENDS[rules]
        game = state(rules)
        found = given_up(absent, OPPOSITE, rules, board=game.play, places=order)
        # The log takes it, and so does the table, in which nobody who gave up is before somebody who played on.
        told = with_winner(game, {"places": list(found.places), "winner": None, "pawns": {}})
        table = FORMATS[format_key].judge(contest(format_key, [Result(1, rules, OPPOSITE, found.places)]))
        assert found.places == ((*order, *LED[absent]) if places_all else order)
        assert told["winner"] == first_home(order)
        assert min(figures(table), key=lambda key: figures(table)[key]) == absent


@pytest.mark.parametrize(("rules", "absent", "order"), GIVEN_UP[::37])
def test_the_places_of_those_who_play_on_are_those_of_no_other_colour(
    rules: str, absent: str, order: tuple[str, ...]
) -> None:
    for wrong in (order[:3], (*order, *LED[absent]), (*order[:3], LED[absent][0]), (*order[:3], order[0])):
        with pytest.raises(FormatError) as refused:
            given_up(absent, OPPOSITE, rules, places=wrong)
        assert refused.value.field == "places"
