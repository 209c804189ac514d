"""Championship and Masters: tournament-rules §3.1, starters by §2."""

import pytest
from hypothesis import given, strategies as st

from tests.tournaments.formats.entered import (
    COLOURS,
    PLAYERS,
    championship,
    figures,
    places,
    reasons,
    won_by,
)

# Anna leads yellow and black, Bert blue and red, Cleo green and violet.
# Games 1 to 7: Anna, Bert, Cleo, Bert, Cleo, Anna, Anna = 3-2-2, the example of tournament-rules §6.
THREE_TWO_TWO = tuple(
    won_by(number, colour)
    for number, colour in enumerate(("yellow", "red", "violet", "blue", "green", "black", "yellow"), start=1)
)

colours_won = st.lists(st.sampled_from(COLOURS), max_size=12)


def test_the_colour_that_clinched_starts_the_next_game() -> None:
    (game,) = championship(THREE_TWO_TWO[:2]).next_games
    assert (game.number, game.starter) == (3, "red")
    assert game.starter_reason.en == "Red clinched Game 2"
    assert game.starter_reason.de == "Rot hat Spiel 2 entschieden"


def test_players_level_for_2nd_share_the_place() -> None:
    verdict = championship(THREE_TWO_TWO)
    assert figures(verdict) == {"anna": 3, "bert": 2, "cleo": 2}
    assert places(verdict) == {"anna": 1, "bert": 2, "cleo": 2}
    assert reasons(verdict) == {
        "anna": "above Bert and Cleo: 3 wins to 2",
        "bert": "shares 2nd place with Cleo: 2 wins each",
        "cleo": "shares 2nd place with Bert: 2 wins each",
    }
    assert verdict.standings.row("bert").reason.de == "teilt Platz 2 mit Cleo: je 2 Siege"


def test_a_game_played_after_the_decision_does_not_count() -> None:
    verdict = championship([*THREE_TWO_TWO, won_by(8, "red")])
    assert figures(verdict)["bert"] == 2
    assert [(game.number, game.reason.en) for game in verdict.ignored] == [
        (8, "does not count: Game 7 had decided the event")
    ]


def test_results_behind_a_withdrawn_one_wait_for_it() -> None:
    verdict = championship([game for game in THREE_TWO_TWO if game.number != 3])
    assert [game.number for game in verdict.games] == [1, 2]
    assert [game.number for game in verdict.ignored] == [4, 5, 6, 7]
    assert verdict.ignored[0].reason.en == "does not count before Game 3 has a result"
    (game,) = verdict.next_games
    assert (game.number, game.starter) == (3, "red")


def test_a_corrected_result_changes_the_champion() -> None:
    # Game 4 was Cleo's, not Bert's: Cleo has her third win with Game 5.
    corrected = [won_by(4, "green") if game.number == 4 else game for game in THREE_TWO_TWO]
    verdict = championship(corrected)
    assert verdict.finished is not None
    assert (verdict.finished.winner, verdict.finished.number) == ("cleo", 5)
    assert [game.number for game in verdict.ignored] == [6, 7]


@pytest.mark.parametrize("count", [0, 2])
def test_without_three_players_the_verdict_says_what_is_missing(count: int) -> None:
    verdict = championship(entrants=PLAYERS[:count], draws=())
    assert [text.en for text in verdict.missing] == [f"players needed: 3, entered: {count}"]
    assert (verdict.draws, verdict.next_games) == ((), ())
    assert len(verdict.standings.rows) == count


@given(colours_won, st.integers(1, 4))
def test_wins_add_up_and_the_starter_is_the_colour_that_clinched(colours: list[str], needed: int) -> None:
    results = [won_by(number, colour) for number, colour in enumerate(colours, start=1)]
    verdict = championship(results, settings={"wins": needed})
    assert sum(figures(verdict).values()) == len(verdict.games) == len(results) - len(verdict.ignored)
    assert bool(verdict.finished) == (max(figures(verdict).values()) == needed)
    for game in verdict.next_games:
        assert game.starter == (colours[-1] if colours else None)


@given(colours_won, colours_won)
def test_a_decided_championship_stays_decided(colours: list[str], more: list[str]) -> None:
    results = [won_by(number, colour) for number, colour in enumerate(colours + more, start=1)]
    before, after = championship(results[: len(colours)]), championship(results)
    if before.finished:
        assert (after.finished, after.standings, after.games) == (
            before.finished,
            before.standings,
            before.games,
        )
