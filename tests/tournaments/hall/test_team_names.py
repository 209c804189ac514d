"""A team is one however its name is capitalised and spaced, wherever somebody is entered or described."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from tests.tournaments.conftest import with_role
from tests.tournaments.hall.halls import WHO, new_hall
from tournaments.hall import services as hall
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
DESK, API = "/organise/events/hall/check-in/", "/api/v1/events/hall/"


@pytest.fixture
def bank(season: Season) -> Event:
    """A hall in which one person is of the team “Rote Bank”, open for registration."""
    event = new_hall(season, 0)
    hall.announce(event_id=event.pk, players=[("Anna", hall.Description(team="Rote Bank"))], **WHO)
    hall.set_up_registration(event_id=event.pk, changes={"is_open": True}, **WHO)
    return event


def teams(event: Event) -> list[str]:
    """The teams of all people in the order of their start numbers."""
    return list(event.entries.order_by("number").values_list("team", flat=True))


def by_registration(bank: Event, team: str) -> None:
    """With no team first, then with this one, by the personal link."""
    who: dict[str, Any] = {"event_id": bank.pk, "now": WHO["now"]}
    entry = hall.register(form="a", name="Bea", team=team, **who)
    own: dict[str, Any] = {
        "number": entry.number,
        "token": hall.personal_token(bank, entry),
        "wishes": hall.OwnWishes(),
    }
    for changed in ("", team):
        hall.change_own(team=changed, **own, **who)


def posted(path: str, **sent: Any) -> Callable[[Event, str], None]:
    def post(bank: Event, team: str) -> None:
        told = json.loads(json.dumps(sent).replace("TEAM", team))
        body = told if path.startswith(DESK) else json.dumps(told)
        kind: dict[str, Any] = {} if path.startswith(DESK) else {"content_type": "application/json"}
        assert with_role(Role.ORGANISER, "event:hall").post(path, body, **kind).status_code < 400

    return post


#: Where the team of somebody is told.
DOORS = {
    "list": posted(f"{DESK}add/", people="Bea;TEAM"),
    "walk-in": posted(f"{DESK}walk-in/", name="Bea", team="TEAM"),
    "registration": by_registration,
    "REST announced": posted(f"{API}announced/", people=[{"name": "Bea", "team": "TEAM"}]),
    "REST walk-ins": posted(f"{API}walk-ins/", name="Bea", team="TEAM"),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" rote  bank", "Rote Bank"),
        ("ROTEBANK", "Rote Bank"),
        ("Rote Bänke", "Rote Bänke"),
        ("Wölfe", "Wölfe"),
    ],
)
def test_a_team_typed_otherwise_is_the_known_one(bank: Event, door: str, typed: str, kept: str) -> None:
    DOORS[door](bank, typed)
    assert teams(bank) == ["Rote Bank", kept]


def test_whoever_is_alone_in_a_team_spells_it_anew(bank: Event) -> None:
    hall.describe(event_id=bank.pk, who=1, description=hall.Description(team="rote bank"), **WHO)
    assert teams(bank) == ["rote bank"]


def test_two_spellings_from_before_can_be_made_one(bank: Event) -> None:
    hall.announce(event_id=bank.pk, players=[("Bea", hall.Description(team="x"))], **WHO)
    bank.entries.filter(number=2).update(team="rote bank")
    hall.describe(event_id=bank.pk, who=2, description=hall.Description(team="Rote Bank"), **WHO)
    assert teams(bank) == ["Rote Bank"] * 2


def test_known_teams_are_offered_at_the_desk_and_in_registration(bank: Event) -> None:
    entry = hall.register(event_id=bank.pk, form="a", name="Bea", team="", now=WHO["now"])
    desk = with_role(Role.REFEREE, "event:hall")
    own = f"/events/hall/register/{entry.number}/{hall.personal_token(bank, entry)}/"
    for client, page in (
        (desk, DESK),
        (desk, f"{DESK}people/{entry.key}/"),
        (Client(), "/events/hall/register/"),
        (Client(), own),
    ):
        text = client.get(page).content.decode()
        assert '<datalist id="teams"><option value="Rote Bank"></option></datalist>' in text, page
        assert 'list="teams"' in text, page
