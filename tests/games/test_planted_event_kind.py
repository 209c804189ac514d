"""A kind of event is one value in the registry: planted there, it is everywhere, and no other file knows of it."""

import json
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import include, path, reverse
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from pytest_django import Settings
from rest_framework.test import APIClient

from games.analysis.queries import load_history
from games.analysis.summary import Jump
from games.api import serializers
from games.api.events import addresses
from games.domain.counters import after_ruling
from games.domain.event_text import Names
from games.domain.events import EVENT_TYPES, EventContext, EventType, Precondition, fields
from games.domain.events.base import Payload
from games.domain.hash_chain import first_break
from games.domain.state import State
from games.enums import Action, Decision, EventKind, GameState, Role
from games.errors import BadRequest, RecordingError
from games.models import Game, GameEvent, Player
from games.presenters.offline_payload import build_offline_payload, kinds, phone_messages
from games.presenters.referee import RefereePresenter
from games.queries.record_text import record_of
from games.services.erase_player import erase
from games.services.projections import differences
from rules import Literal, Text
from tests.games.conftest import client_with
from tests.games.happening import happen
from tests.tables import kinds as table_of_kinds
from tests.tournaments.conftest import NOW, new_event, start
from tournaments import services
from tournaments.audit.queries import AuditFilter as LinesWanted, lines, rows
from tournaments.files.event_file import export_event, import_event
from tournaments.models import Event, Season
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db

# -- a ruling on the board -------------------------------------------------------------------------


def _blown(state: State, payload: Payload, context: EventContext) -> State:
    before = state.board
    play = before.ruled(f"gust of wind: {payload['reason']}", payload["position"], finished=[])
    return replace(state, play=play, tallies=after_ruling(state.tallies, before, play))


def _gust_told(payload: Payload, names: Names) -> Text:
    return Literal(en=f"A gust of wind: {payload['reason']}", de=f"Eine Windböe: {payload['reason']}")


GUST = EventType(
    "gust of wind",
    Literal(en="gust of wind", de="Windböe"),
    "The wind has moved the pawns.",
    (GameState.RUNNING,),
    (
        fields.line_field("position", "Where they lie now.", longest=2000),
        fields.line_field("reason", "Which window."),
    ),
    _blown,
    permission=Action.RULE,
    display=_gust_told,
    is_step=True,
)

# -- something beside the board, which a phone can keep ----------------------------------------------

_RAIN = Literal(en="Rain: {text}", de="Regen: {text}")


def _rained(state: State, payload: Payload, context: EventContext) -> State:
    return state


def _rain_told(payload: Payload, names: Names) -> Text:
    return Literal(en=_RAIN.en.format(**payload), de=_RAIN.de.format(**payload))


RAIN = EventType(
    "rain",
    Literal(en="rain", de="Regen"),
    "It begins to rain.",
    (GameState.RUNNING, GameState.ENDED),
    (fields.line_field("text", "How much."),),
    _rained,
    precondition=Precondition.ID,
    display=_rain_told,
    offline={"rain": _RAIN},
    is_beside=True,
)

# -- a decision -------------------------------------------------------------------------------------


def _tossed(state: State, payload: Payload, context: EventContext) -> State:
    return replace(
        state,
        phase=GameState.ENDED,
        winner=payload["winner"],
        decided_by=Decision.AWARD,
        ended_at=context.now,
    )


def _toss_told(payload: Payload, names: Names) -> Text:
    winner = names[payload["winner"]]
    return Literal(en=f"The coin falls for {winner}", de=f"Die Münze fällt für {winner}")


def _toss_verdict(event: GameEvent, names: Names, others: Any) -> Text:
    return _toss_told(event.payload, names)


TOSS = EventType(
    "coin toss",
    Literal(en="coin toss", de="Münzwurf"),
    "A coin decides the game.",
    (GameState.RUNNING,),
    (fields.player_field("winner", "For whom it fell."),),
    _tossed,
    permission=Action.RULE,
    display=_toss_told,
    verdict=_toss_verdict,
    is_step=True,
    decides=Decision.AWARD,
    is_typed_in=True,
)


