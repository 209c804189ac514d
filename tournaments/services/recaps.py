"""Write-ups of an event and its games: kept as a draft, published, withdrawn."""

from __future__ import annotations

import re
from datetime import datetime

from django.db import transaction
from django.shortcuts import get_object_or_404

from games.enums import GameState
from games.errors import BadRequest, Stale
from games.models import Player
from rules.i18n import Literal, Text
from tournaments.db import locked, locked_with_game, refused, save_row
from tournaments.errors import EventStateConflict
from tournaments.models import Event, EventGame, WriteUp
from tournaments.models.recap import LONGEST_WRITE_UP
from tournaments.player_refs import insert_refs, resolve_current


@transaction.atomic
def write_about_event(
    *, event_id: int, text: Text, state: WriteUp.State, expected: str | None, actor: str, now: datetime
) -> WriteUp:
    """Save the write-up of an event; publishing shows it to everybody, saving it as a draft withdraws it.

    ``expected`` is the mark (``mark_of``) of what the writer has looked at: ``Stale`` where the text or the
    table has changed since, so that what is published was written for the table as it stands.
    """
    event = locked(event_id)
    found = WriteUp.objects.filter(event=event, game=None).first()
    write_up = found or WriteUp(event=event, revision=0)
    return _kept(write_up, event.version, text, state, expected, actor)


@transaction.atomic
def write_about_game(
    *,
    event_id: int,
    number: int,
    text: Text,
    state: WriteUp.State,
    expected: str | None,
    actor: str,
    now: datetime,
) -> WriteUp:
    """Save the write-up of a game of the event that is over, guarded by its log."""
    event = locked_with_game(event_id, number)
    played = get_object_or_404(EventGame.objects.select_related("game"), event=event, number=number)
    check_is_over(played)
    found = WriteUp.objects.filter(game=played).first()
    write_up = found or WriteUp(event=event, game=played, revision=0)
    return _kept(write_up, played.game.number, text, state, expected, actor)


def check_is_over(played: EventGame) -> None:
    """Raise ``EventStateConflict`` for a game about which nothing is written yet."""
    if played.game.state != GameState.ENDED:
        name = resolve_current(played.name)
        raise EventStateConflict(
            Text("{name} has no result: only then is there something to write about.", name=name)
        )


def mark_of(write_up: WriteUp | None, number: int) -> str:
    """Return the mark of the text and of the table or log that somebody has looked at: ``3-17``.

    ``number`` is the version of the event's table, or the last event of the game, as it stands now.
    """
    return f"{write_up.revision if write_up else 0}-{number}"


def _kept(
    write_up: WriteUp, number: int, text: Text, state: WriteUp.State, expected: str | None, actor: str
) -> WriteUp:
    kept = insert_refs(_checked(text, state), _players_of(write_up.event))
    if expected is not None and (kept, state, number) == _told_by(write_up):
        # Nothing changes: the same request sent again.
        return write_up
    _check_expected(expected, mark_of(write_up, number))
    write_up.text, write_up.state = kept, state
    write_up.revision += 1
    write_up.written_for = number
    save_row(write_up, actor)
    return write_up


def _players_of(event: Event) -> list[Player]:
    return [entry.player for entry in event.entries.select_related("player")]


def _told_by(write_up: WriteUp) -> tuple[Text, str, int | None]:
    return write_up.text, write_up.state, write_up.written_for


def _check_expected(expected: str | None, mark: str) -> None:
    if expected is None:
        error = refused(
            "expected",
            Text(
                "what you have looked at is needed, as the draft and the text tell it (or the header "
                "If-Match)"
            ),
        )
        error.status = 428
        raise error
    if expected != mark:
        raise Stale(
            Text(
                "The text, or what it is about, has changed since you looked at it: you know {expected}, "
                "now it is {mark}. Look at it again.",
                expected=expected,
                mark=mark,
            ),
            mark=mark,
        )


def _checked(text: Text, state: WriteUp.State) -> Text:
    return Literal(
        **{language: _written(words, language, state) for language, words in text.as_json().items()}
    )


def _written(text: str, field: str, state: WriteUp.State) -> str:
    """Normalise blanks and line ends in paragraphs. Raises ``BadRequest``."""
    lines = [" ".join(line.split()) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    written = re.sub("\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
    if len(written) > LONGEST_WRITE_UP or not all(line.isprintable() for line in lines):
        raise _unprintable(field)
    if state == WriteUp.State.PUBLISHED and not written:
        raise refused(
            field,
            Text("a text is published in both languages; this one is empty"),
        )
    return written


def _unprintable(field: str) -> BadRequest:
    return refused(
        field,
        Text(
            "a text of at most {longest_write_up} printable characters is needed",
            longest_write_up=LONGEST_WRITE_UP,
        ),
    )
