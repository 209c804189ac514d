"""What is counted of players, and how they are rated, computed again to prove that nothing has drifted."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Model

from games.enums import GameState
from games.models import Game
from tournaments.models import CountedGame, PlayedAgainst, PlayedColour, PlayedGame
from tournaments.players.game_row import OF_A_COLOUR, Contribution
from tournaments.players.ratings import RunningRating
from tournaments.players.update import (
    contributions,
    count_due,
    forget_everything,
    is_due,
    rate,
    rows_of,
)
from tournaments.ratings import Luck

#: Games read at once.
AT_ONCE = 200
#: What a rating may differ by: another machine may round otherwise.
TOLERANCE = 1e-6
_PLAYED = [field.attname for field in PlayedGame._meta.concrete_fields if field.name != "id"]
_COUNTED = [field.attname for field in CountedGame._meta.concrete_fields]
_BY_PLAYED = ("played__counted", "played__player")
_AGAINST = ("opponent_id", "won", "lost", "ahead", "behind", "captures", "captured")

#: What is stored, each row by its model and what it is known by.
Rows = dict[tuple[Any, ...], tuple[Any, ...]]


def differences() -> list[str]:
    """Every row that differs from what follows from the games that are public; none: all is right.

    As far as no game awaits counting.
    """
    expected, stored = from_scratch(), as_stored()
    return [
        f"{' '.join(map(str, key))}: {stored.get(key)} is stored, {expected.get(key)} follows from the games"
        for key in sorted(expected.keys() | stored.keys(), key=str)
        if not _same(expected.get(key), stored.get(key))
    ]


def as_stored() -> Rows:
    """All rows as the database has them."""
    rows: Rows = {}
    for counted in CountedGame.objects.values_list(*_COUNTED):
        rows["game", counted[0]] = counted
    for played in PlayedGame.objects.values_list(*_PLAYED):
        rows["player", *played[:2]] = played
    for model, names in ((PlayedColour, OF_A_COLOUR), (PlayedAgainst, _AGAINST)):
        for row in model._default_manager.values_list(*_BY_PLAYED, *names):
            rows[model._meta.model_name, *row[:3]] = row[2:]
    return rows


def from_scratch() -> Rows:
    """All rows as they follow from the games."""
    games = sorted(_contributions(), key=lambda each: (each.counted.ended_at, each.counted.game_id))
    rows: Rows = {}
    stood: dict[UUID, RunningRating] = {}
    luck: Luck = {}
    all_played: list[PlayedGame] = []
    last: dict[UUID, PlayedGame] = {}
    for each in games:
        made = rows_of([each])
        counted = each.counted
        found, luck = rate(counted, made[PlayedGame], stood, luck)
        stood |= found
        rows["game", counted.game_id] = _values(counted, _COUNTED)
        all_played += made[PlayedGame]
        last |= {played.player_id: played for played in made[PlayedGame]}
        for model, names in ((PlayedColour, OF_A_COLOUR), (PlayedAgainst, _AGAINST)):
            for row in made[model]:
                values = _values(row, names)
                rows[model._meta.model_name, counted.game_id, row.played.player_id, values[0]] = values
    for played in all_played:
        played.is_latest = played is last[played.player_id]
        rows["player", played.counted_id, played.player_id] = _values(played, _PLAYED)
    return rows


def _contributions() -> Iterator[Contribution]:
    games: list[Game] = []
    for game in Game.objects.exclude(state=GameState.CREATED).iterator():
        games.append(game)
        if len(games) == AT_ONCE:
            yield from _of(games)
            games = []
    yield from _of(games)


def _of(games: list[Game]) -> Iterator[Contribution]:
    return (found for found in contributions(games).values() if found is not None)


def _values(row: Model, names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in names)


def _same(one: Any, other: Any) -> bool:
    """Whether two rows, or two parts of them, are the same, but for the rounding of floats."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) < TOLERANCE
    return bool(one == other)


class StatisticsIntegrity:
    """The figures of all players, with their ratings and what is known of luck."""

    name = "figures of players and ratings"

    def check(self) -> Iterator[str]:
        """Each row as of now; nothing is compared while there are games that the background has still to count."""
        if not is_due():
            yield from differences()

    def rebuild(self) -> Iterator[str]:
        """Counted up to now, then compared, and counted from scratch if anything differs."""
        count_due()
        wrong = list(self.check())
        if wrong:
            forget_everything()
            count_due()
        yield from wrong
