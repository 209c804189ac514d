"""The data of a person, shown to them: by a link that is signed, valid for a month and stored nowhere."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.access import REGISTERING
from games.services.erase_player import ask_for_erasure
from tournaments.exports.personal import personal_data, personal_texts, player_of_link
from tournaments.web.limits import too_many


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_data_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show it; a post asks for the name to be erased."""
    player = player_of_link(token)
    if player is None:
        return _ended(request)
    if request.method == "POST":
        if refusal := too_many(request, REGISTERING, settings.REGISTRATIONS_PER_MINUTE):
            return refusal
        ask_for_erasure(player_id=player.pk, now=timezone.now())
        return redirect("tournaments:own-data", token)
    context = {"player": player, "kept": personal_data(player), "token": token}
    page = render(request, "tournaments/registration/own_data.html", context)
    page["X-Robots-Tag"] = "noindex"
    return page


@require_safe
@never_cache
def own_data_export(request: HttpRequest, token: str) -> HttpResponse:
    """Send everything as JSON, with the texts in which the player is named."""
    player = player_of_link(token)
    if player is None:
        return _ended(request)
    if refusal := too_many(request, REGISTERING, settings.REGISTRATIONS_PER_MINUTE):
        return refusal
    data = personal_data(player) | {"texts": personal_texts(player)}
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="your-data.json"'
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _ended(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/registration/own_data_ended.html", status=404)
