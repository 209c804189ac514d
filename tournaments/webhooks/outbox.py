"""Messages to be sent, written in the transaction of the change: stored or lost together with it.

Callers hold the event's row, and so does a caller who removes a webhook: no write ever meets one that is gone. Of a
webhook of a season or the site these are the rows of all its events; an event that is being created meets none, as
nothing is sent about how an event is entered. An event without webhooks costs a change one query, and a throw none.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

import orjson
from django.db import transaction
from django.db.models import Q, Value
from django.utils import timezone

from games.above import GameChange
from games.access import rows_where, set_event
from games.api.serializers import GameSerializer
from games.domain.player_names import names_in_texts, names_of
from games.enums import GameState
from games.models import Game, Player
from games.streams.topics import as_json
from games.work.bells import ring
from games.work.kinds import Lane
from rules import Text
from tournaments.models import Delivery, Event, EventGame, Kind, Webhook
from tournaments.models.webhook import OFFERED
from tournaments.standings.queries import match_point
from tournaments.streams import news
from tournaments.webhooks.chats import (
    lines_of_match_point,
    lines_of_result,
    lines_of_table,
    lines_of_winner,
    render_lines,
)

#: The work that is to be done then (``tournaments.webhooks.dispatch``).
KIND, LANE = "webhooks", Lane.AT_ONCE
_OVER = (GameState.ENDED, GameState.ABANDONED)
#: What is sent to people, line after line.
Lines = Sequence[Text | str]


@dataclass(frozen=True, slots=True)
class News:
    """What is sent: to programs all of it, to people some lines, written where there is a chat; none where it is of no
    interest to them.
    """

    data: Mapping[str, Any]
    lines: Callable[[], Lines]


def message(*, kind: str, now: datetime, **content: Any) -> str:
    """Write a message: ``data`` for programs, ``text`` for a chat."""
    return as_json({"type": kind, "timestamp": now, **content}).decode()


def put(*, webhook: Webhook, kind: str, body: str, now: datetime) -> Delivery:
    """Queue a delivery that is due at once; after the commit the sender is notified."""
    delivery = _delivery(webhook, kind, body, now)
    delivery.save(force_insert=True)
    transaction.on_commit(partial(ring, KIND, LANE), robust=True)
    return delivery


def _delivery(webhook: Webhook, kind: str, body: str | Value, now: datetime) -> Delivery:
    return Delivery(webhook=webhook, kind=kind, body=body, created_at=now, next_attempt_at=now)


#: Of an event, of its season, of the site.
_OF_EVENT = """
    active AND (event_id = %s OR season_id = %s OR event_id IS NULL AND season_id IS NULL) ORDER BY id
