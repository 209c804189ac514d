"""The facts of a game, read off its log: the boards one after the other, as they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils import timezone

import rules
from games.domain.aggregate import GameAggregate
from games.domain.event_text import ranked
from games.domain.mainline import walk_back
from games.domain.place_points import FOR_PLACES
from games.enums import Decision, EventKind
from games.models import Game
from games.presenters.game import GamePresenter
from games.recaps.facts import CameHome, Capture, GameFacts, LeadChanges, Played, Side
from rules.adjudication import adjudicate
from rules.i18n import Text
from rules.rule_sets import SIX, Ends

#: Decisions that follow from the places alone.
_BY_THE_BOARD = (Decision.PLAY, Decision.RESULT)


@dataclass(frozen=True, slots=True)
class _BoardAfter:
    """The board after an event that stands; ``throw``: how many throws have led there."""

    number: int
    throw: int
    is_throw: bool
    play: rules.Game
    left: Mapping[str, int]


def facts_of(game: Game, called: Mapping[str, str], why: Text | None = None) -> GameFacts:
    """What is known of a game that is over; players by the names ``called``, by their ids.

    ``why`` is why the starter started, where somebody else knows it. The whole log is walked: a few hundred
    milliseconds for a long game, on demand only.
    """
    shown = GamePresenter(game)
    shown.names = dict(called)
    return GameFacts(
        rules=shown.rules_text,
        sides=tuple(_side(game, player, colours, called) for player, colours in game.seating.items()),
        day=timezone.localdate(game.started_at) if game.started_at else None,
        starter=game.starter,
        why=why,
        minutes=shown.minutes,
        winner=called.get(str(game.winner_id), ""),
        places=tuple(game.places),
        order=_order(game, called),
        for_places=game.rules.ends in FOR_PLACES and game.decided_by in _BY_THE_BOARD,
        verdict=shown.verdict,
        played=_played(game, called) if game.position and shown.throw_count else None,
    )


def _side(game: Game, player: str, colours: Sequence[str], called: Mapping[str, str]) -> Side:
    counted = [game.tallies.get("colours", {}).get(colour) for colour in colours]
    known = [each for each in counted if each]
    return Side(
        called[player],
        tuple(colours),
        sum(each["faces"].get(str(SIX), 0) for each in known),
        sum(each["captures"] for each in known),
        sum(each["captured"] for each in known),
    )


def _order(game: Game, called: Mapping[str, str]) -> str:
    """The players from first to last, as an adjudication or the board of a game that goes on for places has them."""
    if game.ranking:
        return ranked(game.ranking, called)
    if game.decided_by != Decision.PLAY or game.rules.ends not in FOR_PLACES:
        return ""
    return ranked([(player,) for player in game.play().ranking], called)


# -- the boards ------------------------------------------------------------------------------------


def _played(game: Game, called: Mapping[str, str]) -> Played:
    boards = list(_boards(game))
    captures = [capture for before, after in pairwise(boards) for capture in _captures(before, after)]
    final = boards[-1]
    return Played(
        throws=final.throw,
        longest_wait=game.tallies.get("longest_wait", 0),
        first_capture=captures[0] if captures else None,
        dearest_capture=max(captures, key=lambda capture: (capture.fields, -capture.throw), default=None),
        homes=tuple(_homes(boards)),
        lead=_lead(boards, called),
        left={called[player]: steps for player, steps in final.left.items() if steps},
    )


def _boards(game: Game) -> Iterator[_BoardAfter]:
    """The boards of the line of play, from the first on."""
    replay = GameAggregate.from_events(game, game.log)
    left, throws = _measure(game), 0
    for number in reversed(list(walk_back(replay.others, game.number))):
        play = replay.state(number).play
        if play is None:
            continue
        is_throw = replay.event(number).kind == EventKind.THROW
        throws += is_throw
        yield _BoardAfter(number, throws, is_throw, play, left(play))


def _measure(game: Game) -> Callable[[rules.Game], Mapping[str, int]]:
    """How many steps each player still has to go: of all colours, or of the better one where one is enough."""
    together: Callable[[Sequence[int]], int] = min if game.rules.ends is Ends.FIRST_COLOUR else sum

    def left(play: rules.Game) -> Mapping[str, int]:
        steps = _steps(play)
        return {
            player: together([steps[colour] for colour in colours])
            for player, colours in game.seating.items()
        }

    return left


def _steps(play: rules.Game) -> dict[str, int]:
    """Remaining steps by colour (rulebook §11)."""
    groups = adjudicate(play.position, "remaining-steps")
    return {board.colour: board.value for group in groups for board in group}


def _captures(before: _BoardAfter, after: _BoardAfter) -> Iterator[Capture]:
    """The pawns that were captured with a throw."""
    move = after.play.last_move if after.is_throw else None
    if move is None or not move.captured or before.play.colour is None:
        return
    earlier, now = _steps(before.play), _steps(after.play)
    for captured in dict.fromkeys(move.captured):
        colour = after.play.setup.board.colours[captured]
        # Two of a colour, on one field, share what they lose; to the yard it is one step more than to A.
        lost = (now[colour] - earlier[colour]) // move.captured.count(captured) - 1
        yield Capture(after.throw, before.play.colour, colour, lost)


def _homes(boards: Sequence[_BoardAfter]) -> Iterator[CameHome]:
    """When each colour that is home in the end came there for good."""
    for colour in boards[-1].play.finished:
        last = max((i for i, board in enumerate(boards) if colour not in board.play.finished), default=-1)
        board = boards[last + 1]
        yield CameHome(colour, board.throw)


def _lead(boards: Sequence[_BoardAfter], called: Mapping[str, str]) -> LeadChanges | None:
    """Who was alone ahead, and how often that changed; none where somebody leads more colours."""
    if len({len(colours) for _, colours in boards[0].play.seats.seats}) > 1:
        return None
    leader, changes, since = "", 0, boards[0]
    for board in boards:
        fewest = min(board.left.values())
        ahead = [player for player, steps in board.left.items() if steps == fewest]
        if len(ahead) == 1 and ahead[0] != leader:
            changes += bool(leader)
            leader, since = ahead[0], board
    return LeadChanges(changes, called[leader], since.throw) if leader else None
