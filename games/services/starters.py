"""Deciding who begins a game, by its own rules or by those of the room above (``games.above``).

The log asks here whenever a game is about to begin (``games.services.event_store``), in the transaction that
holds the game's row: every way of recording comes past this place.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Any

from games import above
from games.enums import Action, EventKind
from games.errors import BadRequest, NotDue
from games.models import Game, Player
from games.services.commands import Writer
from rules import COLOUR_NAMES, Starter, StartingColour, Text, Verbatim, may_be_youngest, youngest_starts
from rules.starters import after_throws

Payload = dict[str, Any]
Throws = Mapping[str, int]
NO_THROWS: Throws = MappingProxyType({})


@dataclass(frozen=True)
class StarterRequest:
    """A request to begin a game: its payload, and who sends it."""

    game: Game
    kind: str
    payload: Payload
    writer: Writer

    def but(self, **members: Any) -> Payload:
        """Complete the payload with what follows from the decision; the sender's own words on how it was found stay."""
        return {**self.payload, **members, "how": self.payload.get("how") or members.get("how", {})}

    def require(self, action: Action) -> None:
        """Raise ``RecordingError`` where the sender may not do what this takes."""
        if self.writer.check is not None:
            self.writer.check(action)

    @property
    def starter(self) -> str:
        """Return the requested colour; empty where there is none."""
        return str(self.payload.get("starter") or "")

    @property
    def reason(self) -> str:
        """Return why another colour starts than is due; empty where no reason is given."""
        return str(self.payload.get("reason") or "")

    @property
    def youngest(self) -> str:
        """Return the player who is said to be the youngest; empty where none is."""
        return str(self.payload.get("youngest") or "")


def due_of(game: Game, thrown: Throws = NO_THROWS) -> StartingColour:
    """Return who is due to begin a game that has not begun, after its throws for the start and those ``thrown``.

    Raises ``RecordingError`` where it cannot begin now.
    """
    return above.room.due(game, thrown) or _after_its_throws(game, "", _names(game), thrown)


def decide_start(wish: StarterRequest) -> Payload:
    """Return the payload of the start that is requested. Raises ``RecordingError`` where it cannot begin so."""
    payload = above.room.decide(wish)
    if payload is not None:
        return payload
    return _decided_by_its_rules(wish) if wish.kind == EventKind.START else wish.payload


def _decided_by_its_rules(wish: StarterRequest) -> Payload:
    """Begin a single game with the requested colour; where age decides, with the due one, or with a reason.

    Where the throw decides, the requested colour is its outcome.
    """
    game, starter = wish.game, wish.starter
    # The log calls players by their ids, a refusal by their names.
    due = _after_its_throws(game, wish.youngest, {player: f"⟦{player}⟧" for player in game.seating})
    if due.colour is not None and starter in ("", due.colour):
        return wish.but(starter=due.colour, how={"reason": due.reason.as_json()})
    if not starter:
        why = _after_its_throws(game, wish.youngest, _names(game)).reason
        raise BadRequest(Text("starter: {why}", why=why), field="starter")
    # As long as throws have not decided, the people at the board know who threw highest.
    possible = (due if due.colour else _by_its_rules(game, wish.youngest, _names(game))).colours
    is_due = starter in possible or starter not in game.colours
    if not (is_due or wish.reason):
        raise not_due(_after_its_throws(game, wish.youngest, _names(game)), starter)
    return wish.payload


def _after_its_throws(
    game: Game, youngest: str, names: Mapping[str, str], thrown: Throws = NO_THROWS
) -> StartingColour:
    """Return who begins by the rules of the game and the throws for its start, those in its log first."""
    due = _by_its_rules(game, youngest, names)
    if due.colour is not None:
        return due
    log = game.events.filter(kind=EventKind.START_THROWS).order_by("number").values_list("payload", flat=True)
    return after_throws(due, [*(payload["throws"] for payload in log), thrown])


def _by_its_rules(game: Game, youngest: str, names: Mapping[str, str]) -> StartingColour:
    """Return who begins by the rules of the game alone; ``names`` maps player ids to names."""
    leads = game.seating
    if youngest and youngest not in game.seating:
        raise BadRequest(
            Text("youngest: the id of one of the players is needed: {known}", known=", ".join(game.seating)),
            field="youngest",
        )
    if youngest:
        return youngest_starts(leads, [youngest], names, is_said=True)
    if game.rules.starter is not Starter.YOUNGEST:
        return StartingColour(
            None,
            Text("who starts is thrown for: the colour that had the highest throw starts"),
            tuple(game.colours),
        )
    born: dict[str, date | None] = {
        str(player): day
        for player, day in Player.objects.filter(pk__in=game.seating).values_list("pk", "born")
    }
    return youngest_starts(leads, may_be_youngest({player: born[player] for player in leads}), names)


def _names(game: Game) -> dict[str, str]:
    return {str(player.pk): player.shown_as for player in Player.objects.filter(pk__in=game.seating)}


def not_due(due: StartingColour, starter: str) -> NotDue:
    """Return the refusal of a colour that is not due; it names the one that is, and why."""
    wished = COLOUR_NAMES.get(starter)
    wanted = Verbatim(starter) if wished is None else wished
    if due.colour is None:
        who = due.reason
    else:
        name = COLOUR_NAMES[due.colour]
        who = Text("{name} is due ({reason})", name=name, reason=due.reason)
    return NotDue(
        Text(
            "starter: not {wanted}, {who}. Another colour starts only with a reason.", wanted=wanted, who=who
        ),
        field="starter",
        due=due.colour,
        to_throw=list(due.to_throw),
    )
