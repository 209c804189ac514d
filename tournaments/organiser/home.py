"""The organiser's home: what is to do, and their events – running, coming, finished, archived on request."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.admin import games_within, may_enter, may_everywhere
from games.access.decorators import caller_of, signed_in
from games.access.persons import find_persons, has_another_approver
from games.access.scopes import scope_of_game
from games.enums import Action, EventKind, GameState
from games.models import Game, GameEvent
from rules.i18n import Literal
from tournaments.models import Entry, Event, EventGame, Season
from tournaments.models.delivery import Delivery
from tournaments.organiser.actions.base import name_of
from tournaments.organiser.actions.bulk import ConfirmResults
from tournaments.organiser.actions.corrections import Approve
from tournaments.organiser.actions.details import ChangeDetails
from tournaments.organiser.desk_parts import reverse_desk
from tournaments.organiser.hall.without_seat import seats_wanted_at
from tournaments.organiser.i18n import translate_text
from tournaments.organiser.permissions import events_around, events_within, may_make_events, webhooks_within
from tournaments.organiser.site import may_see_site
from tournaments.organiser.start_league import may_start_league
from tournaments.organiser.webhooks import address_of
from tournaments.player_refs import current_names, resolve
from tournaments.services.hall import open_namesakes
from tournaments.standings.presenters import EventPresenter

# -- what waits ------------------------------------------------------------------------------------

#: The number named of each kind; all of them are counted.
MOST = 12
#: So long after the end of an event its slips are still asked for.
SLIPS_WANTED = timedelta(days=14)
#: How long a delivery that was given up is still listed.
GIVEN_UP_SHOWN = timedelta(days=1)

#: Neither closed nor called off.
GOES_ON = (Event.Hold.NONE, Event.Hold.INTERRUPTED)


@dataclass(frozen=True, slots=True)
class TodoItem:
    """One thing that waits: where it is done, what it is, and what more is to be said – how long, how many."""

    about: str
    url: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class TodoGroup:
    """Open tasks of one kind: how many, and where. ``is_urgent``: players at a board wait for it now."""

    name: Any
    number: int
    waiting: Sequence[TodoItem]
    is_urgent: bool = False

    @property
    def named(self) -> Sequence[TodoItem]:
        return self.waiting[:MOST]

    @property
    def others(self) -> int:
        return max(len(self.waiting) - MOST, 0)


class TodoList:
    """Open tasks and the events under way, for the viewer."""

    def __init__(self, request: HttpRequest, now: datetime, today: date) -> None:
        self._request, self._now, self._today = request, now, today

    @cached_property
    def concerns(self) -> list[TodoGroup]:
        """Open tasks, the most urgent first, without empty kinds."""
        found = (
            self._calls(),
            self._corrections(),
            self._without_seat(),
            self._namesakes(),
            self._unfitting(),
            self._to_begin(),
            self._due(),
            self._unconfirmed(),
            self._unpublished(),
            self._webhooks(),
        )
        return [concern for concern in found if concern.number]

    @cached_property
    def under_way(self) -> list[EventPresenter]:
        begun = Q(status=Event.Status.RUNNING)
        drawn = Q(status=Event.Status.DRAWN, starts_on__lte=self._today)
        found = self._events.filter(begun | drawn, hold__in=GOES_ON)
        return [EventPresenter(event) for event in found.select_related("season")[:MOST]]

    @property
    def _events(self) -> QuerySet[Event]:
        return events_within(self._request, Event.objects.filter(archived=False, rehearsal=None), Action.RULE)

    @property
    def _organised(self) -> QuerySet[Event]:
        events = Event.objects.filter(archived=False, rehearsal=None).defer("projection")
        return events_within(self._request, events, Action.ORGANISE)

    # -- games -------------------------------------------------------------------------------------

    def _calls(self) -> TodoGroup:
        """Players at a board wait for the referee; the longest first."""
        calling = {game.pk: (game, min(game.calls)) for game in self._asking if game.calls}
        return self._of_games(_("The referee is called"), calling, _referee_page, is_urgent=True)

    def _corrections(self) -> TodoGroup:
        proposed = {game.pk: (game, game.correction) for game in self._asking if game.correction is not None}
        return self._of_games(_("A correction waits for a second person"), proposed, _approval)

    @cached_property
    def _asking(self) -> list[Game]:
        games = games_within(self._request, Action.RULE).filter(~Q(calls=[]) | Q(correction__isnull=False))
        found = games.select_related("event_game__event").defer("event_game__event__projection")
        return list(found.order_by("pk"))

    @cached_property
    def _asked(self) -> dict[tuple[Any, int], GameEvent]:
        wanted = {game.pk: {*game.calls, game.correction} for game in self._asking}
        numbers = {number for numbers in wanted.values() for number in numbers if number is not None}
        found = GameEvent.objects.filter(game__in=wanted, number__in=numbers).select_related("game")
        return {(event.game_id, event.number): event for event in found}

    @cached_property
    def _persons(self) -> Mapping[str, str]:
        """Actor → the person behind it, of the viewer and of all who made a request."""
        return find_persons({caller_of(self._request).actor, *(event.by for event in self._asked.values())})

    def _of_games(
        self,
        name: Any,
        games: dict[Any, tuple[Game, int]],
        page: Callable[[Game], str],
        is_urgent: bool = False,
    ) -> TodoGroup:
        asked = sorted(
            ((self._asked[key, number], game) for key, (game, number) in games.items()),
            key=lambda found: found[0].recorded_at,
        )
        waiting = [TodoItem(self._called(game), page(game), self._since(event)) for event, game in asked]
        return TodoGroup(name, len(asked), waiting, is_urgent)

    @cached_property
    def _names(self) -> dict[str, str]:
        """Player id → name, of the players by whom a game with an open request is called."""
        played = filter(None, map(_place, self._asking))
        return current_names(name for each in played for name in (each.name.en, each.name.de))

    def _called(self, game: Game) -> str:
        played = _place(game)
        return (
            f"{played.event.name}: {translate_text(resolve(played.name, self._names))}"
            if played
            else str(game)
        )

    def _since(self, event: GameEvent) -> str:
        waited = str(_("for %(time)s") % {"time": timesince(event.recorded_at, self._now)})
        me = caller_of(self._request).actor
        mine = event.kind == EventKind.CORRECTION and self._persons[event.by] == self._persons[me]
        if not mine or not has_another_approver(me, scope_of_game(event.game_id)):
            return waited
        return str(_("%(waited)s; proposed by you, somebody else approves it") % {"waited": waited})

    def _unconfirmed(self) -> TodoGroup:
        """Unsigned results of events that go on or have just ended."""
        not_signed = Q(games__game__state=GameState.ENDED, games__game__confirmations=[])
        lately = Q(ended_on__isnull=True) | Q(ended_on__gte=self._today - SLIPS_WANTED)
        events = self._events.defer("projection").filter(lately, hold__in=GOES_ON)
        events = events.annotate(open_slips=Count("games", filter=not_signed)).filter(open_slips__gt=0)
        counted = [(event, event.open_slips) for event in events if not event.format.seats_a_hall]
        waiting = [
            TodoItem(
                event.name,
                reverse_desk(name_of(ConfirmResults), event),
                ngettext("%(number)d result", "%(number)d results", count) % {"number": count},
            )
            for event, count in counted
        ]
        return TodoGroup(_("Unconfirmed results"), sum(count for _event, count in counted), waiting)

    # -- events ------------------------------------------------------------------------------------

    def _to_begin(self) -> TodoGroup:
        """Events of today, or of days gone by, with entries and without a begun game."""
        status = (Event.Status.OPEN, Event.Status.DRAWN)
        events = self._organised.filter(status__in=status, hold="", starts_on__lte=self._today)
        events = events.filter(Exists(Entry.objects.filter(event=OuterRef("pk"))))
        # The next one first; one that was forgotten in spring is no news.
        found = list(events.order_by("-starts_on", "slug"))
        waiting = [TodoItem(event.name, _desk(event), self._day(event)) for event in found]
        return TodoGroup(_("Events to start"), len(found), waiting)

    def _day(self, event: Event) -> str:
        if event.starts_on == self._today:
            return str(_("today"))
        days = (self._today - event.starts_on).days
        return ngettext("since yesterday", "for %(days)d days", days) % {"days": days}

    def _due(self) -> TodoGroup:
        """Games that could be played now, of the events that are being played."""
        playing = [shown for shown in self.under_way if shown.event.status == Event.Status.RUNNING]
        due = [(shown.event, len(shown.projection["next_games"])) for shown in playing if not shown.hold]
        waiting = [
            TodoItem(
                event.name,
                _desk(event),
                ngettext("%(number)d game", "%(number)d games", count) % {"number": count},
            )
            for event, count in due
            if count
        ]
        return TodoGroup(_("Games that can begin"), sum(count for _event, count in due), waiting)

    def _without_seat(self) -> TodoGroup:
        """People who have come to a hall since its round was published: a table has room for them now."""
        halls = [shown for shown in self.under_way if shown.event.format.seats_a_hall]
        mine = self._organised.filter(pk__in=[shown.event.pk for shown in halls])
        organised = set(mine.values_list("pk", flat=True)) if halls else set()
        wanted = seats_wanted_at(
            (shown.event, shown.projection) for shown in halls if shown.event.pk in organised
        )
        waiting = [TodoItem(each.event_state.event.name, each.url, each.about) for each in wanted]
        people = sum(len(each.found.people) for each in wanted)
        return TodoGroup(_("People without a seat"), people, waiting, is_urgent=True)

    def _namesakes(self) -> TodoGroup:
        """People who have registered themselves under a name that is known."""
        found = open_namesakes(self._organised, caller_of(self._request))
        waiting = [
            TodoItem(
                f"{each.entry.event.name}: {each.entry.player.shown_as}",
                f"{reverse_desk('desk-check-in', each.entry.event)}#namesakes",
            )
            for each in found
        ]
        return TodoGroup(_("Same person?"), len(found), waiting)

    def _unfitting(self) -> TodoGroup:
        """Games that another colour began than was due, or that no longer fit since an earlier result was corrected."""
        waiting = [
            TodoItem(
                f"{shown.event.name}: {translate_text(Literal(**game['name']))}",
                f"{reverse_desk('desk-games', shown.event)}#game-{game['number']}",
            )
            for shown in self.under_way
            for game in shown.projection["games"]
            if game["remark"]
        ]
        return TodoGroup(_("To note"), len(waiting), waiting)

    def _unpublished(self) -> TodoGroup:
        """Events that are not public; their details say so, and make them public."""
        waiting = [
            TodoItem(event.name, reverse_desk(name_of(ChangeDetails), event))
            for event in self._organised.filter(is_public=False)
        ]
        return TodoGroup(_("Not public yet"), len(waiting), waiting)

    def _webhooks(self) -> TodoGroup:
        """Receivers with messages that could not be delivered, for the organisers of their places."""
        late = Q(deliveries__state=Delivery.State.WAITING, deliveries__attempts__gt=0)
        lost = Q(
            deliveries__state=Delivery.State.GIVEN_UP, deliveries__created_at__gt=self._now - GIVEN_UP_SHOWN
        )
        hooks = webhooks_within(self._request).filter(active=True)
        hooks = hooks.annotate(untold=Count("deliveries", filter=late | lost))
        found = list(hooks.filter(untold__gt=0).select_related("event", "season").defer("event__projection"))
        waiting = [
            TodoItem(
                str(hook),
                address_of(hook.place, hook.pk),
                ngettext("%(number)d message not told", "%(number)d messages not told", hook.untold)
                % {"number": hook.untold},
            )
            for hook in found[:MOST]
        ]
        return TodoGroup(_("Webhooks that are not answered"), len(found), waiting)


def _desk(event: Event) -> str:
    return reverse_desk("desk", event)


def _referee_page(game: Game) -> str:
    return reverse("games:referee", args=[game.pk])


def _place(game: Game) -> EventGame | None:
    found: EventGame | None = getattr(game, "event_game", None)
    return found


def _approval(game: Game) -> str:
    played = _place(game)
    if played is None:
        return _referee_page(game)
    return reverse_desk(name_of(Approve), played.event, played.number)


# -- events and page -------------------------------------------------------------------------------

#: Events that are over on one page.
ON_A_PAGE = 12
#: Nothing is played in them any more.
_OVER = Q(status=Event.Status.FINISHED) | Q(hold__in=(Event.Hold.CALLED_OFF, Event.Hold.CLOSED))


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event as its organisers, referees and recorders find it; ``is_ruled``: its desk is open to them."""

    shown: EventPresenter
    is_ruled: bool

    @property
    def event(self) -> Event:
        return self.shown.event

    @property
    def address(self) -> str:
        """Return where its work is done; for those who only record, its public page."""
        return reverse("tournaments:desk", args=[self.event.slug]) if self.is_ruled else self.public_address

    @property
    def public_address(self) -> str:
        return self.event.get_absolute_url()


