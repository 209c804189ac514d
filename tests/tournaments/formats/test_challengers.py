"""Challengers: tournament-rules §3.6 [T2] [T9]–[T11], starters by §2."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.tournaments.formats.entered import (
    DRAWN,
    contest,
    figures,
    finishing_orders,
    gp_game,
    places,
    reasons,
)
from tournaments.formats import FORMATS, DrawOutcome, EntrantSeating, FormatError, Result, Verdict
from tournaments.formats.draws import draw_chosen

# Anna leads yellow and red (Y R), Bert black and green (K G), Cleo blue and violet (U V).
# Game 0: Anna 10 + 6 + 2 = 18, Bert 4 + 3 = 7, Cleo 2 + 1 = 3.
GAME_0 = gp_game(1, *"YRKGUV")
BLACK, GREEN = ("black", "yellow"), ("green", "red")


def won(number: int, *home: str, black: str, green: str, rules: str = "xmadn-2t") -> Result:
    """A game won by the last colour home; who leads the pair with black, who the pair with green."""
    return Result(number, rules, EntrantSeating.from_leaders({black: BLACK, green: GREEN}), home)


def challengers(
    *results: Result, draws: tuple[DrawOutcome, ...] = (DRAWN,), rules: str = "", **settings: Any
) -> Verdict:
    return FORMATS["challengers"].judge(contest("challengers", results, settings, rules, draws=draws))


def seats(verdict: Verdict) -> dict[str, tuple[str, ...]]:
    (game,) = verdict.next_games
    return {seat.entrant: seat.colours for seat in game.seating.seats}


def test_game_0_is_a_gp_game_of_all_three() -> None:
    (needed,) = challengers(draws=()).draws
    assert [place.en for place in needed.places] == ["Yellow and red", "Black and green", "Blue and violet"]
    (game,) = challengers().next_games
    assert (game.number, game.name.en, game.rules, game.starter) == (1, "Game 0", "xmadn-gp", None)
    assert len(game.seating.colours) == 6


def test_game_1_is_between_1st_and_2nd_of_game_0_and_the_1st_starts() -> None:
    verdict = challengers(GAME_0)
    (game,) = verdict.next_games
    assert (game.number, game.name.en, game.rules) == (2, "Game 1", "xmadn-2t")
    assert seats(verdict) == {"anna": BLACK, "bert": GREEN}
    assert game.starter == "black"
    assert game.starter_reason.en == "Anna was 1st in Game 0, and black is the rearguard colour"
    assert game.reason.en == "Cleo waits"
    assert verdict.games[0].scores[0].points == 0


def test_of_equal_gpp_in_game_0_the_best_colour_counts() -> None:
    # Black 10, blue 6, yellow 4, violet 3, red 2, green 1: Anna 6, Bert 11, Cleo 6 + 3 + 2 = 11.
    tied = gp_game(1, *"KUYVRG")
    assert list(seats(challengers(tied))) == ["bert", "cleo"]
    # Blue 10, black 6, yellow 4, green 3, red 2, violet 1: Cleo 11, Bert 6 + 3 + 2 = 11, wherever they sit.
    assert list(seats(challengers(gp_game(1, *"UKYGRV")))) == ["cleo", "bert"]
    # Cleo is home 4th, Anna 5th, Bert last.
    assert list(seats(challengers(tied, game_0="both home"))) == ["cleo", "anna"]


def test_the_first_of_game_0_may_be_asked_for_the_pair() -> None:
    (needed,) = challengers(GAME_0, pair_choice="asked").draws
    assert needed.items == ("anna", "bert")
    draw = DrawOutcome(
        needed.subject, ("bert", "anna"), draw_chosen(needed, contest("challengers"), [1]).method
    )
    verdict = challengers(GAME_0, draws=(DRAWN, draw), pair_choice="asked")
    assert seats(verdict) == {"anna": GREEN, "bert": BLACK}
    assert verdict.next_games[0].starter == "green"


def test_the_winner_stays_with_his_pair_and_the_newcomer_gets_the_other() -> None:
    verdict = challengers(GAME_0, won(2, "red", black="anna", green="bert"))
    assert seats(verdict) == {"bert": GREEN, "cleo": BLACK}
    assert verdict.next_games[0].starter == "red"
    assert verdict.next_games[0].starter_reason.en == "Red clinched Game 1"
    by_game_0 = challengers(GAME_0, won(2, "red", black="anna", green="bert"), newcomer="by Game 0")
    assert seats(by_game_0) == {"bert": BLACK, "cleo": GREEN}


def test_by_setting_who_has_been_at_the_board_longer_makes_room() -> None:
    games = [GAME_0, won(2, "black", black="anna", green="bert"), won(3, "black", black="anna", green="cleo")]
    assert set(seats(challengers(*games))) == {"anna", "bert"}
    assert set(seats(challengers(*games, makes_room="longest"))) == {"cleo", "bert"}


def test_first_to_x_wins_and_equal_wins_go_by_game_0() -> None:
    games = [
        GAME_0,
        won(2, "red", black="anna", green="bert"),
        won(3, "black", black="cleo", green="bert"),
        won(4, "yellow", black="cleo", green="anna"),
    ]
    assert challengers(*games[:3], wins=2).finished is None
    verdict = challengers(*games, wins=2)
    assert verdict.finished is not None
    assert (verdict.finished.winner, verdict.finished.number) == ("cleo", 4)
    assert verdict.finished.reason.en == "Cleo has 2 wins, the last in Game 3"
    assert figures(verdict) == {"cleo": 2, "bert": 1, "anna": 0}
    level = challengers(*games[:3], wins=2)
    assert places(level) == {"bert": 1, "cleo": 2, "anna": 3}
    assert reasons(level)["bert"] == "above Cleo: 2nd place in Game 0 to 3rd place"
    assert places(challengers(*games[:3], wins=2, equal_wins="shared")) == {"bert": 1, "cleo": 1, "anna": 3}


def test_a_correction_that_changes_who_stays_is_shown() -> None:
    # Game 1 was Anna's, so Game 2 should have been Anna's and Cleo's.
    played = [
        GAME_0,
        won(2, "black", black="anna", green="bert"),
        won(3, "black", black="cleo", green="bert"),
    ]
    verdict = challengers(*played)
    assert [(game.number, game.reason.en) for game in verdict.ignored] == [
        (3, "does not count: by the results as they stand, Game 2 is between Anna and Cleo")
    ]
    assert verdict.next_games[0].number == 3


def test_by_2t_plus_the_first_player_with_both_colours_home_wins_and_the_second_of_them_starts() -> None:
    # Green was home first; Anna clinched it with black, when yellow was home already.
    first = won(2, "green", "yellow", "black", black="anna", green="bert", rules="xmadn-2t+")
    verdict = challengers(GAME_0, first, rules="xmadn-2t+", wins=2)
    (game,) = verdict.next_games
    assert (game.name.en, game.rules, game.starter) == ("Game 2", "xmadn-2t+", "black")
    assert seats(verdict) == {"anna": BLACK, "cleo": GREEN}
    assert game.starter_reason.en == "Black clinched Game 1"
    # Cleo, who has the pair of the loser now, needs both of it: one colour home is not enough.
    with pytest.raises(FormatError, match=r"results\[3\]\.places: the game ends when a player has both"):
        challengers(
            GAME_0, first, won(3, "red", black="anna", green="cleo", rules="xmadn-2t+"), rules="xmadn-2t+"
        )
    second = won(3, "red", "green", black="anna", green="cleo", rules="xmadn-2t+")
    third = won(4, "yellow", "red", "green", black="bert", green="cleo", rules="xmadn-2t+")
    over = challengers(GAME_0, first, second, third, rules="xmadn-2t+", wins=2)
    assert over.finished is not None
    assert (over.finished.winner, over.finished.number) == ("cleo", 4)
    assert figures(over) == {"cleo": 2, "anna": 1, "bert": 0}


@given(
    finishing_orders,
    st.lists(st.integers(0, 3), max_size=12),
    st.integers(1, 4),
    st.booleans(),
    st.sampled_from(("xmadn-2t", "xmadn-2t+")),
)
def test_whoever_wins_stays_and_the_event_ends_at_once(
    order: tuple[str, ...], colours: list[int], needed: int, longest: bool, rules: str
) -> None:
    settings: dict[str, Any] = {
        "wins": needed,
        "makes_room": "longest" if longest else "loser",
        "rules": rules,
    }
    results = [Result(1, "xmadn-gp", GAME_0.seating, order)]
    verdict = challengers(*results, **settings)
    for colour in colours:
        if verdict.finished:
            break
        (due,) = verdict.next_games
        assert due.starter in due.seating.colours
        clinched = due.seating.colours[colour]
        (pair,) = (seat.colours for seat in due.seating.seats if clinched in seat.colours)
        first = [colour for colour in pair if colour != clinched] if rules == "xmadn-2t+" else []
        results.append(Result(due.number, due.rules, due.seating, (*first, clinched)))
        verdict = challengers(*results, **settings)
        if verdict.next_games and not longest:
            (game,) = verdict.next_games
            assert game.seating.leader(clinched) == due.seating.leader(clinched)
            assert game.starter == clinched
    assert sum(figures(verdict).values()) == len(results) - 1
    assert (verdict.finished is not None) == (max(figures(verdict).values()) == needed)
    assert verdict.ignored == ()
