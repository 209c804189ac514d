"""An event ready to be played: made in one go, or nothing of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction

from games.models import Player
from tournaments.db import locked
from tournaments.models import Event, Season
from tournaments.player_refs import ref
from tournaments.services.draws import by_seed, hold_draw
from tournaments.services.entries import EntryRoll
from tournaments.services.events import create_season, new_event
from tournaments.services.slugs import free_name, free_slug, slug_of, split_number
from tournaments.services.standings import bring_up_to_date
from tournaments.standings.event_state import EventState

#: Draws that a format asks for before its first game; more would mean that drawing does not end.
_MOST_DRAWS = 10


@dataclass(frozen=True, slots=True)
class EventWish:
    """What is to be made. ``players`` are those who are here, and names of new ones, in the order of seeding.

    ``season`` is one that is there, or the name of a new one: the year of the event's day.
    """

    name: str
    format_key: str
    rules_name: str
    settings: Mapping[str, Any]
    starts_on: date
    season: Season | str
    players: Sequence[Player | str]
    level: int = 1
    ranked: bool = True
    is_public: bool = True
    options: Mapping[str, Any] = field(default_factory=dict)
    #: Whether the name was not typed, so that a number is added where it is taken.
    is_usual_name: bool = False


def make_event(*, wish: EventWish, actor: str, now: datetime) -> Event:
    """Make the event, enter the players, and draw whatever is drawn before Game 1.

    Asked again with the same wish it returns the same event, as long as no game has begun. Raises ``BadRequest`` and
    the errors of formats and rules.
    """
    try:
        return _make(wish, actor, now)
    except IntegrityError:  # sent twice at the same moment: the other one has made it
        return _make(wish, actor, now)


@transaction.atomic
def _make(wish: EventWish, actor: str, now: datetime) -> Event:
    season = wish.season if isinstance(wish.season, Season) else _season(wish.season, wish, actor, now)
    if known := _known(wish, season):
        return known
    name = free_name(wish.name, season) if wish.is_usual_name else wish.name
    event = new_event(
        season=season,
        slug=free_slug(slug_of(name) or "event", Event),
        name=name,
        format_key=wish.format_key,
        rules_name=wish.rules_name,
        settings=wish.settings,
        options=wish.options,
        starts_on=wish.starts_on,
        level=wish.level,
        ranked=wish.ranked,
        is_public=wish.is_public,
        actor=actor,
    )
    roll = EntryRoll(event, actor)
    for player in wish.players:
        roll.keep(roll.enter(player))
    return draw_all(event_id=event.pk, actor=actor, now=now)


@transaction.atomic
def draw_all(*, event_id: int, actor: str, now: datetime) -> Event:
    """Hold every draw that is due, each from a seed of its own that anybody can check."""
    event = locked(event_id)
    for _ in range(_MOST_DRAWS):
        event_state = EventState.load(event)
        if event_state.verdict.missing or not event_state.verdict.draws:
            break
        hold_draw(event_state, event_state.verdict.draws[0].subject, by_seed(), actor, now)
    bring_up_to_date(event_state.calling(ref), now)
    return event


def _season(name: str, wish: EventWish, actor: str, now: datetime) -> Season:
    """Return the season of that name around the day of the event, made where it is missing."""
    day = wish.starts_on
    if known := Season.objects.filter(name=name, starts_on__lte=day, ends_on__gte=day).first():
        return known
    first, last = date(day.year, 1, 1), date(day.year, 12, 31)
    slug = free_slug(slug_of(name) or str(day.year), Season)
    return create_season(slug=slug, name=name, starts_on=first, ends_on=last, actor=actor, now=now)


def _known(wish: EventWish, season: Season) -> Event | None:
    """Return the event where the same has been made before: a form that was sent twice."""
    asked = Event.objects.filter(
        season=season,
        format_key=wish.format_key,
        rules_name=wish.rules_name,
        starts_on=wish.starts_on,
        games=None,
    )
    # As they are shown: matching must not reveal the name behind a nickname.
    names = [player.shown_as if isinstance(player, Player) else player for player in wish.players]
    for event in asked.select_related("season"):
        is_called_so = event.name == wish.name or (
            wish.is_usual_name and split_number(event.name)[0] == wish.name
        )
        entries = event.entries.select_related("player").order_by("seed")
        if is_called_so and [entry.player.shown_as for entry in entries] == names:
            return event
    return None
