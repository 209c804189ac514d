"""The records: of games and of players, all derived from what is counted, each linked to its game.

A record is a short way into an index: the cost does not depend on how many games there are.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import F, OuterRef, QuerySet, Subquery, UUIDField

from games.enums import Decision
from rules import Text
from tournaments.models import CountedGame, PlayedGame
from tournaments.players.queries import GamePlayed, games_played
from tournaments.visibility import players_left_out

#: Rows with ``value``, ``game_id`` and, where a single player holds it, ``holder``.
Found = QuerySet[Any, Any]

#: Rows in a list.
BEST = 5
#: Games that were played until they were over by the rules: only their length is a record.
_PLAYED_OUT = (Decision.PLAY, Decision.RESULT)


@dataclass(frozen=True, slots=True)
class RecordKind:
    """A kind of record: what it is called, what is counted, and how the best are found, under some rules or all."""

    key: str
    name: Text
    unit: Text
    find: Callable[[str], Found]

    @property
    def is_time(self) -> bool:
        """Whether seconds are counted."""
        return self.unit is _SECONDS


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """Somebody's record, or that of a game."""

    value: int
    game: GamePlayed
    holder: UUID | None

    @property
    def holder_name(self) -> str:
        """Who holds it; empty where it is the game's."""
        return next((each.name for each in self.game.players if each.id == self.holder), "")


def best(kinds: Sequence[RecordKind], rules: str) -> list[tuple[RecordKind, list[RecordEntry]]]:
    """The best of each kind, at most ``BEST``. One query for each of them, and one."""
    found = {kind.key: list(kind.find(rules)[:BEST]) for kind in kinds}
    for longest, shortest in _OPPOSITES:
        if longest in found and shortest in found:
            found[longest], found[shortest] = _apart(found[longest], found[shortest])
    return list(zip(kinds, _with_games(list(found.values())), strict=True))


def _apart(longest: list[Any], shortest: list[Any]) -> tuple[list[Any], list[Any]]:
    """Leave no game on both lists: where there are too few for both, each has its half of them."""
    games = {row["game_id"]: row for row in [*longest, *reversed(shortest)]}
    if len(games) == len(longest) + len(shortest):
        return longest, shortest
    rows = list(games.values())
    half = -(-len(rows) // 2)
    return rows[:half], rows[half:][::-1]


def _with_games(lists: Sequence[Sequence[Mapping[str, Any]]]) -> list[list[RecordEntry]]:
    games = games_played(list({row["game_id"] for rows in lists for row in rows}))
    by_id = {game.id: game for game in games}
    return [
        [RecordEntry(row["value"], by_id[row["game_id"]], row.get("holder")) for row in rows]
        for rows in lists
    ]


def _of_games(column: str, order: str) -> Callable[[str], Found]:
    def find(rules: str) -> Found:
        games = CountedGame.objects.filter(**{f"{column}__isnull": False}, **_under(rules, "rules_name"))
        games = games.exclude(players__player__in=players_left_out())
        if column in ("throws", "seconds"):
            games = games.filter(decided_by__in=_PLAYED_OUT)
        return games.order_by(f"{order}{column}", "ended_at", "game_id").values("game_id", value=F(column))

    return find


def _of_players(column: str) -> Callable[[str], Found]:
    def find(rules: str) -> Found:
        rows = PlayedGame.objects.filter(**{f"{column}__gt": 0}, **_under(rules, "counted__rules_name"))
        rows = rows.exclude(player__in=players_left_out())
        rows = rows.order_by(f"-{column}", "ended_at", "counted_id", "player")
        return rows.values(value=F(column), game_id=F("counted"), holder=F("player"))

    return find


def _streaks(rules: str) -> Found:
    """The longest row of wins of each player, with the game by which it became so long; under all rules."""
    if rules:
        return PlayedGame.objects.none().values()
    reached = PlayedGame.objects.filter(player=OuterRef("player"), in_a_row=OuterRef("longest"))
    rows = (
        PlayedGame.objects.filter(is_latest=True, longest__gt=1)
        .exclude(player__in=players_left_out())
        .order_by("-longest", "player")
    )
    game = Subquery(reached.order_by("ended_at", "counted_id").values("counted")[:1], UUIDField())
    return rows.values(value=F("longest"), holder=F("player"), game_id=game)


def _under(rules: str, column: str) -> dict[str, str]:
    return {column: rules} if rules else {}


#: Kinds that tell the two ends of the same order.
_OPPOSITES = (("most-throws", "fewest-throws"), ("longest-time", "shortest-time"))
_THROWS, _SECONDS = Text("throws"), Text("seconds")
_CAPTURES, _WINS = Text("captures", context="a record"), Text("wins", context="a number")
KINDS: Mapping[str, RecordKind] = {
    kind.key: kind
    for kind in (
        RecordKind("most-throws", Text("Longest games"), _THROWS, _of_games("throws", "-")),
        RecordKind("fewest-throws", Text("Shortest games"), _THROWS, _of_games("throws", "")),
        RecordKind(
            "longest-time",
            Text("Longest games by the clock"),
            _SECONDS,
            _of_games("seconds", "-"),
        ),
        RecordKind(
            "shortest-time",
            Text("Shortest games by the clock"),
            _SECONDS,
            _of_games("seconds", ""),
        ),
        RecordKind("streaks", Text("Most wins in a row"), _WINS, _streaks),
        RecordKind(
            "most-captures",
            Text("Most captures by a player in a game"),
            _CAPTURES,
            _of_players("captures"),
        ),
        RecordKind(
            "most-captured",
            Text("Most captures suffered by a player in a game"),
            _CAPTURES,
            _of_players("captured"),
        ),
        RecordKind(
            "captures-together",
            Text("Most captures in a game"),
            _CAPTURES,
            _of_games("captures", "-"),
        ),
        RecordKind(
            "most-sixes",
            Text("Most sixes of a player in a game"),
            Text("sixes"),
            _of_players("sixes"),
        ),
        RecordKind(
            "longest-wait",
            Text("Most throws in a row without a six"),
            _THROWS,
            _of_games("longest_wait", "-"),
        ),
    )
}
