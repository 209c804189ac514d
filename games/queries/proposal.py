"""A correction that waits, for the person who approves it: result before and after, and the consequences."""

import copy
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games import above
from games.access import has_another_approver, is_same_person, names as names_of_people, scope_of_game
from games.domain.events.endings import with_result
from games.domain.known_result import KnownResult, known_of
from games.domain.state import State
from games.enums import Decision
from games.models import Game, GameEvent
from rules import COLOUR_NAMES, Text, Verbatim, join_names

_NOT_KNOWN = Text("–")


@dataclass(frozen=True, slots=True)
class FigureChange:
    """One figure of the result before and after."""

    what: Text
    before: Text
    after: Text

    @property
    def changes(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Proposal:
    """A correction that waits: the number of its event, why and by whom, the result before and after.

    ``consequences`` is what would change around the game, a table say. ``is_own``: the viewer has proposed it
    themselves, so that somebody else approves it – unless ``is_alone``: no other person could.
    """

    number: int
    reason: str
    proposed_at: datetime
    proposed_by: str
    is_own: bool
    is_alone: bool
    before: KnownResult
    after: KnownResult
    lines: Sequence[FigureChange]
    consequences: Sequence[Text]


def proposal_of(game: Game, names: Mapping[str, str], viewer: str) -> Proposal | None:
    """The correction that waits, ``None`` if none does; ``names`` are the players by id, ``viewer`` is an actor."""
    if game.correction is None:
        return None
    event: GameEvent = game.events.get(number=game.correction)
    corrected = _corrected(game, event.payload)
    before, after = known_of(game), known_of(corrected)
    is_own = is_same_person(event.actor, viewer)
    return Proposal(
        number=event.number,
        reason=event.payload["reason"],
        proposed_at=event.recorded_at,
        proposed_by=names_of_people([event.actor]).get(event.actor, event.actor),
        is_own=is_own,
        is_alone=is_own and not has_another_approver(viewer, scope_of_game(game.pk)),
        before=before,
        after=after,
        lines=tuple(_lines(game, before, after, names)),
        consequences=above.room.consequences_of(corrected),
    )


def _corrected(game: Game, payload: Mapping[str, Any]) -> Game:
    """The game as it would be, never saved."""
    state = with_result(State.from_game(game), dict(payload))
    found = copy.copy(game)
    found.winner_id = None if state.winner is None else uuid.UUID(state.winner)
    found.places, found.told, found.ranking = list(state.places), dict(state.told), []
    found.decided_by = Decision.CORRECTION
    return found


def _lines(
    game: Game, before: KnownResult, after: KnownResult, names: Mapping[str, str]
) -> Iterator[FigureChange]:
    """Every figure, those that stay too."""

    def winner(known: KnownResult) -> Text:
        return Verbatim("–" if known.winner is None else names[known.winner])

    def places(known: KnownResult) -> Text:
        return join_names([COLOUR_NAMES[colour] for colour in known.places]) if known.places else _NOT_KNOWN

    def pawns(known: KnownResult, colour: str) -> Text:
        return Verbatim(str(known.pawns.get(colour, "–")))

    def minutes(known: KnownResult) -> Text:
        return _NOT_KNOWN if known.seconds is None else _minutes(known.seconds)

    yield FigureChange(Text("Winner"), winner(before), winner(after))
    yield FigureChange(Text("Places"), places(before), places(after))
    for colour in game.colours:
        name = COLOUR_NAMES[colour]
        yield FigureChange(
            Text("Pawns at home, {name}", name=name), pawns(before, colour), pawns(after, colour)
        )
    yield FigureChange(
        Text("Minutes played", context="proposal of a correction"), minutes(before), minutes(after)
    )


def _minutes(seconds: int) -> Text:
    return Verbatim(str(round(seconds / 60) or 1))
