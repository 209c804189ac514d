"""The page of organisers on which the name of a player is taken away for good."""

from uuid import UUID

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.access import EVERYWHERE, require_permission
from games.access.decorators import caller_of
from games.domain.player_names import names_of
from games.enums import Action
from games.models import Player
from games.services.erase_player import erase, neutral_name
from games.services.name_columns import texts_naming

#: The most texts with a name that one message shows.
MOST_SHOWN = 20
_EXCERPT = 120


@require_http_methods(["GET", "HEAD", "POST"])
@require_permission(Action.ORGANISE, lambda pk: EVERYWHERE)
def erase_page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show what would be erased; erase it once the site's organiser has typed the confirmation."""
    player = get_object_or_404(Player, pk=pk)
    typed = request.POST.get("typed", "").strip()
    if request.method == "POST" and typed == player.shown_as:
        called = erase(player_id=pk, actor=caller_of(request).actor, now=timezone.now())
        messages.success(request, gettext("The player is called %(name)s from now on.") % {"name": called})
        return redirect("admin:games_player_change", pk)
    context = admin.site.each_context(request) | {
        "player": player,
        "called": neutral_name(player),
        "is_wrong": request.method == "POST",
        "title": gettext("Erase name"),
    }
    return render(
        request, "admin/games/player/erase.html", context, status=400 if context["is_wrong"] else 200
    )


def tell_mentions(request: HttpRequest, player: Player) -> None:
    """List the texts in which a name behind a nickname is still found."""
    if found := texts_naming(player, names_of(player) - {player.shown_as}):
        text = "; ".join(f"{where}: {words[:_EXCERPT]}" for where, words in found[:MOST_SHOWN])
        messages.warning(
            request, gettext("Texts in which the name still stands: %(texts)s") % {"texts": text}
        )
