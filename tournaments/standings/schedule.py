"""The schedule of an event: its games by number, played or not, for schedules, slips and calendars.

Everything is read from the stored projection, and so it is as much as the viewer may know.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import models
from django.utils.translation import gettext as _, gettext_lazy

from games.enums import GameState
from games.templatetags.board import localized
from tournaments.formats import phrases
from tournaments.standings.presenters import EventPresenter, Said, SeatCard, without_players


class GameStage(models.TextChoices):
    """How far a game has come."""

    TO_COME = "to come", gettext_lazy("still to come")
    NEXT = "next", gettext_lazy("can be started")
    PREPARED = "prepared", gettext_lazy("not begun")
    RUNNING = "running", gettext_lazy("running")
    ENDED = "ended", gettext_lazy("ended")
    ABANDONED = "abandoned", gettext_lazy("abandoned")
    CANCELLED = "cancelled", gettext_lazy("not played any more")


#: The stages of a game that is still to be played, or being played.
OPEN = (GameStage.TO_COME, GameStage.NEXT, GameStage.PREPARED, GameStage.RUNNING)

_STAGES = {
    GameState.CREATED: GameStage.PREPARED,
    GameState.RUNNING: GameStage.RUNNING,
    GameState.ENDED: GameStage.ENDED,
    GameState.ABANDONED: GameStage.ABANDONED,
}


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game of an event. Of one that is not drawn yet, or is not played any more, only the number is known.

    ``game`` is its id once there is one. ``starter`` is empty where the start is still to be thrown for. ``round`` is
    the round of the schedule it belongs to, empty where there are none. ``last`` ends a run of games with nothing
    more known (``folded``).
    """

    number: int
    stage: GameStage
    name: Said | None = None
    seats: Sequence[SeatCard] = ()
    starter: str = ""
    starter_reason: Said | None = None
    board: str = ""
    game: str = ""
    places: Sequence[str] = ()
    decided_by: str = ""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    planned_at: datetime | None = None
    round: Said | None = None
    last: int = 0
    #: Of a hall: the board at the end in notation, and whether the game counts.
    position: str = ""
    counts: bool = True

    @property
    def moment(self) -> datetime | None:
        """Return when it ended, else when it began, else when it is planned."""
        return self.ended_at or self.started_at or self.planned_at

    @property
    def title(self) -> str:
        """Return the game's name in the active language, without the players, by whom a League names its games."""
        if self.name is None:
            return localized(phrases.games(range(self.number, (self.last or self.number) + 1)).as_json())
        return without_players(self.name, [seat.name for seat in self.seats])

    @property
    def place(self) -> str:
        """Return where it is played, in the active language; empty where tables have no names."""
        return " ".join((_("Board"), self.board)) if self.board else ""

    @property
    def winners(self) -> list[str]:
        return [seat.name for seat in self.seats if seat.won]

    @property
    def outcome(self) -> str:
        """Say who has won it, in the active language; empty without a winner."""
        return localized(phrases.won_by(self.winners)) if self.winners else ""


def schedule(shown: EventPresenter) -> list[ScheduledGame]:
    """List all games of an event by number; an abandoned one gives way to the game to be played in its place."""
    projection = shown.projection
    found = {number: ScheduledGame(number, GameStage.CANCELLED) for number in projection["cancelled"]}
    found |= {number: ScheduledGame(number, GameStage.TO_COME) for number in projection["to_come"]}
    found |= {
        game["number"]: ScheduledGame(
            game["number"],
            GameStage.TO_COME,
            seats=shown.seats(game),
            starter=game["starter"] or "",
        )
        for each in projection["schedule"]
        for game in each["games"]
    }
    found |= {game["number"]: _begun(shown, game) for game in projection["games"]}
    for game in projection["next_games"]:
        known = found.get(game["number"])
        board, prepared = (
            (known.board, known.game) if known and known.stage == GameStage.PREPARED else ("", "")
        )
        found[game["number"]] = ScheduledGame(
            game["number"],
            GameStage.PREPARED if prepared else GameStage.NEXT,
            game["name"],
            shown.seats(game),
            game["starter"] or "",
            game["starter_reason"],
            board,
            prepared,
        )
    rounds = {
        number: each["name"]
        for each in projection["schedule"]
        if each["name"]["en"]
        for number in range(each["first"], each["last"] + 1)
    }
    return [
        replace(
            found[number],
            round=rounds.get(number),
            planned_at=shown.planned_at(number),
        )
        for number in sorted(found)
    ]


