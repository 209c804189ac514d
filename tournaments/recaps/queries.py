"""What is written about an event or a game, for whoever looks.

Nothing that was written for a later table, or a later state of a log, than the reader sees is shown: under an
embargo a text appears with what it was written for.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import get_language

from games.compiled_query import CompiledQuery
from games.domain.events import kinds_that
from games.models import Game
from rules.i18n import Text
from tournaments.models import Event, WriteUp
from tournaments.player_refs import resolve_current
from tournaments.services.recaps import mark_of


@dataclass(frozen=True, slots=True)
class StoredRecap:
    """A write-up with the names of today; ``is_current``: what it was written for still stands.

    ``mark`` tells what the writer has looked at (``tournaments.services.recaps.mark_of``).
    """

    text: Text
    state: str
    written_for: int
    is_current: bool
    mark: str

    @property
    def in_language(self) -> str:
        """The text in the language of the page."""
        return self.text.of(get_language() or "en")


_PUBLISHED_ABOUT_EVENT = CompiledQuery(
    lambda known: WriteUp.objects.filter(
        event=known[0], game=None, state=known[1], written_for__lte=known[2]
    ).order_by(),
    sample=(1, "published", 1),
)
_PUBLISHED_ABOUT_GAME = CompiledQuery(
    lambda known: WriteUp.objects.filter(
        game__game=known[0], state=known[1], written_for__lte=known[2]
    ).order_by(),
    sample=(UUID(int=1), "published", 1),
)


def stored_about_event(event: Event) -> StoredRecap | None:
    """What is kept about an event, a draft too; for those who may write. Two queries."""
    return _of_event(event, WriteUp.objects.filter(event=event.pk, game=None).first())


def stored_about_game(game: Game) -> StoredRecap | None:
    """What is kept about a game, a draft too. Three queries at most."""
    return _of_game(game, WriteUp.objects.filter(game__game=game.pk).first())


def published_about_event(event: Event) -> StoredRecap | None:
    """What is published about an event, as far as it is shown. Two queries, one where there is nothing."""
    found = _PUBLISHED_ABOUT_EVENT.rows((event.pk, str(WriteUp.State.PUBLISHED), event.version))
    return _of_event(event, next(iter(found), None))


def published_about_game(game: Game) -> StoredRecap | None:
    """What is published about a game, as far as it is shown. Three queries at most, one where there is nothing."""
    found = _PUBLISHED_ABOUT_GAME.rows((game.pk, str(WriteUp.State.PUBLISHED), game.number))
    return _of_game(game, next(iter(found), None))


def _of_event(event: Event, found: WriteUp | None) -> StoredRecap | None:
    return None if found is None else _written(found, event.version, found.written_for == event.version)


def _of_game(game: Game, found: WriteUp | None) -> StoredRecap | None:
    if found is None:
        return None
    beside = kinds_that(lambda each: each.is_beside)
    is_current = found.written_for == game.number or not (
        game.log.filter(number__gt=found.written_for).exclude(kind__in=beside).exists()
    )
    return _written(found, game.number, is_current)


def _written(found: WriteUp, number: int, is_current: bool) -> StoredRecap:
    return StoredRecap(
        resolve_current(found.text), found.state, found.written_for, is_current, mark_of(found, number)
    )
