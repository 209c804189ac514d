"""What organisers decide: draws that are held again, changed settings."""

from collections.abc import Callable, Mapping
from datetime import timedelta

import pytest
from django.test import Client
from rest_framework.test import APIClient

from games.enums import EventKind, Role
from tests.games.conftest import client_with
from tests.games.requests import refused
from tests.tournaments.admin_forms import step, whole_desk
from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, win
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.event_state import WHO, happen, table
from tests.tournaments.hall.halls import again, new_hall, published
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.models import Draw, Event, Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(db: None) -> APIClient:
    return client_with(Role.ORGANISER)


# -- tables of other moments -----------------------------------------------------------------------


def test_the_table_is_shown_as_it_stood(cup: Event) -> None:
    standings = "/api/v1/events/cup/standings/"
    drawn = table(cup)["version"]
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    earlier = APIClient().get(standings, {"at": drawn})
    assert earlier.json()["games"] == []
    assert APIClient().get(standings, {"at": NOW.isoformat()}).json() == table(cup)
    assert APIClient().get(standings, {"at": "2026-11-20"}).status_code == 404
    found = refused(APIClient().get(standings, {"at": "yesterday"}), 400, "bad-value")
    assert found["field"] == "at"


# -- draws -----------------------------------------------------------------------------------------


def nothing(event: Event) -> None:
    """No game has begun."""


def prepared(event: Event) -> None:
    services.prepare_next_game(event_id=event.pk, actor="test", now=NOW)


def running(event: Event) -> None:
    start(event, rounds=YELLOW_STARTS)


def ended(event: Event) -> None:
    win(start(event, rounds=YELLOW_STARTS).game, "red")


def broken_off(event: Event) -> None:
    happen(start(event, rounds=YELLOW_STARTS).game, EventKind.ABANDON, reason="the lights went out")


def begun_again(event: Event) -> None:
    broken_off(event)
    running(event)


#: Whether the draw can be held again.
OF_A_CUP: Mapping[Callable[[Event], None], bool] = {
    nothing: True,
    prepared: False,
    running: False,
    ended: False,
    broken_off: True,
    begun_again: False,
}


@pytest.mark.parametrize("state", OF_A_CUP)
def test_a_draw_is_held_again_until_a_game_rests_on_it(
    organiser: Client, cup: Event, state: Callable[[Event], None]
) -> None:
    state(cup)
    check(
        organiser,
        cup,
        "pairs",
        OF_A_CUP[state],
        offered_at_the_desk=step("voiddraw", cup, "pairs") in whole_desk(organiser, cup),
    )


@pytest.mark.parametrize(("begun", "again_"), [("", True), ("before", True), ("since", False)])
def test_a_lot_of_a_hall_is_held_again_until_a_game_rests_on_it(
    organiser: Client, season: Season, begun: str, again_: bool
) -> None:
    event = new_hall(season, 8, are_present=True)
    seats = published(event).stage.tables[0].seating
    if begun:
        thrown = dict(zip(seats.colours, (6, 1, 2, 3), strict=True))
        services.start_next_game(event_id=event.pk, number=1, rounds=[thrown], **WHO)
    made_at = NOW + timedelta(minutes=1 if begun == "before" else -1)
    said = {"de": "Los", "en": "Lot"}
    made = {"method": Draw.Method.BY_HAND, "made_by": "test", "made_at": made_at}
    Draw.objects.create(event=event, subject="lot", name=said, places=["1"], order=["entry-1"], **made)
    page = organiser.get(f"/organise/events/{event.slug}/seating/").content.decode()
    check(organiser, again(event), "lot", again_, offered_at_the_desk=step("voiddraw", event, "lot") in page)


def check(organiser: Client, event: Event, subject: str, may: bool, *, offered_at_the_desk: bool) -> None:
    """The desk, its step, REST and the service that commands call say the same; REST changes nothing where refused."""
    rest = APIClient()
    rest.cookies = organiser.cookies
    assert offered_at_the_desk == may
    assert (organiser.get(step("voiddraw", event, subject)).status_code == 200) == may
    address = f"/api/v1/events/{event.slug}/draws/{subject}/void/"
    if may:
        assert rest.post(address, {"reason": "Cora came late"}).status_code == 204
        return
    answer = rest.post(address, {"reason": "Cora came late"})
    assert (answer.status_code, answer.json()["messages"]["en"][:18]) == (409, "The draw is final:")
    with pytest.raises(EventStateConflict, match=r"The draw is final: .* has begun since"):
        services.void_draw(event_id=event.pk, subject=subject, reason="late", actor="test", now=NOW)
    assert Draw.objects.filter(event=event, subject=subject).exists()
