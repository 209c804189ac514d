"""Drafts: what the facts say now, for an organiser to go on from."""

from __future__ import annotations

from datetime import datetime

from games.write_ups import gathering as game_gathering
from games.write_ups import sentences as game_sentences
from rules.text import Text
from tournaments.conduct.write_ups import check_is_over
from tournaments.course import Course
from tournaments.models import EventGame
from tournaments.write_ups import gathering, sentences


def draft_of_event(course: Course, now: datetime) -> Text:
    """An event as it stands, in sentences."""
    return sentences.write_up(gathering.facts_of(course, now))


def draft_of_game(course: Course, played: EventGame) -> Text:
    """A game of the event that is over, in sentences. Raises ``NotNow`` where it is not."""
    check_is_over(played)
    why = played.called(course.players).starter_reason if played.game.starter else None
    return game_sentences.write_up(game_gathering.facts_of(played.game, course.players, why))
