"""The people of a hall: who is there, corrected names, one team however it is spelt."""

import html
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from games.errors import BadRequest
from games.models import Player
from tests.tournaments.conftest import NOW, new_event, with_role
from tests.tournaments.hall.halls import WHO, again, new_hall, page, published, state
from tournaments import services
from tournaments.errors import EventStateConflict, FormatViolation
from tournaments.hall import services as hall
from tournaments.models import Entry, Event, Season

pytestmark = pytest.mark.django_db
CHECK_IN = "/organise/events/hall/check-in/"
PERSON = f"{CHECK_IN}people/entry-4/"


def where(event: Event, number: int) -> str:
    """Where the person with that start number is."""
    return str(event.entries.get(number=number).presence)


def test_whoever_waits_moves_up_when_somebody_leaves(season: Season) -> None:
    event = new_hall(season, 5, settings={"places": 4})
    with pytest.raises(EventStateConflict, match="waiting list"):
        hall.check_in(event_id=event.pk, who=[5], **WHO)
    hall.leave(event_id=event.pk, who=2, reason="ill", **WHO)
    hall.check_in(event_id=event.pk, who=[5], **WHO)
    assert where(event, 5) == "present"
    with pytest.raises(EventStateConflict, match="4 places"):
        hall.walk_in(event_id=event.pk, player="Emma", **WHO)
    assert event.entries.count() == 5


REFUSED: list[tuple[str, Any, type[Exception], str]] = [
    ("a stranger", lambda pk: hall.check_in(event_id=pk, who=[99], **WHO), BadRequest, "entries"),
    (
        "a table that no hall has",
        lambda pk: hall.describe(
            event_id=pk, who=1, description=hall.Description(), wishes={"table": 0}, **WHO
        ),
        BadRequest,
        "table",
    ),
    (
        "apart from oneself",
        lambda pk: hall.describe(
            event_id=pk,
            who=1,
            description=hall.Description(),
            wishes={"never_with": [1]},
            **WHO,
        ),
        BadRequest,
        "never_with",
    ),
    (
        "a group without a name",
        lambda pk: hall.describe(event_id=pk, who=1, description=hall.Description(groups=[" "]), **WHO),
        BadRequest,
        "groups",
    ),
    ("no reason", lambda pk: hall.leave(event_id=pk, who=1, reason=" ", **WHO), BadRequest, "reason"),
    ("no name", lambda pk: hall.walk_in(event_id=pk, player="", **WHO), BadRequest, "name"),
]


@pytest.mark.parametrize(("what", "asked", "error", "field"), REFUSED, ids=[each[0] for each in REFUSED])
def test_what_cannot_be_is_refused_with_its_field(
    season: Season, what: str, asked: Any, error: type[Exception], field: str
) -> None:
    event = new_hall(season, 4)
    before = (again(event).version, list(event.entries.values()))
    with pytest.raises(error) as found:
        asked(event.pk)
    assert found.value.details["field"] == field  # type: ignore[attr-defined]
    assert (again(event).version, list(event.entries.values())) == before


def test_other_formats_seat_no_hall(cup: Event) -> None:
    with pytest.raises(FormatViolation):
        hall.check_in(event_id=cup.pk, who=["entry-1"], **WHO)
    assert all(each.presence == Entry.Presence.PRESENT for each in state(cup).entries)


# -- names -------------------------------------------------------------------------------------------


@pytest.fixture
def eight(season: Season) -> Event:
    return new_hall(season, 8)


@pytest.fixture
def organises(eight: Event) -> Client:
    """Somebody who organises this event alone."""
    return with_role(Role.ORGANISER, "event:hall")


def corrected(client: Client, name: str) -> Any:
    """The form of the fourth person sent with a name."""
    return client.post(PERSON, {"name": name, "team": "Team 0", "groups": "", "never_with": ""})


def fourth(eight: Event) -> Player:
    return Entry.objects.get(event=eight, number=4).player


def test_a_misspelt_name_is_corrected_wherever_it_is_shown(eight: Event, organises: Client) -> None:
    hall.check_in_all(event_id=eight.pk, **WHO)
    published(eight)
    assert corrected(organises, "  Gerd   Maier ").status_code == 302
    assert fourth(eight).name == "Gerd Maier"
    for address in (f"{CHECK_IN}?q=4", "/events/hall/", "/events/hall/w/4/"):
        text = page(organises, address)
        assert "Gerd Maier" in text
        assert "Person 003" not in text
    assert Entry.objects.get(event=eight, number=4).team == "Team 0"


def test_a_nickname_is_corrected_and_the_name_behind_it_stays(eight: Event, organises: Client) -> None:
    Player.objects.filter(pk=fourth(eight).pk).update(nickname="Blitz")
    assert 'value="Blitz"' in page(organises, PERSON)
    corrected(organises, "Blitzmädel")
    assert (fourth(eight).name, fourth(eight).nickname) == ("Person 003", "Blitzmädel")


def test_who_plays_in_events_of_others_too_keeps_the_name(eight: Event, organises: Client) -> None:
    other = new_event(eight.season, slug="other", name="Other")
    services.enter(event_id=other.pk, player=fourth(eight), actor="test", now=NOW)
    text = page(organises, PERSON)
    assert 'name="name"' not in text
    assert "plays in other events too" in text
    corrected(organises, "Gerd Maier")
    assert fourth(eight).name == "Person 003"
    of_both = with_role(Role.ORGANISER, f"season:{eight.season.slug}")
    corrected(of_both, "Gerd Maier")
    assert fourth(eight).name == "Gerd Maier"


def test_a_helper_at_the_door_corrects_no_name(eight: Event) -> None:
    helper = with_role(Role.REFEREE, "event:hall")
    assert 'name="name"' not in page(helper, PERSON)
    assert corrected(helper, "Gerd Maier").status_code == 302
    assert fourth(eight).name == "Person 003"


@pytest.mark.parametrize("name", [" ", "*", "x" * 101, "a\x01b"])
def test_what_is_no_name_is_said_at_its_field_and_changes_nothing(
    eight: Event, organises: Client, name: str
) -> None:
    answer = organises.post(PERSON, {"name": name, "team": "Wolves", "groups": "", "never_with": ""})
    assert answer.status_code == 200
    assert answer.context["form"].errors.keys() == {"name"}
    assert (fourth(eight).name, Entry.objects.get(event=eight, number=4).team) == ("Person 003", "Team 0")


def test_a_name_that_was_taken_away_for_good_is_not_given_again(eight: Event, organises: Client) -> None:
    player = fourth(eight)
    player.name = player.neutral_name(4)
    player.save()
    before = again(eight).version
    answer = corrected(organises, "Gerd Maier")
    assert "taken away for good" in html.unescape(answer.content.decode())
    assert (fourth(eight).name, again(eight).version) == (player.name, before)


# -- teams -------------------------------------------------------------------------------------------


API = "/api/v1/events/hall/"


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
        body = told if path.startswith(CHECK_IN) else json.dumps(told)
        kind: dict[str, Any] = {} if path.startswith(CHECK_IN) else {"content_type": "application/json"}
        assert with_role(Role.ORGANISER, "event:hall").post(path, body, **kind).status_code < 400

    return post


#: Where the team of somebody is told.
DOORS = {
    "list": posted(f"{CHECK_IN}add/", people="Bea;TEAM"),
    "walk-in": posted(f"{CHECK_IN}walk-in/", name="Bea", team="TEAM"),
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
