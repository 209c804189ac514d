"""What tournaments answer games (``games.above``), and what follows from names that change and places that go."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils import timezone

from games.above import GameChange
from games.access import services
from games.domain.place_points import FOR_PLACES, PlacePoints
from games.models import Game, Player
from rules import Text
from tournaments.db import locked
from tournaments.formats import FormatError
from tournaments.integrity import RankingsIntegrity, StandingsIntegrity
from tournaments.models import Event, EventGame, Ranking, Season
from tournaments.rankings.registry import key_of_medal_race
from tournaments.rankings.store import redraw, redraw_with_name
from tournaments.services.standings import event_change, refresh
from tournaments.services.starters import EventStarters
from tournaments.services.undo import check_nothing_rests_on
from tournaments.standings.event_state import EventState
from tournaments.standings.impact import impact_of
from tournaments.standings.queries import event_game_of
from tournaments.statistics.rebuild import StatisticsIntegrity
from tournaments.statistics.update import note
from tournaments.webhooks.outbox import forget_names


class Events(EventStarters):
    """The events that games belong to."""

    derived = (StandingsIntegrity(), RankingsIntegrity(), StatisticsIntegrity())

    def after_record(self, change: GameChange) -> None:
        """Let follow what follows: in the change of the event in hand, or else in one of its own.

        The event's row is locked after the game's, never before.
        """
        if change.around is not None:
            change.around.take(change)
            return
        event_id = EventGame.objects.filter(game=change.game).values_list("event_id", flat=True).first()
        if event_id is not None:
            with event_change(EventState.load(locked(event_id)), change.now) as around:
                around.take(change)
        elif change.is_result:
            note([change.game.pk])

    def check_can_reopen(self, game: Game) -> None:
        played = event_game_of(game)
        if played is not None:
            check_nothing_rests_on(played)

    def consequences_of(self, game: Game) -> Sequence[Text]:
        played = event_game_of(game)
        if played is None:
            return ()
        event_state = EventState.load(played.event)
        names = {entry.key: event_state.name(entry) for entry in event_state.entries}
        played.game = game
        games = tuple(played if each.pk == played.pk else each for each in event_state.games)
        try:
            after = replace(event_state, games=games).verdict
        except FormatError as error:
            return (error.message,)
        return tuple(each.text for each in impact_of(event_state.verdict, after, names))

    def place_points(self, games: Sequence[Game]) -> Mapping[UUID, PlacePoints]:
        """By the settings of the event of each game that goes on for the places. One query, none where none does."""
        ends = {game.pk: game.rules.ends for game in games if game.rules.ends in FOR_PLACES}
        if not ends:
            return {}
        played = EventGame.objects.filter(game__in=ends).select_related("event").defer("event__projection")
        found = {}
        for each in played:
            format = each.event.format
            found[each.game_id] = format.place_points(
                format.settings.read(each.event.settings), ends[each.game_id]
            )
        return {game: points for game, points in found.items() if points is not None}

    def after_publishing(self, games: Collection[UUID]) -> None:
        note(games)

    def after_rewriting(self, named: Callable[[str], bool], now: datetime) -> None:
        for event_id, table in Event.objects.order_by("pk").values_list("pk", "projection").iterator():
            if named(table):
                refresh(event_id=event_id, now=now)
        keys = [key for key, table in Ranking.objects.values_list("key", "projection") if named(table)]
        redraw(keys=keys, now=now)


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