def folded(games: Sequence[ScheduledGame]) -> list[ScheduledGame]:
    """Merge consecutive games with nothing but a number into one line."""
    lines: list[ScheduledGame] = []
    for game in games:
        before = lines[-1] if lines else None
        if before is not None and not (before.seats or game.seats) and _are_alike(before, game):
            lines[-1] = replace(before, last=game.number)
        else:
            lines.append(game)
    return lines


@dataclass(frozen=True, slots=True)
class NextOfPlayer:
    """The next game of a player, and the names of the others in it."""

    name: str
    game: ScheduledGame
    others: Sequence[str]


def next_of_each(shown: EventPresenter, games: Sequence[ScheduledGame]) -> list[NextOfPlayer]:
    """List who has a game before them, in the order of the entries, each with their next one.

    Empty where all players have the same next game.
    """
    upcoming = [game for game in games if game.stage in OPEN and game.seats]
    found = []
    for key, name in shown.names.items():
        own = [game for game in upcoming if key in [seat.key for seat in game.seats]]
        if own:
            game = _first(own)
            found.append(NextOfPlayer(name, game, [seat.name for seat in game.seats if seat.key != key]))
    is_same = len(found) == len(shown.names) and len({each.game.number for each in found}) == 1
    return [] if is_same else found


def _first(games: Sequence[ScheduledGame]) -> ScheduledGame:
    """Return the first of games by number; where that has a time, the one with the earliest."""
    timed = [(game.planned_at, game.number, game) for game in games if game.planned_at]
    return min(timed)[2] if games[0].planned_at else games[0]


def _are_alike(before: ScheduledGame, game: ScheduledGame) -> bool:
    return (before.stage, before.round, before.planned_at) == (game.stage, game.round, game.planned_at)


def _begun(shown: EventPresenter, game: Mapping[str, Any]) -> ScheduledGame:
    return ScheduledGame(
        game["number"],
        _STAGES[GameState(game["state"])],
        game["name"],
        shown.seats(game),
        game["starter"] or "",
        game["starter_reason"],
        game["board"],
        game["game"],
        game["places"],
        game["decided_by"],
        _moment(game, "started_at"),
        _moment(game, "ended_at"),
        position=game.get("position", ""),
        counts=game["counts"],
    )


def _moment(game: Mapping[str, Any], member: str) -> datetime | None:
    text = game[member]
    return datetime.fromisoformat(text) if text else None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game of two players as one of them sees it: its id, number, and counted pawns such as ``4–2``.

    Where a League knows no pawns of it the score is ``1–0`` or ``0–1``.
    """

    game: str
    number: int
    score: str
    won: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    """The row of a player; ``cells`` are their meetings with the players of all rows, None with themselves."""

    place: int
    player: str
    name: str
    cells: Sequence[Sequence[Meeting] | None]


def cross_table(shown: EventPresenter) -> list[CrossRow]:
    """List the rows in the order of the table; none where it is no round robin, or nothing has ended."""
    last = max((each["last"] for each in shown.projection["schedule"]), default=0)
    meetings: dict[tuple[str, str], list[Meeting]] = defaultdict(list)
    if shown.event.format.is_round_robin:
        for game in shown.projection["games"]:
            if game["counts"] and game["state"] == GameState.ENDED and game["number"] <= last:
                one, other = shown.seats(game)
                for own, against in ((one, other), (other, one)):
                    pawns = (own.pawns, against.pawns)
                    score = pawns if None not in pawns else (int(own.won), int(against.won))
                    found = Meeting(game["game"], game["number"], f"{score[0]}–{score[1]}", own.won)
                    meetings[own.key, against.key].append(found)
    if not meetings:
        return []
    rows = shown.projection["rows"]
    keys = [row["entrant"] for row in rows]
    return [
        CrossRow(
            row["place"],
            row["player"],
            row["name"],
            [None if key == row["entrant"] else meetings[row["entrant"], key] for key in keys],
        )
        for row in rows
    ]
