"""Presenters for event pages: the stored projection with the names of the players; nothing is computed here."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.enums import GameState
from games.templatetags.board import localized
from rules import Text, shuffle_by
from rules.lots import seed_line
from tournaments.formats import phrases
from tournaments.formats.clinching.place_bounds import WINS
from tournaments.formats.open.rounds import colours_of_seats
from tournaments.formats.phrases import MOST_NAMED
from tournaments.models import Event
from tournaments.standings.queries import load_standings

Said = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A player of a game and the colours they lead; ``points`` is what a game that counts gave them.

    ``tied``: others have won the game with them.
    ``pawns`` are those that a League counts of the game; None where it counts none, or they are not known.
    """

    player: str
    name: str
    colours: Sequence[str]
    won: bool
    points: Any
    pawns: int | None = None
    #: The key of the entry.
    key: str = ""
    tied: bool = False


@dataclass(frozen=True, slots=True)
class DrawCard:
    """A draw: who got what, how it was drawn, and the lines to sort when a published seed is checked.

    Each line comes with its owner.
    """

    name: Said
    outcome: Sequence[tuple[str, Said]]
    reason: Said
    lots: Sequence[tuple[str, str]]


class EventPresenter:
    """An event as its page shows it. No query."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.projection: dict[str, Any] = load_standings(event)
        self.entries: dict[str, dict[str, Any]] = {
            entry["key"]: entry for entry in self.projection["entries"]
        }
        self.names: dict[str, str] = {entry["key"]: entry["name"] for entry in self.projection["entries"]}
        self.players: dict[str, str] = {entry["key"]: entry["player"] for entry in self.projection["entries"]}

    @property
    def winner(self) -> str | None:
        finished = self.projection["finished"]
        return self.names[finished["winner"]] if finished else None

    @property
    def has_points(self) -> bool:
        """Check whether it has given ranking points."""
        return bool(self.projection["concluded"])

    @property
    def leaders(self) -> list[str]:
        """List who is on top of a table that is not all zero."""
        rows = self.projection["rows"]
        return [row["name"] for row in rows if row["place"] == 1 and row["figures"][0] != 0]

    @property
    def table(self) -> list[dict[str, Any]]:
        """List the rows of the table; ``named`` are the figures of a row, each with the name of its column.

        ``sharing`` are those with the same place where their row's reason only counts them.
        """
        rows = self.projection["rows"]
        at_place: dict[int, list[str]] = defaultdict(list)
        for row in rows:
            at_place[row["place"]].append(row["name"])
        return [
            {
                **row,
                "named": named_figures(self.projection, row),
                "sharing": _sharing(row, at_place[row["place"]]),
            }
            for row in rows
        ]

    @property
    def games(self) -> list[dict[str, Any]]:
        """List the games that have begun, the latest first, with who played and what it gave them."""
        return [self._shown(game) for game in reversed(self.projection["games"])]

    @property
    def running_games(self) -> list[dict[str, Any]]:
        """List the games that have begun or are set up and not over, as ``games`` does, in their order."""
        open_states = (GameState.RUNNING, GameState.CREATED)
        found = [game for game in self.projection["games"] if game["state"] in open_states]
        return [self._shown(game) for game in found]

    @property
    def running(self) -> list[dict[str, Any]]:
        return [game for game in self.running_games if game["state"] == GameState.RUNNING]

    @property
    def embed_height(self) -> int:
        return 130 + 52 * max(len(self.projection["rows"]), 3)

    @property
    def being_played(self) -> int:
        return sum(game["state"] == GameState.RUNNING for game in self.projection["games"])

    @property
    def unfinished_games(self) -> set[int]:
        """Return the numbers of the games without a figure that the table counts."""
        return {number for each in self.projection["unfinished"] for number in each["games"]}

    @property
    def next_games(self) -> list[dict[str, Any]]:
        return [self._shown(game) for game in self.projection["next_games"]]

    def _shown(self, game: Mapping[str, Any]) -> dict[str, Any]:
        """Add who plays, the name without them, and when it is planned."""
        seats = self.seats(game)
        return {
            **game,
            "seats": seats,
            "title": without_players(game["name"], [seat.name for seat in seats]),
            "planned_at": self.planned_at(game["number"]),
        }

    def planned_at(self, number: int) -> datetime | None:
        """Return for when a game is planned; None where no time is set."""
        moment = self.projection["times"].get(str(number))
        return datetime.fromisoformat(moment) if moment else None

    @property
    def hold(self) -> Event.Hold:
        return Event.Hold(self.projection["hold"])

    @property
    def report(self) -> list[dict[str, Any]]:
        return [_dated(line) | {"undone": _dated(line["undone"])} for line in self.projection["report"]]

    @property
    def decided(self) -> list[dict[str, Any]]:
        """List what is certain before the end: subjects with something to say, each with its players."""
        shown = []
        for decided in self.projection["decided"]:
            last = len(decided["prospects"])
            about = [
                {
                    **each,
                    "name": self.names[each["entrant"]],
                    "is_narrow": (each["best"], each["worst"]) != (1, last),
                    "needed": _needed(each["magic"], decided["unit"]) if each["magic"] else "",
                }
                for each in decided["prospects"]
                if (each["best"], each["worst"]) != (1, last) or each["magic"] is not None
            ]
            if about or decided["must_happen"]:
                shown.append({**decided, "prospects": about})
        return shown

    @property
    def to_come(self) -> str:
        return _games(self.projection["to_come"])

    @property
    def cancelled(self) -> str:
        return _games(self.projection["cancelled"])

    @property
    def draws(self) -> list[DrawCard]:
        """List the draws that were held."""
        return [
            DrawCard(
                draw["name"],
                self.outcome(draw),
                draw["reason"],
                self._lots(draw) if draw["published_seed"] else [],
            )
            for draw in self.projection["draws"]
        ]

    def outcome(self, draw: Mapping[str, Any]) -> list[tuple[str, Said]]:
        """List who or what got which place of a draw; the seats of a round of tables follow from its board."""
        order, places = draw["order"], draw["places"] or self._seats_of_tables(draw)
        return [
            (self.names.get(item, item), place) for item, place in zip(order, places, strict=True) if item
        ]

    def _seats_of_tables(self, draw: Mapping[str, Any]) -> list[Said]:
        seats = colours_of_seats(self.event.rules)
        return [
            Text(
                "Table {table}, {colours}",
                table=number // len(seats) + 1,
                colours=phrases.colours(seats[number % len(seats)]),
            ).as_json()
            for number in range(len(draw["order"]))
        ]

    def seats(self, game: Mapping[str, Any]) -> list[SeatCard]:
        """List who plays a game that has begun or can be started, and what it gave them."""
        points = {score["entrant"]: score["points"] for score in game.get("scores", [])}
        pawns = game.get("counted_pawns") or {}
        winners = game.get("winners", [])
        return [
            SeatCard(
                self.players[key],
                self.names[key],
                colours,
                key in winners,
                points.get(key),
                pawns.get(key),
                key,
                key in winners and len(winners) > 1,
            )
            for key, colours in game["seating"].items()
        ]

    def _lots(self, draw: Mapping[str, Any]) -> list[tuple[str, str]]:
        """List what fingerprints were taken of, and whose it is; empty where the entries had other keys then."""
        seed, subject, order = draw["published_seed"], draw["subject"], draw["order"]
        if shuffle_by(seed, subject, order) != tuple(order):
            return []
        return sorted((seed_line(seed, subject, item), self.names.get(item, item)) for item in order)


def named_figures(table: Mapping[str, Any], row: Mapping[str, Any]) -> list[tuple[Said, Any]]:
    """List the figures of a row, each with the name of its column."""
    names = [column["name"] for column in table["columns"]]
    return list(zip(names, row["figures"], strict=True))


def _needed(magic: int, unit: Said) -> str:
    """Say what makes 1st place certain, in the active language: ``10 GPP``, ``1 win``."""
    return localized(phrases.wins(magic)) if unit["en"] == WINS.en else f"{magic} {localized(unit)}"


def _sharing(row: Mapping[str, Any], level: Sequence[str]) -> list[str]:
    others = [name for name in level if name != row["name"]]
    return others if len(others) > MOST_NAMED else []


def without_players(name: Said, players: Sequence[str]) -> str:
    """Return the game's name in the active language, where its players stand beside it anyway."""
    return localized(name).removesuffix(f": {' – '.join(players)}")


def _dated(data: Mapping[str, Any] | None) -> dict[str, Any]:
    """Parse the moment of a line of the report, or of its reversal; empty where there is none."""
    return {} if data is None else {**data, "created_at": datetime.fromisoformat(data["created_at"])}


def _games(numbers: Sequence[int]) -> str:
    """Name games by their numbers in order: ``Game 3``, ``Games 3, 7–12``; empty where there are none."""
    if len(numbers) == 1:
        return localized(phrases.games(numbers))
    return localized(Text("Games {listing}", listing=_ranges(numbers))) if numbers else ""


def _ranges(numbers: Sequence[int]) -> str:
    """Format numbers in order, consecutive ones as a range: ``3, 7–12``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
