"""Leagues: random events in double round-robins and playoffs, every claim against every ending.

`RAUSWURF_TESTS=whole` plays 2,000 of each.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from tests.endurance.size import patient, sized
from tests.tournaments.formats.clinching.simulations import (
    Ending,
    PlayingOn,
    Way,
    check_prospects,
    check_sentences,
)
from tests.tournaments.formats.leagues import FOUR, THREE, drawn, won
from tournaments.formats import FORMATS, Contest, Departure, Result, Verdict
from tournaments.formats.league.rounds import AtBoard, double_round_robin

pytestmark = [patient, pytest.mark.long]

#: The random Leagues in their round-robins, and those in their playoffs.
ROUND_ROBINS, PLAYOFFS = sized(12, 2_000, thorough=60), sized(40, 2_000, thorough=200)

GOALS = {
    "none": {"1st place": 1},
    "final": {"1st place": 1, "the Final Series": 2},
    "qualifying and final": {"1st place and the Final Series": 1, "the playoffs": 3},
}


class Stuck(Exception):
    """Both players of a series have left, so it will not be played."""


def judge(event: Contest[Any]) -> Verdict:
    return FORMATS["league"].judge(event)


def with_results(event: Contest[Any], results: Sequence[Result]) -> Contest[Any]:
    return replace(event, results=(*event.results, *results))


# -- the endings -----------------------------------------------------------------------------------


def series_and_lots(event: Contest[Any], verdict: Verdict) -> Iterator[Way]:
    """Every outcome of the lot that is due, or of the next game of a series."""
    if verdict.draws:
        needed = verdict.draws[0]
        for order in permutations(needed.items):
            yield replace(event, draws=(*event.draws, drawn(needed.subject, order))), {}, order
        return
    (due,) = verdict.next_games
    if set(due.seating.entrants) <= {departure.entrant for departure in event.departures}:
        raise Stuck
    one, other = due.seating.entrants
    for winner, loser in ((one, other), (other, one)):
        result = won(due.number, winner, loser, rules=event.rules)
        yield with_results(event, [result]), {winner: 1}, (winner,)


def situation(event: Contest[Any], verdict: Verdict) -> Hashable:
    rows = tuple((row.entrant, row.place, row.figures[:2]) for row in verdict.standings.rows)
    return event.settings, event.departures, rows, verdict.outlook.en, verdict.draws


def table_only(event: Contest[Any]) -> Contest[Any]:
    """The same double round-robins without playoffs: their table at the end is the places."""
    return replace(event, settings=replace(event.settings, playoffs="none"))


@dataclass(frozen=True)
class Course:
    """One way in which the open games of the round-robins can end."""

    winners: dict[str, str]
    event: Contest[Any]


def courses(
    lots: Random, event: Contest[Any], still_open: Sequence[AtBoard], variants: int
) -> Iterator[Course]:
    """Every winner of every open game; their pawns and times, which are known then, by chance."""
    for winners in product(*(sorted(game.players) for game in still_open)):
        for _ in range(variants):
            results = [
                played(lots, event, game, winner) for game, winner in zip(still_open, winners, strict=True)
            ]
            names = {f"Game {game.number}": winner for game, winner in zip(still_open, winners, strict=True)}
            yield Course(names, with_results(event, results))


def played(lots: Random, event: Contest[Any], game: AtBoard, winner: str) -> Result:
    (loser,) = game.players - {winner}
    pawns = lots.choice([None, 0, 3, lots.randint(0, 3)])
    if lots.random() < 0.1:
        result = won(game.number, winner, loser, rules=event.rules)
        return replace(result, places=(), awarded_to=winner)
    return won(game.number, winner, loser, pawns, event.rules, lots.choice([None, 600, 900]))


# -- random events ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class League:
    """A League whose round-robins have been played but for the games ``still_open``.

    ``as_drawn`` is the same with all its draws held: the last double round-robin may be undrawn.
    """

    event: Contest[Any]
    as_drawn: Contest[Any]
    still_open: Sequence[AtBoard]


def random_league(lots: Random, left: int) -> League:
    """Played by chance but for so many games at the end; those of players who have left are not open."""
    entrants = lots.choice([THREE, THREE, FOUR])
    drrs = lots.choice([1, 2]) if entrants == THREE else 1
    qualifying_wins, final_wins = lots.randint(1, 2), lots.randint(1, 3)
    settings = FORMATS["league"].settings.read(
        {
            "drrs": drrs,
            "playoffs": lots.choice(list(GOALS)),
            "qualifying_wins": qualifying_wins,
            "final_wins": final_wins,
            "head_start": lots.randrange(min(qualifying_wins, final_wins)),
            "tie_breaks": lots.choice(["full", "without time", "head-to-head wins"]),
        }
    )
    keys = [entrant.key for entrant in entrants]
    orders = [lots.sample(keys, len(keys)) for _ in range(drrs)]
    schedule = [game for number, order in enumerate(orders) for game in games_of(order, number)]
    departures = random_departures(lots, keys, len(schedule))
    present = set(keys) - {departure.entrant for departure in departures}
    over, still_open = schedule[: len(schedule) - left], schedule[len(schedule) - left :]
    event: Contest[Any] = Contest(
        settings,
        lots.choice(["xmadn-2t", "xmadn-2t+"]),
        entrants,
        tuple(drawn(f"drr-{number}", order) for number, order in enumerate(orders, start=1)),
        departures=departures,
    )
    results = [
        played(lots, event, game, lots.choice(sorted(game.players)))
        for game in over
        if game.players <= present or game.number <= departures[0].after
    ]
    as_drawn = with_results(event, results)
    undrawn = drrs == 2 and left == len(schedule) // 2
    event = replace(as_drawn, draws=as_drawn.draws[:1]) if undrawn else as_drawn
    return League(event, as_drawn, [game for game in still_open if game.players <= present])


def games_of(order: Sequence[str], drr: int) -> Iterator[AtBoard]:
    for block in double_round_robin(order, drr * len(order) * (len(order) - 1) + 1):
        yield from block


def random_departures(lots: Random, keys: list[str], games: int) -> tuple[Departure, ...]:
    """Mostly nobody; somebody late, somebody so early that they are struck, or two."""
    if lots.random() < 0.75:
        return ()
    after = lots.randint(1, games)
    return tuple(Departure(key, after) for key in lots.sample(keys, lots.choice([1, 1, 1, 2])))


# -- the checks ------------------------------------------------------------------------------------


def check_before_the_series(lots: Random, league: League, playing: PlayingOn) -> None:
    """The table of the double round-robins, and the event: with the table, the lots and the series after it."""
    verdict, playoffs = judge(league.event), league.event.settings.playoffs
    keys = sorted(row.entrant for row in verdict.standings.rows)
    names = {entrant.key: entrant.name for entrant in league.event.entrants if entrant.key in keys}
    variants = 2 if len(league.still_open) < 4 else 1
    every = list(courses(lots, league.as_drawn, league.still_open, variants))
    tables = [
        (course, with_wins(keys, course, playing.endings(table_only(course.event)))) for course in every
    ]
    *of_the_event, claimed = verdict.decided()
    assert claimed.proof.states > 0
    check_prospects(claimed, keys, [ending for _, endings in tables for ending in endings])
    # Games are told by their numbers, so not before it is drawn who plays which.
    if league.event == league.as_drawn and 0 < len(league.still_open) <= 4:
        worst: dict[tuple[tuple[str, str], ...], dict[str, int]] = {}
        for course, endings in tables:
            found = worst.setdefault(tuple(course.winners.items()), dict.fromkeys(keys, 1))
            for i, key in enumerate(keys):
                found[key] = max([found[key], *(places[i] for places, _ in endings)])
        entries = [({game: (winner,) for game, winner in way}, places) for way, places in worst.items()]
        check_sentences(claimed, names, entries, GOALS[playoffs])
    else:
        assert claimed.must_happen == ()
    assert len(of_the_event) == (playoffs != "none")
    for decided in of_the_event:
        assert (decided.subject.en, decided.must_happen) == ("the event", ())
        ended = [ending for course in every for ending in playing.endings(course.event)]
        check_prospects(decided, keys, ended, magic=False)
        assert all(each.magic in (None, 0) for each in decided.prospects)


def with_wins(keys: Sequence[str], course: Course, endings: Iterable[Ending]) -> list[Ending]:
    """With everybody's wins in the open games of the round-robins."""
    winners = list(course.winners.values())
    return [(places, tuple(winners.count(key) for key in keys)) for places, _ in endings]


