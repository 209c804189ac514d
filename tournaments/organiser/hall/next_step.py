"""The next step of a hall: check in, plan, publish, play, the next round, the finals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.templatetags.board import localized
from tournaments.formats.open.rounds import round_subject
from tournaments.models import Entry
from tournaments.organiser.dashboard import DashboardPresenter, NextStep, OfferedAction
from tournaments.organiser.desk_parts import reverse_desk
from tournaments.organiser.hall.rounds_due import seats_people

Presence = Entry.Presence


def hall_step(desk: DashboardPresenter) -> NextStep | None:
    """Return what is due in a hall; ``None`` where it is nothing that only halls have. One query at most."""
    told = desk.projection
    if told["missing"]:
        about = [localized(each) for each in told["missing"]]
        return NextStep(
            gettext("Check-in"), [_who_is_there(desk), *about], [_checking_in(desk), *_rehearsing(desk)]
        )
    for needed in told["draws_needed"]:
        if seats_people(needed["subject"]):
            return _round_due(desk, needed)
    playing = [each for each in told["rounds"] if each["left"] and each["state"] in ("published", "playing")]
    return _playing(desk, playing[-1]) if playing else None


def _round_due(desk: DashboardPresenter, needed: Mapping[str, Any]) -> NextStep:
    name, subject = localized(needed["name"]), needed["subject"]
    about = [_who_is_there(desk)]
    if not desk.may_organise:
        return NextStep(name, about, [_checking_in(desk)])
    plan = desk.event.round_plans.filter(subject=subject).first()
    if plan is not None and plan.order:
        return NextStep(name, about, [_seating(desk, gettext("Publish %(round)s"), name), _checking_in(desk)])
    planning = _seating(desk, gettext("Plan %(round)s"), name)
    if subject == round_subject(1) and _count(desk)[Presence.ANNOUNCED]:
        return NextStep(name, about, [_checking_in(desk), planning, *_rehearsing(desk)])
    return NextStep(name, about, [planning, _checking_in(desk)])


def _playing(desk: DashboardPresenter, playing: Mapping[str, Any]) -> NextStep:
    left = len(playing["left"])
    about = ngettext("%(n)d table has no result yet.", "%(n)d tables have no result yet.", left) % {"n": left}
    return NextStep(localized(playing["name"]), [about], _while_playing(desk))


def _while_playing(desk: DashboardPresenter) -> Sequence[OfferedAction]:
    ways = [OfferedAction(_("Enter results"), reverse_desk("desk-slips", desk.event))]
    ways += [OfferedAction(_("Round"), reverse_desk("desk-round", desk.event)), _checking_in(desk)]
    return (
        [*ways, OfferedAction(_("Draws"), reverse_desk("desk-seating", desk.event))]
        if desk.may_organise
        else ways
    )


def _rehearsing(desk: DashboardPresenter) -> Sequence[OfferedAction]:
    """Offer a rehearsal to whoever organises the event."""
    if not desk.may_organise:
        return []
    return [OfferedAction(_("Rehearse"), reverse_desk("desk-rehearse", desk.event))]


def _checking_in(desk: DashboardPresenter) -> OfferedAction:
    return OfferedAction(_("Check people in"), reverse_desk("desk-check-in", desk.event))


def _seating(desk: DashboardPresenter, name: str, round_: str) -> OfferedAction:
    return OfferedAction(name % {"round": round_}, reverse_desk("desk-seating", desk.event))


def _count(desk: DashboardPresenter) -> dict[str, int]:
    where = [entry["presence"] for entry in desk.projection["entries"]]
    return {each: where.count(each) for each in Presence.values}


def _who_is_there(desk: DashboardPresenter) -> str:
    counted = _count(desk)
    present, missing = counted[Presence.PRESENT], counted[Presence.ANNOUNCED]
    told = ngettext("%(n)d person is present", "%(n)d people are present", present) % {"n": present}
    if not missing:
        return f"{told}."
    absent = ngettext("%(n)d is missing", "%(n)d are missing", missing) % {"n": missing}
    return f"{told}, {absent}."
