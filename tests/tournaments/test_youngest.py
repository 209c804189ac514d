"""Where the rules let the youngest player start (``schmidt``): in events, in single games, said or by date of birth."""

import json
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from games.enums import Role
from games.models import GameEvent, Player
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, _drawn, new_event, start
from tournaments.files.event_file import export_event, import_event
from tournaments.formats import FormatError
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db
#: Four players, as they are entered: yellow, green, red, black.
BORN = (date(1980, 5, 1), date(2018, 2, 3), date(1991, 7, 8), date(1950, 1, 1))
COLOURS = ("yellow", "green", "red", "black")
FOUR = ("Anna", "Bert", "Cleo", "Dora")
GAMES = "/api/v1/games/"


@pytest.fixture
def four(db: None) -> list[Player]:
    return [Player.objects.create(name=name, born=born) for name, born in zip(FOUR, BORN, strict=True)]


def schmidt(season: Season, four: list[Player], **wanted: Any) -> Event:
    fields: dict[str, Any] = {"format_key": "exhibition", "rules_name": "schmidt", "settings": {}, **wanted}
    event = new_event(season, **fields)
    return _drawn(event, four)


def due(event: Event) -> dict[str, Any]:
    found: dict[str, Any] = APIClient().get(f"/api/v1/events/{event.slug}/standings/").json()["next_games"][0]
    return found


def told_to_everybody() -> str:
    """What the public and the logs can tell of the event and its games."""
    texts = [
        APIClient().get(address).content.decode()
        for address in (
            "/api/v1/events/cup/standings/",
            "/api/v1/events/cup/entries/",
            "/api/v1/events/cup/games/",
            "/api/v1/players/",
        )
    ]
    texts += [json.dumps(event.payload) for event in GameEvent.objects.all()]
    texts += [export_event(event) for event in Event.objects.all()]
    return "\n".join(texts)


# -- in events --------------------------------------------------------------------------------------


def test_the_youngest_player_starts_by_date_of_birth(season: Season, four: list[Player]) -> None:
    event = schmidt(season, four)
    with pytest.raises(FormatError, match="the start is not thrown for: Bert is the youngest player"):
        start(event, rounds=[dict.fromkeys(COLOURS, 3)])
    assert start(event).game.starter == "green"
    assert not [day for day in BORN if day.isoformat() in told_to_everybody()]


ONE_OF = "the youngest is one of Bert and {}: each of their colours throws once, the highest throw starts"
UNKNOWN = "it is not certain who is the youngest: every colour throws once, the highest throw starts"


@pytest.mark.parametrize(
    ("born", "wanted", "starter", "to_throw", "reason"),
    [
        ({}, {}, "green", [], "Bert is the youngest player"),
        # Born on one day; perhaps younger than the youngest known; nobody's day known.
        ({3: BORN[1]}, {}, None, ["green", "black"], ONE_OF.format("Dora")),
        ({2: None}, {}, None, ["green", "red"], ONE_OF.format("Cleo")),
        (dict.fromkeys(range(4)), {}, None, list(COLOURS), UNKNOWN),
        ({}, {"options": {"starter": "highest throw"}}, None, [], ""),
        ({}, {"rules_name": "mhd", "options": {"starter": "youngest"}}, "green", [], "Bert is"),
    ],
)
def test_who_starts_or_throws_follows_from_what_is_known_of_ages(
    season: Season,
    four: list[Player],
    born: dict[int, date | None],
    wanted: dict[str, Any],
    starter: str | None,
    to_throw: list[str],
    reason: str,
) -> None:
    for number, day in born.items():
        four[number].born = day
        four[number].save()
    event = schmidt(season, four, **wanted)
    found = due(event)
    assert (found["starter"], found["to_throw"]) == (starter, to_throw)
    assert found["starter_reason"]["en"].startswith(reason)
    if to_throw:
        other = [*to_throw, next((colour for colour in COLOURS if colour not in to_throw), "pink")]
        with pytest.raises(FormatError, match="does not throw in this round"):
            start(event, rounds=[dict.fromkeys(other, 1)])
        thrown = dict.fromkeys(to_throw, 1) | {to_throw[-1]: 5}
        assert start(event, rounds=[thrown]).game.starter == to_throw[-1]


