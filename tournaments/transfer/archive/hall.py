"""What an event file tells of a hall: where people are, plans of rounds, clocks, claims; nothing for other events."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from games.domain.actors import actor_name
from games.services.export_game import format_datetime
from games.validation.json_value import JsonValue
from rules.i18n import Text
from tournaments.models import Draw, Entry, Event, Registration, ResultClaim, RoundClock, RoundPlan
from tournaments.models.entry import LONGEST_LABEL, number_of
from tournaments.models.hall_round import LONGEST_CLAIMANT
from tournaments.models.registration import LONGEST_CONDITIONS, MOST_WAITING
from tournaments.services.hall.registration import form_mark
from tournaments.transfer.archive.layout import in_order

#: Members of an entry, and of a draw, that only a hall has.
OF_ENTRIES = ("number", "team", "groups", "presence", "paid", "wishes", "registered", "arrival")
OF_DRAWS = ("annulled_why", "closed_at")
#: The member of the file.
HALL = "hall"


def entry_in_hall(entry: Entry) -> dict[str, Any]:
    """Return what a file tells of an entry in a hall, as far as it is not as everywhere."""
    return {
        **({} if entry.number in (0, number_of(entry.key)) else {"number": entry.number}),
        **({"team": entry.team} if entry.team else {}),
        **({"groups": entry.groups} if entry.groups else {}),
        **({} if entry.presence == Entry.Presence.PRESENT else {"presence": str(entry.presence)}),
        **({"paid": True} if entry.paid else {}),
        **({"wishes": in_order(entry.wishes)} if entry.wishes else {}),
        **({"registered": True} if entry.registered else {}),
        **({"arrival": str(entry.arrival)} if entry.arrival else {}),
    }


def draw_in_hall(draw: Draw) -> dict[str, Any]:
    """Return what a file tells of the draw of a round beside the draw."""
    return {
        **({"annulled_why": draw.annulled_why} if draw.annulled_why else {}),
        **({"closed_at": format_datetime(draw.closed_at)} if draw.closed_at else {}),
    }


def hall_as_plain(event: Event) -> dict[str, Any]:
    """Return the member of the file that tells of plans, clocks and claims; none where there are none."""
    told = {
        "plans": [_plan(plan) for plan in event.round_plans.all()],
        "clocks": [
            {
                "round": clock.subject,
                "planned_minutes": clock.planned_minutes,
                "clock": in_order(clock.clock),
            }
            for clock in event.round_clocks.all()
        ],
        "claims": [_claim(claim) for claim in event.result_claims.all()],
        **_registration(event),
    }
    return {HALL: told} if any(told.values()) else {}


def _registration(event: Event) -> dict[str, Any]:
    """Return how people get in by themselves; the code at the door is of one morning and stays here."""
    found = Registration.objects.filter(event=event).first()
    if found is None:
        return {}
    told = {
        "is_open": found.is_open,
        "closes_at": format_datetime(found.closes_at) if found.closes_at else None,
        "most_waiting": found.most_waiting,
        "conditions": found.conditions,
    }
    return {"registration": told}


def _plan(plan: RoundPlan) -> dict[str, Any]:
    return {
        "round": plan.subject,
        "number": plan.number,
        "seed": plan.seed,
        "seed_hash": plan.seed_hash,
        "order": plan.order,
        "people": in_order(plan.people),
        "rounds": plan.rounds,
        "changes": in_order(plan.changes),
        "made_by": actor_name(plan.made_by),
        "made_at": format_datetime(plan.made_at),
    }


def _claim(claim: ResultClaim) -> dict[str, Any]:
    return {
        "number": claim.number,
        "claimant": actor_name(claim.claimant),
        "sheet": in_order(claim.sheet),
        "state": str(claim.state),
        "made_at": format_datetime(claim.made_at),
    }


# -- reading ---------------------------------------------------------------------------------------


def read_entry(entry: Entry, data: Mapping[str, JsonValue]) -> None:
    """Put what the file tells of somebody in a hall into their entry, not yet saved."""
    entry.number = data["number"].integer() if "number" in data else number_of(entry.key)
    if "team" in data:
        entry.team = data["team"].text(LONGEST_LABEL)
    if "groups" in data:
        entry.groups = [group.text(LONGEST_LABEL) for group in data["groups"].items()]
    if "presence" in data:
        entry.presence = Entry.Presence(_one_of(data["presence"], Entry.Presence.values))
    if "paid" in data:
        entry.paid = data["paid"].boolean()
    if "registered" in data and data["registered"].boolean():
        entry.registered = form_mark(secrets.token_hex())
    if "arrival" in data:
        entry.arrival = Entry.Arrival(_one_of(data["arrival"], Entry.Arrival.values))
    if "wishes" in data:
        wishes = data["wishes"].members(optional=("table", "never_with"))
        entry.wishes = {
            **({"table": wishes["table"].integer()} if "table" in wishes else {}),
            **({"never_with": wishes["never_with"].texts()} if "never_with" in wishes else {}),
        }


def read_draw(draw: Draw, data: Mapping[str, JsonValue]) -> None:
    """Put what the file tells of the draw of a round into it, not yet saved."""
    if "annulled_why" in data:
        draw.annulled_why = data["annulled_why"].text(200)
    if "closed_at" in data:
        draw.closed_at = data["closed_at"].datetime()


def read_hall(event: Event, part: JsonValue, signed: Callable[[str], str]) -> None:
    """Keep the plans, clocks and claims that a file tells."""
    data = part.members("plans", "clocks", "claims", optional=("registration",))
    if "registration" in data:
        _read_registration(event, data["registration"])
    for each in data["plans"].items():
        _read_plan(event, each, signed)
    for each in data["clocks"].items():
        told = each.members("round", "planned_minutes", "clock")
        RoundClock.objects.create(
            event=event,
            subject=told["round"].text(60),
            planned_minutes=told["planned_minutes"].or_none(JsonValue.integer),
            clock=_clock(told["clock"]),
        )
    for each in data["claims"].items():
        told = each.members("number", "claimant", "sheet", "state", "made_at")
        who = told["claimant"].text(LONGEST_CLAIMANT)
        is_player = event.entries.filter(key=who).exists()
        ResultClaim.objects.create(
            event=event,
            number=told["number"].integer(),
            claimant=who if is_player else signed(who),
            sheet=_sheet(told["sheet"]),
            state=_one_of(told["state"], ResultClaim.State.values),
            made_at=told["made_at"].datetime(),
        )


def _read_registration(event: Event, part: JsonValue) -> None:
    told = part.members("is_open", "closes_at", "most_waiting", "conditions")
    waiting = told["most_waiting"].integer()
    if not 0 <= waiting <= MOST_WAITING:
        raise told["most_waiting"].refused(Text("0 to {most} are possible", most=MOST_WAITING))
    Registration.objects.create(
        event=event,
        is_open=told["is_open"].boolean(),
        closes_at=told["closes_at"].or_none(JsonValue.datetime),
        most_waiting=waiting,
        conditions=told["conditions"].text(LONGEST_CONDITIONS),
    )


def _read_plan(event: Event, part: JsonValue, signed: Callable[[str], str]) -> None:
    told = part.members(
        "round",
        "number",
        "seed",
        "seed_hash",
        "order",
        "people",
        "rounds",
        "changes",
        "made_by",
        "made_at",
    )
    RoundPlan.objects.create(
        event=event,
        subject=told["round"].text(60),
        number=told["number"].integer(),
        seed=told["seed"].text(200),
        seed_hash=told["seed_hash"].text(64),
        order=told["order"].texts(),
        people=[_person(each) for each in told["people"].items()],
        rounds=told["rounds"].integer(),
        changes=[_change(each) for each in told["changes"].items()],
        made_by=signed(told["made_by"].text(60)),
        made_at=told["made_at"].datetime(),
    )


def _person(part: JsonValue) -> dict[str, Any]:
    told = part.members("key", optional=("team", "table", "never_with", "score"))
    found: dict[str, Any] = {"key": told["key"].text(120)}
    if "team" in told:
        found["team"] = told["team"].text(LONGEST_LABEL)
    for name in ("table", "score"):
        if name in told:
            found[name] = told[name].integer()
    if "never_with" in told:
        found["never_with"] = told["never_with"].texts()
    return found


def _change(part: JsonValue) -> dict[str, Any]:
    told = part.members("kind", "reason", "order", "made_by", "made_at")
    told["order"].texts()
    for name in ("kind", "reason", "made_by"):
        told[name].text(200)
    told["made_at"].datetime()
    return part.mapping()


def _clock(part: JsonValue) -> dict[str, Any]:
    told = part.members(optional=("played_ms", "since", "limit_reached", "limit_ms"))
    for name in ("played_ms", "limit_ms"):
        if name in told:
            told[name].integer()
    if "limit_reached" in told:
        told["limit_reached"].boolean()
    if "since" in told and not told["since"].is_null:
        told["since"].datetime()
    if ("played_ms" in told) != ("since" in told) or ("played_ms" in told) != ("limit_reached" in told):
        raise part.refused(Text("a clock that was started has played_ms, since and limit_reached"))
    return part.mapping()


def _sheet(part: JsonValue) -> dict[str, Any]:
    told = part.members("order", "lines", "finished")
    told["order"].texts()
    told["finished"].texts()
    for colour in told["lines"].mapping():
        lines = told["lines"].members(optional=told["lines"].mapping())
        line = lines[colour].members("home", "yard", "fields", optional=("captures",))
        line["home"].integer()
        line["yard"].integer()
        line["fields"].texts()
        if "captures" in line:
            line["captures"].integer()
    return part.mapping()


def _one_of(part: JsonValue, values: list[str]) -> str:
    if part.value not in values:
        raise part.refused(Text("one of {known} is needed", known=", ".join(values)))
    return str(part.value)
