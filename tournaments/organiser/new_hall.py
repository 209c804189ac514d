"""A new hall for the screens of an event, which shows that event from the beginning."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access.decorators import caller_of, signed_in
from games.access.permissions import check_allowed
from games.access.scopes import EVERYWHERE
from games.admin import actor_of
from games.enums import Action
from tournaments.models import Event, Hall, HallSlide
from tournaments.organiser.desk_parts import reverse_desk
from tournaments.organiser.i18n import translate_text
from tournaments.organiser.refusals import REFUSED
from tournaments.screens import services
from tournaments.services.slugs import free_slug

KIND = HallSlide.Kind


class NewHallForm(forms.Form):
    """What a hall is called, and what its screens speak."""

    name = forms.CharField(label=_("Name"), max_length=100)
    language = forms.ChoiceField(label=_("Language of the screens"), choices=Hall.Language)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def new_hall_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a hall, and lead back to the screens of the event."""
    event = get_object_or_404(Event.objects.select_related("season"), slug=slug)
    if not request.user.is_authenticated:
        raise PermissionDenied
    check_allowed(caller_of(request), Action.ORGANISE, EVERYWHERE)
    sent = request.POST if request.method == "POST" else None
    form = NewHallForm(sent, initial={"language": get_language()}, label_suffix="")
    if form.is_valid():
        try:
            hall = _made(request, event, form)
        except REFUSED as error:
            form.add_error(None, translate_text(error.message))
        else:
            said = gettext("%(hall)s is ready: open its address on the computer of the screen.")
            messages.success(request, said % {"hall": hall.name})
            return redirect(reverse_desk("desk-screens", event))
    context = {"event": event, "part": "screens", "heading": gettext("New hall"), "form": form}
    return render(request, "organise/new_hall.html", context)


@transaction.atomic
def _made(request: HttpRequest, event: Event, form: NewHallForm) -> Hall:
    name = form.cleaned_data["name"]
    who: dict[str, Any] = {"actor": actor_of(request.user), "now": timezone.now()}
    slug = free_slug(slugify(name) or "hall", Hall)
    hall = services.create_hall(slug=slug, name=name, language=form.cleaned_data["language"], **who)
    for kind in (KIND.SEATS, KIND.ROUND, KIND.TABLE) if event.format.seats_a_hall else (KIND.TABLE,):
        services.add_slide(hall_id=hall.pk, kind=kind, event=event, **who)
    return hall
