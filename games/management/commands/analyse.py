"""What was luck and what was decided in a game that is over."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Iterator
from typing import Any

import click
import orjson
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone, translation

from games.analysis.jobs import analyse
from games.analysis.presenters import AnalysisPresenter
from games.analysis.queries import NoAnalysis
from games.analysis.serializers import serialize_analysis
from games.models import Game, GameAnalysis
from rules.i18n import Text, languages
from rules.simulate import warm_up


class Command(BaseCommand):
    """`manage.py analyse GAME …`: made and stored, unless it is there and of the engine of today."""

    help = "Luck of the dice and losses by decisions in a game that is over."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which game, told how."""
        parser.add_argument("game", metavar="GAME", help="the id of a game")
        parser.add_argument("--json", action="store_true", dest="as_json", help="all figures as JSON")
        parser.add_argument("--language", choices=languages(), default="en")

    def handle(self, *args: Any, game: str, as_json: bool, language: str, **options: Any) -> None:
        """Analyse, with a bar on a terminal, and show what was found."""
        row = _game(game)
        try:
            stored = _analysed(row)
        except NoAnalysis as error:
            raise CommandError(error.message.in_all()) from error
        if as_json:
            told = serialize_analysis(row, stored)
            self.stdout.write(orjson.dumps(told, option=orjson.OPT_INDENT_2).decode())
            return
        with translation.override(language):
            for line in _lines(AnalysisPresenter(row, stored), language):
                self.stdout.write(line)


def _game(text: str) -> Game:
    try:
        found = Game.objects.filter(pk=uuid.UUID(text)).first()
    except ValueError:
        found = None
    if found is None:
        raise CommandError(Text("There is no game {told}.", told=text).in_all())
    return found


def _analysed(game: Game) -> GameAnalysis:
    """Whoever sits at a terminal sees how far it is; it is worth waiting for the compiler."""
    with click.progressbar(length=1, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:

        def show(done: int, due: int) -> None:
            bar.length = due
            bar.update(done - bar.pos)

        warm_up().join()
        return analyse(game, now=timezone.now(), progress=show)


def _lines(shown: AnalysisPresenter, language: str) -> Iterator[str]:
    rows = [
        [
            title.of(language)
            for title in (
                Text("player"),
                Text("luck"),
                Text("lost"),
                Text("decisions"),
                Text("best"),
            )
        ]
    ]
    for each in shown.accounts:
        account = each.account
        rows.append(
            [
                each.name,
                f"{each.luck} ± {each.luck_margin}",
                f"{each.loss} ± {each.loss_margin}",
                f"{account.decisions}",
                "" if each.share is None else f"{each.share} %",
            ]
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    yield ""
    yield Text("The decisive throws").of(language)
    for one in shown.decisive:
        throw = Text("throw").of(language)
        yield (
            f"{throw} {one.weighed.throw}: {one.name} {one.die}, {one.played.of(language)};"
            f" {one.whose} {one.before} → {one.after} %"
        )
    if shown.costly:
        yield ""
        yield Text("The most costly decisions").of(language)
    for one in shown.costly:
        assert one.better is not None  # that is what makes it one
        throw, better = Text("throw").of(language), Text("better").of(language)
        yield (
            f"{throw} {one.weighed.throw}: {one.name} {one.die}, {one.played.of(language)};"
            f" {better}: {one.better.of(language)}; −{one.loss} ± {one.loss_margin}"
        )
    yield ""
    yield Text(
        "luck and losses in percentage points of the chance to win; version {engine}",
        engine=shown.stored.engine,
    ).of(language)
