"""The schedule of an event: its games by number, played or not, for schedules, slips and calendars.

Everything is read from the stored projection, and so it is as much as whoever looks may know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.enums import GameState
from games.templatetags.board import localized
from tournaments.standings.presenters import EventPresenter, Said, SeatCard


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
    """A game of an event. Of one that is still to come, or is not played any more, only the number is known.

    ``game`` is its id once there is one. ``starter`` is empty where the start is still to be thrown for.
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

    @property
    def title(self) -> str:
        """Return the game's name in the active language, without the players, by whom a League names its games."""
        if self.name is None:
            return _("No. %(number)s") % {"number": self.number}
        return without_players(self.name, [seat.name for seat in self.seats])

    @property
    def place(self) -> str:
        """Return where it is played, in the active language; empty where tables have no names."""
        return " ".join((_("Board"), self.board)) if self.board else ""

    @property
    def winners(self) -> list[str]:
        """Return the names of those who have won it; several where they are tied."""
        return [seat.name for seat in self.seats if seat.won]


def without_players(name: Said, players: Sequence[str]) -> str:
    """Return the game's name in the active language, where its players stand beside it anyway."""
    return localized(name).removesuffix(f": {' – '.join(players)}")


def schedule(shown: EventPresenter) -> list[ScheduledGame]:
    """List all games of an event by number; an abandoned one gives way to the game to be played in its place."""
    told = shown.projection
    found = {number: ScheduledGame(number, GameStage.CANCELLED) for number in told["cancelled"]}
    found |= {number: ScheduledGame(number, GameStage.TO_COME) for number in told["to_come"]}
    found |= {game["number"]: _begun(shown, game) for game in told["games"]}
    for game in told["next_games"]:
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
    return [found[number] for number in sorted(found)]


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
    )


def _moment(game: Mapping[str, Any], member: str) -> datetime | None:
    # Tables of earlier programs do not hold it.
    told = game.get(member)
    return datetime.fromisoformat(told) if told else None
