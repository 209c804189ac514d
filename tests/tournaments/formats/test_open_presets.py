"""The presets of open tournaments against their known numbers (tournament-rules §4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from rules import RULE_SETS
from tests.tournaments.formats.halls import (
    FORMAT,
    drawn,
    ended,
    figures,
    judged,
    names,
    people,
    played_on,
    shifted,
)
from tournaments.formats import Contest, NextGame, Result, as_json, draws
from tournaments.formats.open.hall import boards_count, counts_captures
from tournaments.formats.open.rounds import minutes_of
from tournaments.formats.presets import PRESETS
from tournaments.formats.roll_offs import USUAL_FACES
from tournaments.services.slip import PawnLine, Slip, checked_slip


@dataclass(frozen=True)
class Known:
    """A row of the presets: rounds, minutes of a round and of a final, what a table gives, what follows."""

    rounds: int
    minutes: int
    final_minutes: int
    #: Place points of a table of four; empty where the boards give the points.
    points: tuple[int, ...]
    unfinished: str
    finals: str
    team_final: str = "none"
    team_size: int = 4


KNOWN = {
    "turnier": Known(3, 50, 60, (5, 3, 1, 0), "counting-points", "final", "final"),
    "dohna": Known(4, 30, 30, (5, 3, 2, 1), "remaining-steps", "final"),
    "lions": Known(4, 30, 30, (), "saved-pawns", "none"),
    "lions-erfurt": Known(5, 12, 12, (), "saved-pawns", "none", team_size=2),
    "storzingen": Known(3, 0, 0, (), "home-yard-capture", "final"),
    "weidenberg": Known(3, 0, 0, (55, 30, 10, 0), "counting-points", "final and small final"),
}


def of_preset(key: str, *, number: int, teams: int = 0) -> Contest[Any]:
    preset = PRESETS[key]
    return Contest(FORMAT.settings.read(preset.settings), preset.rules, people(number, teams))


def told_by_boards(game: NextGame, lots: Random) -> Result:
    """The game as a slip tells it when the time is over: pawns by lot, and a few captures."""
    lines = {}
    for colour in game.seating.colours:
        home = lots.randrange(4)
        lines[colour] = PawnLine(home, 4 - home, captures=lots.randrange(6))
    return by_lines(game, lines)


def by_lines(game: NextGame, lines: Mapping[str, PawnLine]) -> Result:
    """The game as a slip with these lines tells it."""
    rules, contest = RULE_SETS[game.rules], of_preset("storzingen", number=4)
    slip = checked_slip(Slip(lines=lines), game.seating, rules, contest, game.number, timezone.now())
    board = slip.position(game.seating, rules)
    return Result(game.number, game.rules, game.seating, board=board, captures=slip.captures)


def test_there_are_these_presets() -> None:
    assert {key for key, preset in PRESETS.items() if preset.format == "open"} == {*KNOWN, "knock-out"}


@pytest.mark.parametrize("key", KNOWN)
def test_a_preset_is_as_its_tournament_is_held(key: str) -> None:
    known, preset = KNOWN[key], PRESETS[key]
    settings = FORMAT.settings.read(preset.settings)
    assert preset.rules in FORMAT.rule_sets
    assert settings.table_size == 4
    assert settings.rounds == known.rounds
    assert minutes_of(settings, "round-1") == known.minutes
    assert minutes_of(settings, "final") == minutes_of(settings, "team-final") == known.final_minutes
    if known.points:
        assert (settings.scoring, settings.place_points[:4]) == ("place-points", known.points)
    else:
        assert settings.scoring == known.unfinished
    assert settings.unfinished == known.unfinished
    assert (settings.finals, settings.team_final) == (known.finals, known.team_final)
    assert settings.team_size == known.team_size


#: Preset → the least and the most that a game can give, captures left aside.
SPANS = {
    "turnier": (0, 5),
    "dohna": (1, 5),
    "lions": (0, 4),
    "lions-erfurt": (0, 4),
    "storzingen": (-40, 40),
    "weidenberg": (0, 55),
}


@pytest.mark.parametrize("key", KNOWN)
def test_a_preset_plays_to_its_end_within_what_its_rounds_can_give(key: str) -> None:
    known = KNOWN[key]
    teams = 24 // known.team_size
    _, said = played_on(of_preset(key, number=24, teams=teams), 1, told_by_boards)
    over = said[-1]
    assert over.finished is not None
    finals = {"none": 0, "final": 1, "final and small final": 2}[known.finals]
    finals += known.team_size if known.team_final == "final" else 0
    assert len(over.games) == known.rounds * 6 + finals
    totals = [row.main for row in over.standings.rows]
    least, most = SPANS[key]
    captures = 5 if key == "storzingen" else 0
    assert min(totals) >= known.rounds * least
    assert max(totals) <= known.rounds * (most + captures)
    if known.points:
        # Shared places share their points: a table always gives the same.
        assert sum(totals) == known.rounds * 6 * sum(known.points)
    (of_teams,) = (part for part in over.parts if part.key == "teams")
    assert sum(row.main for row in of_teams.standings.rows) == sum(totals)
    as_json(over)


def test_places_alone_tell_no_game_in_which_boards_count() -> None:
    assert not boards_count(of_preset("weidenberg", number=8), 1)
    assert boards_count(of_preset("lions", number=8), 1)
    contest, _ = played_on(of_preset("turnier", number=8, teams=2), 1, told_by_boards)
    # Six tables of the rounds, the final, the small final that there is not, four boards of the teams.
    assert [boards_count(contest, number) for number in range(1, 13)] == [False] * 8 + [True] * 4
    contest, _ = played_on(of_preset("storzingen", number=8), 1, told_by_boards)
    assert [boards_count(contest, number) for number in (1, 6, 7)] == [True, True, False]


def test_captures_are_told_where_they_count() -> None:
    counted = [key for key in KNOWN if counts_captures(of_preset(key, number=4).settings)]
    assert counted == ["storzingen"]
    contest = drawn(of_preset("storzingen", number=4), "round-1", "1 2 3 4")
    (game,) = judged(contest).next_games
    standing = {
        "p1": PawnLine(3, 1, captures=5),
        "p2": PawnLine(2, 2, captures=3),
        "p3": PawnLine(0, 4, captures=1),
    }
    led = {seat.entrant: seat.colours[0] for seat in game.seating.seats}
    lines = {colour: standing.get(key, PawnLine(1, 3)) for key, colour in led.items()}
    result = by_lines(game, lines)
    # +10 a pawn at home, −10 a pawn in the yard, +1 a capture.
    assert figures(judged(replace(contest, results=(result,))), "home_yard_capture") == (25, 3, -39, -20)


# -- Weidenberg: 76 people, 19 tables, 3 rounds, 55-30-10-0 ----------------------------------------


def nineteen_tables(winner: Callable[[int, int], int]) -> Contest[Any]:
    """Three rounds of 76, P1 to P19 always at tables of their own. ``winner``: round, table → the seat that wins."""
    contest = of_preset("weidenberg", number=76)
    for number in (1, 2, 3):
        tables = shifted(76, 19, number)
        contest = drawn(contest, f"round-{number}", *tables)
        for table, sitting in enumerate(tables):
            order = sitting.split()
            first = order.pop(winner(number, table))
            contest = ended(contest, (number - 1) * 19 + table + 1, " ".join((first, *order)))
    return contest


def test_five_who_have_won_everything_throw_for_the_four_places_of_the_final() -> None:
    # At the first five tables whoever is always there wins, at the others somebody else each time.
    contest = nineteen_tables(lambda number, table: 0 if table < 5 else number)
    verdict = judged(contest)
    assert [row.main for row in verdict.standings.rows[:6]] == [165] * 5 + [verdict.standings.rows[5].main]
    assert verdict.standings.rows[5].main < 165
    big = verdict.cuts[0]
    assert (big.key, big.entrants, set(big.level), big.places) == (
        "final",
        (),
        {"p1", "p2", "p3", "p4", "p5"},
        4,
    )
    lot = next(needed for needed in verdict.draws if set(needed.items) == set(big.level))
    assert names([lot.name]) == ["Lot between P1, P2, P3, P4 and P5"]
    throws = [{"p1": 6, "p2": 5, "p3": 4, "p4": 1, "p5": 1}, {"p4": 2, "p5": 3}]
    thrown = draws.draw_by_rolls(lot, contest, throws, USUAL_FACES)
    contest = replace(contest, draws=(*contest.draws, thrown))
    cuts = {cut.key: cut for cut in judged(contest).cuts}
    assert (set(cuts["final"].entrants), cuts["final"].level) == ({"p1", "p2", "p3", "p5"}, ())
    assert cuts["small-final"].entrants[0] == "p4"
