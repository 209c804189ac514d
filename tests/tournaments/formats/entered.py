"""Three players, and short ways to write their events and games."""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from hypothesis import strategies as st

from tournaments.formats import (
    FORMATS,
    Contest,
    DrawMethod,
    DrawOutcome,
    Entrant,
    EntrantSeating,
    NextGame,
    Result,
    Verdict,
    draws as drawing,
)
from tournaments.formats.simulate import play_on

ANNA = Entrant("anna", "Anna", 1)
BERT = Entrant("bert", "Bert", 2)
CLEO = Entrant("cleo", "Cleo", 3)
PLAYERS = (ANNA, BERT, CLEO)
DRAWN = DrawOutcome("pairs", ("anna", "bert", "cleo"), DrawMethod.BY_HAND)

SIDE_BY_SIDE = EntrantSeating.from_leaders(
    {"anna": ("yellow", "black"), "bert": ("blue", "red"), "cleo": ("green", "violet")}
)
OPPOSITE = EntrantSeating.from_leaders(
    {"anna": ("yellow", "red"), "bert": ("black", "green"), "cleo": ("blue", "violet")}
)
COLOURS = ("yellow", "black", "blue", "red", "green", "violet")

#: Every finishing order of a GP game, and of the colours alone that clinch a 3T game.
finishing_orders = st.permutations(COLOURS).map(tuple)


def gp_game(number: int, *places: str) -> Result:
    """A GP game; colours are given by their letters, first place first: ``gp_game(1, *"YRKGUV")``."""
    letters = dict(zip("YKURGV", COLOURS, strict=True))
    return Result(number, "xmadn-gp", OPPOSITE, tuple(letters.get(place, place) for place in places))


def won_by(number: int, *places: str, rules: str = "xmadn-3t") -> Result:
    """A 3T or 3T+ game that ended with the last of these colours coming home."""
    return Result(number, rules, SIDE_BY_SIDE, places)


def contest(
    key: str,
    results: Iterable[Result] = (),
    settings: Mapping[str, object] | None = None,
    rules: str = "",
    entrants: tuple[Entrant, ...] = PLAYERS,
    draws: tuple[DrawOutcome, ...] = (DRAWN,),
    options: Mapping[str, object] | None = None,
) -> Contest[Any]:
    """An event of that format with the draw held; its first rule set unless told otherwise."""
    chosen = FORMATS[key]
    return Contest(
        settings=chosen.settings.read(settings or {}),
        rules=rules or chosen.rule_sets[0],
        entrants=entrants,
        draws=draws,
        results=tuple(results),
        options=options or {},
    )


def played_on(
    key: str, start: Contest[Any], play: Callable[[NextGame, Random], Result], lots: Random
) -> list[tuple[Contest[Any], Verdict]]:
    """Every state of the event to its end; its draws follow from published seeds."""
    states: list[tuple[Contest[Any], Verdict]] = []

    def judged(state: Contest[Any]) -> Verdict:
        states.append((state, FORMATS[key].judge(state)))
        return states[-1][1]

    done = play_on(
        start,
        judged,
        lambda state, game: play(game, lots),
        lambda needed: drawing.draw_from_seed(needed, str(lots.random())),
    )
    assert done.verdict.finished, done.stopped_by
    return states


def championship(results: Iterable[Result] = (), **changes: Any) -> Verdict:
    """What a championship comes to."""
    return FORMATS["championship"].judge(contest("championship", results, **changes))


def gp_series(results: Iterable[Result] = (), games: int = 4, **changes: Any) -> Verdict:
    """What a GP series of so many games comes to."""
    return FORMATS["gp-series"].judge(contest("gp-series", results, {"games": games}, **changes))


def places(verdict: Verdict) -> dict[str, int]:
    """Entrant to place."""
    return {row.entrant: row.place for row in verdict.standings.rows}


def figures(verdict: Verdict) -> dict[str, Any]:
    """Entrant to the figure that decides."""
    return {row.entrant: row.figures[0] for row in verdict.standings.rows}


def reasons(verdict: Verdict) -> dict[str, str]:
    """Entrant to the reason of the place, in English."""
    return {row.entrant: row.reason.en for row in verdict.standings.rows}
