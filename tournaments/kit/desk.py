"""What the pages of the organiser have in common: who may do what, an event's desk and its parts, refusals in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access import (
    EVERYWHERE,
    RateLimit,
    address_of,
    caller_of,
    check_allowed,
    games_within,
    is_allowed,
    may_everywhere,
    signed_in,
    translate_text,
)
from games.enums import Action
from games.errors import RecordingError
from games.models import Player, Seat
from games.views.refusals import Refusal, complain, why_refused
from games.visibility.viewers import check_visible
from rules import RulesError, Text
from tournaments.formats import FormatError
from tournaments.models import LONGEST_REASON, Entry, Event, EventGame, Season, Webhook
from tournaments.scopes import around_season, scope_of_event

# -- who may do what -------------------------------------------------------------------------------


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


# -- pages of a desk -------------------------------------------------------------------------------


EventView = Callable[..., HttpResponse]
#: Of a view with a form.
takes_form = require_http_methods(["GET", "HEAD", "POST"])


def event_at_desk(request: HttpRequest, slug: str, permission: Action, *deferred: str) -> Event:
    """Return the event to those who may do it there; a magic link opens no desk."""
    events = Event.objects.select_related("season").defer(*deferred)
    event: Event = get_object_or_404(events, slug=slug)
    check_visible(request, event, scope_of_event(event))
    if not request.user.is_authenticated:
        raise PermissionDenied
    check_allowed(caller_of(request), permission, scope_of_event(event))
    return event


def event_page(permission: Action, *deferred: str) -> Callable[[EventView], Any]:
    """Let those see a page of the desk who may. The view gets the event instead of its slug."""

    def guard(view: EventView) -> Any:
        @wraps(view)
        def page(request: HttpRequest, slug: str, **address: Any) -> HttpResponse:
            return view(request, event_at_desk(request, slug, permission, *deferred), **address)

        return never_cache(signed_in(page))

    return guard


def hall_page(permission: Action) -> Callable[[EventView], Any]:
    """Make such a page of a hall's desk; other events have none."""

    def guard(view: EventView) -> Any:
        @wraps(view)
        def page(request: HttpRequest, event: Event, **address: Any) -> HttpResponse:
            if not event.format.seats_a_hall:
                raise Http404
            return view(request, event, **address)

        return event_page(permission, "projection")(page)

    return guard