@pytest.fixture(autouse=True)
def planted(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """The kinds in the registry, and the addresses as a process makes them that starts with it."""
    for happening in (GUST, RAIN, TOSS):
        monkeypatch.setitem(EVENT_TYPES, happening.kind, happening)
    urls = ModuleType("planted_urls")
    urls.__dict__["urlpatterns"] = [
        path("api/v1/games/", include(addresses())),
        path("", include("config.urls")),
    ]
    monkeypatch.setitem(sys.modules, urls.__name__, urls)
    settings.ROOT_URLCONF = urls.__name__


@pytest.fixture
def blown(game: Game, recorded: Callable[[int], Game]) -> Game:
    """A game after twelve throws and a gust that has brought the first board back."""
    return happen(recorded(12), GUST.kind, position=game.position, reason="the window at the back")


def assert_is_whole(game: Game) -> None:
    assert first_break(game.events.all()) is None
    assert differences(Game.objects.get(pk=game.pk)) == []


# -- REST -------------------------------------------------------------------------------------------


def test_a_client_records_it_at_an_address_of_its_own(
    game: Game, recorded: Callable[[int], Game], writer: APIClient
) -> None:
    number = recorded(12).number
    data = {"position": game.position, "reason": "the window"}
    address = f"/api/v1/games/{game.pk}/gust-of-wind/"
    answer = writer.post(address, {**data, "expected": number})
    assert answer.status_code == 201, answer.json()
    (event,) = answer.json()["events"]
    assert (event["kind"], event["payload"], event["position"]) == ("gust of wind", data, game.position)
    assert writer.get(f"/api/v1/games/{game.pk}/events/").json()["events"][-1]["kind"] == "gust of wind"
    assert writer.post(address, {**data, "expected": number}).status_code == 409
    assert writer.post(address, {"expected": number}).json()["field"] == "position"
    assert_is_whole(game)


def test_it_takes_the_permission_and_the_phase_that_it_names(
    game: Game, created: Game, writer: APIClient
) -> None:
    data = {"position": game.position, "reason": "the window", "expected": 2}
    recorder_only = client_with(Role.RECORDER)
    assert recorder_only.post(f"/api/v1/games/{game.pk}/gust-of-wind/", data).status_code == 403
    assert recorder_only.post(f"/api/v1/games/{game.pk}/rain/", {"text": "a lot"}).status_code == 428
    early = writer.post(f"/api/v1/games/{created.pk}/gust-of-wind/", {**data, "expected": 1})
    assert (early.status_code, early.json()["state"]) == (409, "created")


def test_the_description_of_the_interface_has_its_address_with_its_members() -> None:
    paths: Any = SchemaGenerator(patterns=[path("games/", include(addresses()))]).get_schema(public=True)[
        "paths"
    ]
    described = paths["/games/{id}/gust-of-wind/"]["post"]
    assert described["description"] == GUST.description
    schema = described["requestBody"]["content"]["application/json"]["schema"]
    assert schema["required"] == ["position", "reason"]


def test_what_rest_names_as_kinds_is_the_registry() -> None:
    of_today = [str(kind) for kind in EVENT_TYPES if kind not in (GUST.kind, RAIN.kind, TOSS.kind)]
    assert of_today == serializers.EVENT_KINDS


# -- pages ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "A gust of wind: the window at the back"), ("de", "Eine Windböe: the window at the back")],
)
def test_the_pages_tell_it_in_both_languages(client: Client, blown: Game, language: str, said: str) -> None:
    for page in ("games:game", "games:replay"):
        address = reverse(page, args=[blown.pk]) + f"?number={blown.number}"
        assert said in client.get(address, headers={"accept-language": language}).content.decode(), page


def test_a_list_to_choose_from_calls_it_by_its_label() -> None:
    column = GameEvent._meta.get_field("kind")
    assert dict(column.flatchoices)[GUST.kind] == "gust of wind"
    with override("de"):
        assert dict(column.flatchoices)[GUST.kind] == "Windböe"


def test_the_record_of_the_game_has_its_line(blown: Game) -> None:
    assert "gust of wind: the window at the back" in record_of(blown)


def test_the_table_of_kinds_has_its_row() -> None:
    assert (
        "| gust of wind | The wind has moved the pawns. | running | **`position`**, **`reason`** | expected | rule |"
        in table_of_kinds()
    )


# -- what can be taken back -------------------------------------------------------------------------


def test_a_step_is_taken_back_and_brought_back_and_what_is_beside_the_board_is_not(blown: Game) -> None:
    rained = happen(blown, RAIN.kind, text="a lot")
    back = happen(rained, EventKind.TAKE_BACK, throws=1, reason="it was nothing")
    assert back.position == blown.events.get(number=blown.number - 1).position != blown.position
    again = happen(back, EventKind.BRING_BACK, throws=1, reason="it was")
    assert again.position == blown.position
    assert_is_whole(again)


# -- the phone --------------------------------------------------------------------------------------


def test_the_phone_takes_it_along_as_a_step_that_can_collide(blown: Game) -> None:
    step = build_offline_payload(RefereePresenter(blown))["steps"][0]
    assert (step["isStep"], step["text"]) == (True, "A gust of wind: the window at the back")
    assert kinds()[GUST.kind] == {
        "path": "gust-of-wind/",
        "isKept": False,
        "needsBoard": True,
        "collides": True,
    }


