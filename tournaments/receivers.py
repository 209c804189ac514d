"""What tournaments answer games (``games.above``), and what follows from names that change and places that go."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils import timezone

from games.above import GameChange, RoomAbove
from games.access import services
from games.domain.place_points import FOR_PLACES, PlacePoints
from games.enums import Action, EventKind
from games.errors import BadRequest
from games.models import Game, Player
from games.services.starters import Payload, StarterRequest, Throws, not_due
from rules import RuleSet, StartingColour, Text
from tournaments.db import locked
from tournaments.errors import FormatViolation
from tournaments.formats import FormatError, NextGame
from tournaments.integrity import RankingsIntegrity, StandingsIntegrity
from tournaments.models import Event, EventGame, Ranking, Season
from tournaments.player_refs import ref, resolve_current
from tournaments.players.rebuild import StatisticsIntegrity
from tournaments.rankings.registry import key_of_medal_race
from tournaments.rankings.store import redraw, redraw_with_name
from tournaments.services.events import check_goes_on
from tournaments.services.games import check_seats, due_game, save_event_game
from tournaments.services.standings import EventChange, refresh
from tournaments.services.starters import (
    BY_HAND,
    Override,
    after_throws,
    override_starter,
    rounds_in_log,
    with_throws,
)
from tournaments.services.undo import check_nothing_rests_on
from tournaments.standings.event_state import EventState
from tournaments.standings.impact import impact_of
from tournaments.standings.queries import event_game_of
from tournaments.webhooks.outbox import forget_names


class Events(RoomAbove):
    """The events that games belong to."""

    derived = (StandingsIntegrity(), RankingsIntegrity(), StatisticsIntegrity())

    def after_record(self, change: GameChange) -> None:
        """Let follow what follows, in a change of the event that is made for it.

        The event's row is locked after the game's, never before.
        """
        event_id = EventGame.objects.filter(game=change.game).values_list("event_id", flat=True).first()
        if event_id is not None:
            with EventChange.open(locked(event_id), change.now, "") as around:
                around.after_record(change)

    def check_can_reopen(self, game: Game) -> None:
        played = event_game_of(game)
        if played is not None:
            check_nothing_rests_on(played)

    def due(self, game: Game, thrown: Throws) -> StartingColour | None:
        played = event_game_of(game)
        if played is None:
            return None
        played.game = game
        check_goes_on(played.event)
        due, rules = _due_as_seated(EventState.load(played.event), played)
        rounds = rounds_in_log(game, due, rules)
        try:
            rounds = with_throws(rounds, thrown, due, rules) if thrown else rounds
        except FormatError as error:
            raise FormatViolation(error.message, field="throws") from error
        return replace(after_throws(due, rounds, rules), throws_decide=True)

    def decide(self, wish: StarterRequest) -> Payload | None:
        """Decide, and store it with the game of the event; the table follows from what is recorded then.

        The event's row is locked after the game's, never before.
        """
        played = EventGame.objects.filter(game=wish.game).first()
        if played is None:
            return None
        event = locked(played.event_id)
        check_goes_on(event)
        played.game = wish.game
        due, rules = _due_as_seated(EventState.load(event, ref), played)
        rounds, payload, override = rounds_in_log(wish.game, due, rules), wish.payload, ""
        try:
            if wish.kind == EventKind.START_THROWS:
                with_throws(rounds, payload["throws"], due, rules)
                return payload
            if wish.kind == EventKind.POSITION:
                rounds, start = [], StartingColour("", BY_HAND)
            else:
                start, override = _start_requested(after_throws(due, rounds, rules), due, wish)
                payload = wish.but(starter=start.colour, how={"reason": start.reason.as_json()})
        except FormatError as error:
            field = "starter" if error.field == "starter" else "throws"
            raise FormatViolation(error.message, field=field) from error
        played.throws, played.override_reason = rounds, override
        save_event_game(played, due, start.reason, "", wish.writer.actor)
        return payload

    def consequences_of(self, game: Game) -> Sequence[Text]:
        played = event_game_of(game)
        if played is None:
            return ()
        event_state = EventState.load(played.event)
        names = event_state.names
        played.game = game
        games = tuple(played if each.pk == played.pk else each for each in event_state.games)
        try:
            after = replace(event_state, games=games).verdict
        except FormatError as error:
            return (error.message,)
        return tuple(each.text for each in impact_of(event_state.verdict, after, names))

    def place_points(self, game: Game) -> PlacePoints | None:
        """By the settings of its event, where it goes on for the places. One query, none where it does not."""
        if game.rules.ends not in FOR_PLACES:
            return None
        events = EventGame.objects.filter(game=game).select_related("event").defer("event__projection")
        if (played := events.first()) is None:
            return None
        event = played.event
        return event.format.place_points(event.format_settings, game.rules.ends)

    def after_rewriting(self, named: Callable[[str], bool], now: datetime) -> None:
        for event_id, table in Event.objects.order_by("pk").values_list("pk", "projection").iterator():
            if named(table):
                refresh(event_id=event_id, now=now)
        keys = [key for key, table in Ranking.objects.values_list("key", "projection") if named(table)]
        redraw(keys=keys, now=now)


def _due_as_seated(event_state: EventState, played: EventGame) -> tuple[NextGame, RuleSet]:
    """Return the game that is due in this place, and its rules. Raises ``EventStateConflict`` for other seats."""
    due = due_game(event_state, played.number)
    check_seats(played, event_state, due)
    return due, event_state.event.rules_of(due.rules)


def _start_requested(
    found: StartingColour, due: NextGame, wish: StarterRequest
) -> tuple[StartingColour, str]:
    """Return who starts, as ``found`` by the rules or as it is requested, and why the organiser decided otherwise."""
    if wish.youngest:
        raise BadRequest(
            Text("youngest: who is the youngest stands with the entries of the event"), field="youngest"
        )
    if wish.starter and wish.starter not in due.seating.colours:
        raise BadRequest(
            Text("starter: a colour at the board is needed: {there}", there=", ".join(due.seating.colours)),
            field="starter",
        )
    if found.colour is not None and wish.starter in ("", found.colour):
        return found, ""
    if not wish.starter:
        raise FormatError("throws", found.reason)
    if not wish.reason:
        raise not_due(replace(found, reason=resolve_current(found.reason)), wish.starter)
    wish.require(Action.ORGANISE)
    return override_starter(due, Override(wish.starter, wish.reason), ()), wish.reason


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
