"""Synchronising a game with a record text that is pushed again and again as a whole (docs/reference/api.md).

The text itself shows what its sender knows. What it has beyond the log is recorded; where it has
something else than the log it is refused, with its place; one that is behind the log is fine.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.domain.events.fields import LONGEST_TEXT
from games.domain.events.referee import NOTED
from games.domain.events.setup import SET_BY_HAND
from games.domain.mainline import undone_steps
from games.enums import Action, EventKind
from games.errors import RecordDiffers
from games.models import Game
from games.queries.record_text import names, record_of, replay_record
from games.services.commands import EventCommand, RecordResult, Writer
from games.services.event_store import EventStore, open_event_store
from rules import RecordError, RulesError, Text, Verbatim, game as rules_game, quote_value
from rules.history import Origin, Remark, Throw
from rules.record.reader import RecordReader, RecordStep, TextPosition
from rules.record.writer import line_of, tag_of

Entry = Throw | Remark
#: The reason for setting the board where a text begins in the middle of a game.
FROM_A_RECORD = "tag Position of a record"
_NOTHING = Text("nothing")


def push_record(
    *, game_id: uuid.UUID, text: str, actor: str, now: datetime, check: Callable[[str], None]
) -> RecordResult:
    """Record what the text of the game's record has beyond its log; begin the game if it has not begun.

    All or nothing. ``check`` raises where the sender may not record an event of that kind; a start that was
    not due, with throws that have been played since, needs the permission for an irregular throw. Raises
    ``NotDue`` and ``RecordDiffers`` at the first place that contradicts the game or its log, ``RecordError``
    at the first that cannot be read, ``WrongState`` for what comes after the end.
    """
    reader = RecordReader(text)
    _check_tags(reader, Game.objects.get(pk=game_id))
    pushed = _PushedRecord.from_reader(reader)

    def may_rule(needs: Action) -> None:
        """Check the permission: a start that was not due is irregular, like a throw that was."""
        check(EventKind.IRREGULAR)

    has_happened = any(isinstance(step.event, Throw) for step in pushed.steps)
    with open_event_store(game_id, Writer(actor, now, may_rule, has_happened)) as log:
        for wanted in pushed.beyond(log):
            check(wanted.kind)
            log.append(wanted)
        log.append_end()
        return log.save() if log.events else RecordResult(log.game, [])


def type_in(
    *, game_id: uuid.UUID, turns: str, actor: str, now: datetime, check: Callable[[str], None]
) -> RecordResult:
    """Record the turns of a score sheet: a record without its head, which is known of a game that has begun.

    All of them from the first on, all or nothing; those that the log has already are skipped. ``check`` as in
    ``push_record``. Raises ``RecordError`` or ``RecordDiffers`` with line and column of ``turns`` at the first mistake,
    ``WrongState`` after the end.
    """
    head, _, _ = record_of(Game.objects.get(pk=game_id)).partition("\n\n")
    # The head is put on one line: the first line typed is then the second of the text.
    text = f"{head.replace(chr(10), ' ')}\n{turns}"
    try:
        return push_record(game_id=game_id, text=text, actor=actor, now=now, check=check)
    except RecordError as error:
        raise RecordError(error.reason, max(error.line - 1, 1), error.column) from error
    except RecordDiffers as error:
        raise RecordDiffers(error.reason, **{**error.details, "line": max(error.line - 1, 1)}) from error


@dataclass(frozen=True)
class _PushedRecord:
    """A text as far as it can be read: how the game begins, the steps in order, and why no further."""

    reader: RecordReader
    begun: rules_game.Game
    steps: Sequence[RecordStep]
    fault: RecordError | None

    @classmethod
    def from_reader(cls, reader: RecordReader) -> _PushedRecord:
        """Read a text. A step that cannot be read must not hide an earlier one that contradicts the log."""
        begun, steps = reader.begun(rules_game.Game), []
        try:
            for step in reader.steps(begun):
                steps.append(step)
        except RecordError as fault:
            return cls(reader, begun, steps, fault)
        return cls(reader, begun, steps, None)

    def beyond(self, log: EventStore) -> list[EventCommand]:
        """List the events that the log has not got yet."""
        game = log.game
        history: Sequence[Entry] = ()
        beginning = []
        if game.position:
            recorded = replay_record(game)
            self._check_beginning(recorded.origin, game)
            history = recorded.history
        else:
            beginning.append(_beginning(self.begun))
        common = self._common(history, game)
        if self.fault is not None:
            raise self.fault
        self._check_taken_back(common, log)
        return [*beginning, *map(_wanted, self._new(common, history))]

    def _check_beginning(self, recorded: Origin, game: Game) -> None:
        """Raise ``RecordDiffers`` where the game did not begin as the text says."""
        written, tags = self.begun.origin, self.reader.tags
        if str(written.position) != str(recorded.position):
            tag = "Position" if "Position" in tags else "Starter"
            by_the_rules = tag == "Starter" and recorded.usual
            expected = ("Starter", game.starter) if by_the_rules else ("Position", str(recorded.position))
            raise _tag_differs(self.reader, tag, tag_of(*expected), game)
        if written.finished != recorded.finished:
            raise _tag_differs(self.reader, "Finished", tag_of("Finished", " ".join(recorded.finished)), game)

    def _common(self, history: Sequence[Entry], game: Game) -> int:
        """Count the steps of the board that text and log have in common: all that the shorter of them has."""
        entries = [step for step in self.steps if _is_step(step.event)]
        recorded = [each for each in history if _is_step(each)]
        for step, each in zip(entries, recorded, strict=False):
            if not _same(step.event, each):
                there = str(each) if isinstance(each, Throw) else line_of(each)
                raise _differs(step.place, step.text, there, game)
        return min(len(entries), len(recorded))

    def _check_taken_back(self, common: int, log: EventStore) -> None:
        """Raise ``RecordDiffers`` where the text still holds what has been taken back in the log."""
        remaining = [step for step in self.steps if _is_step(step.event)][common:]
        waiting = undone_steps(log.others, log.game.number) if remaining else []
        if not waiting:
            return
        gone = [each for each in replay_record(log.game, waiting[-1]).history if _is_step(each)][common:]
        if all(_same(step.event, each) for step, each in zip(remaining, gone, strict=False)):
            raise _was_taken_back(remaining[0], log.game)

    def _new(self, common: int, history: Sequence[Entry]) -> Iterator[RecordStep]:
        """Yield the text's steps after the common ones, but for notes that the log has there too."""
        known = Counter(_noted(each) for each in history[_after(history, common) :] if not _is_step(each))
        for step in self.steps[_after([step.event for step in self.steps], common) :]:
            if _is_step(step.event):
                known.clear()
            elif known[_noted(step.event)]:
                known[_noted(step.event)] -= 1
                continue
            yield step


