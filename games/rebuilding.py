"""The game's row worked out anew from its log alone, throw by throw, to prove that nothing has drifted."""

from __future__ import annotations

import uuid
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.line import line_of_play
from games.models import Game, GameEvent
from rules import Game as Play
from rules import RulesError

KIND = GameEvent.Kind


@dataclass(frozen=True, slots=True)
class Row:
    """Everything in a game's row that follows from its log."""

    state: str
    starter: str
    number: int
    head: str
    position: str
    finished: list[str]
    places: list[str]
    winner_id: uuid.UUID | None
    started_at: datetime | None
    ended_at: datetime | None

    @classmethod
    def of(cls, game: Game) -> Row:
        """What is stored."""
        return cls(**{name: getattr(game, name) for name in cls.__slots__})


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the stored game and its log disagree: a column of the row, or an event by its number."""

    where: str
    stored: Any
    follows: Any

    def __str__(self) -> str:
        return f"{self.where}: stored is {self.stored!r}, the log leads to {self.follows!r}"


def differences(game: Game) -> list[Difference]:
    """Everything in the row, and in the states kept with the events, that does not follow from the log."""
    events = list(game.events.all())
    try:
        play, found = _replayed(game, events)
    except RulesError as error:
        return [Difference("log", "an illegal throw", str(error))]
    stored, follows = asdict(Row.of(game)), asdict(_row(events, play))
    found += [
        Difference(name, stored[name], follows[name]) for name in stored if stored[name] != follows[name]
    ]
    return found


@transaction.atomic
def rebuild(game_id: uuid.UUID) -> list[Difference]:
    """Put a game's row right from its log; what was wrong, and what of it only the log itself could mend."""
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    wrong = differences(game)
    if any(difference.where in Row.__slots__ for difference in wrong):
        events = list(game.events.all())
        play, _ = _replayed(game, events)
        for name, value in asdict(_row(events, play)).items():
            setattr(game, name, value)
        game.save()
    return wrong


def _replayed(game: Game, events: list[GameEvent]) -> tuple[Play | None, list[Difference]]:
    """The game after the line of play by the rules, and the events whose own state is not what they lead to.

    Raises ``RulesError`` if a recorded throw is illegal.
    """
    if not events:
        return None, []
    line, found = line_of_play(events), []
    play = Play.at(line[0].position, game.rules, game.seating)
    states = {event.number: (event.position, event.finished) for event in events}
    for event in line:
        if event.kind == KIND.THROW:
            play = play.play(event.payload["die"], event.payload["move"])
        if states[event.number] != (str(play.position), list(play.finished)):
            found.append(Difference(f"event {event.number}", event.position, str(play.position)))
    for event in events:
        if event.kind == KIND.TAKE_BACK and states[event.number] != states[event.payload["to"]]:
            found.append(Difference(f"event {event.number}", event.position, states[event.payload["to"]][0]))
    return play, found


def _row(events: list[GameEvent], play: Play | None) -> Row:
    """The row of a game whose log is this and whose line of play leads to that."""
    if play is None:
        return Row(Game.State.CREATED, "", 0, "", "", [], [], None, None, None)
    start, last = events[0], events[-1]
    return Row(
        state=Game.State.ENDED if play.over else Game.State.RUNNING,
        starter=start.payload["starter"],
        number=last.number,
        head=last.hash,
        position=str(play.position),
        finished=list(play.finished),
        places=list(play.places),
        winner_id=None if play.winner is None else uuid.UUID(play.winner),
        started_at=start.recorded_at,
        ended_at=last.recorded_at if play.over else None,
    )
