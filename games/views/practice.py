"""The referee's page to try, without an account: the game lives in the browser, and the site keeps nothing of it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.presenters.offline_payload import kinds, phone_messages
from games.presenters.practice import SEATINGS, USUAL, PracticePresenter
from games.views import service_worker


@require_safe
@gzip_page
def practice(request: HttpRequest) -> HttpResponse:
    """A game to practise on, by the rules that are asked for."""
    name = request.GET.get("rules", USUAL)
    if name not in SEATINGS:
        raise Http404
    context = {
        "shown": PracticePresenter(name),
        "words": phone_messages(),
        "kinds": kinds(),
        "modules": service_worker.PRACTICE_MODULES,
    }
    return render(request, "games/practice.html", context)
