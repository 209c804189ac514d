"""The table of double round-robins: wins–losses, then head-to-head wins; what follows can go either way (§3.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.text import Text
from tournaments.formats import tie_break
from tournaments.formats.decided.conditions import MOST_GAMES
from tournaments.formats.decided.tree import Open, Places
from tournaments.formats.tie_break import Criterion

#: Pairing by pairing: how often its first player has won of the games still open, and how many of them are over.
Played = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class RoundRobins:
    """``beaten[a, b]``: how often a has beaten b; ``left``: the games still open, number and both players.

    Games already played elsewhere than against each other (nobody's) do not exist: wins are sums of ``beaten``.
    """

    players: tuple[str, ...]
    beaten: Mapping[tuple[str, str], int]
    left: Sequence[tuple[int, str, str]]

    @cached_property
    def _pairings(self) -> tuple[tuple[str, str], ...]:
        """Everybody who still meets somebody, in the order of their next game."""
        return tuple(dict.fromkeys((min(a, b), max(a, b)) for _, a, b in self.left))

    @cached_property
    def _numbers(self) -> Mapping[tuple[str, str], tuple[int, ...]]:
        return {
            pairing: tuple(number for number, a, b in self.left if {a, b} == set(pairing))
            for pairing in self._pairings
        }

    @property
    def root(self) -> Played:
        """Nothing played of what is left."""
        return ((0, 0),) * len(self._pairings)

    def next_games(self) -> tuple[Open, ...]:
        """All that are left, in the last few games."""
        if len(self.left) > MOST_GAMES:
            return ()
        return tuple(Open(number, pair) for pair in self._pairings for number in self._numbers[pair])

    def endings_at_most(self) -> int:
        """The games of a pairing can end in as many ways as the first of the two can have wins.

        About three times as many situations lie on the way to these endings.
        """
        endings = 1
        for numbers in self._numbers.values():
            endings *= len(numbers) + 1
        return 4 * endings

    def final(self, state: Played) -> Mapping[str, Places] | None:
        """The places by wins–losses and head-to-head wins; players level by both have the range of their places."""
        if any(
            played < len(self._numbers[pair]) for (_, played), pair in zip(state, self._pairings, strict=True)
        ):
            return None
        beaten = dict(self.beaten)
        for (won, played), (a, b) in zip(state, self._pairings, strict=True):
            beaten[a, b] = beaten.get((a, b), 0) + won
            beaten[b, a] = beaten.get((b, a), 0) + played - won
        return _places(self.players, beaten)

    def game(self, state: Played) -> Open:
        """The next game of the first pairing that is not over; the order changes nothing."""
        for (_, played), pairing in zip(state, self._pairings, strict=True):
            if played < len(self._numbers[pairing]):
                return Open(self._numbers[pairing][played], pairing)
        raise ValueError("everything is played")

    def won(self, state: Played, winner: str) -> Played:
        """One game of that pairing more."""
        at = next(i for i, pair in enumerate(self._pairings) if state[i][1] < len(self._numbers[pair]))
        won, played = state[at]
        return (*state[:at], (won + (winner == self._pairings[at][0]), played + 1), *state[at + 1 :])

    def bounds(self) -> Mapping[str, Places]:
        """By wins alone: who has more than another can still reach is above him.

        That needs as many games for everybody in the end, as double round-robins have.
        """
        now = {
            player: sum(won for (winner, _), won in self.beaten.items() if winner == player)
            for player in self.players
        }
        most = {
            player: now[player] + sum(player in game[1:] for game in self.left) for player in self.players
        }
        found: dict[str, Places] = {}
        for player in self.players:
            others = [other for other in self.players if other != player]
            best = 1 + sum(now[other] > most[player] for other in others)
            worst = len(self.players) - sum(now[player] > most[other] for other in others)
            found[player] = (best, worst)
        return found


def _places(players: Sequence[str], beaten: Mapping[tuple[str, str], int]) -> dict[str, Places]:
    def record(group: Sequence[str]) -> Mapping[str, int]:
        """Wins minus losses against everybody."""
        return {
            player: sum(
                beaten.get((player, other), 0) - beaten.get((other, player), 0)
                for other in players
                if other != player
            )
            for player in group
        }

    def head_to_head(group: Sequence[str]) -> Mapping[str, int]:
        return {player: sum(beaten.get((player, other), 0) for other in group) for player in group}

    ranking = tie_break.ranked(players, [Criterion(record, _untold), Criterion(head_to_head, _untold)])
    found: dict[str, Places] = {}
    for tier in ranking.tiers:
        first = len(found) + 1
        found |= {player: (first, first + len(tier) - 1) for player in tier}
    return found


def _untold(own: int, other: int, _: int) -> Text:
    """What might be is not told."""
    return Text(f"{own} to {other}", f"{own} zu {other}")