def desk_response(
    request: HttpRequest,
    template: str,
    event: Event,
    part: str,
    heading: str = "",
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """Render a page in the frame of the desk; ``heading`` where it is not that of the part."""
    may_organise = may_do(request, Action.ORGANISE, event)
    context = {
        "event": event,
        "part": part,
        "heading": heading,
        "may_organise": may_organise,
        "longest_reason": LONGEST_REASON,
        **more,
    }
    return render(request, f"organise/{template}.html", context, status=status)


def who_acts(request: HttpRequest, event: Event) -> dict[str, Any]:
    return {"event_id": event.pk, **acting(request)}


def acting(request: HttpRequest) -> dict[str, Any]:
    return {"actor": caller_of(request).actor, "now": timezone.now()}


def page_of_site(permission: Action) -> Callable[[EventView], Any]:
    """Let those with an account see a page with a form who may do it in the whole site; a link opens no desk."""

    def guard(view: EventView) -> Any:
        @wraps(view)
        def page(request: HttpRequest, **address: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                raise PermissionDenied
            check_allowed(caller_of(request), permission, EVERYWHERE)
            return view(request, **address)

        return never_cache(takes_form(signed_in(page)))

    return guard


# -- parts of a desk -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeskPart:
    """A part of the desk: its name, who sees it, and its address if that is not below the event's desk."""

    key: str
    label: Any
    permission: Action = Action.RULE
    #: Whether only halls have it, or only other events; None: every event.
    of_halls: bool | None = None
    #: The name of its address.
    page: str = ""
    #: Whether it is a page of ``desk``; it is elsewhere otherwise.
    is_own: bool = True

    @property
    def is_first(self) -> bool:
        """Whether its address is that of the desk."""
        return self.key == "overview"

    @property
    def address_name(self) -> str:
        return self.page or f"desk-{self.key}"

    @property
    def template(self) -> str:
        return f"organise/parts/{self.key}.html"

    def address(self, event: Event) -> str:
        return reverse_desk(self.address_name, event)

    def is_of(self, event: Event) -> bool:
        return self.of_halls in (None, event.format.seats_a_hall)


def reverse_desk(name: str, event: Event, *of: Any) -> str:
    return reverse(f"tournaments:{name}", args=[event.slug, *of])


PARTS: Sequence[DeskPart] = (
    DeskPart("overview", _("Overview"), page="desk"),
    DeskPart("check-in", _("Check-in"), of_halls=True, is_own=False),
    DeskPart("seating", _("Draws"), Action.ORGANISE, of_halls=True, is_own=False),
    DeskPart("players", _("Players"), of_halls=False),
    DeskPart("games", _("Schedule and results")),
    DeskPart("draws", _("Draws"), of_halls=False),
    DeskPart("round", _("Round"), of_halls=True, is_own=False),
    DeskPart("slips", _("Slips"), of_halls=True, is_own=False),
    DeskPart("prizes", _("Finals and prizes"), of_halls=True, is_own=False),
    DeskPart("files", _("Prints and exports")),
    DeskPart("screens", _("Screens")),
    DeskPart("access", _("Access"), Action.GRANT, page="event-access", is_own=False),
    DeskPart("activity", _("Activity log"), Action.AUDIT, page="audit", is_own=False),
    DeskPart("settings", _("Settings"), Action.ORGANISE),
)
#: Those that have a page of their own here.
OWN_PARTS = tuple(part for part in PARTS if part.is_own)
_BY_KEY = {part.key: part for part in PARTS}


def part_of(key: str) -> DeskPart:
    return _BY_KEY[key]


def parts_for(request: HttpRequest, event: Event) -> list[tuple[DeskPart, str]]:
    shown = (part for part in PARTS if part.is_of(event) and may_do(request, part.permission, event))
    return [(part, part.address(event)) for part in shown]


# -- refusals --------------------------------------------------------------------------------------


#: What is refused in words.
REFUSED = (RecordingError, RulesError, FormatError)


class ShowingRefusals:
    """Within ``with``: what is refused is shown, and what follows there is left out."""

    def __init__(self, show: Callable[[Refusal], object]) -> None:
        self._show = show

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> bool:
        if not isinstance(error, REFUSED):
            return False
        self._show(error)
        return True


def complaining(form: forms.BaseForm) -> ShowingRefusals:
    """Show what is refused in a form."""
    return ShowingRefusals(lambda error: complain(form, error))


def refusals_shown(request: HttpRequest, labels: Mapping[str, Any] | None = None) -> ShowingRefusals:
    """Show what is refused above the next page."""
    return ShowingRefusals(lambda error: messages.error(request, say_refused(error, labels or {})))


def is_done(form: forms.BaseForm, act: Callable[[], object]) -> bool:
    """Do what a form says, and return whether it was done; otherwise the form says why not."""
    if form.is_valid():
        with complaining(form):
            act()
            return True
    return False


def saved(request: HttpRequest, form: forms.BaseForm, change: Callable[..., object], **who: object) -> bool:
    """Change what a form says, and tell so; whether it was done, otherwise the form says why not."""
    is_saved = is_done(form, lambda: change(changes=form.cleaned_data, **who))
    if is_saved:
        messages.success(request, gettext("Saved."))
    return is_saved


def say_refused(error: Refusal, labels: Mapping[str, Any]) -> str:
    """Return the reason after the label of the field at fault; alone where the page has no such field."""
    label, why = labels.get(error.field), why_refused(error)
    return f"{label}: {why}" if label else why


def too_many(request: HttpRequest, limit: RateLimit, most: int) -> HttpResponse | None:
    """Count what is sent from an address; return the refusal of one too many."""
    seconds = limit.wait(address_of(request), most)
    if not seconds:
        return None
    context = {"seconds": seconds, "back": request.path}
    page = render(request, "tournaments/registration/too_many.html", context, status=429)
    page["Retry-After"] = str(seconds)
    return page


# -- labels and fields ----------------------------------------------------------------------------------------


#: A ``Text`` as a label: in the reader's language, whenever it is shown.
label: Callable[[Text], Any] = lazy(translate_text, str)


class LineField(forms.CharField):
    """A line of printable text, blanks put in order."""

    def to_python(self, value: Any) -> str:
        return " ".join((super().to_python(value) or "").split())

    def validate(self, value: str) -> None:
        super().validate(value)
        if not value.isprintable():
            raise ValidationError(_("Only printable characters."), code="printable")


def moment_widget() -> forms.DateTimeInput:
    return forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
