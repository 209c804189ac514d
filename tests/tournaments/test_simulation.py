"""Events that play themselves, the demo, and the commands around them."""

import json
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils.translation import override

from games.domain.hash_chain import first_break
from games.models import AccessToken, Game, GameEvent, Player
from games.models.access import hashed
from games.services import recorder
from games.services.projections import differences
from rules import RULE_SETS
from rules.policies import POLICIES
from tests.replay import once
from tests.tournaments.conftest import NOW, new_event
from tournaments import services
from tournaments.demo import season as demo
from tournaments.demo.simulation import play_event, throws_for_the_start
from tournaments.formats import roll_offs
from tournaments.models import Event, Season
from tournaments.standings.event_state import EventState
from tournaments.standings.projection import as_text, build_projection
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db


def said(*arguments: str, **options: Any) -> str:
    with override("en"):
        call_command(*arguments, stdout=(out := StringIO()), **options)
    return out.getvalue()


def first_demo() -> str:
    return once(said, "demo", told="demo")


def assert_all_is_well(event: Event) -> None:
    assert as_text(build_projection(EventState.load(event))) == event.projection
    for played in event.games.select_related("game"):
        assert first_break(played.game.events.all()) is None
        assert differences(played.game) == []


def test_an_event_is_played_to_its_end(season: Season, players: list[Player]) -> None:
    event = new_event(season, format_key="exhibition", rules_name="mhd", settings={})
    services.enter_all(event_id=event.pk, players=players[:2], actor="test", now=NOW)
    out = said("play", "cup", "--seed", "1")
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    assert event.draws.get().published_seed
    number = GameEvent.objects.filter(kind="throw").count()
    assert out == f"{number} throws recorded in cup\n"
    assert number == GameEvent.objects.filter(kind="throw").values("recorded_at").distinct().count()
    assert_all_is_well(event)


@pytest.mark.parametrize(
    ("format_key", "rules_name", "settings", "played"),
    [
        ("challengers", "xmadn-2t", {"wins": 1}, ["xmadn-gp", "xmadn-2t"]),
        ("league", "xmadn-2t", {"drrs": 1, "tie_breaks": "head-to-head wins"}, ["xmadn-2t"] * 6),
    ],
)
def test_events_of_one_rule_set_and_of_several_are_played_to_their_end(
    season: Season,
    players: list[Player],
    format_key: str,
    rules_name: str,
    settings: dict[str, Any],
    played: list[str],
) -> None:
    event = new_event(season, format_key=format_key, rules_name=rules_name, settings=settings)
    services.enter_all(event_id=event.pk, players=players, actor="test", now=NOW)
    play_event(
        event_id=event.pk,
        policy=POLICIES["random"],
        lots=Random(1),
        clock=lambda: NOW,
        actor="test",
        at_once=recorder.MOST_THROWS,
    )
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    names = [each.game.rules_name for each in event.games.order_by("number")]
    assert names[: len(played)] == played
    assert_all_is_well(event)


def test_playing_stops_in_the_middle_and_goes_on(cup: Event) -> None:
    said("play", "cup", "--seed", "1", "--throws", "40")
    (game,) = Game.objects.all()
    assert (game.state, game.number) == ("running", 43)
    said("play", "cup", "--throws", "7")
    assert Game.objects.get().number == 50


def test_the_same_seed_throws_the_same(players: list[Player]) -> None:
    logs = []
    for _ in range(2):
        game = recorder.create_game(
            rules=RULE_SETS["mhd-trapdoors"],
            seats=[(players[0], ["yellow"]), (players[1], ["red"])],
            actor="test",
            now=NOW,
        )
        said("play", str(game.pk), "--seed", "7", "--throws", "60")
        logs.append([event.payload for event in game.events.all()])
    assert logs[0] == logs[1]
    assert [len(payload["trapdoors"]) for payload in logs[0] if "trapdoors" in payload] == [4]


def test_playing_needs_players_and_something_to_play(season: Season) -> None:
    new_event(season)
    with pytest.raises(CommandError, match="players needed: 3, entered: 0"):
        said("play", "cup")
    with pytest.raises(CommandError, match="neither the slug of an event nor the id of a game"):
        said("play", "nothing")


def test_throws_for_the_start_are_what_the_rules_ask_for(cup: Event) -> None:
    (due,) = EventState.load(cup).due
    for seed in range(40):
        rounds = throws_for_the_start(due, (1, 2, 3, 4, 5, 6), Random(seed))
        contenders = dict.fromkeys(due.seating.colours, due.reason)
        assert roll_offs.highest_throw(contenders, rounds).starter is not None


def test_the_demo_shows_a_running_championship_and_a_decided_series() -> None:
    out = first_demo()
    *told, how_to_come_in = out.splitlines()
    assert told == [
        "Demo Spring Cup: finished",
        "Demo Masters: finished",
        "Demo GP Series: finished",
        "Demo League: running",
        "Demo Championship: running",
    ]
    assert "createsuperuser" in how_to_come_in
    series, championship = (
        Event.objects.get(slug=demo.SERIES),
        Event.objects.get(slug=demo.CHAMPIONSHIP),
    )
    assert load_standings(series)["finished"]
    running = load_standings(championship)["games"][2]
    assert running["state"] == "running"
    assert Game.objects.get(pk=running["game"]).number == 152
    for event in (series, championship):
        assert_all_is_well(event)
    before = GameEvent.objects.count()
    assert said("demo") == out
    assert (GameEvent.objects.count(), Player.objects.count(), Season.objects.count()) == (before, 4, 1)


def test_an_account_is_made_only_when_asked_for_and_its_password_shown_once() -> None:
    first_demo()
    assert not User.objects.exists()
    out = said("demo", "--admin", "anna")
    password = out.split("password ")[1].split()[0]
    user = User.objects.get(username="anna")
    assert user.is_superuser
    assert user.check_password(password)
    assert "password " not in said("demo", "--admin", "anna").replace("password stays", "")
    assert User.objects.get().password == user.password


def test_the_table_as_text_and_as_json(cup: Event) -> None:
    assert said("standings", "cup").splitlines() == [
        "Cup (Championship, xmadn-3t)",
        "",
        "                Wins",
        "1.  Änne Öhler  0     shares 1st place with Bert Übel and Cora Weiß: 0 wins each",
        "1.  Bert Übel   0     shares 1st place with Änne Öhler and Cora Weiß: 0 wins each",
        "1.  Cora Weiß   0     shares 1st place with Änne Öhler and Bert Übel: 0 wins each",
        "",
        "Game 1 – nobody has 2 wins yet",
        "  to be thrown for: every colour throws once, the highest throw starts",
        "still needed: Änne Öhler 2 wins, Bert Übel 2 wins and Cora Weiß 2 wins",
    ]
    assert "teilt Platz 1 mit Bert Übel und Cora Weiß: je 0 Siege" in said(
        "standings", "cup", "--language", "de"
    )
    assert json.loads(said("standings", "cup", "--json")) == load_standings(Event.objects.get(pk=cup.pk))
    with pytest.raises(CommandError, match="there are: cup"):
        said("standings", "nothing")


def test_a_token_is_printed_alone_and_only_its_hash_is_kept() -> None:
    text = said("create_token", "board 1", "--role", "organiser").strip()
    token = AccessToken.objects.get()
    assert (token.name, token.role, token.place, token.digest) == (
        "board 1",
        "organiser",
        "site",
        hashed(text),
    )
