"""What holds of every format at every moment of an event, played on by chance from its draws to its end."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tournaments.formats import FORMATS, Contest, Entrant, NextGame, Result, Verdict, as_json, draws
from tournaments.formats.presets import PRESETS
from tournaments.formats.simulate import finish_game, play_on

#: Settings by which events are short, and go through all that there is.
SETTINGS: dict[str, dict[str, Any]] = {
    "championship": {"wins": 2},
    "gp-series": {"games": 3},
    "gp-plus-series": {"games": 3},
    "exhibition": {},
    "triple-athlon": {"wins": 2},
    "league": {"drrs": 2, "playoffs": "qualifying and final"},
    "challengers": {"wins": 2},
    "open": {"rounds": 2, "finals": "final and small final"},
}


def texts(written: Any) -> Iterator[dict[str, str]]:
    """All texts in what was written as JSON."""
    if isinstance(written, dict) and "en" in written:
        yield written
    elif isinstance(written, dict | list):
        for each in written.values() if isinstance(written, dict) else written:
            yield from texts(each)


def check(key: str, contest: Contest[Any], verdict: Verdict) -> None:
    written = as_json(verdict)
    assert json.loads(json.dumps(written)) == written
    assert all(
        each.keys() == {"en", "de"} and len(set(map(bool, each.values()))) == 1 for each in texts(written)
    )
    turned = {name: getattr(contest, name)[::-1] for name in ("entrants", "draws", "results")}
    # Who is out of a knock-out is told in the order in which they were entered.
    told_otherwise = replace(FORMATS[key].judge(replace(contest, **turned)), out=verdict.out)
    assert as_json(told_otherwise) == written
    games = (verdict.games, verdict.next_games)
    numbers = [*(game.number for each in games for game in each), *verdict.to_come, *verdict.cancelled]
    assert len(set(numbers)) == len(numbers)
    assert [game.number for game in verdict.games] == [result.number for result in contest.results]
    assert not verdict.missing
    for game in verdict.next_games:
        assert (game.starter in game.seating.colours) or game.starter is None
    if verdict.finished:
        first = verdict.standings.rows[0]
        assert (first.entrant, first.shared) == (verdict.finished.winner, False)
    assert bool(verdict.finished) != bool(verdict.next_games or verdict.draws)


#: Format, settings and rules: one of its own where none are told.
CASES = {key: (key, SETTINGS[key], "") for key in FORMATS}
CASES |= {
    f"league, {playoffs}": ("league", {"drrs": drrs, "playoffs": playoffs}, "")
    for drrs, playoffs in ((1, "none"), (2, "none"), (1, "final"))
}
CASES |= {name: (preset.format, dict(preset.settings), preset.rules) for name, preset in PRESETS.items()}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("case", CASES)
def test_every_format_keeps_the_laws_from_its_draws_to_its_end(case: str, seed: int) -> None:
    (key, settings, rules), lots = CASES[case], Random(seed)
    format = FORMATS[key]
    number = min(format.least_players + 2 * seed, format.most_players)
    entrants = tuple(Entrant(f"p{n}", f"P{n}", n) for n in range(1, number + 1))
    # By these any number can play a single game.
    rules = "mhd-6" if key == "exhibition" else rules or format.rule_sets[seed % len(format.rule_sets)]

    def judged(contest: Contest[Any]) -> Verdict:
        verdict = format.judge(contest)
        check(key, contest, verdict)
        return verdict

    def played(contest: Contest[Any], game: NextGame) -> Result:
        colours = game.seating.colours
        return finish_game(game, lots.sample(colours, len(colours)), contest.ends_of(game.rules))

    start = Contest(format.settings.read(settings), rules, entrants)
    done = play_on(start, judged, played, lambda needed: draws.draw_from_seed(needed, str(seed)))
    assert (done.stopped_by, bool(done.verdict.finished)) == (None, True)
