"""What a referee's phone takes along, so that it can record for days without a connection (docs/use/phone.md).

The phone draws die, pawns and turn itself, from the game as it stood here and what it has recorded since.
"""

from collections.abc import Mapping
from typing import Any

from games.access import translate_text
from games.domain.events import EVENT_TYPES, Precondition
from games.drawing import LastMove
from games.drawing.svg import places_of_die
from games.enums import EventKind, GameState
from games.models import Game, GameEvent
from games.offline.payload import WORDS, serialize_play
from games.presenters.game import GamePresenter
from games.queries.timeline import RecentEvent
from rules import COLOUR_NAMES, Board


def build_offline_payload(shown: GamePresenter) -> dict[str, Any]:
    """The present game, for the phone: board, colours, clock, what happened last, what can be undone."""
    game, board = shown.game, shown.state.board
    return {
        "number": game.number,
        "state": str(game.state),
        "rolls": shown.dice is not None,
        "play": None if shown.play is None else serialize_play(shown.play),
        **describe_board(board, {seat.colour: seat.name for seat in shown.seats}),
        "steps": [_step(each, game) for each in shown.latest.happened],
        "waiting": shown.latest.waiting,
        "clock": game.clock,
    }


def describe_board(board: Board, leaders: Mapping[str, str]) -> dict[str, Any]:
    """What a phone draws and says of a board: its colours with who leads them, and where the die lies."""
    return {
        "colours": [
            {
                "key": colour,
                "letter": letter,
                "name": translate_text(COLOUR_NAMES[colour]).capitalize(),
                "called": translate_text(COLOUR_NAMES[colour]),
                "player": leaders.get(colour, ""),
            }
            for colour, letter in zip(board.colours, board.letters, strict=True)
        ],
        "dice": places_of_die(board),
    }


def phone_messages() -> dict[str, str]:
    """Everything that a phone says by itself, in the language of the page."""
    recorded = (each.offline for each in EVENT_TYPES.values() if each.offline is not None)
    return {name: translate_text(text) for texts in (WORDS, *recorded) for name, text in texts.items()}


def kinds() -> dict[str, dict[str, Any]]:
    """What a phone knows of kinds of events, by name.

    ``isKept`` are those that it records without a connection; ``needsBoard`` those that are recorded on the board of
    one number only; ``collides`` those that another referee may have recorded in place of an entry that waits.
    """
    return {
        str(kind): {
            "path": f"{each.slug}/",
            "isKept": each.offline is not None,
            "needsBoard": each.precondition is Precondition.EXPECTED,
            # In a running game every kind does, except those beside the board and the end that a throw brings about.
            "collides": GameState.RUNNING not in each.phases or (not each.is_beside and each.by_client),
        }
        for kind, each in EVENT_TYPES.items()
    }


def _step(each: RecentEvent, game: Game) -> dict[str, Any]:
    """An entry in words; a throw with the game before it, to which taking back returns."""
    return {
        "number": each.number,
        "colour": each.colour,
        "die": each.die,
        "token": each.token,
        "text": translate_text(each.text),
        "isStep": each.is_step,
        "isVoid": each.kind == EventKind.VOID_DIE,
        "trace": None if each.trace is None else _trace(each.trace, game.rules.layout()),
        "before": None if each.before is None else _before(each.before, game),
    }


def _trace(trace: LastMove, board: Board) -> dict[str, str]:
    return {
        "colour": board.colours[trace.colour],
        "from": board.field_name(trace.origin),
        "to": board.field_name(trace.target),
    }


def _before(event: GameEvent, game: Game) -> dict[str, Any]:
    """The game as an event left it, without the rules, which do not change."""
    play = serialize_play(game.play_after(event))
    del play["rules"]
    return play
