"""GP series: tournament-rules §3.2, starters by §2."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.entered import (
    OPPOSITE,
    contest,
    figures,
    finishing_orders,
    gp_game,
    gp_series,
    places,
    reasons,
)
from tournaments.formats import FORMATS, EntrantSeating, FormatError, Result

# Anna leads yellow and red (Y R), Bert black and green (K G), Cleo blue and violet (U V).
# Game 1: Anna 10 + 6 + 2 (bonus) = 18, Bert 4 + 3 = 7, Cleo 2 + 1 = 3.
# Game 2: Anna 10 + 2 = 12, Bert 6 + 1 = 7, Cleo 4 + 3 + 2 (both home in 4th place) = 9.
# Game 3: Anna 10 + 1 = 11, Bert 6 + 4 + 2 (both home in 3rd place) = 12, Cleo 3 + 2 = 5.
# Game 4: Anna 2 + 1 = 3, Bert 10 + 6 + 2 = 18, Cleo 4 + 3 = 7.
GAME_1 = gp_game(1, *"YRKGUV")
GAME_2 = gp_game(2, *"YKUVRG")
GAME_3 = gp_game(3, *"YKGUVR")
GAME_4 = gp_game(4, *"KGUVYR")

series_results = st.lists(finishing_orders, max_size=7).map(
    lambda orders: [gp_game(number, *order) for number, order in enumerate(orders, start=1)]
)


def test_gpp_by_finishing_place_and_the_bonus_for_both_colours_home() -> None:
    verdict = gp_series([GAME_1, GAME_2, GAME_3])
    assert [{score.entrant: score.points for score in game.scores} for game in verdict.games] == [
        {"anna": 18, "bert": 7, "cleo": 3},
        {"anna": 12, "bert": 7, "cleo": 9},
        {"anna": 11, "bert": 12, "cleo": 5},
    ]
    assert verdict.games[1].reason.en == (
        "Yellow 10, black 6, blue 4, violet 3, red 2 and green 1; first with both colours home: Cleo 2"
    )
    assert figures(verdict) == {"anna": 41, "bert": 26, "cleo": 17}
    assert reasons(verdict) == {
        "anna": "above Bert: 41 GPP to 26",
        "bert": "above Cleo: 26 GPP to 17",
        "cleo": "below Bert: 17 GPP to 26",
    }


def test_places_2_and_3_are_shared_by_equal_gpp() -> None:
    # Game 1: Anna 10 + 6 + 2 = 18, Bert 4 + 1 = 5, Cleo 3 + 2 = 5.
    verdict = gp_series([gp_game(1, *"YRKUVG")])
    assert places(verdict) == {"anna": 1, "bert": 2, "cleo": 2}
    assert reasons(verdict)["bert"] == "shares 2nd place with Cleo: 5 GPP each"


def test_game_1_is_thrown_for() -> None:
    verdict = gp_series()
    (game,) = verdict.next_games
    assert (game.number, game.starter, game.seating) == (1, None, OPPOSITE)
    assert verdict.to_come == (2, 3, 4)


def test_the_first_colour_finished_by_the_winner_of_the_previous_game_starts() -> None:
    # Black 10, yellow 6, red 4, blue 3, violet 2, green 1: Anna 6 + 4 + 2 = 12 beats Bert's 11.
    (game,) = gp_series([gp_game(1, *"KYRUVG")]).next_games
    assert (game.number, game.starter) == (2, "yellow")
    assert game.starter_reason.en == "Anna won Game 1 with 12 GPP, yellow coming home first"


def test_of_the_colours_of_several_winners_the_one_that_finished_first_starts() -> None:
    # Yellow 10, blue 6, violet 4, black 3, green 2, red 1: Anna 11, Bert 5, Cleo 6 + 4 + 2 = 12.
    assert gp_series([gp_game(1, *"YUVKGR")]).next_games[0].starter == "blue"
    # Black 10, blue 6, yellow 4, violet 3, red 2, green 1: Anna 6, Bert 11, Cleo 6 + 3 + 2 = 11.
    verdict = gp_series([gp_game(1, *"KUYVRG")])
    assert verdict.games[0].winners == ("bert", "cleo")
    (game,) = verdict.next_games
    assert game.starter == "black"
    assert game.starter_reason.en == (
        "Bert and Cleo won Game 1 with 11 GPP each, of their colours black came home first"
    )
    assert game.starter_reason.de == (
        "Bert und Cleo gewannen Spiel 1 mit je 11 GPP; davon war Schwarz zuerst im Ziel"
    )


def test_the_rest_is_cancelled_as_soon_as_the_winner_is_certain() -> None:
    # 11 GPP a game: after 4 of 8 games 44 ahead, 4 x 15 = 60 to come; after 5 games 55 ahead, 3 x 15 = 45.
    results = [gp_game(number, *"YRKGUV") for number in range(1, 6)]
    running = gp_series(results[:4], games=8)
    assert (running.finished, running.cancelled, running.to_come) == (None, (), (6, 7, 8))
    verdict = gp_series(results, games=8)
    assert verdict.finished is not None
    assert (verdict.finished.winner, verdict.finished.number) == ("anna", 5)
    assert (verdict.cancelled, verdict.to_come, verdict.next_games) == ((6, 7, 8), (), ())
    assert verdict.finished.reason.en == (
        "Anna leads by 55 GPP with 3 games left; at most 45 GPP can be made up (15 a game, 18 against 3); "
        "cancelled: Games 6 to 8"
    )


def test_a_lead_that_can_just_be_made_up_is_not_certain() -> None:
    # After Game 3 Anna leads 41-26-17: 15 ahead with one game left, in which 15 can be made up.
    verdict = gp_series([GAME_1, GAME_2, GAME_3])
    assert verdict.finished is None
    assert verdict.outlook.en == (
        "Anna leads by 15 GPP, 1 game left; at most 15 GPP can be made up (15 a game, 18 against 3), "
        "a greater lead decides"
    )
    # After Games 1 and 2 of three it is 30-14-12: 16 ahead decides.
    assert gp_series([GAME_1, GAME_2], games=3).cancelled == (3,)


def test_a_tie_for_1st_is_played_off_in_counted_extra_games_one_at_a_time() -> None:
    # Game 4 makes it 44-44-24. The extra game, like Game 2, makes it 56-51-33.
    tied = gp_series([GAME_1, GAME_2, GAME_3, GAME_4])
    assert figures(tied) == {"anna": 44, "bert": 44, "cleo": 24}
    assert (tied.finished, tied.to_come) == (None, ())
    (extra,) = tied.next_games
    assert (extra.number, extra.name.en, extra.starter) == (5, "Game 5 (extra game)", "black")
    assert extra.reason.en == "extra game: Anna and Bert are tied for 1st place after Game 4"
    verdict = gp_series([GAME_1, GAME_2, GAME_3, GAME_4, gp_game(5, *"YKUVRG")])
    assert figures(verdict) == {"anna": 56, "bert": 51, "cleo": 33}
    assert verdict.finished is not None
    assert verdict.finished.reason.en == "Anna leads by 5 GPP after 4 games and 1 extra game"


def test_another_table_and_bonus_give_another_swing() -> None:
    # Table 9-5-3-2-1-0, bonus 0: at most 9 + 5 = 14 against 1 + 0 = 1, so 13 a game.
    # Game 1 gives Anna 14, Bert 5, Cleo 1: 9 ahead is not enough with one game left, 18 ahead is.
    given = {"games": 3, "table": [9, 5, 3, 2, 1, 0], "bonus": 0}
    judge = FORMATS["gp-series"].judge
    assert judge(contest("gp-series", [GAME_1], given | {"games": 2})).finished is None
    verdict = judge(contest("gp-series", [GAME_1, gp_game(2, *"YRKGUV")], given))
    assert verdict.finished is not None
    assert "(13 a game, 14 against 1)" in verdict.finished.reason.en


def test_a_game_given_up_has_places_and_is_not_awarded() -> None:
    with pytest.raises(FormatError) as refused:
        gp_series([Result(1, "xmadn-gp", OPPOSITE, awarded_to="anna")])
    assert refused.value.field == "results[1].awarded_to"


def test_all_colours_must_be_placed() -> None:
    with pytest.raises(FormatError, match=r"results\[1\]\.places: all 6 colours must be placed, not only 5"):
        gp_series([gp_game(1, *"YRKGU")])


@pytest.mark.parametrize(
    "seating",
    [
        {"anna": ("yellow", "red"), "bert": ("black", "green")},
        {"anna": ("yellow", "red", "blue"), "bert": ("black", "green"), "cleo": ("violet",)},
    ],
)
def test_every_player_must_lead_two_colours(seating: dict[str, tuple[str, ...]]) -> None:
    seated = EntrantSeating.from_leaders(seating)
    with pytest.raises(FormatError, match=r"results\[1\]\.seating"):
        gp_series([Result(1, "xmadn-gp", seated, seated.colours)])


@given(series_results, st.integers(1, 6))
def test_the_starter_is_a_colour_at_the_board_led_by_a_winner(results: list[Result], games: int) -> None:
    verdict = gp_series(results, games)
    for game in verdict.next_games:
        if game.number == 1:
            assert game.starter is None
        else:
            assert game.starter is not None
            assert game.seating.leader(game.starter) in verdict.games[-1].winners


@given(series_results, series_results, st.integers(1, 6))
def test_a_decided_series_stays_decided(results: list[Result], more: list[Result], games: int) -> None:
    before = gp_series(results, games)
    later = [gp_game(len(results) + result.number, *result.places) for result in more]
    after = gp_series(results + later, games)
    if before.finished:
        assert (after.finished, after.standings, after.cancelled) == (
            before.finished,
            before.standings,
            before.cancelled,
        )
