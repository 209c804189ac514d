"""A season, its players and the first event with its entries, made in one go: all of it or nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q

from games.models import Player
from games.models.player import folded
from rules.i18n import Text
from tournaments.db import check_row, refused, save_row
from tournaments.models import Event
from tournaments.season_templates import EventPlan, SeasonPlan
from tournaments.services.entries import enter
from tournaments.services.seasons import create_planned_season


@dataclass(frozen=True, slots=True)
class FirstSeason:
    """What is to be made: the season with its events, the ``first`` of which is named, and the players by name.

    Of the ``players`` those of ``entered`` are entered in the first event, in this order.
    """

    season: SeasonPlan
    first: EventPlan
    players: Sequence[str]
    entered: Sequence[str]


def make_first_season(*, beginnings: FirstSeason, actor: str, now: datetime) -> Event:
    """Make all of it; return the first event. Idempotent: asked again it returns the same event.

    A player who is here already is taken, not made again. ``BadRequest`` and the errors of formats and rules say
    what cannot be; nothing is made then.
    """
    try:
        return _made(beginnings, actor, now)
    except IntegrityError:  # the same request, sent twice at the same moment: the other one has made it
        return _made(beginnings, actor, now)


def match_players(names: Collection[str]) -> Mapping[str, Player]:
    """Map the names to the players known by them, in any spelling.

    Raises ``BadRequest`` where a name means two players, or two of the names one.
    """
    keys = {folded(name): name for name in names}
    found: dict[str, Player] = {}
    for player in Player.objects.filter(Q(search_key__in=keys) | ~Q(nickname="")):
        for key in {folded(player.name), folded(player.shown_as)} & keys.keys():
            if keys[key] in found:
                raise refused(
                    "players",
                    Text(
                        "two players are called {key}: leave the name out, and enter the right one at the event",
                        key=keys[key],
                    ),
                )
            if player in found.values():
                raise refused(
                    "players",
                    Text("{key} is {player}, who is named already", key=keys[key], player=player.shown_as),
                )
            found[keys[key]] = player
    return found


@transaction.atomic
def _made(beginnings: FirstSeason, actor: str, now: datetime) -> Event:
    if known := _known(beginnings):
        return known
    known_players = match_players(beginnings.players)
    players = {name: known_players.get(name) or _player(name, actor) for name in beginnings.players}
    season = create_planned_season(plan=beginnings.season, actor=actor, now=now)
    event = season.events.get(slug=beginnings.first.slug)
    for name in beginnings.entered:
        enter(event_id=event.pk, player=players[name], actor=actor, now=now)
    return Event.objects.select_related("season").get(pk=event.pk)


def _known(beginnings: FirstSeason) -> Event | None:
    """Return the event, where it has been made before with the same entries."""
    asked = Event.objects.select_related("season").filter(
        slug=beginnings.first.slug, name=beginnings.first.name, season__slug=beginnings.season.slug
    )
    event = asked.first()
    if event is None:
        return None
    entered = [entry.player for entry in event.entries.select_related("player").order_by("seed")]
    same = len(entered) == len(beginnings.entered) and all(
        folded(name) in (folded(player.name), folded(player.shown_as))
        for name, player in zip(beginnings.entered, entered, strict=True)
    )
    return event if same else None


def _player(name: str, actor: str) -> Player:
    player = Player(name=name)
    check_row(player)
    save_row(player, actor)
    return player
