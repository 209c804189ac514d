"""A whole XMädn season – nine 3T events, four doubles events, the XLeague among them – played through the recorder."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from games.models import Game, Player
from games.rebuilding import differences
from tests.tournaments.conftest import NOW
from tournaments import conduct
from tournaments.course import Course
from tournaments.models import Event, EventGame, EventTable, Season
from tournaments.projection import as_text, refresh, told
from tournaments.reading import overview
from tournaments.tables import with_names

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]
YEAR = 2026
NAMES = ("Anna Amsel", "Bruno Bach", "Clara Clausen")


def said(*arguments: str) -> str:
    call_command(*arguments, stdout=(out := StringIO()))
    return out.getvalue()


@pytest.fixture
def season(db: None) -> Season:
    """The season, as the template makes it, with the same three players in every event."""
    said("create_season", str(YEAR))
    players = [Player.objects.create(name=name) for name in NAMES]
    for event in Event.objects.all():
        for player in players:
            conduct.enter(event_id=event.pk, player=player, actor="test", now=NOW)
    return Season.objects.get()


def test_a_whole_season_is_played_and_every_table_is_what_it_would_be_from_scratch(season: Season) -> None:
    events = list(season.events.order_by("starts_on"))
    assert sum(event.rules_name.startswith("xmadn-2t") for event in events) == 4
    assert len(events) == 13
    for number, event in enumerate(events):
        said("play", event.slug, "--seed", str(number), "--at-once", "1000", "--on", str(event.starts_on))
    for event in events:
        check_event(Event.objects.get(pk=event.pk))
    check_xleague(Event.objects.get(slug=f"xleague-{YEAR}"))


def check_event(event: Event) -> None:
    """Finished, and all that is stored of it follows from its logs."""
    assert event.status == Event.Status.FINISHED
    for played in EventGame.objects.filter(event=event).select_related("game"):
        assert differences(played.game) == []
    assert as_text(told(Course.of(event))) == event.projection
    assert refresh(event_id=event.pk, now=NOW).version == event.version
    kept = EventTable.objects.filter(event=event)
    assert [table.version for table in kept] == list(range(1, event.version + 1))
    assert with_names([kept[event.version - 1]])[event.pk] == event.projection


def check_xleague(event: Event) -> None:
    """Six double round-robins of six games, then both series, as far as they were needed."""
    table: dict[str, Any] = overview(event)
    numbers = [game["number"] for game in table["games"]]
    assert numbers[:36] == list(range(1, 37))
    assert any(37 <= number <= 41 for number in numbers)
    assert any(42 <= number <= 48 for number in numbers)
    assert {game["state"] for game in table["games"]} == {Game.State.ENDED}
    assert sorted(row["place"] for row in table["rows"]) == [1, 2, 3]
