"""The next step of an event: the one thing that is due, why, and what else can be done about it."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.templatetags.board import localized
from tournaments.models import Event
from tournaments.organiser.actions.bulk import ConfirmResults
from tournaments.organiser.actions.check import CheckEvent
from tournaments.organiser.actions.draws import ChooseWay
from tournaments.organiser.actions.results import EnterForfeit
from tournaments.organiser.actions.start_game import StartGame
from tournaments.organiser.dashboard import DashboardPresenter, NextStep, OfferedAction, line_address
from tournaments.organiser.desk_parts import reverse_desk
from tournaments.organiser.hall.next_step import hall_step
from tournaments.standings.presenters import without_players


def next_step(desk: DashboardPresenter) -> NextStep:
    """Return what is due in the event, for the viewer."""
    projection = desk.projection
    if desk.event.hold:
        return NextStep(str(desk.event.get_hold_display()).capitalize(), (), desk.holding)
    if projection["finished"]:
        return _over(desk)
    if desk.event.format.seats_a_hall and (found := hall_step(desk)):
        return found
    if projection["missing"]:
        return _missing(desk)
    if projection["draws_needed"]:
        return _draw(desk)
    if found := _due(desk):
        return found
    if desk.running:
        return _running(desk)
    return NextStep(localized(projection["outlook"]))


def _over(desk: DashboardPresenter) -> NextStep:
    reason = localized(desk.projection["finished"]["reason"])
    title = gettext("%(winner)s has won") % {"winner": desk.winner}
    if desk.event.format.seats_a_hall:
        prizes = OfferedAction(gettext("Finals and prizes"), reverse_desk("desk-prizes", desk.event))
        return NextStep(title, (reason,), [*([prizes] if desk.may_organise else []), *desk.whole])
    confirming = OfferedAction(gettext("Confirm results"), desk.url(ConfirmResults))
    wanted = desk.unconfirmed and desk.may(ConfirmResults.permission)
    return NextStep(title, (reason,), [*([confirming] if wanted else []), *desk.whole])


def _missing(desk: DashboardPresenter) -> NextStep:
    about = [localized(each) for each in desk.projection["missing"]]
    is_open = desk.event.status == Event.Status.OPEN
    name, part = (_("Add players"), "players") if is_open else (_("Change settings"), "settings")
    ways = [OfferedAction(name, reverse_desk(f"desk-{part}", desk.event))] if desk.may_organise else []
    return NextStep(str(name), about, ways)


def _draw(desk: DashboardPresenter) -> NextStep:
    needed = desk.projection["draws_needed"]
    drawing = [OfferedAction(_("Draw now"), each.url) for each in desk.event_offers(ChooseWay)]
    checking = [] if desk.projection["games"] else desk.event_offers(CheckEvent)
    return NextStep(localized(needed[0]["name"]), (), [*drawing, *desk.ordering, *checking])


def _due(desk: DashboardPresenter) -> NextStep | None:
    """The first game whose players are free."""
    busy = {key for game in desk.running for key in game["seating"]}
    free = [game for game in desk.next_games if busy.isdisjoint(game["seating"])]
    if not free:
        return None
    game = free[0]
    starting = [
        OfferedAction(gettext("Start %(game)s") % {"game": _short(game)}, each.url)
        for each in desk.offers(game["number"], StartGame)
    ]
    forfeit = desk.offers(game["number"], EnterForfeit)
    checking = [] if desk.projection["games"] else desk.event_offers(CheckEvent)
    ways = [*starting, _entering(desk), *forfeit, *desk.starting, *checking]
    return NextStep(_short(game), _why(game, len(free) - 1), ways, game)


def _why(game: Mapping[str, Any], others: int) -> list[str]:
    more = ngettext("%(n)d other game can begin too.", "%(n)d other games can begin too.", others)
    return [localized(game["reason"]), *([more % {"n": others}] if others else [])]


def _running(desk: DashboardPresenter) -> NextStep:
    game = desk.running[0]
    referee = OfferedAction(
        gettext("Record %(game)s") % {"game": _short(game)}, reverse("games:referee", args=[game["game"]])
    )
    more = OfferedAction(_("more"), line_address(desk, game["number"]))
    title = gettext("%(game)s is being played") % {"game": _short(game)}
    return NextStep(title, (), [referee, _entering(desk), more])


def _entering(desk: DashboardPresenter) -> OfferedAction:
    return OfferedAction(_("Enter result"), reverse("tournaments:results", args=[desk.event.slug]))


def _short(game: Mapping[str, Any]) -> str:
    return without_players(game["name"], [seat.name for seat in game["seats"]])
