"""The screen of a hall: the page that stays open for weeks, and the picture that it shows at the moment."""

from typing import Any

from django.contrib.staticfiles import finders
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.access import link_for_phones
from games.views.images import framed, tagged
from games.visibility.viewers import viewer_of
from tournaments.models import Event, Hall
from tournaments.screens.kinds import KINDS
from tournaments.screens.presenters import HallPresenter
from tournaments.standings.presenters import EventPresenter
from tournaments.visibility import public_event


@require_safe
def hall_worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the last picture where the server is away; its address says for which pages."""
    path = finders.find("tournaments/screen-worker.js")
    with open(str(path), encoding="utf-8") as script:
        return HttpResponse(script.read(), content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(no_store=True)
def hall_screen(request: HttpRequest, slug: str, template: str) -> HttpResponse:
    """The page of the screen, or the picture alone, with its duration and the stream of its changes."""
    viewer, now = viewer_of(request), timezone.now()
    # That of a rehearsal is called like its event.
    is_seen = Q(rehearsals=None) | Q(rehearsals__event__in=Event.objects.visible_to(viewer))
    hall = get_object_or_404(Hall.objects.filter(is_seen), slug=slug)
    picture = HallPresenter(hall, viewer, now).picture()
    context: dict[str, Any] = {"hall": hall, "picture": picture, "now": now}
    if (event := picture.get("event")) and KINDS[picture["slide"].kind].of_rounds:
        path = reverse("tournaments:start-numbers", args=[event.event.slug])
        context["phones"] = link_for_phones(request, path)
    with override(picture["language"]):
        return render(request, template, context)


@framed
def embedded_table(request: HttpRequest, slug: str, template: str) -> HttpResponse:
    event = public_event(slug)
    return tagged(request, event.version, template, lambda: {"shown": EventPresenter(event)})
