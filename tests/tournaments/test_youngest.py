"""Where the rules let the youngest player start (``schmidt``): in events, in single games, said or by date of birth."""

import json
import uuid
from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from games.enums import Role
from games.models import Game, GameEvent, Player
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, _drawn, new_event, start
from tournaments import services
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


def born(player: Player, day: date | None) -> None:
    player.born = day
    player.save()


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
    assert due(event)["starter"] == "green"
    assert due(event)["starter_reason"] == {"en": "Bert is the youngest player", "de": "Bert ist am jüngsten"}
    with pytest.raises(FormatError, match="the start is not thrown for: Bert is the youngest player"):
        start(event, rounds=[dict.fromkeys(COLOURS, 3)])
    assert start(event).game.starter == "green"
    assert not [day for day in BORN if day.isoformat() in told_to_everybody()]


def test_of_those_born_on_one_day_the_highest_throw_starts(season: Season, four: list[Player]) -> None:
    born(four[3], BORN[1])
    event = schmidt(season, four)
    assert (due(event)["starter"], due(event)["to_throw"]) == (None, ["green", "black"])
    assert due(event)["starter_reason"]["en"] == (
        "the youngest is one of Bert and Dora: each of their colours throws once, the highest throw starts"
    )
    with pytest.raises(FormatError, match="'yellow' does not throw in this round"):
        start(event, rounds=[{"yellow": 6, "green": 2, "black": 1}])
    assert start(event, rounds=[{"green": 2, "black": 5}]).game.starter == "black"


def test_whoever_may_be_younger_than_the_youngest_known_throws_with_him(
    season: Season, four: list[Player]
) -> None:
    born(four[2], None)
    assert due(schmidt(season, four))["to_throw"] == ["green", "red"]


def test_where_no_date_is_known_every_colour_throws(season: Season, four: list[Player]) -> None:
    for player in four:
        born(player, None)
    event = schmidt(season, four)
    assert due(event)["to_throw"] == list(COLOURS)
    assert due(event)["starter_reason"]["de"] == (
        "wer am jüngsten ist, steht nicht fest: jede Farbe würfelt einmal, der höchste Wurf beginnt"
    )


def test_rules_in_which_the_highest_throw_starts_ask_for_no_age(season: Season, four: list[Player]) -> None:
    event = schmidt(season, four, options={"starter": "highest throw"})
    assert (due(event)["starter"], due(event)["to_throw"]) == (None, [])
    other = schmidt(season, four, slug="mhd", rules_name="mhd", options={"starter": "youngest"})
    assert due(other)["starter"] == "green"


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
    assert organiser.put(address, {"entries": keys[:2]}).status_code == 200
    assert due(event)["to_throw"] == ["yellow", "green"]
    assert organiser.put(address, {"entries": []}).status_code == 200
    assert due(event)["starter"] == "green"


def test_at_the_desk_an_organiser_ticks_the_youngest(
    season: Season, four: list[Player], client: Client
) -> None:
    event = schmidt(season, four)
    client.force_login(User.objects.create_superuser("boss"))
    address = f"/organise/events/{event.slug}/youngest/"
    assert address in client.get(f"/organise/events/{event.slug}/players/").content.decode()
    page = client.get(address, headers={"accept-language": "de"}).content.decode()
    assert "Wer ist am jüngsten?" in page
    key = event.entries.get(player=four[0]).key
    assert client.post(address, {"entries": [key]}).status_code == 302
    assert due(event)["starter"] == "yellow"
    assert "/youngest/" not in client.get(f"/organise/events/{other(season).slug}/players/").content.decode()


def other(season: Season) -> Event:
    return new_event(season, slug="other")


def test_who_was_said_to_be_the_youngest_is_in_the_file_of_the_event(
    season: Season, four: list[Player]
) -> None:
    event = schmidt(season, four)
    key = event.entries.get(player=four[3]).key
    services.say_youngest(event_id=event.pk, keys=[key], actor="test", now=NOW)
    data = json.loads(export_event(event))
    data["event"]["slug"] = "copy"
    copy = import_event(json.dumps(data), actor="test", now=NOW)
    assert [entry.key for entry in copy.entries.all() if entry.youngest] == [key]
    assert due(copy)["starter"] == "black"


def test_throws_of_those_who_are_not_to_throw_any_more_are_in_nobody_s_way(
    season: Season, four: list[Player]
) -> None:
    for player in four:
        born(player, None)
    event = schmidt(season, four)
    game = services.prepare_next_game(event_id=event.pk, actor="test", now=NOW).played.game
    program = client_with(Role.RECORDER, f"game:{game.pk}")
    rounds = [dict(zip(COLOURS, (6, 6, 2, 1), strict=True)), {"green": 2, "red": 3}]

    def throw(number: int) -> int:
        data = {"throws": rounds[number], "id": str(uuid.UUID(int=number + 1))}
        return int(program.post(f"{GAMES}{game.pk}/start-throws/", data).status_code)

    assert throw(0) == 201
    keys = [entry.key for entry in event.entries.all()][1:3]
    services.say_youngest(event_id=event.pk, keys=keys, actor="test", now=NOW)
    assert throw(1) == 201
    assert program.post(f"{GAMES}{game.pk}/start/", {}).json()["game"]["starter"] == "red"


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


def test_a_single_game_begins_with_the_youngest(four: list[Player], program: APIClient) -> None:
    answer = begun(program, single(four))
    assert answer.json()["game"]["starter"] == "green"
    how = GameEvent.objects.get(kind="start").payload["how"]
    assert how == {
        "reason": {"en": f"⟦{four[1].pk}⟧ is the youngest player", "de": f"⟦{four[1].pk}⟧ ist am jüngsten"}
    }


def test_a_single_game_begins_with_another_colour_only_with_a_reason(
    four: list[Player], program: APIClient
) -> None:
    answer = begun(program, single(four), starter="red")
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:rauswurf:problem:not-due")
    assert "green is due (Bert is the youngest player)" in answer.json()["messages"]["en"]
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
    born(four[2], None)
    answer = begun(program, single(four))
    assert (answer.status_code, answer.json()["field"]) == (400, "starter")
    assert "the youngest is one of Bert and Cleo" in answer.json()["messages"]["en"]
    assert begun(program, single(four), starter="black").status_code == 422
    assert begun(program, single(four), starter="red").status_code == 201
    assert begun(program, {**single(four), "rules": "mhd"}, starter="black").status_code == 201


def test_the_youngest_who_leads_several_colours_throws_for_each(
    four: list[Player], program: APIClient
) -> None:
    told = single(four[:2], ["yellow", "red"], ["green", "black"])
    answer = begun(program, told)
    assert (answer.status_code, answer.json()["field"]) == (400, "starter")
    assert "throws once for each of the colours" in answer.json()["messages"]["en"]
    assert begun(program, told, starter="red").status_code == 422
    assert begun(program, told, starter="black").status_code == 201


def test_a_record_of_a_single_game_is_taken_as_it_was_played(four: list[Player], program: APIClient) -> None:
    game = program.post(GAMES, single(four)).json()["id"]
    other = begun(program, single(four), starter="red", reason="as it was").json()["game"]["id"]
    program.post(f"{GAMES}{other}/throws/", {"die": 3, "move": "3:A-3", "expected": 2})
    text = program.get(f"{GAMES}{other}/record/").content.decode()
    assert (
        program.put(f"{GAMES}{game}/record/", text, content_type="text/plain; charset=utf-8").status_code
        == 200
    )
    assert Game.objects.get(pk=game).starter == "red"
