"""What is read of a game to play it back: the events that stand, the boards, the chances as far as they are known."""

from collections.abc import Iterator

from games.analysis.jobs import stored_of
from games.analysis.queries import chances_in
from games.analysis.summary import Analysis
from games.chances.curve import ChancesPoint
from games.chances.queries import course
from games.domain.mainline import walk_back
from games.enums import Action, EventKind
from games.models import Game, GameAnalysis
from games.playback.move_list import ListedEvent, Turn, listed_throw, turns
from games.queries.timeline import all_but_throws
from rules.board import COLOURS_OF_LETTERS


def analysed_course(game: Game) -> list[ChancesPoint]:
    """The chances throw by throw as the analysis found them; empty where there is none. One query."""
    stored = stored_of(game)
    return [] if stored is None else course_of(game, stored)


def course_of(game: Game, stored: GameAnalysis | None) -> list[ChancesPoint]:
    """The chances after the events of a game: by its analysis, else as they were counted while it was played."""
    if stored is not None:
        return chances_in(Analysis.from_json(stored.found or {}))
    return course(game)


def turns_of(game: Game) -> list[Turn]:
    """The list of moves: everything not taken back. Two queries, however long the game."""
    return turns(_listed(game))


def _listed(game: Game) -> Iterator[ListedEvent]:
    others = all_but_throws(game)
    throws = {
        number: (payload, position)
        for number, payload, position in game.log.filter(kind=EventKind.THROW).values_list(
            "number", "payload", "position"
        )
    }
    board = ""
    for number in reversed(list(walk_back(others, game.number))):
        if number in others:
            event = others[number]
            # A referee has ruled something at the board, or how the game ends.
            if event.type.permission == Action.RULE and event.position:
                yield ListedEvent(number, label=event.type.label)
            board = event.position or board
        else:
            payload, after = throws[number]
            yield listed_throw(number, _thrower(board), payload["die"], payload["move"])
            board = after


def _thrower(position: str) -> str:
    """The colour to throw in a position as it is written (rulebook §3)."""
    return COLOURS_OF_LETTERS[position.split(" ", 3)[2][0]]


def boards_of(game: Game, first: int) -> list[str]:
    """The positions after the events from number ``first`` on. One query."""
    return list(game.log.filter(number__gte=first).values_list("position", flat=True))
