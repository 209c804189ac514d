"""Requests of people for their data, or for their name to be erased: the link to it, and the answer."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.access import EVERYWHERE, Purpose, caller_of, end_of, link_for_phones, require_permission
from games.enums import Action
from games.models import Player
from games.services.erasure_requests import decline_erasure
from tournaments.exports.personal import own_data_address


@require_safe
@never_cache
@require_permission(Action.ORGANISE, lambda pk: EVERYWHERE)
def data_link(request: HttpRequest, pk: UUID) -> HttpResponse:
    player = get_object_or_404(Player, pk=pk)
    context = {
        "player": player,
        "phone": link_for_phones(request, own_data_address(player)),
        "until": end_of(Purpose.OWN_DATA, timezone.now()),
    }
    return render(request, "organise/data_link.html", context)


@require_POST
@require_permission(Action.OWN, lambda pk: EVERYWHERE)
def decline(request: HttpRequest, pk: UUID) -> HttpResponse:
    player = get_object_or_404(Player, pk=pk)
    decline_erasure(player_id=player.pk, actor=caller_of(request).actor, now=timezone.now())
    return redirect("tournaments:site")
