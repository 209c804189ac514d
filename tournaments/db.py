"""What every change of an event does: lock it, check a row, save it with who and why."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import connection, models, transaction
from django.utils.translation import gettext, override

from games.access import values_of
from games.enums import GameState
from games.errors import BadRequest
from games.models import Game
from games.services.publish import set_public
from rules import Text
from rules.i18n import in_each
from tournaments.models import LONGEST_REASON, Event, EventGame, ReportLine


def locked(event_id: int) -> Event:
    """The event, its row locked until the transaction ends."""
    return Event.objects.select_for_update(of=("self",)).select_related("season").get(pk=event_id)


#: The games of an event, in plain SQL: every result asks for its own twice.
_GAMES = f"""
    SELECT game.id FROM {Game._meta.db_table} game
    JOIN {EventGame._meta.db_table} played ON played.game_id = game.id WHERE played.event_id = %s
"""  # names of tables


def locked_with_games(event_id: int) -> Event:
    """The event and its games, locked in the order that recorders keep: games first."""
    return _locked_after("", event_id)


def locked_with_game(event_id: int, number: int) -> Event:
    """The event and its game of that number, if it has one: the game first, as recorders do."""
    return _locked_after("AND played.number = %s", event_id, number)


def locked_with_prepared(event_id: int) -> Event:
    """The event and those of its games that are to begin: the games first, in the order of the code that begins one."""
    return _locked_after("AND game.state = %s", event_id, GameState.CREATED.value)


def _locked_after(which: str, event_id: int, *values: Any) -> Event:
    """Lock these games, then the event; all again where another such game was made in between.

    Code that makes a game of the event holds the event: once that is ours, no other comes. Code that recorded in a game
    that is not ours, and waited for the event, would wait for us, and we for them.
    """
    if not connection.features.has_select_for_update:  # the transaction is the lock
        return locked(event_id)
    games = f"{_GAMES} {which} ORDER BY game.id"  # written above
    while True:
        before = transaction.savepoint()
        held = set(values_of(f"{games} FOR UPDATE OF game", event_id, *values))
        event = locked(event_id)
        if held.issuperset(values_of(games, event_id, *values)):
            transaction.savepoint_commit(before)
            return event
        transaction.savepoint_rollback(before)


def publish_games_of(event: Event) -> None:
    """Copy ``is_public`` of an event to its games."""
    set_public(Game.objects.filter(event_game__event=event), event.is_public)


def check_row(row: models.Model, known: Collection[str] = ()) -> None:
    """Raises ``BadRequest`` that names the first field in which the row is not valid, in every language.

    ``known`` fields are not checked, nor whether they are unique: the holder of the lock has just made them.
    """
    if complaints := _complaints(row, known, "en"):
        field = next(iter(complaints))
        found = in_each(lambda language: " ".join(_complaints(row, known, language)[field]))
        if field == NON_FIELD_ERRORS:
            raise BadRequest(found)
        raise refused(field, found)


def save_row(row: models.Model, actor: str, note: str = "") -> None:
    """Save the row; its history has who and why."""
    _say_why(row, actor, note)
    row.save()


def delete_row(row: models.Model, actor: str, note: str = "") -> None:
    """Delete the row; its history has who and why."""
    _say_why(row, actor, note)
    row.delete()


def _say_why(row: models.Model, actor: str, note: str) -> None:
    row._change_reason = f"{actor} {note}".strip()[:100]  # type: ignore[attr-defined]


def refused(field: str, message: Text) -> BadRequest:
    return BadRequest(Text("{field}: {message}", field=field, message=message), field=field)


def _complaints(row: models.Model, known: Collection[str], language: str) -> dict[str, list[str]]:
    with override(language):
        try:
            row.full_clean(exclude=known)
        except ValidationError as error:
            return {field: [_said(each) for each in found] for field, found in error.error_dict.items()}
    return {}


def _said(error: ValidationError) -> str:
    """What is wrong, without the names of tables and columns in Django's messages about duplicates."""
    is_taken = error.code in ("unique", "unique_together")
    return gettext("there is one already") if is_taken else " ".join(error.messages)


def reason_of(text: str, field: str = "reason") -> str:
    """Validate a reason. Raises ``BadRequest`` where there is none, or none that can be printed."""
    reason = " ".join(text.split())
    if not reason or not reason.isprintable() or len(reason) > LONGEST_REASON:
        raise refused(
            field,
            Text(
                "why is needed, a line of 1 to {longest_reason} printable characters",
                longest_reason=LONGEST_REASON,
            ),
        )
    return reason


def report(
    event: Event, said: Text, reason: str, actor: str, now: datetime, undoes: ReportLine | None = None
) -> ReportLine:
    """Record a decision; ``reason`` comes from ``reason_of``, ``undoes`` is the line that it reverses.

    ``said`` calls players by their ids (``player_refs.ref``): the table shows their current names.
    """
    return ReportLine.objects.create(
        event=event, said=said, reason=reason, made_by=actor, made_at=now, undoes=undoes
    )
