"""What is to be told, written down in the transaction in which it happens: kept or lost together with it.

Callers hold the event's row, and so does whoever makes or removes a webhook: nobody is missed, and no write
ever meets a webhook that is gone. An event without webhooks costs a change one query, and a throw none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

import orjson
from django.db import transaction
from django.utils import timezone

from games.api.serializers import GameSerializer
from games.domain.player_names import names_in_texts, names_of
from games.enums import GameState
from games.models import Game, Player
from games.streams.messages import as_json
from tournaments.models import Delivery, Event, EventGame, Ranking, Webhook
from tournaments.models.webhook import Kind
from tournaments.streams import news
from tournaments.webhooks.notify import wake

_OVER = (GameState.ENDED, GameState.ABANDONED)


def message(*, kind: str, data: Mapping[str, Any], now: datetime) -> str:
    """The body of a message: its type, when it was written, and what it tells."""
    return as_json({"type": kind, "timestamp": now, "data": data}).decode()


def put(
    *,
    webhook: Webhook,
    kind: str,
    body: str,
    now: datetime,
    game: Game | None = None,
    replay_of: Delivery | None = None,
) -> Delivery:
    """A delivery that is due at once; after the commit somebody is woken to send it."""
    delivery = Delivery.objects.create(
        webhook=webhook,
        kind=kind,
        body=body,
        game=game,
        replay_of=replay_of,
        created_at=now,
        next_attempt_at=now,
    )
    transaction.on_commit(partial(wake, webhook_id=webhook.pk), robust=True)
    return delivery


def tell_of_result(played: EventGame, game: Game) -> None:
    """Queue ``game.ended``. A withdrawn result queues nothing here; see ``standings.changed``."""

    def data() -> dict[str, Any]:
        return {"event": played.event.slug, "number": played.number, "game": GameSerializer.of(game)}

    if game.state in _OVER:
        _tell(played.event_id, Kind.GAME_ENDED, data, game)


def tell_of_table(event: Event) -> None:
    """``standings.changed``: the table has a new version."""

    def data() -> dict[str, Any]:
        return {"event": event.slug, **news(event.version, event.projection)}

    _tell(event.pk, Kind.STANDINGS_CHANGED, data)


def tell_of_winner(event: Event) -> None:
    """``event.finished``: the event is decided, or decided otherwise than before."""

    def data() -> dict[str, Any]:
        finished = orjson.loads(event.projection)["finished"]
        table = orjson.Fragment(event.projection)
        return {"event": event.slug, "version": event.version, "finished": finished, "standings": table}

    _tell(event.pk, Kind.EVENT_FINISHED, data)


def tell_of_ranking(event: Event, ranking: Ranking) -> None:
    """``ranking.changed``: a list has changed because of what this event gave."""

    def data() -> dict[str, Any]:
        table = orjson.Fragment(ranking.projection)
        return {"event": event.slug, "list": ranking.key, "version": ranking.version, "ranking": table}

    _tell(event.pk, Kind.RANKING_CHANGED, data)


def forget_names(player: Player) -> None:
    """Call a player in stored messages as they are shown now: sent again, they must not reveal the name
    behind a nickname.

    Names that another player has too stay.
    """
    others = Player.objects.exclude(pk=player.pk).values_list("name", "nickname")
    earlier = names_of(player) - {player.shown_as} - {name for names in others for name in names}
    if not earlier:
        return
    # As they stand in JSON.
    pattern = names_in_texts({_inside(name) for name in earlier})
    told = Delivery.objects.filter(webhook__event__entries__player=player).distinct()
    for delivery in told.iterator():
        body = pattern.sub(lambda _: _inside(player.shown_as), delivery.body)
        if body != delivery.body:
            Delivery.objects.filter(pk=delivery.pk).update(body=body)


def _inside(name: str) -> str:
    return as_json(name).decode()[1:-1]


def _tell(event_id: int, kind: Kind, data: Callable[[], Mapping[str, Any]], game: Game | None = None) -> None:
    """Put a message into the box of every webhook of an event that is told of this kind of thing."""
    active = Webhook.objects.filter(event_id=event_id, active=True)
    webhooks = [webhook for webhook in active if kind in webhook.kinds]
    if not webhooks:
        return
    now = timezone.now()
    body = message(kind=kind, data=data(), now=now)
    for webhook in webhooks:
        put(webhook=webhook, kind=kind, body=body, game=game, now=now)
