"""GP+ series: tournament-rules §3.3, starters by §2."""

from itertools import permutations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.tournaments.formats.entered import COLOURS, OPPOSITE, contest, figures, places, reasons
from tournaments.formats import FORMATS, FormatError, Result, Verdict

# Anna leads yellow and red (Y R), Bert black and green (K G), Cleo blue and violet (U V).
LETTERS = dict(zip("YKURGV", COLOURS, strict=True))


def gp_plus_game(number: int, letters: str) -> Result:
    """A GP+ game with the colours in the order of coming home."""
    return Result(number, "xmadn-gp+", OPPOSITE, tuple(LETTERS[letter] for letter in letters))


def gp_plus(*games: str, planned: int = 4, **settings: object) -> Verdict:
    """What a GP+ series comes to."""
    results = [gp_plus_game(number, letters) for number, letters in enumerate(games, start=1)]
    format = FORMATS["gp-plus-series"]
    return format.judge(contest("gp-plus-series", results, {"games": planned, **settings}))


def orders() -> list[str]:
    """Every way in which a GP+ game can end at the board, as letters."""
    ends = set()
    for order in permutations("YRKGUV"):
        for length in range(4, 6):
            home = gp_plus_game(1, "".join(order[:length])).players_home
            if len(home) == 2 and order[length - 1] in {"anna": "YR", "bert": "KG", "cleo": "UV"}[home[1]]:
                ends.add("".join(order[:length]))
                break
    return sorted(ends)


EVERY_END = orders()
games = st.sampled_from(EVERY_END)


def test_gpp_go_to_the_players_in_the_order_of_bringing_both_colours_home() -> None:
    # Yellow, black, red: Anna first (4). Green: Bert second (2). Cleo, blue home or not, is third (1).
    verdict = gp_plus("YKRG", "YKURG")
    assert figures(verdict) == {"anna": 8, "bert": 4, "cleo": 2}
    assert verdict.games[0].reason.en == "both colours home: Anna 4, Bert 2 and Cleo 1"
    assert verdict.games[0].reason.de == "beide Farben im Ziel: Anna 4, Bert 2 und Cleo 1"
    assert reasons(verdict)["anna"] == "above Bert: 8 GPP to 4"


def test_the_first_colour_finished_by_the_winner_starts() -> None:
    # Blue is home first, but Anna is the first with both: red came before yellow.
    (game,) = gp_plus("URKYG").next_games
    assert (game.number, game.starter) == (2, "red")
    assert game.starter_reason.en == "Anna won Game 1 with 4 GPP, red coming home first"


def test_a_tie_for_1st_is_played_off_in_an_extra_game() -> None:
    # Anna 4 + 2, Bert 2 + 4, Cleo 1 + 1.
    verdict = gp_plus("YRKG", "KGYR", planned=2)
    assert places(verdict) == {"anna": 1, "bert": 1, "cleo": 3}
    assert verdict.next_games[0].name.en == "Game 3 (extra game)"


def test_the_rest_is_cancelled_when_more_than_3_a_game_are_missing() -> None:
    # Anna 4 a game, Bert 2, Cleo 1: after 4 of 6 games Anna is 8 ahead of Bert, 2 x 3 = 6 can be made up.
    verdict = gp_plus(*["YRKG"] * 4, planned=6)
    assert verdict.finished is not None
    assert verdict.cancelled == (5, 6)
    assert "(3 a game, 4 against 1)" in verdict.finished.reason.en


def test_who_gives_up_is_last() -> None:
    # [T12]: the game is over with the colours of the two others, so Anna's have no place.
    assert figures(gp_plus("KUGV")) == {"anna": 1, "bert": 4, "cleo": 2}


@pytest.mark.parametrize("letters", ["", "YRK", "YRKU", "YRKGU", "YKUG", "KUGVYR"])
def test_the_game_ends_with_the_second_player_home(letters: str) -> None:
    with pytest.raises(FormatError, match=r"results\[1\]\.places: the game ends when two players"):
        gp_plus(letters)


def test_a_table_that_gives_everybody_the_same_is_refused() -> None:
    with pytest.raises(FormatError, match="nobody could ever win"):
        gp_plus(table=[2, 2, 2])


def test_the_table_of_points_is_a_setting() -> None:
    assert figures(gp_plus("YRKG", table=[5, 3, 0])) == {"anna": 5, "bert": 3, "cleo": 0}


@given(st.lists(games, max_size=6), st.integers(1, 5))
def test_every_counted_game_gives_7_gpp(played: list[str], planned: int) -> None:
    verdict = gp_plus(*played, planned=planned)
    assert sum(figures(verdict).values()) == 7 * len(verdict.games)


@given(st.lists(games, min_size=1, max_size=6), st.integers(1, 3))
def test_decided_early_is_exactly_what_every_ending_confirms(played: list[str], left: int) -> None:
    planned = len(played) + left
    assume(not gp_plus(*played[:-1], planned=planned).finished)
    verdict = gp_plus(*played, planned=planned)
    endings = {tuple(figures(verdict)[key] for key in ("anna", "bert", "cleo"))}
    for _ in range(left):
        endings = {(a + x, b + y, c + z) for a, b, c in endings for x, y, z in permutations((4, 2, 1))}
    first = {tuple(i for i in range(3) if ending[i] == max(ending)) for ending in endings}
    certain = len(first) == 1 and len(min(first)) == 1
    assert (verdict.finished is not None) == certain
