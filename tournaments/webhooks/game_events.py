"""``throw.recorded``: what is recorded at the boards of an event, read off the logs of its games.

Recording a throw costs nothing more for it, however many webhooks there are. A bookmark tells up to which
event of a game a webhook has been told, so that each is told once and in order, in few messages: at most one
a second for a game, and none before the one before it has arrived or was given up.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.api.serializers import EventSerializer
from games.models import GameEvent
from tournaments.models import Bookmark, Delivery, EventGame, Webhook
from tournaments.models.webhook import Kind
from tournaments.webhooks import outbox

#: A game is told of at most so often.
EVERY = timedelta(seconds=1)
#: Events in one message; 500 have some 300 KB.
MOST_EVENTS = 500


def collect(*, now: datetime) -> None:
    """Write down what has been recorded and not been told. One query where nobody wants to know, else two."""
    active = Webhook.objects.filter(active=True).values_list("pk", "kinds")
    followers = [webhook_id for webhook_id, kinds in active if Kind.THROW_RECORDED in kinds]
    if followers:
        for webhook_id, game_id in _behind(followers, now).values_list("webhook", "game_id"):
            _tell(webhook_id, game_id, now)


def backlog(now: datetime) -> tuple[int, datetime | None]:
    """Return of how many boards something is to be told, and since when that of the oldest is not."""
    active = Webhook.objects.filter(active=True).values_list("pk", "kinds")
    followers = [webhook_id for webhook_id, kinds in active if Kind.THROW_RECORDED in kinds]
    if not followers:
        return 0, None
    untold = _behind(followers, now).annotate(
        untold_since=Subquery(
            GameEvent.objects.filter(game=OuterRef("game"), number__gt=OuterRef("told"))
            .order_by("number")
            .values("recorded_at")[:1]
        )
    )
    since = [each for each in untold.values_list("untold_since", flat=True) if each]
    return len(since), min(since, default=None)


def _behind(webhook_ids: Sequence[int], now: datetime) -> QuerySet[Any, Any]:
    """The games with events that these webhooks are to be told now; ``webhook`` is the id of the webhook."""
    bookmark = Bookmark.objects.filter(webhook=OuterRef("webhook"), game=OuterRef("game"))
    waiting = Delivery.objects.filter(
        webhook=OuterRef("webhook"),
        game=OuterRef("game"),
        kind=Kind.THROW_RECORDED,
        state=Delivery.State.WAITING,
    )
    return (
        EventGame.objects.filter(event__webhooks__in=webhook_ids, game__is_public=True)
        .annotate(webhook=F("event__webhooks"), told=Coalesce(Subquery(bookmark.values("number")), 0))
        .filter(
            ~Exists(bookmark.filter(moved_at__gt=now - EVERY)), ~Exists(waiting), game__number__gt=F("told")
        )
    )


@transaction.atomic
def _tell(webhook_id: int, game_id: UUID, now: datetime) -> None:
    """The next message about a game, unless somebody else has written it meanwhile."""
    # Not FOR UPDATE: deliveries that are being written elsewhere refer to the webhook and must not wait.
    webhook = Webhook.objects.select_for_update(no_key=True, of=("self",)).filter(pk=webhook_id).first()
    if webhook is None or not webhook.active:
        return
    played = _behind([webhook_id], now).filter(game=game_id).select_related("event", "game").first()
    if played is None:
        return
    log = GameEvent.objects.filter(game=game_id, number__gt=played.told).order_by("number")
    events = EventSerializer.each(log[:MOST_EVENTS])
    data = {"event": played.event.slug, "number": played.number, "game": str(game_id), "events": events}
    body = outbox.message(kind=Kind.THROW_RECORDED, data=data, now=now)
    outbox.put(webhook=webhook, kind=Kind.THROW_RECORDED, body=body, game=played.game, now=now)
    Bookmark.objects.update_or_create(
        webhook=webhook, game=played.game, defaults={"number": events[-1]["number"], "moved_at": now}
    )