def test_the_phone_keeps_what_can_be_told_without_the_site(blown: Game) -> None:
    step = build_offline_payload(RefereePresenter(happen(blown, RAIN.kind, text="a lot")))["steps"][0]
    assert (step["isStep"], step["text"]) == (False, "Rain: a lot")
    assert kinds()[RAIN.kind] == {"path": "rain/", "isKept": True, "needsBoard": False, "collides": False}
    with override("de"):
        assert phone_messages()["rain"] == "Regen: {text}"


def test_the_page_of_a_referee_hands_the_kinds_over(game: Game, admin_client: Client) -> None:
    text = admin_client.get(reverse("games:referee", args=[game.pk])).content.decode()
    handed = json.loads(re.findall(r'<script id="kinds" type="application/json">(.*?)</script>', text)[0])
    assert handed == kinds()


# -- what rests on it -------------------------------------------------------------------------------


def test_a_decision_is_told_as_a_verdict_and_undone_by_whoever_made_it(client: Client, blown: Game) -> None:
    winner = str(blown.seated[1][0])
    tossed = happen(blown, TOSS.kind, winner=winner)
    assert (tossed.state, tossed.decided_by, str(tossed.winner_id)) == ("ended", "award", winner)
    shown = RefereePresenter(tossed)
    assert shown.verdict == Literal(en="The coin falls for Bert Übel", de="Die Münze fällt für Bert Übel")
    assert client.get(reverse("games:game", args=[blown.pk])).content.decode().count("The coin falls for") > 1
    undone = happen(tossed, EventKind.UNDO, reason="heads, not tails")
    assert (undone.state, undone.winner_id) == ("running", None)
    assert_is_whole(undone)


def test_an_analysis_sees_the_board_that_was_set_and_what_decided(blown: Game) -> None:
    tossed = happen(blown, TOSS.kind, winner=str(blown.seated[1][0]))
    course = load_history(tossed)
    assert [step.kind for step in course.steps if isinstance(step, Jump)] == [GUST.kind]
    assert (course.decided_at, course.decided_by) == (tossed.number, TOSS.kind)


def test_names_are_taken_out_of_its_words(blown: Game) -> None:
    player = Player.objects.get(pk=blown.seated[1][0])
    rained = happen(blown, RAIN.kind, text=f"{player.name} is wet")
    called = erase(player_id=player.pk, actor="test", now=NOW)
    assert rained.events.get(kind=RAIN.kind).payload["text"] == f"{called} is wet"


# -- files and tables --------------------------------------------------------------------------------


class _Undo(Exception):
    pass


@pytest.fixture
def archived(db: None) -> tuple[str, dict[str, Any]]:
    """The file of an event in which a gust blew and a coin fell, and its table; nothing of it is in the database."""
    made: list[tuple[str, dict[str, Any]]] = []
    with suppress(_Undo), transaction.atomic():
        season = services.create_season(
            slug="2026", name="2026", starts_on=NOW.date(), ends_on=NOW.date(), actor="test", now=NOW
        )
        event = _event(season)
        found = lines(event, rows(event, LinesWanted(kind=GUST.kind)))
        assert [line.what for line in found] == [GUST.label]
        made.append((export_event(event), load_standings(event)))
        raise _Undo
    return made[0]


def _event(season: Season) -> Event:
    event = new_event(season)
    for name in ("Änne Öhler", "Bert Übel", "Cora Weiß"):
        player = Player.objects.create(name=name)
        services.enter(event_id=event.pk, player=player, actor="test", now=NOW)
    services.draw_in_seed_order(event_id=event.pk, actor="test", now=NOW)
    game = start(event, override=services.Override("yellow", "agreed")).game
    game = happen(game, GUST.kind, position=game.position, reason="the window at the back")
    happen(game, TOSS.kind, winner=str(game.seated[1][0]))
    return Event.objects.get(pk=event.pk)


def test_a_file_brings_it_and_the_table_counts_it(archived: tuple[str, dict[str, Any]]) -> None:
    text, table = archived
    assert table["games"][0]["counts"]
    event = import_event(text, actor="test", now=NOW)
    assert export_event(event) == text
    assert {**load_standings(event), "version": 0} == {**table, "version": 0}
    assert_is_whole(Game.objects.get())


def test_without_its_value_in_the_registry_nothing_knows_it(
    archived: tuple[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(EVENT_TYPES, GUST.kind)
    with pytest.raises((BadRequest, RecordingError), match="kind"):
        import_event(archived[0], actor="test", now=NOW)
