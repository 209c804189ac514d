"""TripleAthlon: tournament-rules §3.4, starters by §2."""

from fractions import Fraction
from typing import Any

from hypothesis import given, strategies as st

from tests.tournaments.formats.entered import (
    COLOURS,
    DRAWN,
    contest,
    figures,
    finishing_orders,
    reasons,
    won_by,
)
from tournaments.formats import (
    FORMATS,
    DrawMethod,
    DrawOutcome,
    EntrantSeating,
    Result,
    Verdict,
)

# Anna leads yellow and black (GP: yellow and red), Bert blue and red (GP: blue and violet),
# Cleo green and violet (GP: green and black).
GP_SEATS = EntrantSeating.from_leaders(
    {"anna": ("yellow", "red"), "bert": ("blue", "violet"), "cleo": ("green", "black")}
)
LETTERS = DrawOutcome("letters", ("xmadn-3t", "xmadn-3t+", "xmadn-gp"), DrawMethod.BY_HAND)
#: A GP game: 10, 6, 4, 3, 2, 1 and the bonus of 2. Cleo 10 + 3 = 13, Anna 6 + 4 + 2 = 12, Bert 3.
CLEO_WINS = ("green", "yellow", "red", "black", "blue", "violet")
#: Anna 10 + 1, Bert 6 + 4 + 2 = 12, Cleo 3 + 2.
BERT_WINS = ("yellow", "blue", "violet", "green", "black", "red")
#: Anna 4 + 2 = 6, Bert 10 + 1 = 11, Cleo 6 + 3 + 2 = 11.
BERT_AND_CLEO = ("blue", "green", "yellow", "black", "red", "violet")


def gp(number: int, order: tuple[str, ...]) -> Result:
    return Result(number, "xmadn-gp", GP_SEATS, order)


def plus(number: int, *home: str) -> Result:
    return won_by(number, *home, rules="xmadn-3t+")


def triple(*results: Result, draws: tuple[DrawOutcome, ...] = (DRAWN, LETTERS), **settings: Any) -> Verdict:
    return FORMATS["triple-athlon"].judge(contest("triple-athlon", results, settings, draws=draws))


def test_which_letter_stands_for_which_rules_is_drawn_before_game_1() -> None:
    verdict = triple(draws=(DRAWN,))
    (needed,) = verdict.draws
    assert (needed.subject, needed.items) == ("letters", ("xmadn-3t", "xmadn-3t+", "xmadn-gp"))
    assert [place.en for place in needed.places] == ["A", "B", "C"]
    assert verdict.next_games == ()
    assert triple(draws=(DRAWN,), letters="fixed").next_games[0].rules == "xmadn-3t"
    assert [draw.subject for draw in triple(draws=()).draws] == ["letters", "pairs"]


def test_the_games_follow_the_letters_in_turn() -> None:
    letters = DrawOutcome("letters", ("xmadn-gp", "xmadn-3t", "xmadn-3t+"), DrawMethod.BY_HAND)
    played = [gp(1, CLEO_WINS), won_by(2, "red"), plus(3, "green", "violet"), gp(4, CLEO_WINS)]
    names = [
        triple(*played[:done], draws=(DRAWN, letters), wins=9).next_games[0].name.en for done in range(5)
    ]
    assert names == ["Game 1 (GP)", "Game 2 (3T)", "Game 3 (3T+)", "Game 4 (GP)", "Game 5 (3T)"]


def test_for_gp_games_the_pairs_are_opposite_and_everybody_keeps_his_rearguard_colour() -> None:
    before = triple(won_by(1, "red"), plus(2, "yellow", "black"))
    assert before.next_games[0].seating == GP_SEATS
    after = triple(won_by(1, "red"), plus(2, "yellow", "black"), gp(3, CLEO_WINS))
    assert after.next_games[0].seating.leader("violet") == "cleo"
    assert {seat.colours for seat in after.next_games[0].seating.seats} == {
        ("yellow", "black"),
        ("blue", "red"),
        ("green", "violet"),
    }


def test_after_a_gp_game_the_first_colour_of_its_winner_starts() -> None:
    (game,) = triple(won_by(1, "red"), plus(2, "yellow", "black"), gp(3, BERT_WINS)).next_games
    assert game.starter == "blue"
    assert game.starter_reason.en == "Bert won Game 3 with 12 GPP, blue coming home first"


def test_tied_winners_of_a_gp_game_get_half_a_win_each() -> None:
    verdict = triple(won_by(1, "red"), plus(2, "yellow", "black"), gp(3, BERT_AND_CLEO))
    assert figures(verdict) == {"anna": 1, "bert": Fraction(3, 2), "cleo": Fraction(1, 2)}
    assert verdict.games[2].winners == ("bert", "cleo")
    assert reasons(verdict)["bert"] == "above Anna: 3/2 wins to 1"
    assert verdict.next_games[0].starter == "blue"
    # By setting the one whose best colour finished higher: Bert's blue was first.
    best = triple(won_by(1, "red"), plus(2, "yellow", "black"), gp(3, BERT_AND_CLEO), tied_gp="best colour")
    assert figures(best) == {"anna": 1, "bert": 2, "cleo": 0}


@given(st.lists(st.tuples(st.sampled_from(COLOURS), finishing_orders), max_size=9), st.integers(1, 3))
def test_every_game_gives_one_win_and_the_event_ends_with_a_sole_leader(
    chances: list[tuple[str, tuple[str, ...]]], needed: int
) -> None:
    second = {
        "yellow": "black",
        "black": "yellow",
        "blue": "red",
        "red": "blue",
        "green": "violet",
        "violet": "green",
    }
    results = []
    for number, (colour, order) in enumerate(chances, start=1):
        played = (won_by(number, colour), plus(number, second[colour], colour), gp(number, order))
        results.append(played[(number - 1) % 3])
    verdict = triple(*results, wins=needed)
    wins = figures(verdict)
    assert sum(wins.values()) == len(verdict.games)
    top = sorted(wins.values())
    assert (verdict.finished is not None) == (top[-1] >= needed and top[-1] > top[-2])
    for game in verdict.next_games:
        assert game.rules == ("xmadn-3t", "xmadn-3t+", "xmadn-gp")[(game.number - 1) % 3]
        if game.number > 1:
            assert game.starter is not None