# -- what text and log have in common ---------------------------------------------------------------


def _check_tags(reader: RecordReader, game: Game) -> None:
    """Raise ``RecordDiffers`` where the text is one of another game: other rules, other players."""
    rules = game.rules
    if reader.tags.get("Rules") != rules.name:
        raise _tag_differs(reader, "Rules", tag_of("Rules", rules.name), game)
    if reader.rules != rules:
        changes = rules.changes_text()
        raise _tag_differs(reader, "Options", tag_of("Options", changes) if changes else "", game)
    called = names(game)
    leads = {colour: called[player] for player, colours in game.seating.items() for colour in colours}
    for colour in rules.layout().colours:
        tag, player = colour.capitalize(), leads.get(colour, "")
        if reader.tags.get(tag, "") != player:
            raise _tag_differs(reader, tag, tag_of(tag, player) if player else "", game)


def _is_step(entry: Entry) -> bool:
    """Check whether it changes the board: a throw, or a line that sets it."""
    return isinstance(entry, Throw) or entry.position is not None


def _same(written: Entry, recorded: Entry) -> bool:
    """Compare two steps; the reason for setting a board does not count."""
    if isinstance(written, Remark) and isinstance(recorded, Remark):
        return (str(written.position), written.finished) == (str(recorded.position), recorded.finished)
    return written == recorded