"""


#: What is sent of an event that has become public: its state, and nothing that was news while it was not.
OF_ITS_STATE = (Kind.STANDINGS_CHANGED, Kind.EVENT_FINISHED)


def tell(
    event: Event,
    results: Sequence[tuple[EventGame, GameChange]],
    before: Mapping[str, Any] | None,
    kinds: Collection[Kind] = OFFERED,
) -> None:
    """Queue the news of a change for each webhook that subscribes to it, all in one statement.

    ``results`` are games as they were recorded; one that is taken back is told by its table. ``before`` is the table
    that was replaced, empty where there was none; ``None`` where it has stayed.
    """
    # Nothing is said of an event that is not public.
    webhooks = rows_where(Webhook, _OF_EVENT, event.pk, event.season_id) if event.is_public else ()
    if not webhooks:
        return
    wanted = {kind for kind in kinds if any(kind in webhook.kinds for webhook in webhooks)}
    now = timezone.now()
    queued: list[Delivery] = []
    for kind, found in _news(event, results, before, wanted):
        whole = message(kind=kind, data=found.data, now=now)
        for webhook in webhooks:
            if kind not in webhook.kinds:
                continue
            body = whole
            if webhook.is_chat:
                if not (lines := found.lines()):
                    continue
                body = message(kind=kind, text=render_lines(lines, webhook.language), now=now)
            # An expression, as Django writes plain values of several rows into arrays, quote by quote.
            queued.append(_delivery(webhook, kind, Value(body), now))
    if queued:
        Delivery.objects.bulk_create(queued)
        transaction.on_commit(partial(ring, KIND, LANE), robust=True)


def _news(
    event: Event,
    results: Sequence[tuple[EventGame, GameChange]],
    before: Mapping[str, Any] | None,
    wanted: Set[Kind],
) -> Iterator[tuple[Kind, News]]:
    """Yield what is news, of the kinds that somebody wants, in the order in which it is sent."""
    if Kind.GAME_ENDED in wanted:
        for played, made in results:
            if made.game.state in _OVER:
                yield Kind.GAME_ENDED, _news_of_result(event, played.number, made.game)
    if before is None or wanted <= {Kind.GAME_ENDED}:
        return
    table: Mapping[str, Any] = orjson.loads(event.projection)
    for kind, news_of in _OF_TABLE.items():
        found = news_of(event, table, before) if kind in wanted else None
        if found is not None:
            yield kind, found


def _news_of_result(event: Event, number: int, game: Game) -> News:
    set_event(game, (event.slug, event.name, number))
    data = {"event": event.slug, "number": number, "game": GameSerializer.of(game)}
    return News(data, partial(lines_of_result, event, number, game))


def _news_of_table(event: Event, table: Mapping[str, Any], before: Mapping[str, Any]) -> News:
    """To chats it is news where a row is another one."""
    is_other = not before or before["rows"] != table["rows"]
    data = {"event": event.slug, **news(event.version, event.projection, table)}
    return News(data, partial(lines_of_table, event, table) if is_other else tuple)


def _news_of_match_point(event: Event, table: Mapping[str, Any], before: Mapping[str, Any]) -> News | None:
    """It is news where the next game may decide the event otherwise than it might have before."""
    found = match_point(table)
    if found is None or (before and match_point(before) == found):
        return None
    data = {"event": event.slug, "version": event.version, "match_point": found}
    return News(data, partial(lines_of_match_point, event, found))


def _news_of_winner(event: Event, table: Mapping[str, Any], before: Mapping[str, Any]) -> News | None:
    """It is news where the event is decided, or decided otherwise than before."""
    finished = table["finished"]
    if not finished or (before and _winner(before) == finished["winner"]):
        return None
    data = {"event": event.slug, "version": event.version, "finished": finished}
    whole = orjson.Fragment(event.projection)
    return News({**data, "standings": whole}, partial(lines_of_winner, event, table))


_OF_TABLE: Mapping[Kind, Callable[[Event, Mapping[str, Any], Mapping[str, Any]], News | None]] = {
    Kind.STANDINGS_CHANGED: _news_of_table,
    Kind.MATCH_POINT: _news_of_match_point,
    Kind.EVENT_FINISHED: _news_of_winner,
}


def _winner(table: Mapping[str, Any]) -> str | None:
    finished = table["finished"]
    return finished["winner"] if finished else None


def drop_waiting(event: Event) -> None:
    """Drop what has not been sent yet of an event that is not public any more."""
    about = Q(webhook__event=event)
    about |= Q(body__contains=f'"data":{{"event":"{event.slug}"')
    # What is said in chats begins with the name of the event.
    for after in (": ", ", "):
        about |= Q(body__contains=f'"text":"{_inside(event.name)}{after}')
    Delivery.objects.filter(about, state=Delivery.State.WAITING).delete()


def forget_names(player: Player) -> None:
    """Call a player in stored messages as they are shown now: these must not reveal the name behind a nickname.

    Names that another player has too stay.
    """
    others = Player.objects.exclude(pk=player.pk).values_list("name", "nickname")
    earlier = names_of(player) - {player.shown_as} - {name for names in others for name in names}
    if not earlier:
        return
    # As they are written in JSON.
    pattern = names_in_texts({_inside(name) for name in earlier})
    concerned = Q(webhook__event__entries__player=player) | Q(webhook__event=None)
    for delivery in Delivery.objects.filter(concerned).distinct().iterator():
        body = pattern.sub(lambda _: _inside(player.shown_as), delivery.body)
        if body != delivery.body:
            Delivery.objects.filter(pk=delivery.pk).update(body=body)


def _inside(name: str) -> str:
    return as_json(name).decode()[1:-1]
