"""How long an evening of games takes."""

from __future__ import annotations

from typing import Any

import orjson
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules import RULE_SETS
from rules.i18n import Text, languages
from tournaments.forecasting.planning import Pace, evening, lengths_of
from tournaments.forecasts.durations import (
    USUAL_SECONDS,
    describe_evening,
    describe_game,
    game_as_json,
    length_as_json,
)
from tournaments.models.event import LEAST_SECONDS, MOST_SECONDS

MOST_GAMES, MOST_BOARDS, MOST_MINUTES = 1_000, 100, 240


class Command(BaseCommand):
    """`manage.py durations RULES --games N [--boards N] [--seconds-per-throw S] [--pause MINUTES] [--json]`."""

    help = "Show how long a game of a rule set takes, in throws and minutes, and an evening of several."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which games, how many, and how fast."""
        parser.add_argument("rules", metavar="RULES", choices=list(RULE_SETS), help=", ".join(RULE_SETS))
        parser.add_argument("--games", type=int, default=1, metavar="N", help="how many are played")
        parser.add_argument("--boards", type=int, default=1, metavar="N", help="on how many boards")
        parser.add_argument(
            "--seconds-per-throw",
            type=float,
            default=USUAL_SECONDS,
            metavar="S",
            help="a throw with its move",
        )
        parser.add_argument(
            "--pause", type=float, default=0.0, metavar="MINUTES", help="between two games on a board"
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="as JSON, times in minutes")
        parser.add_argument("--language", choices=languages(), default="en")

    def handle(
        self,
        *args: Any,
        rules: str,
        games: int,
        boards: int,
        seconds_per_throw: float,
        pause: float,
        as_json: bool,
        language: str,
        **options: Any,
    ) -> None:
        """Plan it."""
        _check("--games", games, 0, MOST_GAMES)
        _check("--boards", boards, 1, MOST_BOARDS)
        _check("--seconds-per-throw", seconds_per_throw, LEAST_SECONDS, MOST_SECONDS)
        _check("--pause", pause, 0, MOST_MINUTES)
        lengths = lengths_of(rules)
        length = evening(lengths, {games: 1}, boards, Pace(seconds_per_throw, pause))
        if as_json:
            data = {
                "rules": rules,
                "games": games,
                "boards": boards,
                "seconds_per_throw": seconds_per_throw,
                "pause": pause,
                "game": game_as_json(lengths, seconds_per_throw),
                "evening": length_as_json(length),
            }
            self.stdout.write(orjson.dumps(data, option=orjson.OPT_INDENT_2).decode())
            return
        asked = Text(
            "{rules}, games: {games}, boards: {boards}, {pace:g} seconds per throw",
            rules=rules,
            games=games,
            boards=boards,
            pace=seconds_per_throw,
        )
        for line in (asked, describe_game(lengths, seconds_per_throw), describe_evening(boards, length)):
            self.stdout.write(line.of(language))


def _check(name: str, value: float, least: int, most: int) -> None:
    if not least <= value <= most:
        raise CommandError(f"{name}: {least} to {most} is needed, not {value:g}")
