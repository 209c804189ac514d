"""People who ask for their name to be erased: stored in the history of the player until somebody answers."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import Player

ASKED, DECLINED = "erasure asked for", "erasure declined"


@dataclass(frozen=True, slots=True)
class ErasureRequest:
    """Somebody who asks, and since when."""

    player: Player
    asked_at: datetime


@transaction.atomic
def ask_for_erasure(*, player_id: Any, now: datetime) -> None:
    """Keep that a player asks; asking twice changes nothing. Raises ``Player.DoesNotExist``."""
    player = Player.objects.select_for_update().get(pk=player_id)
    if request_of(player) is None:
        _note(player, ASKED, now)


@transaction.atomic
def decline_erasure(*, player_id: Any, actor: str, now: datetime) -> None:
    """Close the request of a player, if there is one. Raises ``Player.DoesNotExist``."""
    player = Player.objects.select_for_update().get(pk=player_id)
    if request_of(player) is not None:
        _note(player, f"{DECLINED}: {actor}", now)


def request_of(player: Player) -> ErasureRequest | None:
    """Return the open request of a player. One query."""
    last = player.history.order_by("-history_date", "-history_id")
    asked = last.filter(history_change_reason=ASKED).first()
    if asked is None:
        return None
    answered = last.filter(history_id__gt=asked.history_id)
    is_open = (
        not player.is_erased and not answered.filter(history_change_reason__startswith=DECLINED).exists()
    )
    return ErasureRequest(player, asked.history_date) if is_open else None


def open_requests() -> list[ErasureRequest]:
    """Return all open requests, the oldest first; a query for each player who has ever asked."""
    asked = Player.history.filter(history_change_reason=ASKED).values("id")
    found = [request_of(player) for player in Player.objects.filter(pk__in=asked)]
    return sorted((each for each in found if each is not None), key=lambda each: each.asked_at)


def _note(player: Player, what: str, now: datetime) -> None:
    player.history.create(
        id=player.pk,
        name=player.name,
        nickname=player.nickname,
        born=player.born,
        history_date=now,
        history_type="~",
        history_change_reason=what,
    )
