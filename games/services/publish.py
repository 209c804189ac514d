"""Making games public, or not public: the only writer of ``Game.is_public`` beside the making of a game."""

import logging
import uuid

from django.db import transaction
from django.db.models import QuerySet

from games.access import event_of
from games.errors import WrongState
from games.models import Game
from rules import Text

logger = logging.getLogger(__name__)


@transaction.atomic
def publish_game(*, game_id: uuid.UUID, actor: str) -> None:
    """Make a game public. Raises ``WrongState`` for one of an event, which is public with its event."""
    event = event_of(Game.objects.select_for_update(of=("self",)).get(pk=game_id))
    if event is not None:
        why = Text("This game belongs to {event}; it is public with its event.", event=event["name"])
        raise WrongState(why, event=event["slug"])
    set_public(Game.objects.filter(pk=game_id), True)
    logger.info("game %s: made public by %s", game_id, actor)


def set_public(games: QuerySet[Game], is_public: bool) -> None:
    """Make all of these games public or not, whose rows the caller has locked."""
    games.exclude(is_public=is_public).update(is_public=is_public, awaits_counting=True)
