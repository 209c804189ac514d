"""How an event may end: it is played on many times by lot."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

import click
import orjson
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.estimate import Estimate, share
from tournaments.course import Course
from tournaments.event_forecast import Strengths, as_json, boards_of, event_forecast
from tournaments.forecasting import Forecast
from tournaments.formats import FormatError
from tournaments.management.named import named_event

MOST_RUNS = 1_000_000

STRENGTHS = {
    Strengths.EQUAL: {"en": "everybody equally strong", "de": "alle gleich stark"},
    Strengths.RATINGS: {"en": "strengths by ratings", "de": "Stärken nach Wertung"},
}
HEADINGS = {
    "title": {"en": "title", "de": "Sieg"},
    "place": {"en": "place {}", "de": "Platz {}"},
    "playoffs": {"en": "playoffs", "de": "Playoffs"},
}


class Command(BaseCommand):
    """`manage.py forecast EVENT [--runs N] [--seed N] [--strengths equal|ratings] [--if NUMBER=KEY] [--json]`."""

    help = "Show the chances of everybody in an event, and how many games are still to be played."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which event, and how."""
        parser.add_argument("slug", metavar="EVENT", help="the event")
        parser.add_argument("--runs", type=int, default=1_000, metavar="N", help="how often it is played on")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed, the same runs")
        parser.add_argument("--strengths", type=Strengths, choices=list(Strengths), default=Strengths.EQUAL)
        parser.add_argument(
            "--if",
            action="append",
            default=[],
            dest="assumed",
            metavar="NUMBER=KEY",
            help="as if that player won that game; several times for several games",
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="as JSON")
        parser.add_argument("--language", choices=["en", "de"], default="en")

    def handle(
        self,
        *args: Any,
        slug: str,
        runs: int,
        seed: int,
        strengths: Strengths,
        assumed: list[str],
        as_json: bool,
        language: str,
        **options: Any,
    ) -> None:
        """Play it on, and show what came of it."""
        if not 1 <= runs <= MOST_RUNS:
            raise CommandError(f"--runs: 1 to {MOST_RUNS} is needed, not {runs}")
        assume = _assumed(assumed)
        course = Course.of(named_event(slug))
        try:
            found = _played_on(course, runs, strengths, seed, assume)
        except FormatError as error:
            raise CommandError(f"{error.field}: {error.message.of(language)}") from error
        if as_json:
            self.stdout.write(_json(course, found, strengths, seed, assume))
            return
        for line in _lines(course, found, strengths, seed, assume, language):
            self.stdout.write(line)


def _played_on(
    course: Course, runs: int, strengths: Strengths, seed: int, assume: Mapping[int, str]
) -> Forecast:
    """The forecast; whoever sits at a terminal sees how far it is."""
    boards = boards_of(course, seed=seed)
    with click.progressbar(length=runs, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        return event_forecast(
            course,
            range(runs),
            strengths=strengths,
            seed=seed,
            boards=boards,
            assume=assume,
            progress=lambda done: bar.update(done - bar.pos),
        )


def _assumed(written: list[str]) -> dict[int, str]:
    assume: dict[int, str] = {}
    for each in written:
        number, equals, key = each.partition("=")
        if not (number.isascii() and number.isdigit() and len(number) < 6 and equals and key):
            raise CommandError(f"--if: NUMBER=KEY is needed, such as 7=anna, not {each!r:.40}")
        if int(number) in assume:
            raise CommandError(f"--if: Game {int(number)} is there more than once; once would be right")
        assume[int(number)] = key
    return assume


def _json(course: Course, found: Forecast, strengths: Strengths, seed: int, assume: Mapping[int, str]) -> str:
    assumed = [{"number": number, "winner": key} for number, key in sorted(assume.items())]
    asked = {"seed": seed, "strengths": str(strengths), "assumed": assumed}
    return orjson.dumps(as_json(course, found) | asked, option=orjson.OPT_INDENT_2).decode()


# -- the table -------------------------------------------------------------------------------------


def _lines(
    course: Course,
    found: Forecast,
    strengths: Strengths,
    seed: int,
    assume: Mapping[int, str],
    language: str,
) -> Iterator[str]:
    german = language == "de"
    names = {entry.key: course.name(entry) for entry in course.entries}
    format = course.event.format.name.of(language)
    yield f"{course.event.name} ({format}, {course.event.rules_name})"
    runs, seeded = ("Läufe", "Startwert") if german else ("runs", "seed")
    yield f"{found.runs} {runs}, {seeded} {seed}, {STRENGTHS[strengths][language]}"
    for number, key in sorted(assume.items()):
        yield f"wenn {names[key]} Spiel {number} gewinnt" if german else f"if {names[key]} wins Game {number}"
    if found.left_out:
        told = "nicht gezählt, weil es dazu nicht kam" if german else "left out, as it did not come to that"
        yield f"{told}: {found.left_out}"
    if not found.runs:
        return
    yield ""
    yield from _table(found, names, language)
    yield ""
    yield from _games(found, language)


def _table(found: Forecast, names: Mapping[str, str], language: str) -> Iterator[str]:
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
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        aligned = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        yield "  ".join([name.ljust(widths[0]), *aligned]).rstrip()


def _games(found: Forecast, language: str) -> Iterator[str]:
    half, most = found.games_quantile(0.5), found.games_quantile(0.9)
    expected = found.games_to_play
    mean = _written(f"{expected.value:.1f} ± {expected.margin:.1f}", language)
    yield {
        "en": f"games still to play: {mean}; at most {half} in half of the runs, at most {most} in nine of ten",
        "de": f"noch zu spielen: {mean}; in der Hälfte der Läufe höchstens {half}, in neun von zehn höchstens {most}",
    }[language]
    for games, times in found.games.items():
        chance = share(times, found.runs)
        bar = "#" * round(40 * chance.value)
        yield f"{games:5}  {_percent(chance, language)}  {bar}".rstrip()
    if found.extra_games is not None:
        told = {"en": "extra games", "de": "Zusatzspiele"}[language]
        yield f"{told}: {_percent(found.extra_games, language)}"


def _percent(chance: Estimate, language: str) -> str:
    return _written(f"{100 * chance.value:5.1f} % ±{100 * chance.margin:4.1f}", language)


def _written(figures: str, language: str) -> str:
    return figures.replace(".", ",") if language == "de" else figures
