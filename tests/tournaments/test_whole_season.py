"""A whole XMädn season – nine 3T events, four doubles events, the XLeague among them – played through the recorder."""

import json
from datetime import date, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from games.enums import GameState
from games.models import Game, Player
from tests.tournaments.conftest import NOW
from tournaments import services
from tournaments.files.season_file import copy_season, xmadn_season
from tournaments.models import Event, EventTable, Season
from tournaments.players.rebuild import differences
from tournaments.standings.queries import load_standings, with_names

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.long, pytest.mark.timeout(600)]
YEAR = 2025
NAMES = ("Anna Amsel", "Bruno Bach", "Clara Clausen")


def said(*arguments: str) -> str:
    call_command(*arguments, stdout=(out := StringIO()))
    return out.getvalue()


@pytest.fixture
def season(db: None) -> Season:
    """The season, as its file has it, with the same three players in every event."""
    days = {"starts_on": date(YEAR, 1, 1), "ends_on": date(YEAR, 12, 31)}
    season = copy_season(xmadn_season(), slug="xmadn", name=f"XMädn {YEAR}", **days, actor="test", now=NOW)
    players = [Player.objects.create(name=name) for name in NAMES]
    for event in Event.objects.all():
        services.enter_all(event_id=event.pk, players=players, actor="test", now=NOW)
    return season


def test_a_whole_season_is_played_and_all_that_is_stored_is_what_it_would_be_from_scratch(
    season: Season,
) -> None:
    events = list(season.events.order_by("starts_on"))
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
    assert differences() == []
    for event in events:
        check_tables(Event.objects.get(pk=event.pk))
    check_xleague(Event.objects.get(slug=f"xleague-{YEAR}"))
    check_rankings(season)


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
    assert len(race["rows"]) == len(NAMES)


def check_xleague(event: Event) -> None:
    """Six double round-robins of six games, then both series, as far as they were needed."""
    table: dict[str, Any] = load_standings(event)
    numbers = [game["number"] for game in table["games"]]
    assert numbers[:36] == list(range(1, 37))
    assert any(37 <= number <= 41 for number in numbers)
    assert any(42 <= number <= 48 for number in numbers)
    assert {game["state"] for game in table["games"]} == {GameState.ENDED}
    assert sorted(row["place"] for row in table["rows"]) == [1, 2, 3]
