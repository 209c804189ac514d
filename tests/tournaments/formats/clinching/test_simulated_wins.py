"""Championship, TripleAthlon, Challengers, exhibition: random events, every claim against every ending.

`RAUSWURF_TESTS=whole` plays 4,000 of each.
"""

import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

import pytest

from rules import RULE_SETS
from tests.endurance.size import patient, sized
from tests.tournaments.formats.clinching.simulations import PlayingOn, Way, check_prospects, check_sentences
from tests.tournaments.formats.entered import DRAWN, contest
from tournaments.formats import (
    FORMATS,
    Contest,
    DrawMethod,
    DrawOutcome,
    Entrant,
    NextGame,
    Result,
    Verdict,
    draws,
)
from tournaments.formats.judging import GAME_WON

pytestmark = [patient, pytest.mark.long]

Play = Callable[[Contest[Any], Verdict], Iterator[Way]]


def following(before: Contest[Any], result: Result) -> Contest[Any]:
    return replace(before, results=(*before.results, result))


def judged(event: Contest[Any], format: str) -> Verdict:
    return FORMATS[format].judge(event)


def won_games(event: Contest[Any], verdict: Verdict) -> Iterator[Way]:
    """The next game won by everybody who is at the board; every third one is not won there but awarded [T12]."""
    (due,) = verdict.next_games
    for seat in due.seating.seats:
        both = due.rules.endswith("+")
        result = Result(due.number, due.rules, due.seating, seat.colours if both else seat.colours[:1])
        if due.number % 3 == 0:
            result = replace(result, places=(), awarded_to=seat.entrant)
        yield following(event, result), {seat.entrant: 1}, (seat.entrant,)


def random_event(
    lots: Random, event: Contest[Any], format: str, ways: Play, most_results: int
) -> Contest[Any]:
    """Played on by chance for some games, but not to the end."""
    verdict = judged(event, format)
    for _ in range(lots.randint(0, most_results)):
        after, *_ = lots.choice(list(ways(event, verdict)))
        verdict = judged(after, format)
        if verdict.finished:
            break
        event = after
    return event


def check(event: Contest[Any], playing: PlayingOn, ways: Play) -> None:
    verdict = judged(event, playing.format)
    (decided,) = verdict.decided()
    assert decided.subject.en == "the event"
    assert decided.proof.exact
    assert decided.proof.states > 0
    keys = sorted(entrant.key for entrant in event.entrants)
    check_prospects(decided, keys, playing.endings(event))
    courses = []
    for after, _, went in ways(event, verdict):
        ended = [places for places, _ in playing.endings(after)]
        name = re.match(r"Game \d+", verdict.next_games[0].name.en)
        assert name
        worst = {key: max(places[i] for places in ended) for i, key in enumerate(keys)}
        courses.append(({name[0]: tuple(sorted(went))}, worst))
    check_sentences(decided, {entrant.key: entrant.name for entrant in event.entrants}, courses)


def figures(verdict: Verdict) -> Hashable:
    return tuple(sorted((row.entrant, row.figures) for row in verdict.standings.rows))


# -- championship ----------------------------------------------------------------------------------


def test_championships() -> None:
    lots = Random("championship")

    def situation(event: Contest[Any], verdict: Verdict) -> Hashable:
        return event.rules, event.settings, figures(verdict)

    playing = PlayingOn("championship", won_games, situation)
    for _ in range(sized(100, 4_000, thorough=2_000)):
        rules = lots.choice(["xmadn-3t", "xmadn-3t+"])
        start = contest("championship", settings={"wins": lots.randint(1, 4)}, rules=rules)
        check(random_event(lots, start, "championship", won_games, 9), playing, won_games)


# -- Challengers -----------------------------------------------------------------------------------


def test_challengers() -> None:
    lots = Random("challengers")
    playing = PlayingOn("challengers", won_games, challengers_situation)
    for _ in range(sized(100, 4_000, thorough=700)):
        chosen = {
            "wins": lots.randint(1, 4),
            "game_0": lots.choice(["gpp", "both home"]),
            "makes_room": lots.choice(["loser", "longest"]),
            "newcomer": lots.choice(["gets the other", "by Game 0"]),
            "equal_wins": lots.choice(["by Game 0", "shared"]),
        }
        start = contest("challengers", settings=chosen, draws=(DRAWN,))
        assert judged(start, "challengers").decided() == ()
        (due,) = judged(start, "challengers").next_games
        order = tuple(lots.sample(due.seating.colours, 6))
        start = following(start, Result(1, due.rules, due.seating, order))
        check(random_event(lots, start, "challengers", won_games, 9), playing, won_games)


def challengers_situation(event: Contest[Any], verdict: Verdict) -> Hashable:
    """Who is at the board counts, and who has been there longer; in Game 1 nobody has."""
    at_board = verdict.next_games[0].seating.entrants
    return event.settings, figures(verdict), at_board, verdict.next_games[0].number == 2


# -- TripleAthlon ----------------------------------------------------------------------------------

LETTERS = ("xmadn-3t", "xmadn-3t+", "xmadn-gp")
#: The usual one, and others in which games are often level, between all three too.
TABLES = [
    ((10, 6, 4, 3, 2, 1), 2),
    ((10, 6, 4, 3, 2, 1), 0),
    ((5, 3, 2, 2, 1, 1), 1),
    ((3, 3, 1, 1, 0, 0), 0),
]


def triple_athlon(
    table: tuple[int, ...], bonus: int, tied_gp: str, wins: int, order: tuple[str, ...]
) -> Contest[Any]:
    chosen = {"wins": wins, "table": list(table), "bonus": bonus, "tied_gp": tied_gp}
    letters = DrawOutcome("letters", order, DrawMethod.BY_HAND)
    return contest("triple-athlon", settings=chosen, draws=(DRAWN, letters))


