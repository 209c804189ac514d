"""A report about an event, or about one of its games, drafted from facts: to be copied, and edited elsewhere."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access.decorators import require_permission
from games.enums import Action, GameState
from games.recaps import collect as game_collect
from games.recaps import sentences as game_sentences
from rules.i18n import Text
from tournaments.models import Event, EventGame
from tournaments.organiser.i18n import translate_text
from tournaments.recaps import collect, sentences
from tournaments.scopes import around_event
from tournaments.standings.event_state import EventState


@never_cache
@require_safe
@require_permission(Action.ORGANISE, lambda slug, number=None: around_event(slug))
def draft_report(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """The event as it stands, or a game of it that has a result, in sentences of each language."""
    event_state = EventState.load(get_object_or_404(Event.objects.select_related("season"), slug=slug))
    heading = gettext("Draft a report")
    if number is None:
        report, part = sentences.report_on(collect.facts_of(event_state)), "settings"
    else:
        played = _ended_game(event_state, number)
        report, part = _report_on_game(event_state, played), "games"
        heading = f"{translate_text(played.name)}: {heading}"
    languages = sorted(settings.LANGUAGES, key=lambda language: language[0] != get_language())
    context = {
        "event": event_state.event,
        "part": part,
        "heading": heading,
        "drafts": [(code, name, report.of(code)) for code, name in languages],
    }
    return render(request, "organise/draft_report.html", context)


def _ended_game(event_state: EventState, number: int) -> EventGame:
    for played in event_state.games:
        if played.number == number and played.game.state == GameState.ENDED:
            return played.with_names(event_state.players)
    raise Http404


def _report_on_game(event_state: EventState, played: EventGame) -> Text:
    why = played.starter_reason if played.game.starter else None
    return game_sentences.report_on(game_collect.facts_of(played.game, event_state.players, why))
