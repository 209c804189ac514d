"""The first season in three steps: each checked, all shown before it is made, made in one go, safe to repeat."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import Player
from tests.tournaments.admin_forms import desk, messages
from tests.tournaments.event_state import everything
from tournaments.models import Entry, Event, Season

pytestmark = pytest.mark.django_db
URL = "/admin/first-season/"
SEASON = {
    "season-kind": "own",
    "season-name": "League 2027",
    "season-year": "2027",
    "season-starts_on": "2027-01-01",
    "season-ends_on": "2027-12-31",
}
PLAYERS = {"players-names": "Änne Öhler\n\n  Bert   Übel \nCora Weiß\nDora Dahl"}
EVENT: dict[str, Any] = {
    "event-name": "Opening night",
    "event-format_key": "championship",
    "event-rules_name": "xmadn-3t",
    "event-starts_on": "2027-02-05",
    "event-entered": ["Änne Öhler", "Bert Übel", "Dora Dahl"],
}
ALL = {**SEASON, **PLAYERS, **EVENT}


@pytest.fixture
def organiser(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("organiser"))
    return client


def shown(client: Client, at: int, sent: dict[str, Any], **button: str) -> tuple[int, str]:
    """The step that the answer shows, and its page; nothing has been made."""
    before = everything(), Player.objects.count()
    answer = client.post(URL, {**sent, "at": at, **(button or {"next": "yes"})})
    assert answer.status_code == 200
    assert (everything(), Player.objects.count()) == before
    return answer.context["flow"].shown, answer.content.decode().replace("&#x27;", "'")


def test_a_fresh_site_leads_to_its_first_season(organiser: Client) -> None:
    assert URL in organiser.get("/organise/").content.decode()
    assert "/organise/new/" in organiser.get("/").content.decode()
    assert URL in organiser.get("/organise/new/").content.decode()
    public = Client().get("/").content.decode()
    assert '"/organise/new/"' not in public
    assert "Organisers sign in to begin." in public


def test_three_steps_and_a_look_end_at_the_desk(organiser: Client) -> None:
    assert "a season of our own" in organiser.get(URL).content.decode()
    assert shown(organiser, 1, SEASON)[0] == 2
    step, page = shown(organiser, 2, {**SEASON, **PLAYERS})
    assert step == 3
    assert page.count('name="event-entered"') == 4
    assert page.count("checked") == 3
    step, page = shown(organiser, 3, ALL)
    assert step == 4
    for told in ("League 2027", "Opening night", "Änne Öhler, Bert Übel, Dora Dahl", "Cora Weiß"):
        assert told in page
    answer = organiser.post(URL, {**ALL, "at": 4, "make": "yes"}, follow=True)
    event = Event.objects.get()
    assert answer.redirect_chain == [(desk(event), 302)]
    assert messages(answer) == ["League 2027 is made. Next: the draw."]
    assert (event.season.name, event.slug) == ("League 2027", "league-2027-opening-night")
    assert [entry.player.name for entry in event.entries.order_by("seed")] == EVENT["event-entered"]
    assert Player.objects.count() == 4


def test_sent_twice_it_is_made_once(organiser: Client) -> None:
    for _ in range(2):
        answer = organiser.post(URL, {**ALL, "at": 4, "make": "yes"})
        assert answer["Location"] == desk(Event.objects.get())
    assert (Season.objects.count(), Player.objects.count(), Entry.objects.count()) == (1, 4, 3)
    step, page = shown(organiser, 3, {**ALL, "event-entered": ["Cora Weiß"]}, make="yes")
    assert step == 3
    assert "slug" in page


def test_who_is_here_already_is_taken(organiser: Client) -> None:
    known = Player.objects.create(name="ANNE OEHLER", nickname="Ace")
    _, page = shown(organiser, 3, ALL)
    assert "Here already" in page
    organiser.post(URL, {**ALL, "at": 4, "make": "yes"})
    assert Event.objects.get().entries.order_by("seed")[0].player == known


def test_two_names_of_one_player_and_two_players_of_one_name_are_told(organiser: Client) -> None:
    Player.objects.create(name="Bert Übel", nickname="Dora Dahl")
    step, page = shown(organiser, 2, {**SEASON, **PLAYERS})
    assert step == 2
    assert "who is named already" in page
    Player.objects.create(name="Cora Weiss")
    Player.objects.create(name="Cora Weiß")
    assert (
        "two players are called Cora Weiß"
        in shown(organiser, 2, {**SEASON, "players-names": "Cora Weiß\nEmil"})[1]
    )


def test_the_leagues_template_brings_its_events(organiser: Client) -> None:
    template = {"season-kind": "xmadn", "season-year": "2027"}
    _, page = shown(organiser, 2, {**template, **PLAYERS})
    assert 'value="championship"' in page
    planned = {**ALL, **template, "season-name": "", "season-starts_on": "", "season-ends_on": ""}
    _, page = shown(organiser, 3, planned)
    organiser.post(URL, {**planned, "at": 4, "make": "yes"})
    season = Season.objects.get()
    assert season.events.count() > 5
    assert all(event.name in page for event in season.events.all())
    assert Event.objects.get(name="Opening night").entries.count() == 3


@pytest.mark.parametrize(
    ("changed", "step", "about"),
    [
        ({"season-name": ""}, 1, "This is needed for it."),
        ({"season-ends_on": "2026-12-31"}, 1, "The last day is not before the first."),
        ({"season-kind": "nothing"}, 1, "nothing is not one of the available choices"),
        ({"players-names": "Bert Übel\nBERT UEBEL"}, 2, "are the same name"),
        ({"players-names": "Bert"}, 2, "Two players at least"),
        ({"players-names": "Bert\n\x07"}, 2, "printable"),
        ({"event-starts_on": "2028-01-01"}, 3, "This day is not in the season."),
        ({"event-rules_name": "xmadn-gp"}, 3, "is played by: xmadn-3t, xmadn-3t+."),
        (
            {"event-entered": ["Änne Öhler", "Bert Übel", "Dora Dahl", "Cora Weiß"]},
            3,
            "has 3 players at most",
        ),
        ({"event-entered": ["Emil"]}, 3, "Emil is not one of the available choices"),
    ],
)
def test_what_cannot_be_meant_is_said_on_its_step(
    organiser: Client, changed: dict[str, Any], step: int, about: str
) -> None:
    at, page = shown(organiser, 4, {**ALL, **changed}, make="yes")
    assert at == step
    assert about in page


def test_going_back_loses_nothing(organiser: Client) -> None:
    step, page = shown(organiser, 3, ALL, back="yes")
    assert step == 2
    assert "Dora Dahl" in page
    assert page.count('value="Opening night"') == 1
    assert shown(organiser, 2, ALL, back="yes")[0] == 1


def test_only_who_may_make_seasons_and_players(db: None) -> None:
    helper = Client()
    helper.force_login(User.objects.create_user("helper", is_staff=True))
    assert helper.get(URL).status_code == 403
    assert URL not in helper.get("/organise/").content.decode()
    assert Client().get(URL).status_code == 302
