"""Messages to be sent, written in the transaction of the change: stored or lost together with it.

Callers hold the event's row, and so does a caller who removes a webhook: no write ever meets one that is gone. Of a
webhook of a season or the site these are the rows of all its events; an event that is being created meets none, as
nothing is sent about how an event is entered. An event without webhooks costs a change one query, and a throw none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache, partial
from typing import Any

import orjson
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

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
    """What is sent: to programs all of it, to people some lines; none where it is of no interest to them."""

    data: Mapping[str, Any]
    lines: Lines = ()


def message(*, kind: str, data: Mapping[str, Any], now: datetime) -> str:
    """The body of a message: its type, when it was written, and its data."""
    return as_json({"type": kind, "timestamp": now, "data": data}).decode()


def text_message(*, kind: str, text: str, now: datetime) -> str:
    """The body of a message to a chat: its type, when it was written, and what is said."""
    return as_json({"type": kind, "timestamp": now, "text": text}).decode()


def put(*, webhook: Webhook, kind: str, body: str, now: datetime) -> Delivery:
    """A delivery that is due at once; after the commit the sender is notified."""
    delivery = Delivery(webhook=webhook, kind=kind, body=body, created_at=now, next_attempt_at=now)
    delivery.save(force_insert=True)
    transaction.on_commit(partial(ring, KIND, LANE), robust=True)
    return delivery


#: Of an event, of its season, of the site.
_OF_EVENT = """
    active AND (event_id = %s OR season_id = %s OR event_id IS NULL AND season_id IS NULL) ORDER BY id
"""


@dataclass
class Outbox:
    """The messages of an event whose row is locked. Its webhooks are read once, as none goes meanwhile."""

    event: Event

    @cached_property
    def _webhooks(self) -> Sequence[Webhook]:
        """Return the webhooks of the event; none of one that is not public."""
        event = self.event
        return rows_where(Webhook, _OF_EVENT, event.pk, event.season_id) if event.is_public else ()

    @cached_property
    def _table(self) -> dict[str, Any]:
        """Return the table as it is after the change."""
        found: dict[str, Any] = orjson.loads(self.event.projection)
        return found

    def tell_of_result(self, played: EventGame, game: Game) -> None:
        """Queue ``game.ended``. A withdrawn result queues nothing here; see ``standings.changed``."""
        event = self.event

        def news_of_it() -> News:
            set_event(game, (event.slug, event.name, played.number))
            data = {"event": event.slug, "number": played.number, "game": GameSerializer.of(game)}
            return News(data, lines_of_result(event, played.number, game))

        if game.state in _OVER:
            self._put_for_each(Kind.GAME_ENDED, news_of_it)

    def tell_of_table(self, before: Mapping[str, Any]) -> None:
        """``standings.changed``: the table has a new version; ``event.match_point`` and ``event.finished``, where it
        makes one or is decided otherwise. ``before`` is the last table, empty where there was none.
        """
        self._put_for_each(Kind.STANDINGS_CHANGED, lambda: self._news_of_table(before))
        self._put_for_each(Kind.MATCH_POINT, lambda: self._news_of_match_point(before))
        self._put_for_each(Kind.EVENT_FINISHED, lambda: self._news_of_winner(before))

    def tell_of_publication(self) -> None:
        """``standings.changed``, and ``event.finished`` where it is: the event has become public in this state."""
        self._put_for_each(Kind.STANDINGS_CHANGED, lambda: self._news_of_table({}))
        self._put_for_each(Kind.EVENT_FINISHED, lambda: self._news_of_winner({}))

    def _news_of_table(self, before: Mapping[str, Any]) -> News:
        """To chats it is news where a row is another one."""
        event, table = self.event, self._table
        is_other = not before or before["rows"] != table["rows"]
        data = {"event": event.slug, **news(event.version, event.projection)}
        return News(data, lines_of_table(event, table) if is_other else [])

    def _news_of_match_point(self, before: Mapping[str, Any]) -> News | None:
        """It is news where the next game may decide the event otherwise than it might have before."""
        event, found = self.event, match_point(self._table)
        if found is None or (before and match_point(before) == found):
            return None
        data = {"event": event.slug, "version": event.version, "match_point": found}
        return News(data, lines_of_match_point(event, found))

    def _news_of_winner(self, before: Mapping[str, Any]) -> News | None:
        """It is news where the event is decided, or decided otherwise than before."""
        event, finished = self.event, self._table["finished"]
        if not finished or (before and _winner(before) == finished["winner"]):
            return None
        data = {"event": event.slug, "version": event.version, "finished": finished}
        whole = orjson.Fragment(event.projection)
        return News({**data, "standings": whole}, lines_of_winner(event, self._table))

    def _put_for_each(self, kind: Kind, news_of_it: Callable[[], News | None]) -> None:
        """Queue a message of this kind for each webhook that subscribes to it."""
        webhooks = [webhook for webhook in self._webhooks if kind in webhook.kinds]
        found = news_of_it() if webhooks else None
        if found is None:
            return
        now = timezone.now()
        for_programs = lru_cache(1)(partial(message, kind=kind, data=found.data, now=now))
        for webhook in webhooks:
            if not webhook.is_chat:
                put(webhook=webhook, kind=kind, body=for_programs(), now=now)
            elif found.lines:
                text = text_message(kind=kind, text=render_lines(found.lines, webhook.language), now=now)
                put(webhook=webhook, kind=kind, body=text, now=now)


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