def check_in_the_playoffs(event: Contest[Any], playing: PlayingOn) -> None:
    verdict = judge(event)
    keys = sorted(row.entrant for row in verdict.standings.rows)
    names = {entrant.key: entrant.name for entrant in event.entrants if entrant.key in keys}
    endings = {went: (after, playing.endings(after)) for after, _, went in series_and_lots(event, verdict)}
    of_the_event, *of_the_series = verdict.decided()
    assert (of_the_event.subject.en, of_the_event.proof.exact) == ("the event", True)
    check_prospects(of_the_event, keys, playing.endings(event))
    series, game = verdict.next_games[0].name.en.split(", ")
    entries = [
        (
            {f"{game} of the {series}": went},
            {key: max(places[i] for places, _ in ended) for i, key in enumerate(keys)},
        )
        for went, (_, ended) in endings.items()
    ]
    check_sentences(of_the_event, names, entries)
    assert len(of_the_series) == (series == "Qualifying Series")
    players = sorted(verdict.next_games[0].seating.entrants)
    at = [keys.index(player) for player in players]
    for decided in of_the_series:
        assert (decided.subject.en, decided.proof.exact) == (series, True)
        # Who loses it is 3rd.
        ended = [(tuple(1 + (places[i] == 3) for i in at), (0, 0)) for places, _ in playing.endings(event)]
        check_prospects(decided, players, ended, magic=False)
        in_the_series = [
            (
                {game: went},
                {
                    player: max(1 + (places[i] == 3) for places, _ in ended)
                    for i, player in zip(at, players, strict=True)
                },
            )
            for went, (_, ended) in endings.items()
        ]
        check_sentences(decided, {player: names[player] for player in players}, in_the_series)


