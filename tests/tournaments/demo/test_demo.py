"""The demo can be removed: nothing of it stays, nothing real goes; no real list shows its players."""

from datetime import date
from typing import Any

import orjson
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import DatabaseError, transaction
from django.test import Client
from django.utils import timezone

from games.access import setup_link
from games.enums import GameState
from games.models import Game, GameAnalysis, GameEvent, Player
from games.services import recorder
from rules import RULE_SETS
from tests.replay import once
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.demo.played import assert_all_is_well, said
from tests.tournaments.rankings.typed_in import typed_in
from tournaments import services
from tournaments.demo import season as demo
from tournaments.models import CountedGame, Event, Hall, HallSlide, Season
from tournaments.players.update import count_due
from tournaments.rankings.queries import ranking
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db


def by() -> dict[str, Any]:
    return {"actor": "test", "now": timezone.now()}


@pytest.fixture
def loaded(db: None) -> str:
    """What the command says that loads the demo."""
    return once(load)


def load() -> str:
    out = said("demo")
    count_due()
    return out


def game_of(*names: str) -> Game:
    """A real game that has ended, with these players."""
    players = [Player.objects.filter(name=name).first() or Player.objects.create(name=name) for name in names]
    seats = [(player, [colour]) for player, colour in zip(players, ("yellow", "red"), strict=False)]
    game = recorder.create_game(rules=RULE_SETS["mhd"], seats=seats, title="real", **by())
    return recorder.start_game(game_id=game.pk, starter="yellow", **by()).game


def test_one_button_removes_the_demo_and_what_follows_from_it(loaded: None, organiser: Client) -> None:
    made = set(Event.objects.values_list("slug", flat=True))
    assert "/organise/demo/remove/" in organiser.get("/").content.decode()
    assert organiser.post("/organise/demo/remove/").status_code == 302
    for model in (Event, Season, Player, Game, GameEvent, CountedGame, Hall, HallSlide):
        assert not model._default_manager.exists(), model
    page = organiser.get("/").content.decode()
    assert "/organise/demo/remove/" not in page
    assert "/organise/demo/load/" in page
    call_command("rebuild_projections", "--check")
    # And it can come again.
    assert organiser.post("/organise/demo/load/")["Location"] == "/"
    assert set(Event.objects.values_list("slug", flat=True)) == made
    # Who has come by the link of the setup finds the way back after a look.
    User.objects.all().delete()
    client, link = Client(), setup_link.new_address()
    assert client.post(link, {"demo": "yes"})["Location"] == "/"
    assert f'href="{link}"' in client.get("/").content.decode()
    assert f'href="{link}"' not in Client().get("/").content.decode()


def test_the_demo_shows_a_running_championship_and_a_decided_series(loaded: str) -> None:
    """An account is made only when it is asked for, and its password shown once."""
    *told, how_to_come_in = loaded.splitlines()
    assert told == [
        "Demo Spring Cup: finished",
        "Demo Masters: finished",
        "Demo GP Series: finished",
        "Demo League: running",
        "Demo Championship: running",
    ]
    assert "createsuperuser" in how_to_come_in
    running = load_standings(Event.objects.get(slug=demo.CHAMPIONSHIP))["games"][2]
    assert Game.objects.get(pk=running["game"]).number == 152
    for event in Event.objects.filter(slug__in=(demo.SERIES, demo.CHAMPIONSHIP)):
        assert_all_is_well(event)
    before = GameEvent.objects.count()
    assert said("demo") == loaded
    assert (GameEvent.objects.count(), Player.objects.count(), Season.objects.count()) == (before, 4, 1)
    assert not User.objects.exists()
    password = said("demo", "--admin", "anna").split("password ")[1].split()[0]
    user = User.objects.get(username="anna")
    assert (user.is_superuser, user.check_password(password)) == (True, True)
    said("demo", "--admin", "anna")
    assert User.objects.get().password == user.password


def test_the_demo_shows_what_there_is(loaded: None) -> None:
    assert {game.event_game.event.slug for game in Game.objects.filter(state=GameState.RUNNING)} == {
        demo.CHAMPIONSHIP,
        demo.LEAGUE,
    }
    assert GameAnalysis.objects.filter(game__event_game__event__slug=demo.SERIES).count() >= 4
    league = Client().get(f"/events/{demo.LEAGUE}/").content.decode()
    assert all(name in league for name in demo.NAMES)
    assert len(orjson.loads(ranking("3t", None, timezone.now()).text)["rows"]) == 3
    assert Client().get(f"/halls/{demo.HALL}/").status_code == 200
    assert Hall.objects.get().slides.count() == 5


def test_nothing_real_goes_with_the_demo(loaded: None) -> None:
    season = Season.objects.of_demo().get()
    event = services.create_event(
        season=season,
        slug="ours",
        name="Ours",
        format_key="championship",
        rules_name="xmadn-3t",
        starts_on=date(2026, 11, 1),
        **by(),
    )
    ours, kept = game_of("Olga", "Bruno Bach"), Player.objects.get(name="Bruno Bach")
    services.enter(event_id=event.pk, player=Player.objects.get(name="Olga"), **by())
    before = list(GameEvent.objects.filter(game=ours).values())
    demo.remove(timezone.now())
    assert list(Event.objects.values_list("slug", flat=True)) == ["ours"]
    # What is left of the season is real.
    assert list(Season.objects.without_demo()) == [season]
    assert set(Player.objects.values_list("name", flat=True)) == {"Olga", kept.name}
    assert list(GameEvent.objects.values()) == before
    with pytest.raises(DatabaseError, match="never changed or deleted"), transaction.atomic():
        GameEvent.objects.all().update(actor="nobody")
    call_command("rebuild_projections", "--check")


def test_no_ranking_counts_the_demo_beside_real_events(season: Season) -> None:
    typed_in("theirs", "aa")
    Season.objects.update(is_demo=True)
    assert counted() == ["theirs"]
    typed_in("ours", "bb", season="2027")
    assert counted() == ["ours"]


def counted() -> list[str]:
    """The events that the World Rankings count."""
    found = orjson.loads(ranking("3t", None, timezone.now()).text)["counted"]
    return [unit["unit"] for unit in found]


def test_demo_players_stand_in_no_list_with_real_ones(loaded: None) -> None:
    game_of("Olga", "Otto")
    for page in ("/players/", "/ratings/", "/titles/", "/records/"):
        text = Client().get(page).content.decode()
        assert not any(name in text for name in demo.NAMES), page
        assert ("players of the demo" in text) == (page in ("/players/", "/ratings/")), page
    assert Player.objects.filter(pk__in=demo.PLAYERS).count() == 4
    # Who plays with real people is one of them.
    game_of("Olga", "Bruno Bach")
    page = Client().get("/players/").content.decode()
    assert [name for name in demo.NAMES if name in page] == ["Bruno Bach"]
