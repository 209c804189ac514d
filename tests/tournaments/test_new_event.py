"""An event in one form: its players by their names, made and drawn at once, and started by tapping the throws."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.enums import GameState, Role
from games.models import AccessToken, Permit, Player
from tests.tournaments.event_state import everything
from tournaments.formats import FORMATS
from tournaments.models import Event, Season
from tournaments.organiser.first_game import Throws
from tournaments.standings.event_state import EventState

pytestmark = pytest.mark.django_db
NEW = "/organise/new/championship/"


def filled(names: str = "Anna\nBruno\nClara", **others: Any) -> dict[str, Any]:
    today = timezone.localdate().isoformat()
    sent = {"names": names, "rules_name": "xmadn-3t", "starts_on": today, "season": "new", "level": "1"}
    return {**sent, "ranked": "on", **others}


@pytest.fixture
def olga(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("olga"))
    return client


def refused(client: Client, sent: dict[str, Any], address: str = NEW) -> str:
    """The page that says why; nothing has been made."""
    before = everything()
    answer = client.post(address, sent)
    assert answer.status_code == 200
    assert everything() == before
    return answer.content.decode().replace("&#x27;", "'")


def test_three_names_make_an_event_with_its_colours_drawn(olga: Client) -> None:
    answer = olga.post(NEW, filled())
    event = Event.objects.get()
    assert answer["Location"] == f"/organise/events/{event.slug}/first-game/"
    assert [entry.player.name for entry in event.entries.order_by("seed")] == ["Anna", "Bruno", "Clara"]
    assert (event.status, event.draws.count()) == (Event.Status.DRAWN, 1)
    assert event.season.name == str(timezone.localdate().year)
    page = olga.get(answer["Location"]).content.decode()
    assert "Start Game 1" in page


def test_the_same_form_sent_twice_makes_one_event(olga: Client) -> None:
    for _ in range(2):
        assert olga.post(NEW, filled()).status_code == 302
    assert (Event.objects.count(), Season.objects.count(), Player.objects.count()) == (1, 1, 3)


def test_every_format_makes_an_event_from_as_few_names_as_it_takes(olga: Client) -> None:
    for key, format in FORMATS.items():
        names = "\n".join(("Anna", "Bruno", "Clara")[: format.least_players])
        rules = {"rules_name": "mhd"} if "mhd" in format.rule_sets else {}
        rules = rules or {"rules_name": format.rule_sets[0]}
        address = f"/organise/new/{key}/"
        assert olga.get(address).status_code == 200
        answer = olga.post(address, filled(names, **rules))
        assert answer.status_code == 302, (key, answer.content.decode())
        assert olga.get(answer["Location"]).status_code == 200
        event = Event.objects.get(format_key=key)
        assert EventState.load(event).due, key


def test_known_players_are_taken_and_near_misses_are_asked_for(olga: Client) -> None:
    anna, bruno = Player.objects.create(name="Anna Amsel"), Player.objects.create(name="Bruno")
    names = "Anna Amsl\nBruno\nClara"
    page = refused(olga, filled(names))
    assert "Anna Amsl – do you mean:" in page
    assert "Please say who is meant." in page
    olga.post(NEW, filled(names, **{"who-Anna Amsl": str(anna.pk)}))
    entered = [entry.player for entry in Event.objects.get().entries.order_by("seed")]
    assert entered[:2] == [anna, bruno]
    olga.post(NEW, filled(names, name="Second", **{"who-Anna Amsl": "new"}))
    assert Player.objects.filter(name="Anna Amsl").count() == 1


def test_too_many_are_told_what_would_fit(olga: Client) -> None:
    page = refused(olga, filled("Anna\nBruno\nClara\nDora"))
    assert "Championship is for 3 players; there are 4 names." in page
    assert "/organise/new/league/" in page
    assert "/organise/new/challengers/" not in page


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"names": ""}, "This field is required."),
        ({"names": "Anna\nANNA\nBruno"}, "are the same name"),
        ({"names": "Anna\nBruno\n" + "x" * 101}, "at most 100"),
        ({"names": "Anna\nBruno\nCl\u0000ara"}, "Null characters"),
        ({"starts_on": "yesterday"}, "Enter a valid date."),
        ({"starts_on": "0001-01-01"}, ""),
        ({"season": "77"}, "Select a valid choice."),
        ({"level": "9"}, "Select a valid choice."),
        ({"name": "x" * 151}, "at most 150"),
        ({"championship.wins": "0"}, "Select a valid choice."),
        ({"rules_name": "chess"}, "Select a valid choice."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_made(
    olga: Client, wrong: dict[str, str], message: str
) -> None:
    assert message in refused(olga, filled() | wrong)


def test_more_hours_than_anybody_plays_are_told_before(olga: Client) -> None:
    names = "\n".join(f"Somebody {letter * 5}" for letter in "abcdefghijklmnopqrst")
    sent = filled(names, rules_name="xmadn-2t", **{"league.drrs": "6"})
    page = refused(olga, sent, "/organise/new/league/")
    assert "That makes 2280 games, about 1300 h of play." in page
    assert "Create it all the same" in page


def test_only_organisers_make_events_and_only_where_they_are(db: None) -> None:
    assert "/login/" in Client().get("/organise/new/")["Location"]
    person, season = (
        User.objects.create_user("lena"),
        Season.objects.create(slug="ours", name="Ours", starts_on="2026-01-01", ends_on="2026-12-31"),
    )
    lena = Client()
    lena.force_login(person)
    assert lena.get("/organise/new/").status_code == lena.post(NEW, filled()).status_code == 403
    Permit.objects.create(
        person=person, role=Role.ORGANISER, place="season:ours", granted_by="test", granted_at=timezone.now()
    )
    assert "Select a valid choice." in refused(lena, filled())
    assert lena.post(NEW, filled(season=str(season.pk))).status_code == 302
    assert Event.objects.get().season == season


def test_the_last_throw_starts_the_game_and_shows_a_code_for_the_referee_once(olga: Client) -> None:
    start = olga.post(NEW, filled())["Location"]
    olga.post(start)
    dice = ""
    for die in "123456":
        answer = olga.post(start, {"dice": dice, "die": die})
        if answer.status_code == 200:
            dice = answer.context["throws"].as_text
    event = Event.objects.get()
    assert answer["Location"] == f"/organise/events/{event.slug}/board/"
    assert event.games.get().game.state == GameState.RUNNING
    token = AccessToken.objects.get()
    assert (token.role, token.place) == (Role.REFEREE, f"event:{event.slug}")
    page = olga.get(answer["Location"]).content.decode()
    assert "/enter/rauswurf_" in page
    assert "Phones cannot open this address." not in page  # the host of a test is no loopback
    assert "/enter/" not in olga.get(answer["Location"]).content.decode()
    olga.post(f"{answer['Location']}link/")
    assert AccessToken.objects.count() == 2


def test_a_throw_is_undone_and_nonsense_is_no_throw(olga: Client) -> None:
    start = olga.post(NEW, filled())["Location"]
    assert olga.post(start, {"dice": "1-2-3", "undo": "yes"}).context["throws"].as_text == "1-2"
    for nonsense in ("7", "x", "-", "²", "1" * 5000):
        assert olga.post(start, {"dice": nonsense}).context["throws"].as_text == "", nonsense
    assert not Event.objects.get().games.exists()


def test_those_who_are_level_throw_again(olga: Client) -> None:
    olga.post(NEW, filled())
    (due,) = EventState.load(Event.objects.get()).due
    throws = Throws.from_text(due, (1, 2, 3, 4, 5, 6), "6-6-1-1-1-1")
    first, second = list(due.contenders)[:2]
    assert (throws.colour, throws.starter) == (first, "")
    decided = Throws.from_text(due, (1, 2, 3, 4, 5, 6), "6-6-1-1-1-1-2-5-4")
    assert (decided.starter, decided.as_text) == (second, "6-6-1-1-1-1-2-5")


def test_a_link_with_the_role_of_an_organiser_makes_and_starts_nothing(olga: Client) -> None:
    start = olga.post(NEW, filled())["Location"]
    guest = Client()
    guest.get(f"/enter/{AccessToken.issue(name='board', role='organiser', place='site')[1]}/")
    before = everything()
    for address in ("/organise/new/", NEW, start, start.replace("first-game", "board")):
        assert guest.get(address).status_code == 403, address
    assert guest.post(NEW, filled("Dora\nEmil\nFritz")).status_code == 403
    assert guest.post(start, {"dice": "1-2-3-4-5-6"}).status_code == 403
    assert everything() == before


def test_strangers_start_nothing(olga: Client) -> None:
    start = olga.post(NEW, filled())["Location"]
    stranger = Client()
    stranger.force_login(User.objects.create_user("lena"))
    board = start.replace("first-game", "board")
    for answer in (stranger.get(start), stranger.post(start, {"dice": "1"}), stranger.post(f"{board}link/")):
        assert answer.status_code == 403
    assert not Event.objects.get().games.exists()
    assert not AccessToken.objects.exists()
