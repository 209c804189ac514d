"""What every change of an event does: lock it, check a row, save it with who and why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import connection, models, transaction
from django.utils.translation import gettext, override

from games.compiled_query import CompiledQuery
from games.enums import GameState
from games.errors import BadRequest
from games.models import Game
from games.services.publish import set_public
from rules.i18n import Text, in_each
from tournaments.models import Event

_LOCKED = CompiledQuery(
    lambda event: Event.objects.select_for_update(of=("self",)).filter(pk=event).select_related("season"),
    sample=1,
)


def _numbered(asked: tuple[int, int]) -> models.QuerySet[Game]:
    event, number = asked
    return Game.objects.filter(event_game__event=event, event_game__number=number).order_by().only("pk")


_NUMBERED = CompiledQuery(_numbered, sample=(1, 2))
_NUMBERED_LOCKED = CompiledQuery(
    lambda asked: _numbered(asked).select_for_update(of=("self",)), sample=(1, 2)
)


def locked(event_id: int) -> Event:
    """The event, its row locked until the transaction ends."""
    for event in _LOCKED.rows(event_id):
        return event
    raise Event.DoesNotExist


def locked_with_games(event_id: int) -> Event:
    """The event and its games, locked in the order that recorders keep: games first."""
    return _locked_after_all(Game.objects.filter(event_game__event=event_id), event_id)


def locked_with_game(event_id: int, number: int) -> Event:
    """The event and its game of that number, if it has one: the game first, as recorders do."""
    asked = (event_id, number)
    return _locked_after(partial(_NUMBERED_LOCKED.rows, asked), partial(_NUMBERED.rows, asked), event_id)


def locked_with_prepared(event_id: int) -> Event:
    """The event and those of its games that are to begin: the games first, in the order of the code that begins one."""
    games = Game.objects.filter(event_game__event=event_id, state=GameState.CREATED)
    return _locked_after_all(games, event_id)


def _locked_after_all(games: models.QuerySet[Game], event_id: int) -> Event:
    """Lock these games, then the event (``_locked_after``)."""
    keys = games.only("pk")
    return _locked_after(
        keys.select_for_update(of=("self",)).order_by("pk").all, keys.order_by().all, event_id
    )


def _locked_after(
    lock: Callable[[], Iterable[Game]], present: Callable[[], Iterable[Game]], event_id: int
) -> Event:
    """Lock the games, then the event; all of it again where another such game was made in between.

    Code that makes a game of the event holds the event: once that is ours, no other comes. Code that recorded in a game
    that is not ours, and waited for the event, would wait for us, and we for them.
    """
    if not connection.features.has_select_for_update:  # the transaction is the lock
        return locked(event_id)
    while True:
        before = transaction.savepoint()
        held = {game.pk for game in lock()}
        event = locked(event_id)
        if held.issuperset(game.pk for game in present()):
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
    row._change_reason = f"{actor} {note}".strip()[:100]  # type: ignore[attr-defined]
    row.save()


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
