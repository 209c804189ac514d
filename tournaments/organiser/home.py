"""The organiser's home: what is to do, and their events – running, coming, finished, archived on request."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import may_enter, may_everywhere, signed_in
from games.access.decorators import caller_of
from games.enums import Action
from tournaments.models import Event, Season
from tournaments.organiser.permissions import events_around, events_within, may_make_events
from tournaments.organiser.site import may_see_site
from tournaments.organiser.start_league import may_start_league
from tournaments.organiser.tasks import Waiting
from tournaments.standings.presenters import EventPresenter

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
    if not may_enter(request) and not may_start_league(request):
        raise PermissionDenied
    events = OrganisedEvents(request, timezone.localdate())
    page = request.GET.get("page")
    is_archive = "archived" in request.GET
    context = {
        "todo": Waiting(request, timezone.now(), timezone.localdate()),
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
