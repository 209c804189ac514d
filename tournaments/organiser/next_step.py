"""The next step of an event: the one thing that is due, why, and what else can be done about it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from games.templatetags.board import localized
from tournaments.formats import is_round
from tournaments.formats.open.rounds import round_subject, seats_people
from tournaments.hall.desk.crowd import seats_wanted
from tournaments.hall.desk.prizes import LEVEL_AS_FAR_AS_KNOWN, LEVEL_IN_EVERYTHING
from tournaments.kit.desk import reverse_desk
from tournaments.models import Entry, Event
from tournaments.organiser.actions.base import name_of
from tournaments.organiser.actions.before_play import ChooseWay
from tournaments.organiser.actions.bulk import ConfirmResults
from tournaments.organiser.actions.results import EnterForfeit
from tournaments.organiser.actions.start_game import StartGame
from tournaments.organiser.dashboard import DashboardPresenter, NextStep, OfferedAction, line_address
from tournaments.standings.presenters import without_players
from tournaments.standings.rounds import OPEN_STATES, RoundState


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
        prizes = desk.way_to(gettext("Finals and prizes"), "desk-prizes")
        return NextStep(title, (reason,), [*([prizes] if desk.may_organise else []), *desk.whole])
    confirming = desk.way_to(gettext("Confirm results"), name_of(ConfirmResults))
    wanted = desk.unconfirmed and desk.may(ConfirmResults.permission)
    return NextStep(title, (reason,), [*([confirming] if wanted else []), *desk.whole])


def _missing(desk: DashboardPresenter) -> NextStep:
    about = [localized(each) for each in desk.projection["missing"]]
    is_open = desk.event.status == Event.Status.OPEN
    name, part = (_("Add players"), "players") if is_open else (_("Change settings"), "settings")
    ways = [desk.way_to(name, f"desk-{part}")] if desk.may_organise else []
    return NextStep(str(name), about, ways)


def _draw(desk: DashboardPresenter) -> NextStep:
    needed = desk.projection["draws_needed"]
    drawing = [OfferedAction(_("Draw now"), each.url) for each in desk.event_offers(ChooseWay)]
    return NextStep(localized(needed[0]["name"]), (), [*drawing, *desk.ordering])


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
    ways = [*starting, _entering(desk), *forfeit, *desk.starting]
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
    return desk.way_to(_("Enter result"), "results")


def _short(game: Mapping[str, Any]) -> str:
    return without_players(game["name"], [seat.name for seat in game["seats"]])


# -- in a hall -------------------------------------------------------------------------------------


Presence = Entry.Presence


def hall_step(desk: DashboardPresenter) -> NextStep | None:
    """Return what is due in a hall; ``None`` where it is nothing that only halls have.

    One query at most, unless a person waits for a seat.
    """
    projection = desk.projection
    if projection["missing"]:
        about = [localized(each) for each in projection["missing"]]
        ways = [_checking_in(desk)]
        if desk.may_organise and not projection["entries"]:
            ways.insert(0, desk.way_to(_("Add people"), "desk-announce"))
        return NextStep(gettext("Check-in"), [_who_is_there(desk), *about], ways, aside=_rehearsing(desk))
    for needed in projection["draws_needed"]:
        return _round_due(desk, needed) if seats_people(needed["subject"]) else _lot_due(desk, needed)
    playing = [each for each in projection["rounds"] if each["state"] in OPEN_STATES]
    # Of several finals each is started before the slips of the first are waited for.
    playing.sort(key=lambda each: each["state"] != RoundState.PUBLISHED)
    return _playing(desk, playing[0]) if playing else None


def _round_due(desk: DashboardPresenter, needed: Mapping[str, Any]) -> NextStep:
    name, subject = localized(needed["name"]), needed["subject"]
    number = len(needed["items"])
    # Other people, present or missing, are no finalists.
    who_plays = ngettext("%(n)d person plays.", "%(n)d people play.", number) % {"n": number}
    about = [_who_is_there(desk) if is_round(subject) else who_plays]
    if not desk.may_organise:
        return NextStep(name, about, [_checking_in(desk)])
    plan = desk.event.round_plans.filter(subject=subject).first()
    if plan is not None and plan.order:
        return NextStep(name, about, [_seating(desk, gettext("Publish %(round)s"), name), _checking_in(desk)])
    planning = _seating(desk, gettext("Plan %(round)s"), name)
    if subject == round_subject(1) and _count(desk, Presence.ANNOUNCED):
        return NextStep(name, about, [_checking_in(desk), planning], aside=_rehearsing(desk))
    return NextStep(name, about, [planning, _checking_in(desk)])


def _lot_due(desk: DashboardPresenter, needed: Mapping[str, Any]) -> NextStep:
    """Those who are level throw; the other ways to draw lots are offered beside that."""
    throwing = desk.way_to(_("Throw dice"), "desk-holddraw", "thrown")
    drawing = OfferedAction(ChooseWay.title, desk.url(ChooseWay))
    prizes = desk.way_to(_("Finals and prizes"), "desk-prizes")
    return NextStep(
        localized(needed["name"]),
        [str(LEVEL_AS_FAR_AS_KNOWN if desk.projection["unfinished"] else LEVEL_IN_EVERYTHING)],
        [throwing, drawing, prizes] if desk.may_organise else [prizes],
    )


def _rehearsing(desk: DashboardPresenter) -> Sequence[OfferedAction]:
    return [desk.way_to(_("Rehearse"), "desk-rehearse")] if desk.may_organise else []


def _playing(desk: DashboardPresenter, playing: Mapping[str, Any]) -> NextStep:
    name, left = localized(playing["name"]), len(playing["left"])
    about = [
        ngettext("%(n)d table has no result yet.", "%(n)d tables have no result yet.", left) % {"n": left}
    ]
    asked = f"?round={playing['subject']}"
    slips = OfferedAction(_("Enter slips"), f"{reverse_desk('desk-slips', desk.event)}{asked}")
    opened = gettext("Open %(name)s") % {"name": name}
    opening = OfferedAction(opened, f"{reverse_desk('desk-round', desk.event)}{asked}")
    # Before the first result it is the clock that is due.
    ways = [opening, slips] if playing["state"] == RoundState.PUBLISHED else [slips, opening]
    ways.append(_checking_in(desk))
    if desk.may_organise:
        ways.append(desk.way_to(_("Draws"), "desk-seating"))
    if wanted := seats_wanted(desk.event, desk.projection):
        about.insert(0, wanted.about)
        if desk.may_organise:
            ways.insert(0, OfferedAction(wanted.button, wanted.url))
    return NextStep(name, about, ways)


def _checking_in(desk: DashboardPresenter) -> OfferedAction:
    return desk.way_to(_("Check people in"), "desk-check-in")


def _seating(desk: DashboardPresenter, name: str, round_: str) -> OfferedAction:
    return desk.way_to(name % {"round": round_}, "desk-seating")


def _count(desk: DashboardPresenter, presence: Entry.Presence) -> int:
    return sum(entry["presence"] == presence for entry in desk.projection["entries"])


def _who_is_there(desk: DashboardPresenter) -> str:
    present, missing = _count(desk, Presence.PRESENT), _count(desk, Presence.ANNOUNCED)
    people = ngettext("%(n)d person is present", "%(n)d people are present", present) % {"n": present}
    if not missing:
        return f"{people}."
    absent = ngettext("%(n)d is missing", "%(n)d are missing", missing) % {"n": missing}
    return f"{people}, {absent}."
