"""The event file of a hall, its commands, and its addresses of REST."""

import json
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.enums import Role
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW
from tests.tournaments.event_state import undone
from tests.tournaments.hall.halls import (
    WHO,
    again,
    entered,
    in_seat_order,
    new_hall,
    published,
    standing,
    state,
)
from tournaments.files.event_file import export_event, import_event
from tournaments.hall import services as hall
from tournaments.hall.services import Mishap, MishapKind, TableSlip
from tournaments.models import Event, RoundPlan, Season
from tournaments.services import Slip
from tournaments.standings.queries import load_standings
from tournaments.standings.rounds import round_of_subject

pytestmark = pytest.mark.django_db
HALL = "/api/v1/events/hall/"


@pytest.fixture
def played(season: Season) -> Event:
    """A hall with something of everything."""
    return _played(season)


def _played(season: Season) -> Event:
    """Play a hall with something of everything: wishes, a repair, a clock, claims, an annulled and a closed round."""
    event = new_hall(season, 9)
    hall.check_in(event_id=event.pk, who=[1, 2, 3, 4, 5, 6, 7, 8], **WHO)
    hall.describe(
        event_id=event.pk,
        who=1,
        description=hall.Description(groups=["juniors"], paid=True),
        wishes=lambda _: hall.Wishes(table=1, never_with=[2]),
        **WHO,
    )
    published(event)
    mishap = Mishap(MishapKind.LATE, 9)
    hall.repair_round(event_id=event.pk, subject="round-1", mishap=mishap, reason="late", **WHO)
    hall.set_minutes(event_id=event.pk, subject="round-1", minutes=45, **WHO)
    table = round_of_subject(state(event), "round-1").stage.tables[1]
    home = (3, 2, 1, 0)[: len(table.seating.colours)]
    lines = standing(table.seating.colours, home).lines
    lines = {colour: replace(line, captures=number) for number, (colour, line) in enumerate(lines.items())}
    entered(event, [TableSlip(table.number, Slip(lines=lines))])
    hall.annul_round(event_id=event.pk, subject="round-1", reason="fire", **WHO)
    second = published(event)
    entered(event, in_seat_order(second)[:1])
    hall.close_round(event_id=event.pk, subject="round-2", reason="a slip is lost", **WHO)
    hall.leave(event_id=event.pk, who=3, reason="ill", **WHO)
    return again(event)


def test_the_file_of_a_hall_goes_out_and_in_without_loss(season: Season) -> None:
    kept: list[tuple[str, dict[str, Any]]] = []
    with undone():
        event = _played(season)
        kept.append((export_event(event), load_standings(event)))
    ((text, table),) = kept
    told = json.loads(text)["hall"]
    assert all(told[part] for part in ("plans", "clocks", "claims"))
    event = import_event(text, actor="test", now=NOW)
    assert export_event(event) == text
    assert {**load_standings(event), "version": 0} == {**table, "version": 0}
    assert all(not each.wrong for each in hall.verify_draws(event))


def test_the_command_verifies_every_round_and_finds_what_was_touched(played: Event) -> None:
    out = StringIO()
    call_command("verify_draw", "hall", stdout=out)
    assert "round-1: follows from its seed; changed by hand: late: late" in out.getvalue()
    plan = RoundPlan.objects.get(subject="round-2")
    RoundPlan.objects.filter(pk=plan.pk).update(seed="x", order=plan.order[::-1])
    with pytest.raises(CommandError):
        call_command("verify_draw", "hall", stdout=StringIO())
    exported = StringIO()
    call_command("verify_draw", "hall", "--export", stdout=exported)
    assert [each["name"] for each in json.loads(exported.getvalue())["rounds"]] == ["round-1", "round-2"]


# -- REST ------------------------------------------------------------------------------------------


def test_a_round_is_run_by_rest(season: Season) -> None:
    new_hall(season, 8)
    client = client_with(Role.ORGANISER)
    assert client.post(f"{HALL}check-in/all/").status_code == 200
    planned = client.post(f"{HALL}rounds/plan/", {}).json()
    assert planned["round"] == "round-1"
    assert "bound" in planned["proof"]["en"]
    assert client.get(f"{HALL}rounds/draft/").json()["tables"] == planned["tables"]
    tables = client.post(f"{HALL}rounds/round-1/publish/").json()
    clock = client.post(f"{HALL}rounds/round-1/clock/", {"action": "start"}).json()
    assert clock["clock"]["since"]
    assert clock["planned_minutes"] == 30
    sheets = [{"number": table["number"], "order": list(table["seats"])} for table in tables]
    found = client.post(f"{HALL}sheets/", {"sheets": sheets}).json()
    assert [each["outcome"] for each in found] == ["entered", "entered"]
    again_ = client.post(f"{HALL}sheets/", {"sheets": sheets}).json()
    assert [each["outcome"] for each in again_] == ["repeated", "repeated"]
    rounds = client.get(f"{HALL}rounds/").json()
    assert [(each["state"], each["clock"]) for each in rounds] == [("complete", None), ("planned", None)]


def test_what_the_desk_knows_of_people_is_not_public(season: Season) -> None:
    event = new_hall(season, 4)
    hall.describe(
        event_id=event.pk,
        who=1,
        description=hall.Description(paid=True),
        wishes=lambda _: hall.Wishes(never_with=[2]),
        **WHO,
    )
    assert "paid" not in again(event).projection
    assert "never_with" not in again(event).projection
    client = client_with(Role.VIEWER)
    assert "paid" not in client.get(f"{HALL}entries/").json()["results"][0]
    assert client.get(f"{HALL}people/").status_code == 403
