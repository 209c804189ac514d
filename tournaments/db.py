"""What every change of an event does: lock it, check a row, save it with who and why."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import models
from django.utils.translation import override

from games.domain.embargo import on_games_of
from games.enums import GameState
from games.errors import BadRequest
from games.models import Game
from games.services.embargo import withhold_all
from rules.i18n import Text, in_each
from tournaments.models import Event


def locked(event_id: int) -> Event:
    """The event, its row locked until the transaction ends."""
    return Event.objects.select_for_update(of=("self",)).select_related("season").get(pk=event_id)


def locked_with_games(event_id: int) -> Event:
    """The event and its games, locked in the order that recorders keep: games first.

    A game that begins in between is not among them. It is an instant old, and whoever records in it does not
    ask for the event before it ends.
    """
    games = Game.objects.select_for_update(of=("self",)).filter(event_game__event=event_id)
    list(games.only("pk").order_by("pk"))
    return locked(event_id)


def locked_with_game(event_id: int, number: int) -> Event:
    """The event and its game of that number, if it has one: the game first, as recorders do."""
    list(
        Game.objects.select_for_update(of=("self",)).filter(
            event_game__event=event_id, event_game__number=number
        )
    )
    return locked(event_id)


def locked_with_prepared(event_id: int) -> Event:
    """The event and those of its games that are to begin: the games first, as whoever begins one does.

    A game that is prepared in between is not among them; it is an instant old, and nobody begins it yet.
    """
    games = Game.objects.select_for_update(of=("self",)).filter(event_game__event=event_id)
    list(games.filter(state=GameState.CREATED).order_by("pk"))
    return locked(event_id)


def withhold_games_of(event: Event, now: datetime) -> None:
    """Let the embargo of an event hold for its games."""
    withhold_all(Game.objects.filter(event_game__event=event), on_games_of(event.embargo), now)


def check_row(row: models.Model) -> None:
    """Raises ``BadRequest`` that names the first field in which the row is not valid, in every language."""
    if complaints := _complaints(row, "en"):
        field = next(iter(complaints))
        found = in_each(lambda language: " ".join(_complaints(row, language)[field]))
        if field == NON_FIELD_ERRORS:
            raise BadRequest(found)
        raise refused(field, found)


def save_row(row: models.Model, actor: str, note: str = "") -> None:
    """Save the row; its history tells who and why."""
    row._change_reason = f"{actor} {note}".strip()[:100]  # type: ignore[attr-defined]
    row.save()


def refused(field: str, message: Text) -> BadRequest:
    """The error that names a field and says what would be right."""
    return BadRequest(Text("{field}: {message}", field=field, message=message), field=field)


def _complaints(row: models.Model, language: str) -> dict[str, list[str]]:
    with override(language):
        try:
            row.full_clean()
        except ValidationError as error:
            return error.message_dict
    return {}
