"""What `manage.py forecast` shows: tables for people, in their language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.i18n import Figure, Text
from rules.stats import Estimate, share
from tournaments.forecasting import Forecast, SeasonForecast
from tournaments.forecasts.durations import EventPlanning, sentences
from tournaments.forecasts.season_subject import SeasonState, best_first, most_first
from tournaments.models import Strengths
from tournaments.standings.event_state import EventState

STRENGTHS = {
    Strengths.EQUAL: Text("everybody equally strong"),
    Strengths.RATINGS: Text("strengths by ratings"),
}
_TITLE = Text("title", context="chances")
_PLAYOFFS = Text("playoffs")
_CROWN = Text("Triple Crown")
#: Of a list so many players are shown, with the chances of so many places; the JSON has them all.
MOST_PLAYERS, MOST_PLACES = 10, 3


def event_lines(
    event_state: EventState,
    found: Forecast,
    strengths: Strengths,
    seed: int,
    assume: Mapping[int, str],
    language: str,
) -> Iterator[str]:
    """The forecast of an event."""
    names = {entry.key: event_state.name(entry) for entry in event_state.entries}
    format = event_state.event.format.name.of(language)
    yield f"{event_state.event.name} ({format}, {event_state.event.rules_name})"
    yield _asked(found, strengths, seed, language)
    for number, key in sorted(assume.items()):
        yield Text("if {key} wins Game {number}", key=names[key], number=number).of(language)
    yield from _left_out(found, language)
    if found.runs:
        yield ""
        yield from _event_table(found, names, language)
        yield ""
        yield from _event_games(found, language)


def planning_lines(planning: EventPlanning, language: str) -> Iterator[str]:
    """How long it takes; nothing where no run has counted."""
    if planning.found is not None:
        yield ""
        for told in sentences(planning):
            yield told.of(language)


def season_lines(
    course: SeasonState,
    found: SeasonForecast,
    strengths: Strengths,
    seed: int,
    assume: Mapping[str, Mapping[int, str]],
    language: str,
) -> Iterator[str]:
    """The forecast of a season: its events, then the lists at its end."""
    yield course.season.name
    yield _asked(found, strengths, seed, language)
    for event in course.ahead.events:
        for number, key in sorted(assume.get(event.key, {}).items()):
            name, where = course.names[event.players[key]], course.events[event.key].name
            yield Text("if {name} wins Game {number} of {where}", name=name, number=number, where=where).of(
                language
            )
    for each in course.left_out:
        yield Text("not simulated: {event} ({why})", event=each.event.name, why=each.why).of(language)
    yield from _left_out(found, language)
    if not found.runs:
        return
    yield ""
    for slug, wins in found.titles.items():
        yield f"{course.events[slug].name}: " + _winners(course, wins, found, language)
    if found.crowns:
        yield f"{_CROWN.of(language)}: " + _winners(course, found.crowns, found, language)
    for which in course.lists:
        if found.lists[which.key]:
            yield ""
            yield from _list_table(course, which.key, which.name.of(language), found, language)
    yield ""
    yield _games_to_play(found, language)


def _asked(found: Forecast | SeasonForecast, strengths: Strengths, seed: int, language: str) -> str:
    how = STRENGTHS[strengths]
    return Text("{runs} simulations, seed {seed}, {how}", runs=found.runs, seed=seed, how=how).of(language)


def _left_out(found: Forecast | SeasonForecast, language: str) -> Iterator[str]:
    if found.left_out:
        yield Text("left out, as it did not happen: {left_out}", left_out=found.left_out).of(language)


# -- an event --------------------------------------------------------------------------------------


def _event_table(found: Forecast, names: Mapping[str, str], language: str) -> Iterator[str]:
    places = range(1, len(names) + 1)
    rows = [
        [
            "",
            _TITLE.of(language),
            *(_place(place, language) for place in places),
            *([] if found.playoffs is None else [_PLAYOFFS.of(language)]),
        ]
    ]
    for key in sorted(names, key=lambda key: -found.titles[key]):
        chances = [found.title(key), *(found.place(key, place) for place in places)]
        playoffs = found.reaching_playoffs(key)
        entries = [_percent(chance, language) for chance in chances + ([playoffs] if playoffs else [])]
        rows.append([names[key], *entries])
    yield from _aligned(rows)


def _event_games(found: Forecast, language: str) -> Iterator[str]:
    yield _games_to_play(found, language)
    for games, times in found.games.items():
        chance = share(times, found.runs)
        bar = "#" * round(40 * chance.value)
        yield f"{games:5}  {_percent(chance, language)}  {bar}".rstrip()
    if found.extra_games is not None:
        chances = _percent(found.extra_games, language)
        yield Text("extra games: {chances}", chances=chances).of(language)


# -- a season --------------------------------------------------------------------------------------


def _winners(course: SeasonState, wins: Mapping[str, int], found: SeasonForecast, language: str) -> str:
    return ", ".join(
        f"{course.names[player]} {_percent(share(wins[player], found.runs), language).lstrip()}"
        for player in most_first(course, wins)
    )


def _list_table(
    course: SeasonState, key: str, name: str, found: SeasonForecast, language: str
) -> Iterator[str]:
    places = range(1, MOST_PLACES + 1)
    rows = [[name, *(_place(place, language) for place in places)]]
    for player in best_first(course, found.lists[key])[:MOST_PLAYERS]:
        chances = [_percent(found.place(key, player, place), language) for place in places]
        rows.append([course.names[player], *chances])
    yield from _aligned(rows)


# -- both ------------------------------------------------------------------------------------------


def _games_to_play(found: Forecast | SeasonForecast, language: str) -> str:
    expected = found.games_to_play
    return Text(
        "games left: {mean:.1f} ± {margin:.1f}; usually {half}, rarely over {most}",
        mean=expected.value,
        margin=expected.margin,
        half=found.games_quantile(0.5),
        most=found.games_quantile(0.9),
    ).of(language)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        aligned = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        yield "  ".join([name.ljust(widths[0]), *aligned]).rstrip()


def _percent(chance: Estimate, language: str) -> str:
    value, margin = Figure(100 * chance.value, "5.1f"), Figure(100 * chance.margin, "4.1f")
    return f"{value.of(language)} % ±{margin.of(language)}"


def _place(number: int, language: str) -> str:
    return Text("place {number}", number=number).of(language)
