"""The organiser's home, and the pages of an event's desk, part by part. What is done there is in ``actions``."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import (
    EVERYWHERE,
    caller_of,
    is_allowed,
    may_enter,
    may_everywhere,
    require_permission,
    signed_in,
    translate_text,
)
from games.enums import OVER, Action, GameState
from games.models import Player
from games.templatetags.board import localized
from games.views.access import access_page
from tournaments import services
from tournaments.kit.desk import (
    DeskPart,
    event_at_desk,
    events_around,
    events_within,
    may_make_events,
    renamable,
    reverse_desk,
    takes_form,
)
from tournaments.models import Event, EventGame, Hall, Season
from tournaments.organiser.actions.before_play import AddPlayersForm
from tournaments.organiser.actions.corrections import Correct, TakeBack, Undo
from tournaments.organiser.actions.results import Abandon
from tournaments.organiser.dashboard import LINES_ON_A_PAGE, DashboardPresenter, OfferedAction
from tournaments.organiser.next_step import next_step
from tournaments.organiser.site import may_see_site
from tournaments.organiser.tasks import Waiting
from tournaments.scopes import around_event
from tournaments.standings.presenters import EventPresenter

# -- recent decisions ------------------------------------------------------------------------------

#: The number of decisions shown.
MOST = 8
#: When, what, the ways back, and why there is none.
Decision = tuple[datetime, str, list[OfferedAction], Any]


def last_decisions(shown: DashboardPresenter) -> list[Decision]:
    """The latest draws, begun and ended games; the report has what else was decided. No query but those of the desk."""
    found = [*_draws(shown), *_decisions_on_games(shown)]
    return sorted(found, key=lambda decision: decision[0], reverse=True)[:MOST]


def _draws(shown: DashboardPresenter) -> Iterator[Decision]:
    why = _("A game has begun since: the draw stays (§2).")
    for draw in shown.projection["draws"]:
        yield datetime.fromisoformat(draw["created_at"]), localized(draw["name"]), shown.voiding(draw), why


def _decisions_on_games(shown: DashboardPresenter) -> Iterator[Decision]:
    for row in shown.rows.values():
        game, name = row.game, translate_text(row.name)
        if game.state == GameState.RUNNING and game.started_at:
            text = str(_("%(game)s has begun") % {"game": name})
            yield game.started_at, text, shown.offers(row.number, Abandon), ""
        elif game.state in OVER:
            text = f"{name}: {game.get_decided_by_display() or game.get_state_display()}"
            # When a typed-in game ended is unknown: it was made when it was typed in.
            yield game.ended_at or game.created_at, text, *_way_back(shown, row)


def _way_back(shown: DashboardPresenter, row: EventGame) -> tuple[list[OfferedAction], Any]:
    """The end of a game that was played is taken back; what was typed in or confirmed is corrected."""
    steps = set(shown.after(row.game))
    if Undo in steps:
        return shown.offers(row.number, Undo), ""
    if TakeBack in steps:
        return shown.offers(row.number, TakeBack), ""
    if row.game.state == GameState.ABANDONED:
        return [], _("Broken off for good: another game takes its place.")
    why = _("Only a correction replaces it now.")
    if row.game.confirmations:
        why = _("Confirmed: a correction replaces it.")
    return shown.offers(row.number, *({Correct} & steps)), why


# -- pages -----------------------------------------------------------------------------------------

More = dict[str, Any]


@never_cache
@require_safe
@signed_in
def desk_page(request: HttpRequest, slug: str, part: DeskPart) -> HttpResponse:
    """Show a part of the desk to those who may see it; a magic link opens no desk."""
    event = event_at_desk(request, slug, part.permission)
    if not part.is_of(event):
        raise Http404
    shown = DashboardPresenter(event, request)
    context = {"event": event, "part": part.key, "shown": shown}
    if more := _MORE.get(part.key):
        context |= more(request, shown)
    return render(request, part.template, context)


def _overview(request: HttpRequest, shown: DashboardPresenter) -> More:
    waiting = Waiting(request, timezone.now(), timezone.localdate(), shown)
    return {"step": next_step(shown), "tasks": waiting.tasks}


def _players(request: HttpRequest, shown: DashboardPresenter) -> More:
    closed = services.why_closed(shown.event)
    if not shown.may_organise:
        return {"closed": closed}
    players = renamable(request, Player.objects.filter(entries__event=shown.event))
    editable = set(map(str, players.values_list("pk", flat=True)))
    return {"closed": closed, "form": AddPlayersForm(), "editable": editable}


def _games(request: HttpRequest, shown: DashboardPresenter) -> More:
    page = Paginator(shown.lines, LINES_ON_A_PAGE).get_page(request.GET.get("page"))
    return {"page": page, "lines": [(*line, shown.offers_of(line[0])) for line in page.object_list]}


def _screens(request: HttpRequest, shown: DashboardPresenter) -> More:
    may_hang = is_allowed(caller_of(request), Action.ORGANISE, EVERYWHERE)
    own = Q(rehearsals=None) | Q(rehearsals__event=shown.event)
    return {"may_hang": may_hang, "halls": list(Hall.objects.filter(own))}


def _settings(request: HttpRequest, shown: DashboardPresenter) -> More:
    return {"decisions": last_decisions(shown)}


#: Key of a part → what its page needs beside the event.
_MORE: Mapping[str, Callable[[HttpRequest, DashboardPresenter], More]] = {
    "overview": _overview,
    "players": _players,
    "games": _games,
    "screens": _screens,
    "settings": _settings,
}


# -- access ----------------------------------------------------------------------------------------


@never_cache
@takes_form
@require_permission(Action.GRANT, around_event)
def access_page_of_event(request: HttpRequest, slug: str) -> HttpResponse:
    event = get_object_or_404(Event.objects.without_table(), slug=slug)
    return access_page(request, f"event:{slug}", "organise/access.html", event=event, part="access")


# -- home ------------------------------------------------------------------------------------------


#: Events that are over on one page.
ON_A_PAGE = 12
#: Nothing is played in them any more.
_OVER = Q(status=Event.Status.FINISHED) | Q(hold__in=(Event.Hold.CALLED_OFF, Event.Hold.CLOSED))


#: An event as its organisers, referees and recorders find it. ``address`` is where its work is done, for those who only
#: record its public page; ``is_ruled``: its desk is open to them.
EventCard = dict[str, Any]


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
        return [card for card in self.open if self._is_running(card["event"])]

    @property
    def coming(self) -> list[EventCard]:
        """Those that are to be played: open for entries, or drawn for another day."""
        return [card for card in self.open if not self._is_running(card["event"])]

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
        return [
            {
                "shown": EventPresenter(event),
                "event": event,
                "is_ruled": event.pk in self._ruled,
                "address": reverse_desk("desk", event)
                if event.pk in self._ruled
                else event.get_absolute_url(),
            }
            for event in events
        ]


@never_cache
@require_safe
@signed_in
def home_page(request: HttpRequest) -> HttpResponse:
    if not may_enter(request):
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
        "has_site": may_see_site(caller_of(request)),
        "demo": Season.objects.of_demo().exists(),
    }
    return render(request, "organise/home.html", context)
