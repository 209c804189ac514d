"""Simulating an event to its end, run after run."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from rules import Estimate
from rules.stats import mean, quantile, share
from tournaments.forecasting.strength import Boards, SampledRunningGame, Strengths, sample_result
from tournaments.formats import (
    Contest,
    DrawNeeded,
    DrawOutcome,
    Format,
    FormatError,
    NextGame,
    Result,
    Verdict,
    draws,
)
from tournaments.formats.simulate import Judges, PlayedOn, play_on
from tournaments.formats.verdict import PLAYOFFS
from tournaments.ratings import Spreads


@dataclass
class Forecast:
    """The tallies of ``runs`` runs; ``a + b`` is what both have found together.

    ``titles``: key of the entrant → runs they won. ``places``: key → how often 1st, 2nd …; a shared place
    counts for each. ``playoffs``: key → runs in which they reached them, None where there are none.
    ``games``: number of games still played → runs. ``extra``: runs that took extra games, None in a format
    that has none.

    With no run there are no chances: everything but the tallies raises ``ZeroDivisionError``.
    """

    runs: int
    titles: dict[str, int]
    places: dict[str, list[int]]
    playoffs: dict[str, int] | None
    games: dict[int, int]
    extra: int | None

    @classmethod
    def of_no_run(cls, players: Sequence[str], *, has_playoffs: bool, may_have_extra: bool) -> Forecast:
        """What is known before anything is counted."""
        none = dict.fromkeys(players, 0)
        return cls(
            0,
            none,
            {key: [0] * len(players) for key in players},
            dict(none) if has_playoffs else None,
            {},
            0 if may_have_extra else None,
        )

    def __add__(self, other: Forecast) -> Forecast:
        """Both together; they are about the same state of an event."""
        return Forecast(
            self.runs + other.runs,
            _sum(self.titles, other.titles),
            {
                key: list(map(sum, zip(counts, other.places[key], strict=True)))
                for key, counts in self.places.items()
            },
            None if self.playoffs is None or other.playoffs is None else _sum(self.playoffs, other.playoffs),
            dict(sorted((Counter(self.games) + Counter(other.games)).items())),
            None if self.extra is None or other.extra is None else self.extra + other.extra,
        )

    def as_text(self) -> str:
        """As JSON; equal tallies give equal texts."""
        tallies = {**asdict(self), "games": sorted(self.games.items())}
        return json.dumps(tallies, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Forecast:
        """The forecast that ``as_text`` has written."""
        tallies = json.loads(text)
        return cls(**{**tallies, "games": dict(tallies["games"])})

    def title(self, player: str) -> Estimate:
        return share(self.titles[player], self.runs)

    def place(self, player: str, place: int) -> Estimate:
        """The chance of that place, shared or not."""
        return share(self.places[player][place - 1], self.runs)

    def reaching_playoffs(self, player: str) -> Estimate | None:
        """The chance of playing in the playoffs; None where there are none."""
        return None if self.playoffs is None else share(self.playoffs[player], self.runs)

    @property
    def games_to_play(self) -> Estimate:
        return mean(self.games.items(), self.runs)

    def games_quantile(self, share: float) -> int:
        """With this many games all is over in at least that share of the runs, 0 to 1."""
        return quantile(self.games, share)

    @property
    def extra_games(self) -> Estimate | None:
        """The chance that extra games are needed; None in a format that has none."""
        return None if self.extra is None else share(self.extra, self.runs)


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {key: times + other[key] for key, times in one.items()}


#: The most situations that are remembered: those soon after the present one come again and again.
MOST_REMEMBERED = 100


def forecast(
    format: Format[Any],
    contest: Contest[Any],
    runs: range,
    *,
    strengths: Strengths,
    seed: int,
    spreads: Spreads | None = None,
    boards: Boards | None = None,
) -> Forecast:
    """Play the event to its end once for each number in ``runs``, and count how it ended.

    All that is by chance in a run follows from ``seed`` and its number: ranges side by side add up to what
    the whole range gives. Every entrant needs a strength; ``spreads`` says how far apart players are in games
    of each rule set (``ratings.rating``). A running game with a board in ``boards`` is simulated
    from there, another counts as not begun.

    ``FormatError`` with field ``contest`` for an event that cannot be played to its end.
    """
    apart = spreads or {}
    start = replace(contest, running=())
    judges = _remembering(format.judge, start)
    sampled = {
        number: SampledRunningGame(board, strengths, apart, contest.ends_of(board.rules))
        for number, board in (boards or {}).items()
    }
    scheduled = format.scheduled_games(contest.settings)
    found = Forecast.of_no_run(
        contest.keys,
        has_playoffs=format.has_playoffs(contest.settings),
        may_have_extra=scheduled is not None,
    )
    for number in runs:
        run = _SimulatedRun(strengths, apart, sampled, Random(f"{seed}/{number}"))
        played = play_on(start, judges, run.plays, run.holds)
        if played.stopped_by is not None:
            raise FormatError("contest", played.stopped_by)
        _count(found, played, scheduled)
    return found


@dataclass
class _SimulatedRun:
    """One run: who wins, and how draws end."""

    strengths: Strengths
    spreads: Spreads
    boards: Mapping[int, SampledRunningGame]
    lots: Random

    def holds(self, needed: DrawNeeded) -> DrawOutcome:
        """Every order is equally likely."""
        return draws.draw_by_hand(needed, self.lots.sample(needed.items, len(needed.items)))

    def plays(self, contest: Contest[Any], game: NextGame) -> Result:
        """From its board, if it is being played and by those who are due."""
        by_lot = self.boards.get(game.number)
        if by_lot is not None and by_lot.board.is_of(game):
            return by_lot.sample(game, self.lots)
        return sample_result(game, self.strengths, self.lots, self.spreads, contest.ends_of(game.rules))


def _remembering(judges: Judges, start: Contest[Any]) -> Judges:
    """The same, cached: what was made up since ``start`` identifies the situation."""
    known: dict[object, Verdict] = {}
    given = {id(result) for result in start.results}

    def judged(contest: Contest[Any]) -> Verdict:
        situation = (
            tuple(draw.order for draw in contest.draws),
            tuple((result.number, result.places) for result in contest.results if id(result) not in given),
        )
        verdict = known.get(situation)
        if verdict is None:
            verdict = judges(contest)
            if len(known) < MOST_REMEMBERED:
                known[situation] = verdict
        return verdict

    return judged


def _count(found: Forecast, played: PlayedOn, scheduled: int | None) -> None:
    """Count a run."""
    verdict = played.verdict
    assert verdict.finished is not None
    found.runs += 1
    found.games[played.games] = found.games.get(played.games, 0) + 1
    found.titles[verdict.finished.winner] += 1
    for row in verdict.standings.rows:
        found.places[row.entrant][row.place - 1] += 1
    if found.extra is not None and scheduled is not None:
        found.extra += verdict.finished.number > scheduled
    for unit in verdict.units:
        if unit.key == PLAYOFFS and found.playoffs is not None:
            for row in unit.standings.rows:
                found.playoffs[row.entrant] += 1
