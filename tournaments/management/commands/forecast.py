"""How an event or a season may end: it is played on many times by lot."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

import click
import orjson
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from rules.i18n import languages
from tournaments.forecasts import durations, event_subject, season_subject
from tournaments.forecasts.season_subject import SeasonState
from tournaments.formats import FormatError
from tournaments.management.formatting import event_lines, planning_lines, season_lines
from tournaments.management.lookup import find_event, find_season
from tournaments.models import Strengths
from tournaments.standings.event_state import EventState

MOST_RUNS = 1_000_000

#: `7=entry-1`, of a season `cup:7=entry-1`.
_ASSUMED = re.compile(r"(?:(?P<event>[-\w]+):)?(?P<number>[0-9]{1,5})=(?P<key>[-\w]+)")


class Command(BaseCommand):
    """`manage.py forecast EVENT|--season SEASON [--runs N] [--seed N] [--strengths WHICH] [--if …] [--json]`."""

    help = "Show the chances of everybody in an event or a season, and how many games are still to be played."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which event or season, and how."""
        parser.add_argument("slug", metavar="EVENT", nargs="?", help="the event")
        parser.add_argument(
            "--season", metavar="SEASON", help="all events of a season, and the lists at its end"
        )
        parser.add_argument("--runs", type=int, default=1_000, metavar="N", help="how often it is played on")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="the same seed, the same runs")
        parser.add_argument("--strengths", type=Strengths, choices=list(Strengths), default=Strengths.EQUAL)
        parser.add_argument(
            "--if",
            action="append",
            default=[],
            dest="assumed",
            metavar="NUMBER=KEY",
            help="as if that player won that game (of a season EVENT:NUMBER=KEY); several times for several games",
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="as JSON")
        parser.add_argument("--language", choices=languages(), default="en")

    def handle(
        self,
        *args: Any,
        slug: str | None,
        season: str | None,
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
        asked = _Asked(runs, seed, strengths, _assumed(assumed, of_season=season is not None), language)
        try:
            match slug, season:
                case str(), None:
                    told, lines = _event(slug, asked)
                case None, str():
                    told, lines = _season(season, asked)
                case _:
                    raise CommandError("an event, or a season with --season, is needed")
        except FormatError as error:
            raise CommandError(f"{error.field}: {error.message.of(language)}") from error
        if as_json:
            told |= {"seed": seed, "strengths": str(strengths), "assumed": asked.as_json()}
            self.stdout.write(orjson.dumps(told, option=orjson.OPT_INDENT_2).decode())
            return
        for line in lines:
            self.stdout.write(line)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked; ``assumed``: event (of an event alone: nothing) → number of a game → key of its winner."""

    runs: int
    seed: int
    strengths: Strengths
    assumed: Mapping[str, Mapping[int, str]]
    language: str

    def as_json(self) -> list[dict[str, Any]]:
        """What is assumed, game after game."""
        return [
            {**({"event": event} if event else {}), "number": number, "winner": key}
            for event, games in sorted(self.assumed.items())
            for number, key in sorted(games.items())
        ]


def _event(slug: str, asked: _Asked) -> tuple[dict[str, Any], Iterable[str]]:
    """The forecast of an event, as JSON and in lines."""
    course, assume = EventState.load(find_event(slug)), asked.assumed.get("", {})
    boards = event_subject.boards_of(course, seed=asked.seed)
    with _bar(asked.runs) as progress:
        found = event_subject.event_forecast(
            course,
            range(asked.runs),
            strengths=asked.strengths,
            seed=asked.seed,
            boards=boards,
            assume=assume,
            progress=progress,
        )
    lines = event_lines(course, found, asked.strengths, asked.seed, assume, asked.language)
    games = [played.game for played in course.games]
    planning = durations.planning_of(course.event, games, found, entered=len(course.entries))
    data = event_subject.as_json(course, found) | {"planning": durations.as_json(planning)}
    return data, chain(lines, planning_lines(planning, asked.language))


def _season(slug: str, asked: _Asked) -> tuple[dict[str, Any], Iterable[str]]:
    """The forecast of a season, as JSON and in lines."""
    boards = partial(event_subject.boards_of, seed=asked.seed)
    course = SeasonState.load(find_season(slug), boards=boards, now=timezone.now())
    with _bar(asked.runs) as progress:
        found = season_subject.forecast_of(
            course,
            range(asked.runs),
            strengths=asked.strengths,
            seed=asked.seed,
            assume=asked.assumed,
            progress=progress,
        )
    lines = season_lines(course, found, asked.strengths, asked.seed, asked.assumed, asked.language)
    return season_subject.as_json(course, found), lines


@contextmanager
def _bar(runs: int) -> Iterator[Callable[[int], None]]:
    """Whoever sits at a terminal sees how far it is."""
    with click.progressbar(length=runs, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield lambda done: bar.update(done - bar.pos)


def _assumed(written: list[str], *, of_season: bool) -> dict[str, dict[int, str]]:
    wanted = (
        "EVENT:NUMBER=KEY is needed, such as cup:7=entry-1"
        if of_season
        else "NUMBER=KEY is needed, such as 7=entry-1"
    )
    assume: dict[str, dict[int, str]] = {}
    for each in written:
        told = _ASSUMED.fullmatch(each)
        if told is None or (told["event"] is not None) != of_season:
            raise CommandError(f"--if: {wanted}, not {each!r:.40}")
        games, number = assume.setdefault(told["event"] or "", {}), int(told["number"])
        if number in games:
            raise CommandError(f"--if: Game {number} is there more than once; once would be right")
        games[number] = told["key"]
    return assume
