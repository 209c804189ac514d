"""The next step of a hall: check in, plan, publish, seat late comers, start, enter slips, throws, the finals."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.templatetags.board import localized
from tournaments.formats import is_round
from tournaments.formats.open.rounds import round_subject, seats_people
from tournaments.models import Entry
from tournaments.organiser.actions.draws import ChooseWay
from tournaments.organiser.dashboard import DashboardPresenter, NextStep, OfferedAction
from tournaments.organiser.desk_parts import reverse_desk
from tournaments.organiser.hall.without_seat import seats_wanted
from tournaments.standings.hall import OPEN_STATES, RoundState

Presence = Entry.Presence

#: Why dice are thrown: missing figures could still separate those who are level.
LEVEL_IN_EVERYTHING = _("Level in everything: the die decides.")
LEVEL_AS_FAR_AS_KNOWN = _("Level as far as the boards are known: the die decides.")


def hall_step(desk: DashboardPresenter) -> NextStep | None:
    """Return what is due in a hall; ``None`` where it is nothing that only halls have.

    One query at most, unless a person waits for a seat.
    """
    projection = desk.projection
    if projection["missing"]:
        about = [localized(each) for each in projection["missing"]]
        adding = [] if projection["entries"] or not desk.may_organise else [_adding(desk)]
        ways = [*adding, _checking_in(desk)]
        return NextStep(gettext("Check-in"), [_who_is_there(desk), *about], ways, aside=_rehearsing(desk))
    for needed in projection["draws_needed"]:
        return _round_due(desk, needed) if seats_people(needed["subject"]) else _lot_due(desk, needed)
    playing = [each for each in projection["rounds"] if each["state"] in OPEN_STATES]
    # Of several finals each is started before the slips of the first are waited for.
    playing.sort(key=lambda each: each["state"] != RoundState.PUBLISHED)
    return _playing(desk, playing[0]) if playing else None


def _round_due(desk: DashboardPresenter, needed: Mapping[str, Any]) -> NextStep:
    name, subject = localized(needed["name"]), needed["subject"]
    about = [_who_is_there(desk) if is_round(subject) else _who_plays(len(needed["items"]))]
    if not desk.may_organise:
        return NextStep(name, about, [_checking_in(desk)])
    plan = desk.event.round_plans.filter(subject=subject).first()
    if plan is not None and plan.order:
        return NextStep(name, about, [_seating(desk, gettext("Publish %(round)s"), name), _checking_in(desk)])
    planning = _seating(desk, gettext("Plan %(round)s"), name)
    if subject == round_subject(1) and _count(desk)[Presence.ANNOUNCED]:
        return NextStep(name, about, [_checking_in(desk), planning], aside=_rehearsing(desk))
    return NextStep(name, about, [planning, _checking_in(desk)])


def _lot_due(desk: DashboardPresenter, needed: Mapping[str, Any]) -> NextStep:
    """Those who are level throw; the other ways to draw lots are offered beside that."""
    throwing = OfferedAction(_("Throw dice"), reverse_desk("desk-holddraw", desk.event, "thrown"))
    drawing = OfferedAction(ChooseWay.title, desk.url(ChooseWay))
    prizes = OfferedAction(_("Finals and prizes"), reverse_desk("desk-prizes", desk.event))
    return NextStep(
        localized(needed["name"]),
        [str(LEVEL_AS_FAR_AS_KNOWN if desk.projection.get("unfinished") else LEVEL_IN_EVERYTHING)],
        [throwing, drawing, prizes] if desk.may_organise else [prizes],
    )


def _rehearsing(desk: DashboardPresenter) -> Sequence[OfferedAction]:
    if not desk.may_organise:
        return []
    return [OfferedAction(_("Rehearse"), reverse_desk("desk-rehearse", desk.event))]


def _playing(desk: DashboardPresenter, playing: Mapping[str, Any]) -> NextStep:
    name, left = localized(playing["name"]), len(playing["left"])
    about = ngettext("%(n)d table has no result yet.", "%(n)d tables have no result yet.", left) % {"n": left}
    asked = f"?round={playing['subject']}"
    slips = OfferedAction(_("Enter slips"), f"{reverse_desk('desk-slips', desk.event)}{asked}")
    opened = gettext("Open %(name)s") % {"name": name}
    opening = OfferedAction(opened, f"{reverse_desk('desk-round', desk.event)}{asked}")
    # Before the first result it is the clock that is due.
    ways = [opening, slips] if playing["state"] == RoundState.PUBLISHED else [slips, opening]
    wanted = seats_wanted(desk.event, desk.projection)
    if not desk.may_organise:
        return NextStep(name, [*([wanted.about] if wanted else []), about], [*ways, _checking_in(desk)])
    drawing = OfferedAction(_("Draws"), reverse_desk("desk-seating", desk.event))
    if wanted:
        seat = OfferedAction(wanted.button, wanted.url)
        return NextStep(name, [wanted.about, about], [seat, *ways, _checking_in(desk), drawing])
    return NextStep(name, [about], [*ways, _checking_in(desk), drawing])


def _adding(desk: DashboardPresenter) -> OfferedAction:
    return OfferedAction(_("Add people"), reverse_desk("desk-announce", desk.event))


def _checking_in(desk: DashboardPresenter) -> OfferedAction:
    return OfferedAction(_("Check people in"), reverse_desk("desk-check-in", desk.event))


def _seating(desk: DashboardPresenter, name: str, round_: str) -> OfferedAction:
    return OfferedAction(name % {"round": round_}, reverse_desk("desk-seating", desk.event))


def _count(desk: DashboardPresenter) -> dict[str, int]:
    where = [entry["presence"] for entry in desk.projection["entries"]]
    return {each: where.count(each) for each in Presence.values}


def _who_plays(number: int) -> str:
    """Say how many play in a final; other people, present or missing, are no finalists."""
    return ngettext("%(n)d person plays.", "%(n)d people play.", number) % {"n": number}


def _who_is_there(desk: DashboardPresenter) -> str:
    counted = _count(desk)
    present, missing = counted[Presence.PRESENT], counted[Presence.ANNOUNCED]
    people = ngettext("%(n)d person is present", "%(n)d people are present", present) % {"n": present}
    if not missing:
        return f"{people}."
    absent = ngettext("%(n)d is missing", "%(n)d are missing", missing) % {"n": missing}
    return f"{people}, {absent}."
