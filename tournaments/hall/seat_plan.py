"""A hall as the public sees it: its rounds, who sits where, what each table gave – from the stored table alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from games.domain.clock import Clock
from games.enums import GameState
from games.models.player import folded
from tournaments.formats import is_round
from tournaments.formats.open.rounds import colours_of_seats
from tournaments.standings.presenters import EventPresenter, Said
from tournaments.standings.rounds import OPEN_STATES, RoundState, seated_tables


def has_results(projection: Mapping[str, Any]) -> bool:
    """Check whether a result counts in the stored table of a hall: before that the table has no places."""
    return any(game["counts"] for game in projection["games"])


@dataclass(frozen=True, slots=True)
class HallSeat:
    """A person at a table; ``points`` is what the game gave them, once it counts."""

    key: str
    name: str
    #: Their start number; 0 where there is none.
    number: int
    colours: tuple[str, ...]
    points: Any = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round; ``result`` says in words who came in as what, once there is a result that counts."""

    #: The number of its game.
    number: int
    #: The number on the table.
    table: int
    seats: tuple[HallSeat, ...]
    #: The id of its game, once there is one.
    game: str = ""
    is_running: bool = False
    is_over: bool = False
    result: Said | None = None

    def seat_of(self, key: str) -> HallSeat:
        return next(seat for seat in self.seats if seat.key == key)


@dataclass(frozen=True)
class RoundView:
    """A round or a final that is published."""

    plan: SeatPlan
    subject: str
    name: Said
    number: int
    state: RoundState
    #: None once its time is over.
    clock: Clock | None
    #: The number of tables without a result.
    left: int
    #: The number of the game at its first table.
    first: int
    order: Sequence[str]
    seed: str = ""
    seed_hash: str = ""

    @property
    def is_open(self) -> bool:
        return self.state in OPEN_STATES

    @property
    def is_final(self) -> bool:
        return not is_round(self.subject)

    @cached_property
    def tables(self) -> tuple[SeatedTable, ...]:
        seated = enumerate(seated_tables(self.order, len(self.plan.slots)))
        return tuple(
            self.plan.table(self.first + at, at + 1, keys) for at, keys in seated if sum(map(bool, keys)) > 1
        )

    @cached_property
    def by_key(self) -> Mapping[str, SeatedTable]:
        return {seat.key: table for table in self.tables for seat in table.seats}


class SeatOfRound(NamedTuple):
    """Where a person sits."""

    seat: HallSeat
    table: SeatedTable
    round: RoundView


def seats_by_name(rounds: Iterable[RoundView]) -> list[SeatOfRound]:
    seats = [
        SeatOfRound(seat, table, each) for each in rounds for table in each.tables for seat in table.seats
    ]
    return sorted(seats, key=lambda each: (folded(each.seat.name), each.seat.number))


@dataclass(frozen=True, slots=True)
class CutCard:
    """Who is in a final if it ended now, by name; those of ``level`` compete for the last ``places``."""

    name: Said
    names: Sequence[str]
    level: Sequence[str]
    places: int


class SeatPlan:
    """The rounds of a hall that are published, in their order. No query."""

    def __init__(self, shown: EventPresenter) -> None:
        self.shown = shown
        projection = shown.projection
        self._games = {game["number"]: game for game in projection["games"]}
        self._draws = {draw["subject"]: draw for draw in projection["draws"]}
        self.slots = colours_of_seats(shown.event.rules)

    @cached_property
    def rounds(self) -> tuple[RoundView, ...]:
        return tuple(
            self._round(projected) for projected in self.shown.projection["rounds"] if projected["name"]
        )

    @property
    def current(self) -> RoundView | None:
        standing = [each for each in self.rounds if each.state is not RoundState.ANNULLED]
        return standing[-1] if standing else None

    @property
    def open_rounds(self) -> tuple[RoundView, ...]:
        return tuple(each for each in self.rounds if each.is_open)

    @property
    def finals(self) -> list[RoundView]:
        return [each for each in self.rounds if each.is_final]

    @property
    def cuts(self) -> list[CutCard]:
        return self.cuts_by(self.shown.names)

    def cuts_by(self, names: Mapping[str, str]) -> list[CutCard]:
        """List the finals that are not drawn, with these names of keys; empty before the first result."""
        return [
            CutCard(
                cut["name"],
                [names.get(key, key) for key in cut["entrants"]],
                [names.get(key, key) for key in cut["level"]],
                cut["places"],
            )
            for cut in self.shown.projection["cuts"]
        ]

    @cached_property
    def keys_by_number(self) -> Mapping[int, str]:
        """Map start number → key."""
        return {entry["number"]: key for key, entry in self.shown.entries.items() if entry["number"]}

    @cached_property
    def rows(self) -> Mapping[str, Mapping[str, Any]]:
        return {row["entrant"]: row for row in self.shown.projection["rows"]}

    def _round(self, projected: Mapping[str, Any]) -> RoundView:
        draw = self._draws[projected["subject"]]
        return RoundView(
            plan=self,
            subject=projected["subject"],
            name=projected["name"],
            number=projected["number"],
            state=RoundState(projected["state"]),
            clock=None if projected["clock"] is None else Clock.from_json(projected["clock"]),
            left=len(projected["left"]),
            first=projected["first"],
            order=draw["order"],
            seed=draw["published_seed"],
            seed_hash=projected["seed_hash"],
        )

    def table(self, number: int, table: int, seated: Sequence[str]) -> SeatedTable:
        """Return a table by the number of its game: who sits there, and what it gave."""
        game = self._games.get(number, {})
        points = {score["entrant"]: score["points"] for score in game.get("scores", ())}
        winners = game.get("winners", ())
        seats = tuple(
            HallSeat(
                key,
                self.shown.names[key],
                self.shown.entries[key]["number"],
                tuple(colours),
                points.get(key),
                key in winners,
            )
            for key, colours in zip(seated, self.slots, strict=True)
            if key
        )
        return SeatedTable(
            number,
            table,
            seats,
            game.get("game", ""),
            game.get("state") == GameState.RUNNING,
            bool(game.get("counts")),
            game.get("reason"),
        )
