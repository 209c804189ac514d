"""Drafts: what the facts say now, for an organiser to go on from."""

from __future__ import annotations

from datetime import datetime

from games.recaps import collect as game_collect
from games.recaps import sentences as game_sentences
from rules.i18n import Text
from tournaments.models import EventGame
from tournaments.recaps import collect, sentences
from tournaments.services.recaps import check_is_over
from tournaments.standings.event_state import EventState


def draft_of_event(event_state: EventState, now: datetime) -> Text:
    """An event as it stands, in sentences."""
    return sentences.write_up(collect.facts_of(event_state, now))


def draft_of_game(event_state: EventState, played: EventGame) -> Text:
    """A game of the event that is over, in sentences. Raises ``EventStateConflict`` where it is not."""
    check_is_over(played)
    why = played.with_names(event_state.players).starter_reason if played.game.starter else None
    return game_sentences.write_up(game_collect.facts_of(played.game, event_state.players, why))
