"""A game takes online dice: the seed is made, and its SHA-256 recorded, in one transaction."""

import secrets
import uuid
from datetime import datetime

from django.db import transaction

from games.domain.commit_reveal import SEED_BYTES, commitment
from games.enums import EventKind
from games.models import DiceSeed, Game
from games.services import recorder
from games.services.commands import EventCommand, RecordResult


@transaction.atomic
def commit_dice(
    *, game_id: uuid.UUID, actor: str, now: datetime, client_id: uuid.UUID | None = None
) -> RecordResult:
    """Promise online dice for a game that has not begun; the same request sent again finds the same promise.

    Raises ``WrongState`` where it has begun or has online dice already, ``BadRequest`` for dice of more
    than 256 faces, ``IdReused``.
    """
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    stored, _ = DiceSeed.objects.get_or_create(
        game=game, defaults={"seed": secrets.token_bytes(SEED_BYTES).hex()}
    )
    data = {"commitment": commitment(bytes.fromhex(stored.seed))}
    wanted = EventCommand(EventKind.DICE_COMMITMENT, data, client_id)
    return recorder.record(game_id=game_id, wanted=wanted, expected=None, actor=actor, now=now)
