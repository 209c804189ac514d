"""A misspelt name corrected at the desk: by whom, where it shows, and what is written down of it."""

import html
from typing import Any

import pytest
from django.test import Client

from games.enums import Role
from games.models import Player
from tests.tournaments.conftest import NOW, new_event, with_role
from tests.tournaments.hall.halls import WHO, again, new_hall, page, published
from tournaments import services
from tournaments.hall import services as hall
from tournaments.models import Entry, Event, Season

pytestmark = pytest.mark.django_db
CHECK_IN = "/organise/events/hall/check-in/"
PERSON = f"{CHECK_IN}people/entry-4/"


@pytest.fixture
def event(season: Season) -> Event:
    return new_hall(season, 8)


@pytest.fixture
def organises(event: Event) -> Client:
    """Somebody who organises this event alone."""
    return with_role(Role.ORGANISER, "event:hall")


def corrected(client: Client, name: str) -> Any:
    """The form of the fourth person sent with a name."""
    return client.post(PERSON, {"name": name, "team": "Team 0", "groups": "", "never_with": ""})


def fourth(event: Event) -> Player:
    return Entry.objects.get(event=event, number=4).player


def test_a_misspelt_name_is_corrected_wherever_it_is_shown(event: Event, organises: Client) -> None:
    hall.check_in_all(event_id=event.pk, **WHO)
    published(event)
    assert corrected(organises, "  Gerd   Maier ").status_code == 302
    assert fourth(event).name == "Gerd Maier"
    for address in (f"{CHECK_IN}?q=4", "/events/hall/", "/events/hall/w/4/"):
        text = page(organises, address)
        assert "Gerd Maier" in text
        assert "Person 003" not in text
    assert Entry.objects.get(event=event, number=4).team == "Team 0"


def test_a_nickname_is_corrected_and_the_name_behind_it_stays(event: Event, organises: Client) -> None:
    Player.objects.filter(pk=fourth(event).pk).update(nickname="Blitz")
    assert 'value="Blitz"' in page(organises, PERSON)
    corrected(organises, "Blitzmädel")
    assert (fourth(event).name, fourth(event).nickname) == ("Person 003", "Blitzmädel")


def test_who_plays_in_events_of_others_too_keeps_the_name(event: Event, organises: Client) -> None:
    other = new_event(event.season, slug="other", name="Other")
    services.enter(event_id=other.pk, player=fourth(event), actor="test", now=NOW)
    text = page(organises, PERSON)
    assert 'name="name"' not in text
    assert "plays in other events too" in text
    corrected(organises, "Gerd Maier")
    assert fourth(event).name == "Person 003"
    of_both = with_role(Role.ORGANISER, f"season:{event.season.slug}")
    corrected(of_both, "Gerd Maier")
    assert fourth(event).name == "Gerd Maier"


def test_a_helper_at_the_door_corrects_no_name(event: Event) -> None:
    helper = with_role(Role.REFEREE, "event:hall")
    assert 'name="name"' not in page(helper, PERSON)
    assert corrected(helper, "Gerd Maier").status_code == 302
    assert fourth(event).name == "Person 003"


@pytest.mark.parametrize("name", [" ", "*", "x" * 101, "a\x01b"])
def test_what_is_no_name_is_said_at_its_field_and_changes_nothing(
    event: Event, organises: Client, name: str
) -> None:
    answer = organises.post(PERSON, {"name": name, "team": "Wolves", "groups": "", "never_with": ""})
    assert answer.status_code == 200
    assert answer.context["form"].errors.keys() == {"name"}
    assert (fourth(event).name, Entry.objects.get(event=event, number=4).team) == ("Person 003", "Team 0")


def test_a_name_that_was_taken_away_for_good_is_not_given_again(event: Event, organises: Client) -> None:
    player = fourth(event)
    player.name = player.neutral_name(4)
    player.save()
    before = again(event).version
    answer = corrected(organises, "Gerd Maier")
    assert "taken away for good" in html.unescape(answer.content.decode())
    assert (fourth(event).name, again(event).version) == (player.name, before)
