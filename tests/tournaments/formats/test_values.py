"""What goes in and what comes out: settings, checked values, results that are made up, JSON with both languages."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from rules import RULE_SETS, Literal, Verbatim
from tests.tournaments.formats.entered import (
    ANNA,
    COLOURS,
    SIDE_BY_SIDE,
    contest,
    gp_game,
    won_by,
)
from tournaments.formats import FORMATS, FormatError, NextGame, as_json
from tournaments.formats.simulate import finish_game, one_after_the_other, with_results
from tournaments.formats.tiebreaks import by_one_figure
from tournaments.formats.verdict import Column

WINS = Column(
    "wins", Literal(en="Wins", de="Siege"), Literal(en="win", de="Sieg"), Literal(en="wins", de="Siege")
)


def test_only_values_of_the_package_become_json() -> None:
    with pytest.raises(TypeError):
        as_json(0.5)


def test_the_only_player_is_above_nobody() -> None:
    assert by_one_figure([ANNA], WINS, {"anna": 0}).rows[0].reason.en == "the only player so far"


def test_players_home_are_in_the_order_of_their_last_colour() -> None:
    # Bert's black is first, but green only fifth; Cleo has both in 4th place, Anna waits for the last.
    assert gp_game(1, *"KUYVGR").players_home == ("cleo", "bert", "anna")


# -- settings ------------------------------------------------------------------------------------------


GP, CHAMPIONSHIP = FORMATS["gp-series"].settings, FORMATS["championship"].settings


def test_the_defaults_are_those_of_the_tournament_rules() -> None:
    assert as_json(GP.read({})) == {
        "games": 4,
        "absent_starter": "throw",
        "table": [10, 6, 4, 3, 2, 1],
        "bonus": 2,
    }
    assert as_json(CHAMPIONSHIP.read({})) == {"wins": 3, "absent_starter": "throw"}


@pytest.mark.parametrize("key", FORMATS)
def test_every_setting_is_described_with_its_default(key: str) -> None:
    described = FORMATS[key].settings.described()
    defaults = FORMATS[key].settings.read({setting.name: setting.default for setting in described})
    assert defaults == FORMATS[key].settings.read({})
    for setting in described:
        assert setting.label.de
        assert setting.about.de


@given(
    games=st.integers(1, 999),
    table=st.lists(st.integers(0, 50), min_size=6, max_size=6).map(lambda gpp: sorted(gpp, reverse=True)),
    bonus=st.integers(1, 50),
)
def test_what_is_read_is_written_back_the_same(games: int, table: list[int], bonus: int) -> None:
    given_settings = {"games": games, "absent_starter": "next colour", "table": table, "bonus": bonus}
    settings = GP.read(json.loads(json.dumps(given_settings)))
    assert as_json(settings) == given_settings
    assert GP.read(given_settings) == settings


@pytest.mark.parametrize(
    ("given_settings", "field", "told"),
    [
        ({"games": 0}, "settings.games", "a whole number from 1 to 999 is needed, not 0"),
        ({"games": "4"}, "settings.games", "not '4'"),
        ({"games": True}, "settings.games", "not true"),
        ({"games": 4.0}, "settings.games", "not 4.0"),
        ({"bonus": -1}, "settings.bonus", "from 0 to 999"),
        ({"table": [10, 6, 4]}, "settings.table", "6 whole numbers"),
        ({"table": [1, 2, 3, 4, 5, 6]}, "settings.table", "none larger than the one before it"),
        ({"table": 28}, "settings.table", "not 28"),
        ({"absent_starter": "dice"}, "settings.absent_starter", "possible are throw, next colour"),
        ({"absent_starter": None}, "settings.absent_starter", "null is not known"),
        ({"rounds": 3}, "settings.rounds", "the settings are games, absent_starter, table, bonus"),
        ({"table": [3] * 6, "bonus": 0}, "settings.table", "nobody could ever win"),
        ([4], "settings", "an object of names and values"),
    ],
)
def test_a_wrong_setting_is_named_with_what_would_be_right(
    given_settings: Any, field: str, told: str
) -> None:
    with pytest.raises(FormatError) as refused:
        GP.read(given_settings)
    assert refused.value.field == field
    assert told in refused.value.message.en
    assert refused.value.message.de


@given(
    st.dictionaries(
        st.sampled_from(["games", "table", "bonus", "absent_starter", "x"]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
            lambda inner: st.lists(inner),
            max_leaves=7,
        ),
    )
)
def test_no_input_ends_in_anything_but_a_format_error(given_settings: dict[str, object]) -> None:
    fields = set()
    try:
        settings = GP.read(given_settings)
    except FormatError as error:
        fields.add(error.field.removeprefix("settings."))
    else:
        assert GP.read(as_json(settings)) == settings
    assert fields <= {"games", "table", "bonus", "absent_starter", "x"}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("places", 0, "no limit"),
        ("places", 40, "40"),
        ("minutes", 0, "no limit"),
        ("final_minutes", 0, "as many as a round"),
        ("table_size", 6, "as many as the board has seats: four on the usual one"),
        ("going_on", 0, "no knock-out"),
        ("place_points", (5, 3, 1, 0, 0, 0), "5, 3, 1, 0, 0, 0"),
        ("finals", "none", "no final"),
    ],
)
def test_a_setting_is_said_in_words_where_its_number_is_none(name: str, value: Any, said: str) -> None:
    described = {setting.name: setting for setting in FORMATS["open"].settings.described()}
    assert described[name].kind.in_words(value).en == said


# -- results that are made up --------------------------------------------------------------------------


NOTHING = Verbatim("")


def game(rules: str) -> NextGame:
    return NextGame(1, NOTHING, rules, SIDE_BY_SIDE, None, NOTHING, NOTHING)


@pytest.mark.parametrize(
    ("rules", "places"),
    [
        ("xmadn-3t", "blue"),
        ("xmadn-3t+", "blue yellow green black"),
        ("xmadn-gp", "blue yellow green black red violet"),
        # Of the places of players the last one is not waited for.
        ("xmadn-gp+", "blue yellow green black red"),
    ],
)
def test_a_game_is_over_as_soon_as_its_rules_say_so(rules: str, places: str) -> None:
    order = ("blue", "yellow", "green", "black", "red", "violet")
    result = finish_game(game(rules), order, RULE_SETS[rules].ends)
    assert result.places == tuple(places.split())


def test_players_one_after_the_other_bring_all_their_colours() -> None:
    order = one_after_the_other(game("xmadn-gp"), ("cleo", "anna", "bert"))
    assert order == ("green", "violet", "yellow", "black", "blue", "red")
    assert sorted(order) == sorted(COLOURS)


def test_a_new_result_takes_the_place_of_the_one_with_its_number() -> None:
    before = contest("championship", [won_by(1, "yellow"), won_by(2, "red")])
    assert with_results(before, [won_by(2, "violet"), won_by(3, "blue")]).results == (
        won_by(1, "yellow"),
        won_by(2, "violet"),
        won_by(3, "blue"),
    )


# -- games that were played ----------------------------------------------------------------------------
