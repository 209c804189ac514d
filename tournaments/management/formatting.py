"""What `manage.py forecast` shows: tables for people, in English or German."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.stats import Estimate, share
from tournaments.forecasting import Forecast, SeasonForecast
from tournaments.forecasts.durations import EventPlanning, sentences
from tournaments.forecasts.season_subject import SeasonCourse, best_first, most_first
from tournaments.models import Strengths
from tournaments.standings.event_state import Course

STRENGTHS = {
    Strengths.EQUAL: {"en": "everybody equally strong", "de": "alle gleich stark"},
    Strengths.RATINGS: {"en": "strengths by ratings", "de": "Stärken nach Wertung"},
}
HEADINGS = {
    "title": {"en": "title", "de": "Sieg"},
    "place": {"en": "place {}", "de": "Platz {}"},
    "playoffs": {"en": "playoffs", "de": "Playoffs"},
    "crown": {"en": "Triple Crown", "de": "Triple Crown"},
}
#: Of a list so many players are shown, with the chances of so many places; the JSON has them all.
MOST_PLAYERS, MOST_PLACES = 10, 3


def event_lines(
    course: Course,
    found: Forecast,
    strengths: Strengths,
    seed: int,
    assume: Mapping[int, str],
    language: str,
) -> Iterator[str]:
    """The forecast of an event."""
    names = {entry.key: course.name(entry) for entry in course.entries}
    format = course.event.format.name.of(language)
    yield f"{course.event.name} ({format}, {course.event.rules_name})"
    yield _asked(found, strengths, seed, language)
    for number, key in sorted(assume.items()):
        yield {
            "en": f"if {names[key]} wins Game {number}",
            "de": f"wenn {names[key]} Spiel {number} gewinnt",
        }[language]
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
    course: SeasonCourse,
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
            yield {
                "en": f"if {name} wins Game {number} of {where}",
                "de": f"wenn {name} Spiel {number} von {where} gewinnt",
            }[language]
    for each in course.left_out:
        told = {"en": "not played on", "de": "nicht weitergespielt"}[language]
        yield f"{told}: {each.event.name} ({each.why.of(language)})"
    yield from _left_out(found, language)
    if not found.runs:
        return
    yield ""
    for slug, wins in found.titles.items():
        yield f"{course.events[slug].name}: " + _winners(course, wins, found, language)
    if found.crowns:
        yield f"{HEADINGS['crown'][language]}: " + _winners(course, found.crowns, found, language)
    for which in course.lists:
        if found.lists[which.key]:
            yield ""
            yield from _list_table(course, which.key, which.name.of(language), found, language)
    yield ""
    yield _games_to_play(found, language)


def _asked(found: Forecast | SeasonForecast, strengths: Strengths, seed: int, language: str) -> str:
    runs, seeded = {"en": ("runs", "seed"), "de": ("Läufe", "Startwert")}[language]
    return f"{found.runs} {runs}, {seeded} {seed}, {STRENGTHS[strengths][language]}"


def _left_out(found: Forecast | SeasonForecast, language: str) -> Iterator[str]:
    if found.left_out:
        told = {"en": "left out, as it did not come to that", "de": "nicht gezählt, weil es dazu nicht kam"}
        yield f"{told[language]}: {found.left_out}"


# -- an event --------------------------------------------------------------------------------------


def _event_table(found: Forecast, names: Mapping[str, str], language: str) -> Iterator[str]:
    places = range(1, len(names) + 1)
    rows = [
        [
            "",
            HEADINGS["title"][language],
            *(HEADINGS["place"][language].format(place) for place in places),
            *([] if found.playoffs is None else [HEADINGS["playoffs"][language]]),
        ]
    ]
    for key in sorted(names, key=lambda key: -found.titles[key]):
        chances = [found.title(key), *(found.place(key, place) for place in places)]
        playoffs = found.reaching_playoffs(key)
        told = [_percent(chance, language) for chance in chances + ([playoffs] if playoffs else [])]
        rows.append([names[key], *told])
    yield from _aligned(rows)


def _event_games(found: Forecast, language: str) -> Iterator[str]:
    yield _games_to_play(found, language)
    for games, times in found.games.items():
        chance = share(times, found.runs)
        bar = "#" * round(40 * chance.value)
        yield f"{games:5}  {_percent(chance, language)}  {bar}".rstrip()
    if found.extra_games is not None:
        told = {"en": "extra games", "de": "Zusatzspiele"}[language]
        yield f"{told}: {_percent(found.extra_games, language)}"


# -- a season --------------------------------------------------------------------------------------


def _winners(course: SeasonCourse, wins: Mapping[str, int], found: SeasonForecast, language: str) -> str:
    return ", ".join(
        f"{course.names[player]} {_percent(share(wins[player], found.runs), language).lstrip()}"
        for player in most_first(course, wins)
    )


def _list_table(
    course: SeasonCourse, key: str, name: str, found: SeasonForecast, language: str
) -> Iterator[str]:
    places = range(1, MOST_PLACES + 1)
    rows = [[name, *(HEADINGS["place"][language].format(place) for place in places)]]
    for player in best_first(course, found.lists[key])[:MOST_PLAYERS]:
        chances = [_percent(found.place(key, player, place), language) for place in places]
        rows.append([course.names[player], *chances])
    yield from _aligned(rows)


# -- both ------------------------------------------------------------------------------------------


def _games_to_play(found: Forecast | SeasonForecast, language: str) -> str:
    half, most = found.games_quantile(0.5), found.games_quantile(0.9)
    expected = found.games_to_play
    mean = _written(f"{expected.value:.1f} ± {expected.margin:.1f}", language)
    return {
        "en": f"games still to play: {mean}; at most {half} in half of the runs, at most {most} in nine of ten",
        "de": f"noch zu spielen: {mean}; in der Hälfte der Läufe höchstens {half}, in neun von zehn höchstens {most}",
    }[language]


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        aligned = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        yield "  ".join([name.ljust(widths[0]), *aligned]).rstrip()


def _percent(chance: Estimate, language: str) -> str:
    return _written(f"{100 * chance.value:5.1f} % ±{100 * chance.margin:4.1f}", language)


def _written(figures: str, language: str) -> str:
    return figures.replace(".", ",") if language == "de" else figures