def test_double_round_robins() -> None:
    lots, playing = Random("league"), PlayingOn("league", series_and_lots, situation)
    checked = stuck = 0
    while checked < ROUND_ROBINS:
        left = lots.choices([0, 1, 2, 3, 4, 5, 6], [2, 5, 6, 6, 3, 1, 1])[0]
        league = random_league(lots, left)
        # Nothing to claim: it is over, or the round-robins are and a series is next.
        if judge(league.event).finished or judge(table_only(league.as_drawn)).finished:
            continue
        try:
            check_before_the_series(lots, league, playing)
        except Stuck:
            stuck += 1
            continue
        checked += 1
    assert stuck < checked


def test_playoffs() -> None:
    lots, playing = Random("playoffs"), PlayingOn("league", series_and_lots, situation)
    checked = 0
    while checked < PLAYOFFS:
        event = random_league(lots, 0).as_drawn
        verdict = judge(event)
        for _ in range(lots.randint(0, 7)):
            if verdict.finished:
                break
            try:
                event = lots.choice(list(series_and_lots(event, verdict)))[0]
            except Stuck:
                assert verdict.decided() == ()
                break
            verdict = judge(event)
        if verdict.next_games and verdict.decided():
            check_in_the_playoffs(event, playing)
            checked += 1
