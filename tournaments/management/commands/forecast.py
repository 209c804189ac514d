"""How an event may end: it is played on many times at random."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click
import orjson
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.i18n import Figure, Text, languages
from rules.stats import Estimate, share
from tournaments.forecasting import Forecast
from tournaments.forecasts import durations
from tournaments.forecasts.events import boards_of, event_forecast
from tournaments.forecasts.queries import chances_as_json
from tournaments.formats import FormatError
from tournaments.management.lookup import find_event
from tournaments.models import Strengths
from tournaments.standings.event_state import EventState

MOST_RUNS = 1_000_000

#: `7=entry-1`
_ASSUMED = re.compile(r"(?P<number>[0-9]{1,5})=(?P<key>[-\w]+)")
_STRENGTHS = {
    Strengths.EQUAL: Text("everybody equally strong"),
    Strengths.RATINGS: Text("strengths by ratings"),
}
_TITLE = Text("title", context="chances")
_PLAYOFFS = Text("playoffs")


class Command(BaseCommand):
    """`manage.py forecast EVENT [--runs N] [--seed N] [--strengths WHICH] [--if NUMBER=KEY] [--json]`."""

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
        parser.add_argument("--language", choices=languages(), default="en")

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
        event_state = EventState.load(find_event(slug))
        boards = boards_of(event_state, seed=seed)
        try:
            with _bar(runs) as progress:
                found = event_forecast(
                    event_state,
                    range(runs),
                    strengths=strengths,
                    seed=seed,
                    boards=boards,
                    assume=assume,
                    progress=progress,
                )
        except FormatError as error:
            raise CommandError(f"{error.field}: {error.message.of(language)}") from error
        event = event_state.event
        names = {entry.key: event_state.name(entry) for entry in event_state.entries}
        games = [played.game for played in event_state.games]
        planning = durations.planning_of(event, games, found, entered=len(event_state.entries))
        if as_json:
            data = {
                "event": event.slug,
                "version": event.version,
                **chances_as_json(found, names),
                "planning": durations.as_json(planning),
                "seed": seed,
                "strengths": str(strengths),
                "assumed": [{"number": number, "winner": key} for number, key in sorted(assume.items())],
            }
            self.stdout.write(orjson.dumps(data, option=orjson.OPT_INDENT_2).decode())
            return
        self.stdout.write(f"{event.name} ({event.format.name.of(language)}, {event.rules_name})")
        how = _STRENGTHS[strengths]
        text = Text("{runs} simulations, seed {seed}, {how}", runs=found.runs, seed=seed, how=how)
        self.stdout.write(text.of(language))
        for number, key in sorted(assume.items()):
            text = Text("if {key} wins Game {number}", key=names[key], number=number)
            self.stdout.write(text.of(language))
        if found.left_out:
            text = Text("left out, as it did not happen: {left_out}", left_out=found.left_out)
            self.stdout.write(text.of(language))
        if found.runs:
            for line in ("", *_table(found, names, language), "", *_games(found, language), ""):
                self.stdout.write(line)
            for sentence in durations.sentences(planning):
                self.stdout.write(sentence.of(language))


@contextmanager
def _bar(runs: int) -> Iterator[Callable[[int], None]]:
    """Show at a terminal how far it is."""
    with click.progressbar(length=runs, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield lambda done: bar.update(done - bar.pos)


def _assumed(written: list[str]) -> dict[int, str]:
    assume: dict[int, str] = {}
    for each in written:
        match = _ASSUMED.fullmatch(each)
        if match is None:
            raise CommandError(f"--if: NUMBER=KEY is needed, such as 7=entry-1, not {each!r:.40}")
        number = int(match["number"])
        if number in assume:
            raise CommandError(f"--if: Game {number} is there more than once; once would be right")
        assume[number] = match["key"]
    return assume


def _table(found: Forecast, names: Mapping[str, str], language: str) -> Iterator[str]:
    places = range(1, len(names) + 1)
    rows = [
        [
            "",
            _TITLE.of(language),
            *(Text("place {number}", number=place).of(language) for place in places),
            *([] if found.playoffs is None else [_PLAYOFFS.of(language)]),
        ]
    ]
    for key in sorted(names, key=lambda key: -found.titles[key]):
        chances = [found.title(key), *(found.place(key, place) for place in places)]
        playoffs = found.reaching_playoffs(key)
        entries = [_percent(chance, language) for chance in chances + ([playoffs] if playoffs else [])]
        rows.append([names[key], *entries])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        aligned = (cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True))
        yield "  ".join([name.ljust(widths[0]), *aligned]).rstrip()


def _games(found: Forecast, language: str) -> Iterator[str]:
    expected = found.games_to_play
    yield Text(
        "games left: {mean:.1f} ± {margin:.1f}; usually {half}, rarely over {most}",
        mean=expected.value,
        margin=expected.margin,
        half=found.games_quantile(0.5),
        most=found.games_quantile(0.9),
    ).of(language)
    for games, times in found.games.items():
        chance = share(times, found.runs)
        bar = "#" * round(40 * chance.value)
        yield f"{games:5}  {_percent(chance, language)}  {bar}".rstrip()
    if found.extra_games is not None:
        chances = _percent(found.extra_games, language)
        yield Text("extra games: {chances}", chances=chances).of(language)


def _percent(chance: Estimate, language: str) -> str:
    value, margin = Figure(100 * chance.value, "5.1f"), Figure(100 * chance.margin, "4.1f")
    return f"{value.of(language)} % ±{margin.of(language)}"
