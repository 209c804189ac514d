"""The pages of an event's desk: its state, part by part. What is done there is in ``actions``."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import EVERYWHERE, caller_of, is_allowed, signed_in, translate_text
from games.enums import OVER, Action, GameState
from games.models import Player
from rules import Literal
from tournaments import services
from tournaments.models import Event, EventGame, Hall
from tournaments.organiser.actions.corrections import Correct, TakeBack, Undo
from tournaments.organiser.actions.players import AddPlayersForm
from tournaments.organiser.actions.results import Abandon
from tournaments.organiser.dashboard import LINES_ON_A_PAGE, DashboardPresenter, OfferedAction
from tournaments.organiser.desk_parts import DeskPart
from tournaments.organiser.next_step import next_step
from tournaments.organiser.page import event_at_desk
from tournaments.organiser.permissions import renamable
from tournaments.organiser.tasks import Waiting
from tournaments.services.suspension import HELD

# -- recent decisions ------------------------------------------------------------------------------

#: The number of decisions shown.
MOST = 8


@dataclass(frozen=True, slots=True)
class RecentDecision:
    """Something that was decided: when, what, the ways back, and why there is no other."""

    at: datetime
    text: str
    offers: list[OfferedAction]
    why: Any = ""


def last_decisions(shown: DashboardPresenter) -> list[RecentDecision]:
    """The latest first. No query but those of the desk."""
    found = [*_draws(shown), *_decisions_on_games(shown), *_report(shown)]
    return sorted(found, key=lambda decision: decision.at, reverse=True)[:MOST]


def _draws(shown: DashboardPresenter) -> Iterator[RecentDecision]:
    for draw in shown.projection["draws"]:
        offers = shown.voiding(draw)
        why = "" if offers else _("A game has begun since: the draw stays (§2).")
        yield RecentDecision(
            datetime.fromisoformat(draw["made_at"]), translate_text(Literal(**draw["name"])), offers, why
        )


def _decisions_on_games(shown: DashboardPresenter) -> Iterator[RecentDecision]:
    for row in shown.rows.values():
        game, name = row.game, translate_text(row.name)
        if game.state == GameState.RUNNING and game.started_at:
            text = str(_("%(game)s has begun") % {"game": name})
            yield RecentDecision(game.started_at, text, shown.offers(row.number, Abandon))
        elif game.state in OVER:
            text = f"{name}: {game.get_decided_by_display() or game.get_state_display()}"
            # When a typed-in game ended is unknown: it was made when it was typed in.
            yield RecentDecision(game.ended_at or game.created_at, text, *_way_back(shown, row))


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


def _report(shown: DashboardPresenter) -> Iterator[RecentDecision]:
    """The lines of the report; what suspends the event can be reversed, the rest stays."""
    holding = HELD[Event.Hold(shown.event.hold)].as_json() if shown.event.hold else None
    for line in reversed(shown.report):
        text = f"{translate_text(Literal(**line['said']))} – {line['reason']}"
        if line["undone"]:
            undone = _("Undone: %(why)s") % {"why": line["undone"]["reason"]}
            yield RecentDecision(line["made_at"], text, [], undone)
        elif line["said"] == holding:
            holding = None
            yield RecentDecision(line["made_at"], text, shown.holding)
        else:
            why = _("It stands in the report; a new decision is added to it.")
            yield RecentDecision(line["made_at"], text, [], why)


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
    context = {"event": event, "part": part.key, "shown": shown, **_MORE[part.key](request, shown)}
    return render(request, part.template, context)


def _overview(request: HttpRequest, shown: DashboardPresenter) -> More:
    waiting = Waiting(request, timezone.now(), timezone.localdate(), shown)
    return {"step": next_step(shown), "tasks": waiting.tasks}


def _players(request: HttpRequest, shown: DashboardPresenter) -> More:
    return {
        "closed": services.why_closed(shown.event),
        "form": AddPlayersForm(label_suffix="") if shown.may_organise else None,
        "editable": _editable(request, shown.event) if shown.may_organise else (),
    }


def _editable(request: HttpRequest, event: Event) -> set[str]:
    players = renamable(request, Player.objects.filter(entries__event=event))
    return set(map(str, players.values_list("pk", flat=True)))


def _games(request: HttpRequest, shown: DashboardPresenter) -> More:
    return {"page": Paginator(shown.lines, LINES_ON_A_PAGE).get_page(request.GET.get("page"))}


def _screens(request: HttpRequest, shown: DashboardPresenter) -> More:
    may_hang = is_allowed(caller_of(request), Action.ORGANISE, EVERYWHERE)
    own = Q(rehearsals=None) | Q(rehearsals__event=shown.event)
    return {"may_hang": may_hang, "halls": list(Hall.objects.filter(own))}


def _settings(request: HttpRequest, shown: DashboardPresenter) -> More:
    return {"decisions": last_decisions(shown)}


def _nothing(request: HttpRequest, shown: DashboardPresenter) -> More:
    return {}


#: Key of a part → what its page needs beside the event.
_MORE: Mapping[str, Callable[[HttpRequest, DashboardPresenter], More]] = {
    "overview": _overview,
    "players": _players,
    "games": _games,
    "draws": _nothing,
    "files": _nothing,
    "screens": _screens,
    "settings": _settings,
}
