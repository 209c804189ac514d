"""A kind of event is one value in the registry: planted there, it is everywhere, and no other file knows of it."""

import sys
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from django.test import Client
from django.urls import include, path, reverse
from pytest_django import Settings
from rest_framework.test import APIClient

from games.analysis.queries import load_history
from games.analysis.summary import Jump
from games.api import serializers
from games.api.events import addresses
from games.domain.counters import after_ruling
from games.domain.event_text import Names
from games.domain.events import EVENT_TYPES, EventContext, EventType, fields
from games.domain.events.base import Payload
from games.domain.state import State
from games.enums import Action, Decision, EventKind, GameState, Role
from games.errors import BadRequest, RecordingError
from games.models import Game, GameEvent, Player
from games.presenters.offline_payload import build_offline_payload, kinds
from games.presenters.referee import RefereePresenter
from games.queries.record_text import record_of
from games.services.erase_player import erase
from games.services.import_game import import_game
from rules import Literal, Text
from tests.games.conftest import NOW, client_with
from tests.games.happening import assert_whole, elsewhere, happen
from tests.tables import kinds as table_of_kinds

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
    for happening in (GUST, TOSS):
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
    assert_whole(game)


def test_it_takes_the_permission_and_the_phase_that_it_names(
    game: Game, created: Game, writer: APIClient
) -> None:
    data = {"position": game.position, "reason": "the window", "expected": 2}
    recorder_only = client_with(Role.RECORDER)
    assert recorder_only.post(f"/api/v1/games/{game.pk}/gust-of-wind/", data).status_code == 403
    early = writer.post(f"/api/v1/games/{created.pk}/gust-of-wind/", {**data, "expected": 1})
    assert (early.status_code, early.json()["state"]) == (409, "created")


def test_what_rest_names_as_kinds_is_the_registry() -> None:
    of_today = [str(kind) for kind in EVENT_TYPES if kind not in (GUST.kind, TOSS.kind)]
    assert of_today == serializers.EVENT_KINDS


# -- pages ------------------------------------------------------------------------------------------


def test_the_pages_show_it(client: Client, blown: Game) -> None:
    for page in ("games:game", "games:replay"):
        address = reverse(page, args=[blown.pk]) + f"?number={blown.number}"
        text = client.get(address, headers={"accept-language": "de"}).content.decode()
        assert "Eine Windböe: the window at the back" in text, page


def test_the_record_of_the_game_has_its_line(blown: Game) -> None:
    assert "gust of wind: the window at the back" in record_of(blown)


def test_the_table_of_kinds_has_its_row() -> None:
    assert (
        "| gust of wind | The wind has moved the pawns. | running | **`position`**, **`reason`** | expected | rule |"
        in table_of_kinds()
    )


# -- what can be taken back -------------------------------------------------------------------------


def test_a_step_is_taken_back_and_brought_back(blown: Game) -> None:
    back = happen(blown, EventKind.TAKE_BACK, throws=1, reason="it was nothing")
    assert back.position == blown.events.get(number=blown.number - 1).position != blown.position
    again = happen(back, EventKind.BRING_BACK, throws=1, reason="it was")
    assert again.position == blown.position
    assert_whole(again)


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
    assert_whole(undone)


def test_an_analysis_sees_the_board_that_was_set_and_what_decided(blown: Game) -> None:
    tossed = happen(blown, TOSS.kind, winner=str(blown.seated[1][0]))
    course = load_history(tossed)
    assert [step.kind for step in course.steps if isinstance(step, Jump)] == [GUST.kind]
    assert (course.decided_at, course.decided_by) == (tossed.number, TOSS.kind)


def test_names_are_taken_out_of_its_words(game: Game) -> None:
    player = Player.objects.get(pk=game.seated[1][0])
    blown = happen(game, GUST.kind, position=game.position, reason=f"{player.name} is wet")
    called = erase(player_id=player.pk, actor="test", now=NOW)
    assert blown.events.get(kind=GUST.kind).payload["reason"] == f"{called} is wet"


# -- files ------------------------------------------------------------------------------------------


def test_a_file_brings_it(blown: Game) -> None:
    tossed = happen(blown, TOSS.kind, winner=str(blown.seated[1][0]))
    there = import_game(elsewhere(tossed))
    assert (there.position, there.decided_by, there.winner_id) == (tossed.position, "award", tossed.winner_id)
    assert_whole(there)


def test_without_its_value_in_the_registry_nothing_knows_it(
    blown: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = elsewhere(blown)
    monkeypatch.delitem(EVENT_TYPES, GUST.kind)
    with pytest.raises((BadRequest, RecordingError), match="kind"):
        import_game(file)
