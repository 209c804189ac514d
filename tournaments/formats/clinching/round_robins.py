"""The table of double round-robins: wins–losses, then head-to-head wins, then what no open game changes (§3.5)."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import prod
from typing import Any

from tournaments.formats import phrases
from tournaments.formats.clinching.search import MOST_GAMES
from tournaments.formats.clinching.tree import Bound, Ending, Open, Winners

#: Pairing by pairing: how often its first player has won of the games still open, and how many of them are over.
Played = tuple[tuple[int, int], ...]

#: Players who are level by wins–losses and head-to-head wins → the figures that part them next, all equal where only
#: the lot is left; None where a game still open can change them.
Further = Callable[[tuple[str, ...]], Mapping[str, Any] | None]


@dataclass(frozen=True)
class RoundRobins:
    """``beaten[a, b]``: how often a has beaten b; ``left``: the games still open, number and both players.

    There are no games but those against each other: wins are sums of ``beaten``.
    """

    players: tuple[str, ...]
    beaten: Mapping[tuple[str, str], int]
    left: Sequence[tuple[int, str, str]]
    further: Further

    @cached_property
    def _pairings(self) -> tuple[tuple[str, str], ...]:
        """List the players with games left, in the order of their next game."""
        return tuple(dict.fromkeys((min(a, b), max(a, b)) for _, a, b in self.left))

    @cached_property
    def _numbers(self) -> tuple[tuple[int, ...], ...]:
        found: dict[tuple[str, str], list[int]] = {pairing: [] for pairing in self._pairings}
        for number, a, b in self.left:
            found[min(a, b), max(a, b)].append(number)
        return tuple(map(tuple, found.values()))

    @property
    def root(self) -> Played:
        """Return the state with nothing played of what is left."""
        return ((0, 0),) * len(self._pairings)

    def next_games(self) -> tuple[Open, ...]:
        if len(self.left) > MOST_GAMES:
            return ()
        return tuple(
            Open.won_by_one_of(phrases.games([number]), pairing)
            for pairing, numbers in zip(self._pairings, self._numbers, strict=True)
            for number in numbers
        )

    def endings_at_most(self) -> int:
        """Count the endings: a pairing can end in as many ways as the first of the two can have wins.

        About three times as many situations lie on the way to these endings.
        """
        return 4 * prod(len(numbers) + 1 for numbers in self._numbers)

    def final(self, state: Played) -> Ending | None:
        """Return the places; players level by everything that is known have the range of their places.

        Where only the lot is left it can give each of these places, so the ending is exact.
        """
        if self._next(state) is not None:
            return None
        beaten = dict(self.beaten)
        for (won, played), (a, b) in zip(state, self._pairings, strict=True):
            beaten[a, b] = beaten.get((a, b), 0) + won
            beaten[b, a] = beaten.get((b, a), 0) + played - won
        found: dict[str, tuple[int, int]] = {}
        exact = True
        for tier, known in self._tiers(self.players, beaten):
            exact &= known
            first = len(found) + 1
            found |= {player: (first, first + len(tier) - 1) for player in tier}
        return Ending(found, exact)

    def _next(self, state: Played) -> int | None:
        """Return the first pairing that is not over; the order changes nothing."""
        for at, ((_, played), numbers) in enumerate(zip(state, self._numbers, strict=True)):
            if played < len(numbers):
                return at
        return None

    def game(self, state: Played) -> Open:
        """Return the next game of the first pairing that is not over."""
        at = self._next(state)
        if at is None:
            raise ValueError("everything is played")
        return Open.won_by_one_of(phrases.games([self._numbers[at][state[at][1]]]), self._pairings[at])

    def won(self, state: Played, winners: Winners) -> Played:
        at = self._next(state)
        if at is None:
            raise ValueError("everything is played")
        won, played = state[at]
        return (*state[:at], (won + (winners[0] == self._pairings[at][0]), played + 1), *state[at + 1 :])

    def bounds(self) -> Mapping[str, Bound]:
        """Bound the places by wins minus losses: who has more than another can still reach is above them.

        A player who wins enough of their games left is sure to have won some of them against each opponent,
        unless they are no more than their games against others.
        """
        now = {player: sum(self._balances(player, self.beaten)) for player in self.players}
        games = Counter(player for game in self.left for player in game[1:])
        between = Counter(frozenset(game[1:]) for game in self.left)
        found: dict[str, Bound] = {}
        for player in self.players:
            others = [other for other in self.players if other != player]
            best = 1 + sum(now[other] - games[other] > now[player] + games[player] for other in others)
            above = [other for other in others if now[player] - games[player] > now[other] + games[other]]

            def is_above(wins: int, player: str = player) -> bool:
                """Check whether ``wins`` wins put a player above all others; more of them do so all the more."""
                return all(
                    now[player] + 2 * wins - games[player]
                    > now[other]
                    + games[other]
                    - 2 * max(0, wins - games[player] + between[frozenset((player, other))])
                    for other in self.players
                    if other != player
                )

            possible = range(games[player] + 1)
            enough = bisect_left(possible, True, key=is_above)
            magic = enough if enough in possible else None
            found[player] = Bound((best, len(self.players) - len(above)), magic)
        return found

    # -- the criteria ------------------------------------------------------------------------------

    def _tiers(
        self, group: tuple[str, ...], beaten: Mapping[tuple[str, str], int]
    ) -> list[tuple[tuple[str, ...], bool]]:
        """Order the group, level players together; return it and whether what can come of that is known.

        As in ``tiebreaks.rank_entrants``, each criterion is applied to the whole group, and the chain starts
        again within the parts; but what an open game can change ends it.
        """
        if len(group) > 1:
            for criterion in (self._records, self._head_to_head, self._further):
                figures = criterion(group, beaten)
                if figures is None:
                    return [(group, False)]
                if len(set(figures.values())) > 1:
                    best_first = sorted(group, key=figures.__getitem__, reverse=True)
                    parts = [tuple(part) for _, part in groupby(best_first, key=figures.__getitem__)]
                    return [tier for part in parts for tier in self._tiers(part, beaten)]
        return [(group, True)] if group else []

    def _balances(self, player: str, beaten: Mapping[tuple[str, str], int]) -> list[int]:
        return [
            beaten.get((player, other), 0) - beaten.get((other, player), 0)
            for other in self.players
            if other != player
        ]

    def _records(
        self, group: tuple[str, ...], beaten: Mapping[tuple[str, str], int]
    ) -> Mapping[str, tuple[int, int]]:
        """Return wins minus losses, of equal ones more wins: where games are cancelled not all have played as many."""
        return {
            player: (
                sum(self._balances(player, beaten)),
                sum(beaten.get((player, other), 0) for other in self.players),
            )
            for player in group
        }

    def _head_to_head(
        self, group: tuple[str, ...], beaten: Mapping[tuple[str, str], int]
    ) -> Mapping[str, int]:
        return {player: sum(beaten.get((player, other), 0) for other in group) for player in group}

    def _further(self, group: tuple[str, ...], _: object) -> Mapping[str, Any] | None:
        return self.further(group)