@cache
def gp_games(table: tuple[int, ...], bonus: int, tied_gp: str) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Who wins a GP game, each with a finishing order that does it: all orders judged as Game 1."""
    first = triple_athlon(table, bonus, tied_gp, 9, ("xmadn-gp", "xmadn-3t", "xmadn-3t+"))
    (due,) = judged(first, "triple-athlon").next_games
    found = {}
    for order in sorted(set(permutations(sorted(due.seating.entrants * 2)))):
        left = {seat.entrant: list(seat.colours) for seat in due.seating.seats}
        places = tuple(left[entrant].pop() for entrant in order)
        verdict = judged(following(first, Result(1, due.rules, due.seating, places)), "triple-athlon")
        found[tuple(sorted(verdict.games[0].winners))] = places
    return found


def triple_athlon_games(event: Contest[Any], verdict: Verdict) -> Iterator[Way]:
    (due,) = verdict.next_games
    if due.rules != "xmadn-gp":
        yield from won_games(event, verdict)
        return
    chosen = event.settings
    for winners, places in gp_games(chosen.table, chosen.bonus, chosen.tied_gp).items():
        won = {winners[0]: 1} if len(winners) == 1 else {}
        yield following(event, Result(due.number, due.rules, due.seating, places)), won, winners


def test_triple_athlons() -> None:
    lots = Random("triple athlon")

    def situation(event: Contest[Any], verdict: Verdict) -> Hashable:
        return event.settings, figures(verdict), event.draw("letters"), verdict.next_games[0].number % 3

    playing = PlayingOn("triple-athlon", triple_athlon_games, situation)
    for _ in range(sized(60, 4_000, thorough=400)):
        table, bonus = lots.choice(TABLES)
        tied_gp = lots.choice(["shared", "shared", "best colour"])
        wins = lots.randint(1, 2 if table == TABLES[3][0] else 3)
        order = tuple(lots.sample(LETTERS, 3))
        start = triple_athlon(table, bonus, tied_gp, wins, order)
        event = random_event(lots, start, "triple-athlon", triple_athlon_games, 9)
        check(event, playing, triple_athlon_games)


def test_a_triple_athlon_of_the_usual_length_is_searched_from_its_first_game() -> None:
    start = triple_athlon((10, 6, 4, 3, 2, 1), 2, "shared", 5, LETTERS)
    (decided,) = judged(start, "triple-athlon").decided()
    assert decided.proof.exact
    assert {(each.best, each.worst) for each in decided.prospects} == {(1, 3)}


def test_before_the_letters_are_drawn_nothing_is_claimed() -> None:
    start = replace(triple_athlon((10, 6, 4, 3, 2, 1), 2, "shared", 5, LETTERS), draws=(DRAWN,))
    assert judged(start, "triple-athlon").decided() == ()


# -- exhibition ------------------------------------------------------------------------------------

PEOPLE = tuple(
    Entrant(name.lower(), name, seed) for seed, name in enumerate(("Anna", "Bert", "Cleo", "Dora"), 1)
)


def single_games(event: Contest[Any], verdict: Verdict) -> Iterator[Way]:
    """The players come home in every order as far as the game goes, or it is awarded."""
    (due,) = verdict.next_games
    for order in permutations(due.seating.seats):
        yield following(event, home(due, order, event)), {order[0].entrant: 1}, (order[0].entrant,)
    for seat in due.seating.seats:
        awarded = Result(1, due.rules, due.seating, awarded_to=seat.entrant)
        yield following(event, awarded), {seat.entrant: 1}, (seat.entrant,)


def home(due: NextGame, order: tuple[Any, ...], event: Contest[Any]) -> Result:
    colours = [colour for seat in order for colour in seat.colours]
    ends = RULE_SETS[event.rules].ends
    if ends in GAME_WON:
        colours = colours[: 1 if ends.name == "FIRST_COLOUR" else len(order[0].colours)]
    return Result(1, due.rules, due.seating, tuple(colours))


@cache
def drawn_exhibition(rules: str, players: int) -> Contest[Any]:
    start = contest("exhibition", rules=rules, entrants=PEOPLE[:players], draws=())
    (needed,) = judged(start, "exhibition").draws
    return replace(start, draws=(draws.draw_in_seed_order(needed, start),))


def test_exhibitions() -> None:
    lots = Random("exhibition")
    playing = PlayingOn("exhibition", single_games, lambda event, _: (event.rules, event.entrants))
    kinds = [
        (rules, players)
        for rules in FORMATS["exhibition"].rule_sets
        for players in (2, 3, 4)
        if possible(rules, players)
    ]
    for _ in range(sized(100, 4_000, thorough=2_000)):
        event = drawn_exhibition(*lots.choice(kinds))
        seeds = lots.sample(range(1, 5), len(event.entrants))
        entrants = tuple(replace(each, seed=seed) for each, seed in zip(event.entrants, seeds, strict=True))
        check_exhibition(replace(event, entrants=entrants), playing)


def possible(rules: str, players: int) -> bool:
    return not judged(
        contest("exhibition", rules=rules, entrants=PEOPLE[:players], draws=()), "exhibition"
    ).missing


def check_exhibition(event: Contest[Any], playing: PlayingOn) -> None:
    check(event, playing, merged_single_games)
    for after, *_ in single_games(event, judged(event, "exhibition")):
        assert judged(after, "exhibition").decided() == ()


def merged_single_games(event: Contest[Any], verdict: Verdict) -> Iterator[Way]:
    """One way for each winner is enough to say what must happen; the endings have them all."""
    yield from {went: (after, won, went) for after, won, went in single_games(event, verdict)}.values()
