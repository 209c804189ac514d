"""What a League's round-robins and series have decided of the title, worked out by hand (tournament-rules §3.5, §5)."""

from tests.tournaments.formats.clinching.claims import eliminated, prospect_of
from tests.tournaments.formats.leagues import FOUR, drawn, drr, league, won
from tournaments.formats import Verdict
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.league.round_robin import double_round_robin


def claims(verdict: Verdict) -> dict[str, Decided]:
    return {each.subject.en: each for each in verdict.decided()}


def places(decided: Decided) -> dict[str, tuple[int, int]]:
    return {each.entrant: (each.best, each.worst) for each in decided.prospects}


def test_with_playoffs_the_first_of_the_table_is_certain_of_the_final_and_of_nothing_more() -> None:
    # Anna 4–0, Bert 1–2, Cleo 0–3, Game 6 (Cleo – Bert) is left: Bert 2–2 or 1–3, Cleo 0–4 or 1–3.
    found = claims(league(drr("aabaa"), playoffs="qualifying and final"))
    assert places(found["the table of the double round-robins"]) == {
        "anna": (1, 1),
        "bert": (2, 3),
        "cleo": (2, 3),
    }
    assert places(found["the event"]) == {"anna": (1, 2), "bert": (1, 3), "cleo": (1, 3)}
    assert prospect_of(found["the event"], "anna").told.en == (
        "Anna can finish 1st to 2nd; has clinched the Final Series"
    )
    assert prospect_of(found["the event"], "anna").told.de == (
        "Anna kann noch 1. bis 2. werden; hat die Finalserie sicher"
    )


def test_of_four_players_one_is_out_of_the_playoffs() -> None:
    # The one earlier in the alphabet has won all games but the last, which is open.
    keys = [entrant.key for entrant in FOUR]
    games = [game for block in double_round_robin(keys, 1) for game in block]
    results = [won(game.number, min(game.players), max(game.players)) for game in games[:-1]]
    found = claims(league(results, [drawn("drr-1", keys)], FOUR, playoffs="qualifying and final"))
    event = found["the event"]
    assert eliminated(event, 3) == eliminated(event, 1) == ("dora",)
    assert prospect_of(event, "dora").told.en == "Dora has clinched 4th place; out of the playoffs"
    assert prospect_of(event, "bert").told.en.endswith("; has clinched the playoffs")
    assert prospect_of(event, "anna").told.en.endswith("; has clinched the Final Series")
