"""What tournaments hear of games: results that come and go, names that change, what becomes public."""

import copy
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils import timezone

from games.access import services
from games.access.plain_sql import rows_where
from games.domain.place_points import FOR_PLACES, PlacePoints
from games.enums import GameState
from games.models import Game, GameEvent, Player
from games.signals import (
    begun,
    publicity_changed,
    reopening_considered,
    result_changed,
    result_considered,
    texts_changed,
    worth_of_places,
)
from rules.i18n import Text
from rules.rule_sets import Ends
from tournaments.errors import FormatViolation
from tournaments.formats import FormatError
from tournaments.models import Event, EventGame, Ranking, Season
from tournaments.rankings.registry import key_of_medal_race
from tournaments.rankings.store import redraw, redraw_with_name
from tournaments.services.standings import locked_event, refresh, refresh_locked
from tournaments.services.undo import check_nothing_rests_on, follow_in_report
from tournaments.standings.event_state import EventState
from tournaments.standings.impact import impact_of
from tournaments.standings.queries import event_game_of
from tournaments.statistics.update import note
from tournaments.webhooks.outbox import forget_names, tell_of_result


@receiver(result_changed, sender=Game)
def table_follows_the_result(game: Game, now: datetime, events: Sequence[GameEvent] = (), **_: Any) -> None:
    """In the transaction that holds the game's row; the event's row is locked after it, never before.

    Taking back a result that others rest on is refused (``tournaments.services.undo``).
    """
    for played in rows_where(EventGame, "game_id = %s", game.pk):
        played.game, played.event = game, (event := locked_event(played.event_id))
        if not game.is_over:
            check_nothing_rests_on(played)
        follow_in_report(played, events)
        tell_of_result(played, game)
        try:
            is_level = game.state == GameState.ENDED and game.winner_id is None
            if is_level and not event.format.level_results_count:
                state = EventState.load(event)
                state.check_decided(next(each for each in state.games if each.pk == played.pk))
            refresh_locked(event, now)
        except FormatError as error:  # such a result cannot be in this event: nothing is recorded
            raise FormatViolation(error.message, field=error.field) from error


@receiver(begun, sender=Game)
def table_follows_the_beginning(game: Game, now: datetime, **_: Any) -> None:
    """The table shows at once that a game runs, who began it and why (``services.starters`` decides)."""
    for event_id in EventGame.objects.filter(game=game).values_list("event_id", flat=True):
        refresh(event_id=event_id, now=now)


@receiver(result_considered, sender=Game)
def table_of_another_result(game: Game, **_: Any) -> Sequence[Text]:
    """What would be otherwise in the event if ``game``, a copy, had this result; nothing is changed."""
    played = event_game_of(game)
    if played is None:
        return ()
    event_state = EventState.load(played.event)
    names = {entry.key: event_state.name(entry) for entry in event_state.entries}
    games = []
    for each in event_state.games:
        shown = copy.copy(each)
        if each.pk == played.pk:
            shown.game = game
        games.append(shown)
    try:
        after = replace(event_state, games=tuple(games)).verdict
    except FormatError as error:
        return (error.message,)
    return [each.text for each in impact_of(event_state.verdict, after, names)]


@receiver(reopening_considered, sender=Game)
def events_keep_what_rests_on_a_result(game: Game, **_: Any) -> None:
    """Refused here already, for the pages that offer it, as ``table_follows_the_result`` would."""
    played = event_game_of(game)
    if played is not None:
        check_nothing_rests_on(played)


@receiver(result_changed, sender=Game)
def players_follow_the_result(game: Game, **_: Any) -> None:
    """Only noted here: what is counted of players is brought up to date after the commit."""
    note([game.pk])


@receiver(publicity_changed, sender=Game)
def players_follow_the_publicity(games: Collection[UUID], **_: Any) -> None:
    note(games)


@receiver(post_save, sender=Player)
def tables_follow_the_name(instance: Player, created: bool, raw: bool, **_: Any) -> None:
    """Tables and reasons call players by name (``raw``: a fixture is being loaded, its tables with it)."""
    if created or raw:
        return
    with transaction.atomic():
        events = Event.objects.filter(entries__player=instance).order_by("pk")
        for event_id in events.values_list("pk", flat=True):
            refresh(event_id=event_id, now=timezone.now())
        redraw_with_name(player_id=instance.pk, now=timezone.now())
        forget_names(instance)


@receiver(texts_changed, sender=Player)
def tables_follow_the_texts(named: Callable[[str], bool], now: datetime, **_: Any) -> None:
    """Names of events and lists have changed: their tables count a version on, and viewers are notified."""
    for event_id, table in Event.objects.order_by("pk").values_list("pk", "projection").iterator():
        if named(table):
            refresh(event_id=event_id, now=now)
    keys = [key for key, table in Ranking.objects.values_list("key", "projection") if named(table)]
    if keys:
        redraw(keys=keys, now=now)


@receiver(post_delete, sender=Event)
def roles_end_with_the_event(instance: Event, **_: Any) -> None:
    """Roles do not pass to a later event of the same name."""
    services.revoke_all_within(place=f"event:{instance.slug}", now=timezone.now())


@receiver(post_delete, sender=Season)
def roles_end_with_the_season(instance: Season, **_: Any) -> None:
    """Roles do not pass to a later season of the same name, and its Medal Race starts again."""
    Ranking.objects.filter(key=key_of_medal_race(instance)).delete()
    place = f"season:{instance.slug}"
    services.revoke_all_within(place=place, now=timezone.now())
    Player.objects.filter(entered_in=place).update(entered_in="")


@receiver(worth_of_places, sender=Game)
def worth_in_events(games: Sequence[Game], **_: Any) -> Mapping[UUID, PlacePoints]:
    """By the settings of the event of each game that goes on for the places. One query, none where none does."""
    ends = {game.pk: game.rules.ends for game in games if game.rules.ends in FOR_PLACES}
    if not ends:
        return {}
    played = EventGame.objects.filter(game__in=ends).select_related("event").defer("event__projection")
    found = {each.game_id: _points_for_places(each, ends[each.game_id]) for each in played}
    return {game: points for game, points in found.items() if points is not None}


def _points_for_places(played: EventGame, ends: Ends) -> PlacePoints | None:
    """The points of the colours or of the players, whichever the places are for; ``None`` without such points."""
    format = played.event.format
    return format.place_points(format.settings.read(played.event.settings), ends)
