"""What was decided last in an event, each with its way back – or why there is none.

Nothing is rubbed out: a way back is a new entry in the log, the report or the history, by the same pages as
everything at the desk.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.enums import OVER, GameState
from rules.i18n import Literal
from tournaments.models import Event, EventGame
from tournaments.organiser.actions.corrections import Correct, TakeBack, Undo
from tournaments.organiser.actions.results import Abandon
from tournaments.organiser.dashboard import DashboardPresenter, OfferedAction
from tournaments.organiser.i18n import translate_text
from tournaments.services.suspension import HELD

#: So many are shown.
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
    found = [*_draws(shown), *_games(shown), *_report(shown)]
    return sorted(found, key=lambda decision: decision.at, reverse=True)[:MOST]


def _draws(shown: DashboardPresenter) -> Iterator[RecentDecision]:
    for draw in shown.projection["draws"]:
        offers = shown.voiding(draw)
        why = "" if offers else _("A game has begun since: the draw stays (§2).")
        yield RecentDecision(
            datetime.fromisoformat(draw["made_at"]), translate_text(Literal(**draw["name"])), offers, why
        )


def _games(shown: DashboardPresenter) -> Iterator[RecentDecision]:
    for row in shown.rows.values():
        game, name = row.game, translate_text(row.name)
        if game.state == GameState.RUNNING and game.started_at:
            text = str(_("%(game)s has begun") % {"game": name})
            yield RecentDecision(game.started_at, text, shown.offers(row.number, Abandon))
        elif game.state in OVER:
            text = f"{name}: {game.get_decided_by_display() or game.get_state_display()}"
            # Nobody told when a typed-in game ended: it was made when it was typed in.
            yield RecentDecision(game.ended_at or game.created_at, text, *_way_back(shown, row))


def _way_back(shown: DashboardPresenter, row: EventGame) -> tuple[list[OfferedAction], Any]:
    """The end of a game that was played is taken back; what was told or confirmed is corrected."""
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
    """What stands in the report; what holds the event goes on again, the rest stays as it was said."""
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