def _after(history: Sequence[Entry], steps: int) -> int:
    """Return the index in the history of what follows a number of steps."""
    indices = [index for index, each in enumerate(history) if _is_step(each)]
    return indices[steps - 1] + 1 if steps else 0


# -- what is recorded --------------------------------------------------------------------------------


def _beginning(begun: rules_game.Game) -> EventCommand:
    """The event that begins the game: a start by the rules, or the board from which on it is recorded."""
    lying = begun.position.furniture
    start: dict[str, Any] = {
        "starter": begun.colour,
        "reason": "",
        "youngest": None,
        "how": {},
        "trapdoors": list(lying.trapdoors),
        "wormholes": [list(pair) for pair in lying.wormholes],
    }
    if _starts_with(begun, start):
        return EventCommand(EventKind.START, start)
    board = {"position": str(begun.position), "finished": list(begun.finished), "reason": FROM_A_RECORD}
    return EventCommand(EventKind.POSITION, board)


def _starts_with(begun: rules_game.Game, start: Mapping[str, Any]) -> bool:
    """Check whether a start leads to the board with which the text begins."""
    seats = dict(begun.seats.seats)
    lying = {"trapdoors": start["trapdoors"], "wormholes": start["wormholes"]}
    try:
        started = rules_game.Game.start(begun.rules, seats, starter=start["starter"], **lying)
    except RulesError:
        return False
    return str(started.position) == str(begun.position)


def _wanted(step: RecordStep) -> EventCommand:
    """The event that a step of the text becomes."""
    entry = step.event
    if isinstance(entry, Throw):
        return EventCommand(
            EventKind.THROW, {"die": entry.die, "move": None if entry.move is None else entry.move.token}
        )
    if entry.position is None:
        return EventCommand(EventKind.NOTE, {"text": _short(_noted(entry), step.place)})
    reason = _short(entry.text.removeprefix(SET_BY_HAND), step.place)
    board = {"position": str(entry.position), "finished": list(entry.finished), "reason": reason}
    return EventCommand(EventKind.POSITION, board)


def _noted(entry: Entry) -> str:
    """Return the note without its prefix in the record."""
    assert isinstance(entry, Remark)
    return entry.text.removeprefix(NOTED)


def _short(text: str, place: TextPosition) -> str:
    if len(text) > LONGEST_TEXT:
        place.refuse(
            Text("a referee's line has at most {longest_text} characters", longest_text=LONGEST_TEXT),
        )
    return text


# -- refusals ----------------------------------------------------------------------------------------


def _tag_differs(reader: RecordReader, tag: str, recorded: str, game: Game) -> RecordDiffers:
    written = tag_of(tag, reader.tags[tag]) if tag in reader.tags else ""
    return _differs(reader.place(tag), written, recorded, game)


def _differs(place: TextPosition, written: str, recorded: str, game: Game) -> RecordDiffers:
    """The refusal that says where text and log differ, what is written there and what is recorded."""
    here = Verbatim(quote_value(written)) if written else _NOTHING
    there = Verbatim(quote_value(recorded)) if recorded else _NOTHING
    why = Text("{here} stands here, {there} in the log", here=here, there=there)
    return _refused(place, why, written, recorded, game)


def _was_taken_back(step: RecordStep, game: Game) -> RecordDiffers:
    """The refusal of a text whose sender has not noticed that something was taken back."""
    why = Text(
        "{step} stands here, but it was taken back: leave it out, or bring it back first",
        step=quote_value(step.text),
    )
    return _refused(step.place, why, step.text, "", game)


def _refused(place: TextPosition, why: Text, written: str, recorded: str, game: Game) -> RecordDiffers:
    return RecordDiffers(
        why,
        line=place.line,
        column=place.column,
        written=written,
        recorded=recorded,
        game=game,
    )
