"""A team is one however its name is capitalised and spaced, wherever somebody is entered or described."""

from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from tests.tournaments.conftest import with_role
from tests.tournaments.hall.halls import WHO, new_hall
from tournaments.models import Event, Season
from tournaments.services import hall

pytestmark = pytest.mark.django_db
DESK = "/organise/events/hall/check-in/"


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


def test_a_team_typed_otherwise_is_the_known_one_in_a_list(bank: Event) -> None:
    people = "Bea;rote  bank\nCleo;ROTEBANK\nDora;Wölfe\nEmil;wölfe\nFritz;Rote Bänke"
    with_role(Role.ORGANISER, "event:hall").post(f"{DESK}add/", {"people": people})
    assert teams(bank) == ["Rote Bank"] * 3 + ["Wölfe"] * 2 + ["Rote Bänke"]


def test_a_team_typed_otherwise_is_the_known_one_for_a_walk_in(bank: Event) -> None:
    with_role(Role.REFEREE, "event:hall").post(f"{DESK}walk-in/", {"name": "Bea", "team": " rote bank"})
    assert teams(bank) == ["Rote Bank"] * 2


def test_a_team_typed_otherwise_is_the_known_one_for_whoever_registers_and_changes_it(bank: Event) -> None:
    who: dict[str, Any] = {"event_id": bank.pk, "now": WHO["now"]}
    entry = hall.register(form="a", name="Bea", team="rote bank", **who)
    assert teams(bank) == ["Rote Bank"] * 2
    own: dict[str, Any] = {
        "number": entry.number,
        "token": hall.personal_token(bank, entry),
        "wishes": hall.OwnWishes(),
    }
    hall.change_own(team="", **own, **who)
    assert teams(bank) == ["Rote Bank", ""]
    hall.change_own(team="ROTE BANK", **own, **who)
    assert teams(bank) == ["Rote Bank"] * 2


def test_a_team_typed_otherwise_is_the_known_one_for_programs(bank: Event) -> None:
    client = with_role(Role.ORGANISER, "event:hall")
    for path, sent in (
        ("announced/", {"people": [{"name": "Bea", "team": "rote bank"}]}),
        ("walk-ins/", {"name": "Cleo", "team": "RoteBank"}),
    ):
        answer = client.post(f"/api/v1/events/hall/{path}", sent, content_type="application/json")
        assert answer.status_code == 201, answer.content.decode()
    assert teams(bank) == ["Rote Bank"] * 3


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
