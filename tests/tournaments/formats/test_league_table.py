"""The table of a League: what comes first, how ties are broken, what must be known for it (tournament-rules §3.5)."""

from dataclasses import replace

from tests.tournaments.formats.entered import places, reasons
from tests.tournaments.formats.leagues import drawn, drr, league, won
from tournaments.formats import (
    draws,
)


def test_a_criterion_is_asked_of_the_whole_group_and_restarted_on_what_remains() -> None:
    # Each 2–2 in one DRR, each 1–1 against each: head-to-head wins part nobody.
    # Counted-pawn difference among the three: Anna won 4–0, 4–0, lost 3–4, 3–4: +6.
    # Bert won 4–3 (Anna) and 4–1 (Cleo), lost 0–4 (Anna) and 3–4 (Cleo): +1 +3 −4 −1 = −1.
    # Cleo won 4–3 (Anna) and 4–3 (Bert), lost 0–4 (Anna) and 1–4 (Bert): +1 +1 −4 −3 = −5.
    games = [
        won(1, "anna", "bert", 0),
        won(2, "cleo", "anna", 3),
        won(3, "bert", "cleo", 1),
        won(4, "bert", "anna", 3),
        won(5, "anna", "cleo", 0),
        won(6, "cleo", "bert", 3),
    ]
    verdict = league(games)
    assert {row.entrant: row.figures for row in verdict.standings.rows} == {
        "anna": (2, 2, 14, 8),
        "bert": (2, 2, 11, 12),
        "cleo": (2, 2, 9, 14),
    }
    assert reasons(verdict) == {
        "anna": "above Bert: head-to-head pawn difference +6 to -1",
        "bert": "above Cleo: head-to-head pawn difference -1 to -5",
        "cleo": "below Bert: head-to-head pawn difference -5 to -1",
    }
    # With 4–3 both ways between Bert and Cleo they are at −3 each:
    # once Anna is parted from them the chain starts anew between the two: 1–1, then their own pawns 7–7.
    games[2], games[5] = won(3, "bert", "cleo", 3), won(6, "cleo", "bert", 3)
    verdict = league(games)
    assert reasons(verdict)["anna"] == "above Bert and Cleo: head-to-head pawn difference +6 to -3"
    assert [place.en for place in verdict.draws[0].places] == ["1. of those level", "2. of those level"]
    assert verdict.draws[0].name.en == "Lot between Bert and Cleo"
    assert places(verdict) == {"anna": 1, "bert": 2, "cleo": 2}
    assert verdict.finished is None
    lot = draws.draw_by_hand(verdict.draws[0], ("cleo", "bert"))
    verdict = league(games, held=[drawn("drr-1", ("anna", "bert", "cleo")), lot])
    assert reasons(verdict)["cleo"] == "above Bert: by lot"
    assert verdict.finished is not None


def test_players_are_level_only_so_far_where_pawns_that_decide_are_missing() -> None:
    verdict = league(drr("acbbac"))
    assert [column.key for column in verdict.standings.columns] == [
        "wins",
        "losses",
        "pawns_for",
        "pawns_against",
    ]
    (unfinished,) = verdict.standings.unfinished
    assert (unfinished.columns, unfinished.games) == (("pawns_for", "pawns_against"), (1, 2, 3, 4, 5, 6))
    assert reasons(verdict)["anna"] == (
        "shares 1st place with Bert and Cleo: level so far, pawns of Games 1 to 6 are missing"
    )
    assert verdict.standings.row("anna").reason.de.endswith("es fehlen die Figuren: Spiele 1 bis 6")
    assert verdict.outlook.en == (
        "pawns of Games 1 to 6 are missing, and may decide; if nobody knows them, to be drawn: "
        "Lot between Anna, Bert and Cleo"
    )
    assert [len(lot.items) for lot in verdict.draws] == [3]
    lot = draws.draw_by_hand(verdict.draws[0], ("cleo", "bert", "anna"))
    decided = league(drr("acbbac"), held=[drawn("drr-1", ("anna", "bert", "cleo")), lot])
    assert decided.finished is not None
    assert decided.finished.winner == "cleo"


def test_later_criteria_do_not_decide_before_the_pawns_of_every_game_are_known() -> None:
    pairings = [
        ("anna", "bert"),
        ("cleo", "anna"),
        ("bert", "cleo"),
        ("bert", "anna"),
        ("anna", "cleo"),
        ("cleo", "bert"),
    ]
    seconds = {"anna": 3600, "bert": 3000, "cleo": 3700}
    games = [won(number, *pair, 2, seconds=seconds[pair[0]]) for number, pair in enumerate(pairings, start=1)]
    games[2] = won(3, "bert", "cleo", None, seconds=3000)
    verdict = league(games)
    assert verdict.standings.unfinished[0].games == (3,)
    assert reasons(verdict)["bert"].endswith("level so far, pawns of Game 3 are missing")
    assert {row.entrant: row.figures for row in verdict.standings.rows}["anna"] == (2, 2, 12, 12)


def test_a_chain_that_counts_no_pawns_does_not_ask_for_them() -> None:
    verdict = league(drr("acbbac"), tie_breaks="head-to-head wins")
    assert [column.key for column in verdict.standings.columns] == ["wins", "losses"]
    assert verdict.standings.unfinished == ()
    assert "level by all criteria" in reasons(verdict)["anna"]


def test_the_pawns_of_whoever_lost_are_enough() -> None:
    full = won(1, "anna", "bert", 3)
    loser = {colour: full.pawns[colour] for colour in full.seating.seats[1].colours}
    verdict = league([replace(full, pawns=loser)])
    assert verdict.standings.unfinished == ()
    assert {row.entrant: row.figures for row in verdict.standings.rows}["bert"] == (0, 1, 3, 4)


def test_a_winner_who_was_typed_in_was_not_given_the_game() -> None:
    full = won(1, "anna", "bert", 3)
    alone = replace(full, places=(), awarded_to="anna", pawns={})
    given = league([alone])
    assert given.games[0].reason.en == "awarded to Anna"
    assert {row.entrant: row.figures for row in given.standings.rows}["anna"] == (1, 0, 4, 0)
    entered = league([replace(alone, is_entered=True)])
    assert (entered.games[0].reason.en, entered.games[0].reason.de) == (
        "winner entered: Anna",
        "als Sieger eingetragen: Anna",
    )
    assert entered.standings.unfinished[0].games == (1,)


def test_the_time_of_won_games_decides_before_the_lot() -> None:
    pairings = [
        ("anna", "bert"),
        ("cleo", "anna"),
        ("bert", "cleo"),
        ("bert", "anna"),
        ("anna", "cleo"),
        ("cleo", "bert"),
    ]
    seconds = {"anna": 3600, "bert": 3000, "cleo": 3700}
    games = [won(number, *pair, 2, seconds=seconds[pair[0]]) for number, pair in enumerate(pairings, start=1)]
    assert reasons(league(games)) == {
        "bert": "above Anna: time of won games 1:40:00 to 2:00:00",
        "anna": "above Cleo: time of won games 2:00:00 to 2:03:20",
        "cleo": "below Anna: time of won games 2:03:20 to 2:00:00",
    }
    assert len(league(games, tie_breaks="without time").draws) == 1


def test_in_2t_plus_both_colours_are_counted() -> None:
    verdict = league([won(1, "anna", "bert", 6, rules="xmadn-2t+")], rules="xmadn-2t+")
    assert {row.entrant: row.figures for row in verdict.standings.rows}["bert"] == (0, 1, 6, 8)
