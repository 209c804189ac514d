"""What the public sees of events under an embargo, and of the games that wait for the end of their event.

``public_versions`` is asked at every door that is open to the public. An event that it gives is never saved; it is like
any other, only that status, version and table are those that the public may know. Without embargo it is the
event itself, and nothing is asked of the database.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypeVar
from uuid import UUID

import orjson
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone
from rest_framework.request import Request

from games.access.principal import NOBODY
from games.compiled_query import CompiledQuery
from games.domain.embargo import as_json
from games.enums import GameState
from games.models import Game, Player
from games.visibility.public import PublicKnowledge
from games.visibility.viewers import sees_everything, viewer_of
from rules.i18n import Literal
from tournaments.models import Entry, Event, EventGame, EventTable
from tournaments.models.rehearsal import rehearsal_players
from tournaments.models.season import demo_players
from tournaments.scopes import scope_of_event
from tournaments.standings.history import public_tables, with_names
from tournaments.standings.queries import load_standings

RowType = TypeVar("RowType", bound=Model)


def public_versions(events: Sequence[Event], now: datetime) -> list[Event]:
    """The events as the public may know them, in the same order. Three queries, however many they are."""
    withheld = [event for event in events if event.embargo is not None]
    if not withheld:
        return list(events)
    tables = public_tables(withheld, now)
    projections = with_names(tables.values())
    return [
        event if event.embargo is None else _as_of(event, tables[event.pk], projections[event.pk])
        for event in events
    ]


def visible_events(request: HttpRequest | Request, events: Sequence[Event], now: datetime) -> list[Event]:
    """The events as whoever asks may see them, in the same order."""
    withheld = [event for event in events if event.embargo is not None]
    viewer = viewer_of(request) if withheld else NOBODY
    whole = {event.pk for event in withheld if sees_everything(viewer, scope_of_event(event))}
    public = iter(public_versions([event for event in events if event.pk not in whole], now))
    return [event if event.pk in whole else next(public) for event in events]


_EVENT = CompiledQuery(
    lambda slug: Event.objects.filter(slug=slug).select_related("season").order_by(), sample="event"
)


def _event(slug: str) -> Event:
    for event in _EVENT.rows(slug):
        return event
    raise Http404


def visible_event(request: HttpRequest | Request, slug: str) -> Event:
    """The event as whoever asks may see it. Raises ``Http404``."""
    event = _event(slug)
    return event if event.embargo is None else visible_events(request, [event], timezone.now())[0]


def public_event(slug: str) -> Event:
    """The event as everybody may see it, whoever asks: for what others show. Raises ``Http404``."""
    return public_versions([_event(slug)], timezone.now())[0]


def has_full_access(request: HttpRequest | Request, event: Event) -> bool:
    """Whether whoever asks sees an event as it is now."""
    return event.embargo is None or sees_everything(viewer_of(request), scope_of_event(event))


def rows_in_projection(event: Event, part: str, member: str, rows: QuerySet[RowType]) -> QuerySet[RowType]:
    """Those of the rows of which the table tells, of an event as it is shown: its ``entries``, ``draws``, ``games``.

    ``member`` is what they are known by, in a row and in the table.
    """
    if event.embargo is None:
        return rows
    return rows.filter(**{f"{member}__in": [each[member] for each in load_standings(event)[part]]})


def visible_game(event: Event, played: EventGame, game: Game) -> EventGame:
    """A game of an event of which ``game`` is seen; of one not begun by then it is not told how it began since."""
    if game.started_at is not None or played.game.started_at is None:
        return played
    told = next(each for each in load_standings(event)["games"] if each["number"] == played.number)
    earlier = copy.copy(played)
    earlier.throws, earlier.override_reason = told["throws"], ""
    earlier.starter_reason = Literal(**told["starter_reason"])
    return earlier


def listed_for(
    request: HttpRequest | Request, events: QuerySet[Event], status: str, now: datetime
) -> QuerySet[Event]:
    """Those of the events that whoever asks sees in a status; all of them where it is empty."""
    if not status:
        return events
    withheld = visible_events(request, list(events.exclude(embargo="")), now)
    here = [event.pk for event in withheld if event.status == status]
    return events.filter(embargo="", status=status) | events.filter(pk__in=here)


def known_games(games: Collection[Game], now: datetime) -> Mapping[UUID, PublicKnowledge]:
    """How much the public may know of games that wait for the end of their event. Three queries at most.

    Of those that had begun before the first result it knows how they began; of a later one even that it is
    played would tell something.
    """
    played = list(EventGame.objects.filter(game__in=games).select_related("event"))
    waiting = {each.event for each in played if each.event.embargo is not None}
    tables = public_tables(waiting, now).values() if waiting else ()
    entries = [game for table in tables for game in orjson.loads(table.projection)["games"]]
    known = {
        game["game"]: PublicKnowledge.BEFORE_START
        if game["state"] == GameState.CREATED
        else PublicKnowledge.START
        for game in entries
    }
    return {
        each.game_id: known.get(str(each.game_id), PublicKnowledge.NOTHING)
        if each.event in waiting
        else PublicKnowledge.ALL
        for each in played
    }


def _as_of(event: Event, table: EventTable, projection: str) -> Event:
    earlier = copy.copy(event)
    data: dict[str, Any] = orjson.loads(projection)
    data["embargo"] = as_json(event.embargo)
    earlier.status, earlier.version = Event.Status(table.status), table.version
    earlier.ended_on = date.fromisoformat(data["ended_on"]) if data.get("ended_on") else None
    earlier.projection = orjson.dumps(data).decode()
    return earlier


# -- the demo and rehearsals ---------------------------------------------------------------------


def players_left_out() -> QuerySet[Player]:
    """Return the players whom no list shows: those of rehearsals, and of the demo once there are others.

    No query by itself.
    """
    in_demo = Entry.objects.filter(player=OuterRef("pk"), event__season__is_demo=True)
    others = Player.objects.filter(~Exists(in_demo))
    of_demo = demo_players().filter(Exists(others))
    return Player.objects.filter(Q(pk__in=of_demo) | Q(pk__in=rehearsal_players())).order_by()
