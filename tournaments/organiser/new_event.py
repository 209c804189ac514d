"""A new event: chosen by what it is for, its players by their names, made and drawn in one go."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import signed_in, translate_text
from games.admin import actor_of
from games.enums import Action
from tournaments import services
from tournaments.formats import FORMATS, Format, Preset
from tournaments.formats.presets import PRESETS
from tournaments.models import Event
from tournaments.organiser.event_form import complain_of_play
from tournaments.organiser.kit import REFUSED, event_page, may_make_events
from tournaments.organiser.new_event_form import NewEventForm
from tournaments.organiser.next_stage import FormatCard, asked_stage

# -- presets ---------------------------------------------------------------------------------------


def _facts(preset: Preset) -> str:
    """Say the settings that most look at, and all that are not the usual ones, in words."""
    format = FORMATS[preset.format]
    made, described = format.settings.read(preset.settings), format.settings.described()
    asked = (described[0].name, *format.asked)
    values = [(each, getattr(made, each.name)) for each in described]
    return " · ".join(
        f"{translate_text(each.label)}: {translate_text(each.kind.in_words(value))}"
        for each, value in values
        if value and (each.name in asked or value != each.default)
    )


# -- pages -----------------------------------------------------------------------------------------


@never_cache
@require_safe
@signed_in
def choose_format(request: HttpRequest) -> HttpResponse:
    _check_may(request)
    cards = [FormatCard(format) for format in FORMATS.values()]
    return render(request, "organise/choose_format.html", {"cards": cards})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_event(request: HttpRequest, format_key: str) -> HttpResponse:
    """The form of one format; sent, the event is made and drawn."""
    _check_may(request)
    format = _format(format_key)
    after = None if format.seats_a_hall else asked_stage(request, format_key)
    form = NewEventForm(request.POST or None, format=format, request=request, after=after)
    return _asked(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page(Action.ORGANISE)
def copy_event(request: HttpRequest, event: Event) -> HttpResponse:
    """The form filled in as an event was: the same players and settings, another name and day."""
    _check_may(request)
    format = _format(event.format_key)
    form = NewEventForm(request.POST or None, format=format, request=request, copied=event)
    return _asked(request, form)


@never_cache
@require_POST
@signed_in
def make_preset(request: HttpRequest, format_key: str, preset: str) -> HttpResponse:
    """Make an event from a preset with the sent name and day, ready for its players."""
    _check_may(request)
    if preset not in PRESETS or PRESETS[preset].format != format_key:
        raise Http404
    form = NewEventForm.of_preset(PRESETS[preset], request)
    if form.asks_names:
        raise Http404
    return _asked(request, form)


@never_cache
@require_POST
@signed_in
def outlook(request: HttpRequest, format_key: str) -> HttpResponse:
    """The outlook of the form as filled in so far: who is meant, how many games, how long. Nothing is saved."""
    _check_may(request)
    form = NewEventForm(request.POST, format=_format(format_key), request=request)
    form.is_valid()
    return render(request, "organise/outlook.html", {"form": form})


def _asked(request: HttpRequest, form: NewEventForm) -> HttpResponse:
    if request.method == "POST" and form.is_valid() and (made := _make(request, form)):
        if len(made) > 1:
            names = ", ".join(event.name for event in made)
            messages.success(request, gettext("Created: %(events)s") % {"events": names})
        return redirect(f"tournaments:{'first-game' if form.asks_names else 'desk-check-in'}", made[0].slug)
    # Presets make an event at once: those of formats whose players come later.
    presets = [each for each in PRESETS.values() if form.is_named_first and each.format == form.format.key]
    context = {
        "form": form,
        "card": FormatCard(form.format),
        "presets": [(preset, _facts(preset)) for preset in presets],
    }
    return render(request, "organise/new_event.html", context)


def _format(format_key: str) -> Format[Any]:
    if format_key not in FORMATS:
        raise Http404
    return FORMATS[format_key]


def _check_may(request: HttpRequest) -> None:
    if not may_make_events(request):
        raise PermissionDenied


def _make(request: HttpRequest, form: NewEventForm) -> list[Event]:
    try:
        return services.make_events(wishes=form.wishes, actor=actor_of(request.user), now=timezone.now())
    except REFUSED as error:
        complain_of_play(form, form.format, error)
    return []
