"""Who may do what at the organiser's desk: the same roles as everywhere (docs/reference/access.md)."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest

from games.access import games_within, is_allowed, may_everywhere
from games.access.decorators import caller_of
from games.enums import Action
from games.models import Player, Seat
from tournaments.models import Entry, Event, EventGame, Season, Webhook
from tournaments.scopes import around_season, scope_of_event


def may_do(request: HttpRequest, action: Action, event: Event) -> bool:
    return is_allowed(caller_of(request), action, scope_of_event(event))


def may_in_season(request: HttpRequest, action: Action, season: Season) -> bool:
    """Whether the viewer may do it in the season, and so in all of its events."""
    return is_allowed(caller_of(request), action, around_season(season.slug))


def may_make_events(request: HttpRequest) -> bool:
    """Whether the viewer has an account and may make events, in a whole season at least; a magic link opens no desk."""
    return bool(request.user.is_authenticated) and may_in_some_season(request, Action.ORGANISE)


def may_in_some_season(request: HttpRequest, action: Action) -> bool:
    if may_everywhere(request, action):
        return True
    return any(place.startswith("season:") for place in caller_of(request).places_to(action))


def seasons_within(request: HttpRequest, seasons: QuerySet[Season], action: Action) -> QuerySet[Season]:
    if may_everywhere(request, action):
        return seasons
    return seasons.filter(slug__in=caller_of(request).names_of("season", action))


def events_within(request: HttpRequest, events: QuerySet[Event], action: Action) -> QuerySet[Event]:
    if may_everywhere(request, action):
        return events
    seasons, slugs = (caller_of(request).names_of(kind, action) for kind in ("season", "event"))
    return events.filter(Q(season__slug__in=seasons) | Q(slug__in=slugs))


def webhooks_within(request: HttpRequest) -> QuerySet[Webhook]:
    """The webhooks whose place, an event, a season or the site, the viewer organises."""
    if may_everywhere(request, Action.ORGANISE):
        return Webhook.objects.all()
    events = events_within(request, Event.objects.all(), Action.ORGANISE)
    seasons = seasons_within(request, Season.objects.all(), Action.ORGANISE)
    return Webhook.objects.filter(Q(event__in=events.values("pk")) | Q(season__in=seasons.values("pk")))


def events_around(request: HttpRequest, events: QuerySet[Event], action: Action) -> QuerySet[Event]:
    """The events in which the viewer may do it somewhere, be it at one board or in one game."""
    if may_everywhere(request, action):
        return events
    own = events_within(request, Event.objects.all(), action)
    played = EventGame.objects.filter(game__in=games_within(request, action))
    boards = [slug for kind in ("board", "round") for slug in caller_of(request).names_of(kind, action)]
    return events.filter(Q(pk__in=own.values("pk")) | Q(pk__in=played.values("event")) | Q(slug__in=boards))


def may_rename(request: HttpRequest, player: Player) -> bool:
    """Whether the viewer organises everything in which the player plays, so that they may correct the name."""
    return renamable(request, Player.objects.filter(pk=player.pk)).exists()


def renamable(request: HttpRequest, players: QuerySet[Player]) -> QuerySet[Player]:
    """The players whose name the viewer may correct: they play in nothing that others organise."""
    if may_everywhere(request, Action.ORGANISE):
        return players
    own = events_within(request, Event.objects.all(), Action.ORGANISE).values("pk")
    entries = Entry.objects.filter(player=OuterRef("pk"))
    seats = Seat.objects.filter(player=OuterRef("pk"))
    return players.filter(
        Exists(entries.filter(event__in=own)),
        ~Exists(entries.exclude(event__in=own)),
        ~Exists(seats.exclude(game__event_game__event__in=own)),
    )