def test_the_organiser_says_who_is_the_youngest(season: Season, four: list[Player]) -> None:
    event = schmidt(season, four)
    organiser = client_with(Role.ORGANISER, "event:cup")
    address = "/api/v1/events/cup/youngest/"
    keys = [entry.key for entry in event.entries.all()]
    assert client_with(Role.REFEREE, "event:cup").put(address, {"entries": keys[:1]}).status_code == 403
    assert organiser.put(address, {"entries": ["nobody"]}).status_code == 400
    answer = organiser.put(address, {"entries": keys[2:3]})
    assert [entry["youngest"] for entry in answer.json()] == [False, False, True, False]
    assert (due(event)["starter"], due(event)["starter_reason"]["en"]) == (
        "red",
        "Cleo is said to be the youngest player",
    )
    copy = import_event(export_event(event).replace('"slug": "cup"', '"slug": "copy"'), actor="test", now=NOW)
    assert due(copy)["starter"] == "red"
    for said, starter, to_throw in ((keys[:2], None, ["yellow", "green"]), ([], "green", [])):
        assert organiser.put(address, {"entries": said}).status_code == 200
        assert (due(event)["starter"], due(event)["to_throw"]) == (starter, to_throw)


def test_at_the_desk_an_organiser_ticks_the_youngest(
    season: Season, four: list[Player], client: Client
) -> None:
    event = schmidt(season, four)
    client.force_login(User.objects.create_superuser("boss"))
    address = f"/organise/events/{event.slug}/youngest/"
    key = event.entries.get(player=four[0]).key
    assert client.post(address, {"entries": [key]}).status_code == 302
    assert due(event)["starter"] == "yellow"
    other = new_event(season, slug="other")
    for each in (event, other):
        page = client.get(f"/organise/events/{each.slug}/players/").content.decode()
        assert ("/youngest/" in page) == (each == event)


# -- in single games --------------------------------------------------------------------------------


def single(four: list[Player], *colours: Any, **wanted: Any) -> dict[str, Any]:
    led = colours or [[colour] for colour in COLOURS]
    seats = [{"player": str(player.pk), "colours": each} for player, each in zip(four, led, strict=False)]
    return {"rules": "schmidt", "seats": seats, **wanted}


@pytest.fixture
def program(db: None) -> APIClient:
    return client_with(Role.REFEREE)


def begun(program: APIClient, data: dict[str, Any], **start: Any) -> Any:
    """The answer to the start of a new game."""
    game = program.post(GAMES, data).json()["id"]
    return program.post(f"{GAMES}{game}/start/", start)


def test_a_single_game_begins_with_another_colour_only_with_a_reason(
    four: list[Player], program: APIClient
) -> None:
    answer = begun(program, single(four), starter="red")
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:rauswurf:problem:not-due")
    assert "Grün ist an der Reihe (Bert ist am jüngsten)" in answer.json()["messages"]["de"]
    assert program.post(GAMES, single(four, starter="red")).status_code == 422
    answer = begun(program, single(four), starter="red", reason="Bert lets Cleo begin")
    assert answer.json()["game"]["starter"] == "red"
    assert GameEvent.objects.get(kind="start").payload["reason"] == "Bert lets Cleo begin"


def test_whoever_creates_a_single_game_says_who_is_the_youngest(
    four: list[Player], program: APIClient
) -> None:
    wanted = single(four, youngest=str(four[3].pk), id="11111111-1111-4111-8111-111111111111")
    answer = program.post(GAMES, wanted)
    assert (answer.status_code, answer.json()["starter"], answer.json()["state"]) == (201, "black", "running")
    assert program.post(GAMES, wanted).status_code == 200
    stranger = Player.objects.create(name="Emil")
    refused = program.post(GAMES, single(four, youngest=str(stranger.pk)))
    assert (refused.status_code, refused.json()["field"]) == (400, "youngest")


def test_a_single_game_asks_for_the_colour_where_it_is_thrown_for(
    four: list[Player], program: APIClient
) -> None:
    """Born on days that are not all known, or leading several colours."""
    Player.objects.filter(pk=four[2].pk).update(born=None)
    pair = single(four[:2], ["yellow", "red"], ["green", "black"])
    for told, words, not_due, starter in (
        (single(four), "the youngest is one of Bert and Cleo", "black", "red"),
        (pair, "throws once for each of the colours", "red", "black"),
    ):
        answer = begun(program, told)
        assert (answer.status_code, answer.json()["field"]) == (400, "starter")
        assert words in answer.json()["messages"]["en"]
        assert begun(program, told, starter=not_due).status_code == 422
        assert begun(program, told, starter=starter).status_code == 201
