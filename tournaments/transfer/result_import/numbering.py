"""Which number each typed game has in its event, and which draws follow from who met whom.

Everywhere but in a League games are numbered as they were played. A League's games are numbered by its schedule,
which follows from the draws of the schedule places: they are worked out from who met whom.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from rules.i18n import Text
from tournaments.formats import (
    Contest,
    Draw,
    DrawMethod,
    DrawNeeded,
    Entrant,
    FormatError,
    Result,
    Seating,
    Verdict,
)
from tournaments.formats.league.round_robin import double_round_robin
from tournaments.transfer.result_import.errors import Problem
from tournaments.transfer.result_import.records import TypedEvent, TypedGame


@dataclass(frozen=True, slots=True)
class Numbered:
    """The numbers of the games, in the order in which they were typed; the draws with what was drawn."""

    numbers: tuple[int, ...]
    draws: tuple[tuple[DrawNeeded, Draw], ...] = ()


class NumberingError(Exception):
    """A game that has no place in the schedule of its event."""

    def __init__(self, game: TypedGame, message: Text) -> None:
        super().__init__(str(message))
        self.problem = Problem(game.line, "players", message)


def numbered(event: TypedEvent) -> Numbered:
    """The numbers of an event's games; ``NumberingError`` names the first game that has none."""
    if event.format.key == "league":
        return _League(event).numbered()
    return Numbered(tuple(range(1, len(event.games) + 1)))


class _League:
    """The games of a League, one after the other put where they belong."""

    def __init__(self, event: TypedEvent) -> None:
        self.event = event
        self.players = event.roster
        self.numbers: list[int] = []
        self.draws: list[tuple[DrawNeeded, Draw]] = []

    def numbered(self) -> Numbered:
        games, each = self.event.games, len(self.players) * (len(self.players) - 1)
        settings = self.event.format.settings.read(self.event.settings)
        for first in range(0, min(len(games), settings.drrs * each), each):
            self._round_robin(games[first : first + each], first + 1)
        for game in games[len(self.numbers) :]:
            self._playoff(game)
        return Numbered(tuple(self.numbers), tuple(self.draws))

    def _round_robin(self, games: Sequence[TypedGame], first_number: int) -> None:
        """A double round-robin: its draw, and the number of each game by its pairing."""
        needed = self._verdict(games[0]).draws
        if not needed:
            raise NumberingError(games[0], Text("no game is due any more", "es steht kein Spiel mehr an"))
        order = _schedule_places(self.players, games)
        drawn = Draw(needed[0].subject, tuple(order), DrawMethod.BY_HAND)
        self.draws.append((needed[0], drawn))
        free: dict[frozenset[str], list[int]] = defaultdict(list)
        for block in double_round_robin(order, first_number):
            for scheduled in block:
                free[scheduled.players].append(scheduled.number)
        for game in games:
            left = free[frozenset(game.seats)]
            if not left:
                who = " – ".join(game.seats)
                raise NumberingError(
                    game,
                    Text(
                        f"{who}: in a double round-robin everybody meets everybody twice, these two have already",
                        f"{who}: in einer Doppelrunde trifft jeder zweimal auf jeden, diese beiden haben es schon",
                    ),
                )
            self.numbers.append(left.pop(0))

    def _playoff(self, game: TypedGame) -> None:
        """A game of a series: the next of the one that is due."""
        verdict = self._verdict(game)
        due = next(
            (each for each in verdict.next_games if set(each.seating.entrants) == set(game.seats)), None
        )
        if due is None:
            who = " – ".join(game.seats)
            raise NumberingError(
                game,
                Text(
                    f"{who}: no game of these two is due; {verdict.outlook.en}",
                    f"{who}: von diesen beiden steht kein Spiel an; {verdict.outlook.de}",
                ),
            )
        self.numbers.append(due.number)

    def _verdict(self, game: TypedGame) -> Verdict:
        """What follows from the games numbered so far; a fault is that of the game after them."""
        contest = Contest(
            settings=self.event.format.settings.read(self.event.settings),
            rules=self.event.rules,
            entrants=tuple(Entrant(name, name, seed) for seed, name in enumerate(self.players, start=1)),
            draws=tuple(draw for _, draw in self.draws),
            results=tuple(
                result_of(game, number) for game, number in zip(self.event.games, self.numbers, strict=False)
            ),
        )
        try:
            return self.event.format.judge(contest)
        except FormatError as error:
            raise NumberingError(game, error.message) from error


def result_of(game: TypedGame, number: int) -> Result:
    """A typed game as its format judges it."""
    return Result(
        number, game.rules, Seating.of(game.seats), game.places, game.winner, game.pawns, game.seconds
    )


def _schedule_places(players: Sequence[str], games: Sequence[TypedGame]) -> list[str]:
    """The order of the schedule places: of three players it shows in Game 1, #1–#2; else as they were first named."""
    if len(players) != 3:
        return list(players)
    named = list(games[0].seats)
    return [*named, *(player for player in players if player not in named)]
