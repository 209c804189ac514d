"""Players who do not play on: games that they do not start or give up, and withdrawals from an event ([T12])."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from games.enums import EventKind
from rules import Text
from tournaments.db import locked, locked_with_game, reason_of, refused, report, save_row
from tournaments.errors import EventStateConflict, FormatViolation
from tournaments.formats import phrases
from tournaments.formats.forfeits import Forfeit, forfeit_result
from tournaments.models import Entry, EventGame
from tournaments.player_refs import ref
from tournaments.services.games import GameDesk, commands
from tournaments.services.standings import refresh
from tournaments.standings.event_state import EventState, by_name, is_played


def forfeit_judge(desk: GameDesk, number: int) -> Callable[..., Forfeit]:
    """Return ``forfeit_result`` for a game that is due or running, whose board counts."""
    game, played = desk.game(number)
    board = played.game.play() if is_played(played) else None
    ends = desk.event.rules_of(game.rules).ends
    return partial(forfeit_result, game.seating, board=board, ends=ends)


@transaction.atomic
def forfeit(
    *,
    event_id: int,
    number: int,
    absent: str,
    reason: str,
    actor: str,
    now: datetime,
    rounds: Sequence[Mapping[str, int]] = (),
    places: Sequence[str] = (),
) -> EventGame:
    """Forfeit game ``number``, due or running, by ``absent``: who is awarded it follows from [T12].

    ``rounds`` are throws of those who are level, entrant → die; ``places`` how the other colours came in, in
    a game for places (``formats.forfeits``). Who has won, and why, is in the game's log and in the report.
    """
    event, why = locked_with_game(event_id, number), reason_of(reason)
    with GameDesk.open(event, now, actor) as desk:
        game, played = desk.open_game(number)
        judged = partial(forfeit_judge(desk, number), absent, rounds=rounds, places=places)
        # Errors name people; what is stored has their ids.
        judged(names={entrant.key: by_name(entrant.player) for entrant in desk.before.entries})
        given = judged(names={entrant.key: ref(entrant.player) for entrant in desk.before.entries})
        said = Text("{game}: {reason}", game=phrases.games([number]), reason=given.reason)
        desk.lines.append(report(event, said, why, actor, now))
        award: dict[str, Any] = {
            "places": list(given.places),
            "winner": desk.players[given.winner] if given.winner else None,
            "pawns": {},
            "reason": why,
        }
        events = [(EventKind.AWARD, award)]
        if is_played(played):
            return desk.record(played, events)
        played.throws, played.override_reason = [], ""
        return desk.put(game, played, game.starter_reason, commands(events))


@transaction.atomic
def withdraw_entry(*, event_id: int, key: str, reason: str, actor: str, now: datetime) -> Entry:
    """Withdraw a player for good: struck from a League, or their unplayed games forfeited, by its settings [T12].

    Before the draw an entry is taken back instead (``entries.withdraw``). In the other formats a game that a
    player does not play is forfeited (``forfeit``); whom a hall seats leaves it (``hall.services.people.leave``).
    """
    event, why = locked(event_id), reason_of(reason)
    event_state = EventState.load(event)
    entry = next((each for each in event_state.entries if each.key == key), None)
    if entry is None:
        raise refused(
            "key", Text("entered are {known}", known=", ".join(each.key for each in event_state.entries))
        )
    _check(event_state, entry)
    entry.left_after = len(event_state.contest.results)
    save_row(entry, actor, why)
    said = Text("{name} leaves after {left_after} games", name=ref(entry.player), left_after=entry.left_after)
    report(event, said, why, actor, now)
    refresh(event_id=event.pk, now=now)
    return entry


def _check(event_state: EventState, entry: Entry) -> None:
    format, name = event_state.event.format, entry.player.shown_as
    if not format.players_may_leave:
        raise FormatViolation(
            Text(
                "key: in a {format} nobody is struck; a game that somebody does not play is forfeited [T12]",
                format=format.name,
            ),
            field="key",
        )
    if entry.left_after is not None:
        raise EventStateConflict(Text("{name} has left already.", name=name))
    if not event_state.draws:
        raise EventStateConflict(Text("Nothing has been drawn yet: take the entry back instead."))
    if event_state.verdict.finished:
        raise EventStateConflict(event_state.verdict.finished.reason)
