"""Open tournaments played on by lot, to their end."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from tests.tournaments.formats.halls import judged, played_out
from tournaments.formats import Contest, Verdict, draws


def played_on(contest: Contest[Any], seed: int) -> tuple[Contest[Any], list[Verdict]]:
    """To the end by lot, round after round; and what was said on the way."""
    lots, said = Random(seed), []
    while True:
        verdict = judged(contest)
        said.append(verdict)
        if verdict.finished:
            return contest, said
        assert verdict.draws or verdict.next_games
        made = [draws.draw_from_seed(needed, str(lots.random())) for needed in verdict.draws]
        contest = replace(contest, draws=(*contest.draws, *made))
        for game in verdict.next_games:
            order = lots.sample(game.seating.entrants, len(game.seating.entrants))
            contest = replace(contest, results=(*contest.results, played_out(game, order)))
