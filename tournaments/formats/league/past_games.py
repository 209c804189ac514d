"""Numbering the past games of a League by its schedule.

The schedule follows from the draws of the schedule places: they are worked out from who met whom.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.i18n import Text
from tournaments.formats.contest import DrawMethod, DrawOutcome
from tournaments.formats.errors import FormatError
from tournaments.formats.league.round_robin import double_round_robin
from tournaments.formats.league.rounds import LeagueContest
from tournaments.formats.past_games import NumberedGames, PastGame
from tournaments.formats.verdict import DrawNeeded, Verdict


class PastLeague:
    """The games of a League, one after the other put where they belong; ``start`` has no draws and results yet."""

    def __init__(
        self, start: LeagueContest, judge: Callable[[LeagueContest], Verdict], games: Sequence[PastGame]
    ) -> None:
        self._start, self._judge, self._games = start, judge, games
        self._players = [entrant.key for entrant in start.by_seed]
        self._numbers: list[int] = []
        self._draws: list[tuple[DrawNeeded, DrawOutcome]] = []

    def numbered(self) -> NumberedGames:
        """Number all games. Raises ``FormatError`` with field ``games[0]`` … for the first game that has no place."""
        games, each = self._games, len(self._players) * (len(self._players) - 1)
        for first in range(0, min(len(games), self._start.settings.drrs * each), each):
            self._round_robin(games[first : first + each], first + 1)
        for game in games[len(self._numbers) :]:
            self._playoff(game)
        return NumberedGames(tuple(self._numbers), tuple(self._draws))

    def _round_robin(self, games: Sequence[PastGame], first_number: int) -> None:
        """Number a double round-robin: infer its draw, and the number of each game from its pairing."""
        needed = self._verdict().draws
        if not needed:
            raise self._refused(Text("no game is due any more"))
        order = _schedule_places(self._players, games)
        self._draws.append((needed[0], DrawOutcome(needed[0].subject, tuple(order), DrawMethod.BY_HAND)))
        free: dict[frozenset[str], list[int]] = defaultdict(list)
        for block in double_round_robin(order, first_number):
            for scheduled in block:
                free[scheduled.players].append(scheduled.number)
        for game in games:
            left = free[frozenset(game.seats)]
            if not left:
                who = " – ".join(game.seats)
                raise self._refused(
                    Text(
                        "{who}: in a double round-robin everybody meets everybody twice, these two have already",
                        who=who,
                    )
                )
            self._numbers.append(left.pop(0))

    def _playoff(self, game: PastGame) -> None:
        """Number a game of a series: the next of the one that is due."""
        verdict = self._verdict()
        players = set(game.seats)
        due = next((each for each in verdict.next_games if set(each.seating.entrants) == players), None)
        if due is None:
            who = " – ".join(game.seats)
            raise self._refused(
                Text("{who}: no game of these two is due; {outlook}", who=who, outlook=verdict.outlook)
            )
        self._numbers.append(due.number)

    def _verdict(self) -> Verdict:
        """Judge the games numbered so far; an error is put down to the game after them."""
        draws = tuple(draw for _, draw in self._draws)
        numbered = zip(self._games, self._numbers, strict=False)
        results = tuple(game.result(number) for game, number in numbered)
        contest = replace(self._start, draws=draws, results=results)
        try:
            return self._judge(contest)
        except FormatError as error:
            raise self._refused(error.message) from error

    def _refused(self, why: Text) -> FormatError:
        """Return the error of the next game, which has no place."""
        return FormatError(f"games[{len(self._numbers)}]", why)


def _schedule_places(players: Sequence[str], games: Sequence[PastGame]) -> list[str]:
    """Infer the order of the schedule places: of three players from Game 1, #1–#2; else as they are named."""
    if len(players) != 3:
        return list(players)
    named = list(games[0].seats)
    return [*named, *(player for player in players if player not in named)]