class OrganisedEvents:
    """The events in which the viewer has a role, each in one of four places. Three queries, and two for a page."""

    def __init__(self, request: HttpRequest, today: date) -> None:
        self._request, self._today = request, today

    @cached_property
    def open(self) -> list[EventCard]:
        return self._cards(self._mine.filter(archived=False).exclude(_OVER).order_by("starts_on", "slug"))

    @property
    def running(self) -> list[EventCard]:
        """Those that are being played, and those drawn for today or a day before; interrupted ones too."""
        return [card for card in self.open if self._is_running(card.event)]

    @property
    def coming(self) -> list[EventCard]:
        """Those that are to be played: open for entries, or drawn for another day."""
        return [card for card in self.open if not self._is_running(card.event)]

    def finished(self, page: str | None) -> Page[Any]:
        """Return a page of those that are over, the latest first; helpers find a rehearsal while it is played."""
        return self._page(self._mine.filter(_OVER, archived=False, rehearsal=None), page)

    def archived(self, page: str | None) -> Page[Any]:
        return self._page(self._mine.filter(archived=True), page)

    @cached_property
    def archived_number(self) -> int:
        return self._mine.filter(archived=True).count()

    @property
    def _mine(self) -> QuerySet[Event]:
        events = events_around(self._request, Event.objects.all(), Action.RECORD)
        return events.select_related("season").order_by("-starts_on", "slug")

    @cached_property
    def _ruled(self) -> set[int]:
        return set(
            events_within(self._request, Event.objects.all(), Action.RULE).values_list("pk", flat=True)
        )

    def _is_running(self, event: Event) -> bool:
        begun = event.status == Event.Status.RUNNING
        return begun or (event.status == Event.Status.DRAWN and event.starts_on <= self._today)

    def _page(self, events: QuerySet[Event], page: str | None) -> Page[Any]:
        found: Page[Any] = Paginator(events, ON_A_PAGE).get_page(page)
        found.object_list = self._cards(found.object_list)
        return found

    def _cards(self, events: Any) -> list[EventCard]:
        return [EventCard(EventPresenter(event), event.pk in self._ruled) for event in events]


@never_cache
@require_safe
@signed_in
def home_page(request: HttpRequest) -> HttpResponse:
    """The viewer's tasks and events."""
    if not may_enter(request) and not may_start_league(request):
        raise PermissionDenied
    events = OrganisedEvents(request, timezone.localdate())
    page = request.GET.get("page")
    is_archive = "archived" in request.GET
    context = {
        "todo": TodoList(request, timezone.now(), timezone.localdate()),
        "events": events,
        "over": events.archived(page) if is_archive else events.finished(page),
        "is_archive": is_archive,
        "makes_events": may_make_events(request),
        "makes_seasons": may_everywhere(request, Action.ORGANISE),
        "starts_league": may_start_league(request),
        "has_site": may_see_site(caller_of(request)),
        "demo": Season.objects.of_demo().exists(),
        "may_remove": may_everywhere(request, Action.ORGANISE),
    }
    return render(request, "organise/home.html", context)
