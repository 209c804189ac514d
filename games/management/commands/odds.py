"""What the players of a recorded game, or from any position, can expect."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click
import orjson
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.domain import win_probability
from games.domain.win_probability import Odds, PlacePoints
from games.enums import GameState
from games.models import Game
from games.queries.seats import seated_names
from rules import game as rules_game
from rules.board import COLOUR_NAMES
from rules.errors import RulesError
from rules.i18n import Figure, Text
from rules.rule_sets import read_changes, rule_set
from rules.stats import Estimate

#: The options that tell what a position leaves open; the row of a game knows all of it.
ONLY_FOR_POSITIONS = ("rules", "options", "seat", "finished")


@dataclass(frozen=True, slots=True)
class Subject:
    """What is asked about: a game as the rules know it, its title, and the names of its players."""

    play: rules_game.Game
    title: str
    names: Mapping[str, str]


class Command(BaseCommand):
    """`manage.py odds POSITION|GAME …`: chances, places, points and throws still to play, each with its margin."""

    help = "Winning chances and throws still to play of a recorded game, or from any position."

    def add_arguments(self, parser: CommandParser) -> None:
        """From where, how many games, played how."""
        parser.add_argument(
            "what", metavar="POSITION|GAME", help="a position in quotes (rulebook §3), or the id of a game"
        )
        of_positions = parser.add_argument_group("what a position leaves open")
        of_positions.add_argument("--rules", metavar="NAME", help="the rule set (rulebook §7)")
        of_positions.add_argument(
            "--options", metavar="CHANGES", help='changed options: "three_throws=yes; trapdoors=4"'
        )
        of_positions.add_argument(
            "--seat",
            action="append",
            metavar="PLAYER=COLOUR[,COLOUR]",
            help="who leads which colours; once for each player",
        )
        of_positions.add_argument(
            "--finished", metavar="COLOUR[,COLOUR]", help="colours at home in finishing order"
        )
        parser.add_argument(
            "--games", type=int, default=win_probability.MOST_PLAYOUTS, metavar="N", help="games to play"
        )
        parser.add_argument(
            "--policy", default="sensible", help="how everybody plays: random, front, sensible"
        )
        parser.add_argument("--seed", type=int, default=0, help="the same seed plays the same games")
        parser.add_argument(
            "--points", metavar="P,P,…", help="what the places are worth: 10,6,4,3,2,1 in a Grand Prix"
        )
        parser.add_argument(
            "--bonus", type=int, metavar="P", help="points for the first player with all colours home"
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="as JSON")
        parser.add_argument("--language", choices=["en", "de"], default="en")

    def handle(
        self,
        *args: Any,
        what: str,
        games: int,
        policy: str,
        seed: int,
        as_json: bool,
        language: str,
        **options: Any,
    ) -> None:
        """Play, with a bar on a terminal, and show what came of it."""
        if games < 1:
            raise _refused(
                Text("--games: a whole number from 1 on is needed, not {games}", games=games),
            )
        points = _points(options["points"], options["bonus"])
        try:
            subject = _subject(what, options)
            found = _played(subject.play, games, policy, seed, points)
        except RulesError as error:
            raise _refused(error.message) from error
        if as_json:
            told = _as_json(subject, found, policy, seed)
            self.stdout.write(orjson.dumps(told, option=orjson.OPT_INDENT_2).decode())
            return
        for line in _lines(subject, found, policy, seed, language):
            self.stdout.write(line)


def _played(play: rules_game.Game, games: int, policy: str, seed: int, points: PlacePoints | None) -> Odds:
    """The odds; whoever sits at a terminal sees how far it is."""
    with click.progressbar(length=games, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        return win_probability.odds(
            play,
            games,
            policy=policy,
            seed=seed,
            points=points,
            progress=lambda done: bar.update(done - bar.pos),
        )


def _refused(message: Text) -> CommandError:
    return CommandError(message.in_all())


# -- what is asked about ---------------------------------------------------------------------------


def _subject(what: str, options: Mapping[str, Any]) -> Subject:
    """The game of that id, or else the position."""
    try:
        number = uuid.UUID(what)
    except ValueError:
        return _position(what, options)
    for name in ONLY_FOR_POSITIONS:
        if options[name] is not None:
            raise _refused(
                Text("--{name} is for a position; a recorded game has its own", name=name),
            )
    game = Game.objects.filter(pk=number).first()
    if game is None:
        raise _refused(Text("There is no game {what}.", what=what))
    if game.state != GameState.RUNNING:
        raise _refused(
            Text(
                "This game is not running ({state}); there are chances only while it is played.",
                state=game.state,
            ),
        )
    names = seated_names(game)
    return Subject(game.play(), game.title or what, names)


def _position(what: str, options: Mapping[str, Any]) -> Subject:
    if options["rules"] is None or options["seat"] is None:
        raise _refused(
            Text(
                "{what} is no id of a game; a position needs --rules NAME and, for each player, --seat "
                "PLAYER=COLOUR[,COLOUR]",
                what=repr(what),
            ),
        )
    rules = read_changes(rule_set(options["rules"]), options["options"] or "")
    seats = _seats(options["seat"])
    finished = None if options["finished"] is None else _listed(options["finished"])
    play = rules_game.Game.at(what, rules, seats, finished=finished)
    return Subject(play, str(play.position), {player: player for player in seats})


def _seats(written: Sequence[str]) -> dict[str, list[str]]:
    seats: dict[str, list[str]] = {}
    for seat in written:
        player, equals, colours = seat.rpartition("=")
        if not equals or player in seats:
            raise _refused(
                Text(
                    "--seat: PLAYER=COLOUR[,COLOUR] is needed, each player once, not {seat}", seat=repr(seat)
                ),
            )
        seats[player] = _listed(colours)
    return seats


def _points(table: str | None, bonus: int | None) -> PlacePoints | None:
    if table is None:
        if bonus is not None:
            raise _refused(
                Text("--bonus: only beside --points is there a bonus"),
            )
        return None
    try:
        return PlacePoints(tuple(map(int, _listed(table))), bonus or 0)
    except ValueError:
        raise _refused(
            Text(
                "--points: whole numbers with commas between them are needed, not {table}", table=repr(table)
            ),
        ) from None


def _listed(written: str) -> list[str]:
    return [part.strip() for part in written.split(",") if part.strip()]


# -- what is shown ---------------------------------------------------------------------------------


def _as_json(subject: Subject, found: Odds, policy: str, seed: int) -> dict[str, Any]:
    play, told = subject.play, found.as_json()
    for player in told["players"]:
        player["name"] = subject.names[player["player"]]
        player["colours"] = list(play.seats.colours_of(player["player"]))
    return {
        "rules": play.rules.name,
        "options": play.rules.changes(),
        "position": str(play.position),
        "policy": policy,
        "seed": seed,
        **told,
    }


def _lines(subject: Subject, found: Odds, policy: str, seed: int, language: str) -> Iterator[str]:
    play = subject.play
    assert play.colour is not None  # a game that is over has no odds
    assert play.player is not None
    thrower, colour = subject.names[play.player], COLOUR_NAMES[play.colour]
    yield f"{subject.title} ({play.rules.name})"
    yield Text("{thrower} throws with {colour}", thrower=thrower, colour=colour).of(language)
    yield ""
    yield from _table(_rows(subject, found, language))
    yield ""
    throws, half, most = _figure(found.throws, language), found.half_within, found.most_within
    yield Text(
        "still to play: {throws} throws; half of the games within {half}, nine of ten within {most}",
        throws=throws,
        half=half,
        most=most,
    ).of(language)
    yield Text(
        "{games} games, policy {policy}, seed {seed}; margins of 95 %",
        games=found.games,
        policy=policy,
        seed=seed,
    ).of(language)
    if found.unfinished:
        yield Text(
            "{unfinished} games were broken off: they took too many throws", unfinished=found.unfinished
        ).of(language)


def _rows(subject: Subject, found: Odds, language: str) -> Iterator[list[str]]:
    """The headings, then a row for each player; whoever is first where there are places has won."""
    places = len(found.players[0].places)
    worth = found.players[0].points is not None
    yield [
        Text("player").of(language),
        Text("colours").of(language),
        *([f"{number}." for number in range(1, places + 1)] or [Text("wins").of(language)]),
        *([Text("points").of(language)] if worth else []),
    ]
    for each in found.players:
        colours = subject.play.seats.colours_of(each.player)
        yield [
            subject.names[each.player],
            ", ".join(COLOUR_NAMES[colour].of(language) for colour in colours),
            *(f"{_percent(chance, language)} %" for chance in each.places or [each.wins]),
            *([] if each.points is None else [_figure(each.points, language, digits=2)]),
        ]


def _table(rows: Iterator[list[str]]) -> Iterator[str]:
    """The rows in columns as wide as their widest cell."""
    lines = list(rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()


def _percent(chance: Estimate, language: str) -> str:
    return _figure(Estimate(100 * chance.value, 100 * chance.margin), language)


def _figure(found: Estimate, language: str, digits: int = 1) -> str:
    """The figure and its margin; the margin is rounded up, never to nothing."""
    step = 10**-digits
    margin = -(-found.margin // step) * step
    return " ± ".join(Figure(each, f".{digits}f").of(language) for each in (found.value, margin))
