"""Events that play themselves, and the commands around them."""

import json
from datetime import date, timedelta

import pytest
from django.core.management import CommandError

from games.models import Game, GameEvent, Player
from games.services import recorder
from rules import RULE_SETS
from tests.tournaments.conftest import NOW, new_event
from tests.tournaments.demo.played import assert_all_is_well, said
from tournaments import services
from tournaments.files.season_file import copy_season, xmadn_season
from tournaments.models import Event, EventTable, Season
from tournaments.players import rebuild
from tournaments.standings.queries import load_standings, with_names

pytestmark = pytest.mark.django_db


def test_an_event_is_played_to_its_end(season: Season, players: list[Player]) -> None:
    event = new_event(season, format_key="exhibition", rules_name="mhd", settings={})
    services.enter_all(event_id=event.pk, players=players[:2], actor="test", now=NOW)
    out = said("play", "cup", "--seed", "1")
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED
    number = GameEvent.objects.filter(kind="throw").count()
    assert out == f"{number} throws recorded in cup\n"
    assert number == GameEvent.objects.filter(kind="throw").values("recorded_at").distinct().count()
    assert_all_is_well(event)


def test_the_same_seed_throws_the_same_also_where_it_stops_in_the_middle(players: list[Player]) -> None:
    logs = []
    seats = [(players[0], ["yellow"]), (players[1], ["red"])]
    for _ in range(2):
        game = recorder.create_game(rules=RULE_SETS["mhd-trapdoors"], seats=seats, actor="test", now=NOW)
        said("play", str(game.pk), "--seed", "7", "--throws", "60")
        logs.append([event.payload for event in game.events.all()])
        said("play", str(game.pk), "--throws", "7")
        assert game.events.count() == len(logs[0]) + 7
    assert logs[0] == logs[1]
    assert [len(payload["trapdoors"]) for payload in logs[0] if "trapdoors" in payload] == [4]


def test_playing_needs_players_and_something_to_play(season: Season) -> None:
    new_event(season)
    for slug, why in (("cup", "players needed: 3, entered: 0"), ("nothing", "neither the slug of an event")):
        with pytest.raises(CommandError, match=why):
            said("play", slug)


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
    assert "teilt Platz 1 mit Bert Übel" in said("standings", "cup", "--language", "de")
    assert json.loads(said("standings", "cup", "--json")) == load_standings(Event.objects.get(pk=cup.pk))
    with pytest.raises(CommandError, match="there are: cup"):
        said("standings", "nothing")


# -- a whole season ---------------------------------------------------------------------------------

YEAR = 2025


@pytest.fixture
def whole_season(players: list[Player]) -> Season:
    """The season, as its file has it, with the same three players in every event."""
    days = {"starts_on": date(YEAR, 1, 1), "ends_on": date(YEAR, 12, 31)}
    season = copy_season(xmadn_season(), slug="xmadn", name=f"XMädn {YEAR}", **days, actor="test", now=NOW)
    for event in Event.objects.all():
        services.enter_all(event_id=event.pk, players=players, actor="test", now=NOW)
    return season


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.timeout(600)
def test_a_whole_season_is_played_and_all_that_is_stored_is_what_it_would_be_from_scratch(
    whole_season: Season,
) -> None:
    events = list(whole_season.events.order_by("starts_on"))
    assert sum(event.rules_name.startswith("xmadn-2t") for event in events) == 4
    assert len(events) == 13
    for number, event in enumerate(events):
        said("play", event.slug, "--seed", str(number), "--at-once", "1000", "--on", str(event.starts_on))
    # Every game from its log, every table, every point and list from the games: the command fails on a difference.
    checked = said("rebuild_projections", "--check")
    assert f"{Game.objects.count()} games, 0 differed" in checked
    assert "event tables and points: 0 differed" in checked
    assert "rankings: 0 differed" in checked
    said("run_periodic")
    assert rebuild.differences() == []
    for event in events:
        check_tables(Event.objects.get(pk=event.pk))
    check_rankings(whole_season)


def check_tables(event: Event) -> None:
    """Finished on its day, and every version of its table was kept."""
    assert event.status == Event.Status.FINISHED
    # The evening of a League is long.
    assert event.ended_on in (event.starts_on, event.starts_on + timedelta(days=1))
    kept = EventTable.objects.filter(event=event)
    assert [table.version for table in kept] == list(range(1, event.version + 1))
    assert with_names([kept[event.version - 1]])[event.pk] == event.projection


def check_rankings(season: Season) -> None:
    """All nine 3T events count, of the doubles the last six units; the lists are told by the command too."""
    for key, counted in (("3t", 9), ("2t", 6)):
        data = json.loads(said("ranking", key, "--on", str(season.ends_on), "--json"))
        assert len(data["counted"]) == counted
        assert [row["place"] for row in data["rows"]] == [1, 2, 3]
        assert all(row["reason"]["de"] for row in data["rows"][:2])
    race = json.loads(said("ranking", f"medal-race-{season.slug}", "--json"))
    assert len(race["rows"]) == 3
