"""The update from embargoes: what hid anything is not public afterwards, and nothing that was hidden is published."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.models import Game, Player
from games.services import recorder
from rules import RULE_SETS
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tests.tournaments.hall.halls import new_hall
from tournaments import rehearsals, services
from tournaments.integrity import StandingsIntegrity
from tournaments.models import Event, Season, UncountedGame

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
NEW = ("tournaments", "0038_public_events")
FOREVER = datetime(9999, 12, 31, tzinfo=UTC)
LONG_AGO = timedelta(days=3)
PAIRS = (["yellow", "black"], ["blue", "red"], ["green", "violet"])


def migrate(*to: tuple[str, str]) -> Any:
    """Bring the database to these migrations; the models as they are there."""
    executor = MigrationExecutor(connection)
    executor.migrate(list(to))
    return MigrationExecutor(connection).loader.project_state(list(to)).apps


@pytest.fixture
def back() -> Iterator[None]:
    """Whatever happens the database ends as it was."""
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def before() -> list[tuple[str, str]]:
    """The migrations on which those of this change rest."""
    loader = MigrationExecutor(connection).loader
    games = loader.get_migration("games", "0019_public_games").dependencies
    own = loader.get_migration(*NEW).dependencies
    return [*games, *(each for each in own if each[0] == "tournaments")]


def an_event(season: Season, players: list[Player], slug: str, wins: int) -> Event:
    """A cup that is before its first game, being played, or finished."""
    event = services.create_event(
        season=season,
        slug=slug,
        name=slug,
        format_key="championship",
        rules_name="xmadn-3t",
        starts_on=season.starts_on,
        settings={"wins": 2},
        actor="test",
        now=timezone.now() - LONG_AGO,
    )
    for player in players:
        services.enter(event_id=event.pk, player=player, actor="test", now=timezone.now() - LONG_AGO)
    services.draw_in_seed_order(event_id=event.pk, actor="test", now=timezone.now() - LONG_AGO)
    for number in range(wins):
        played = start(event, **({} if number else {"rounds": YELLOW_STARTS}))
        win(played.game, "red")
    return Event.objects.get(pk=event.pk)


def lay(old: Any, slug: str, embargo: str, withheld_until: datetime | None, made_at: datetime) -> None:
    """Let an event be as a program before kept it under an embargo, the last change of its table at that time."""
    events, games = old.get_model("tournaments", "Event"), old.get_model("games", "Game")
    (event,) = events.objects.filter(slug=slug)
    events.objects.filter(pk=event.pk).update(embargo=embargo)
    of_games = "event" if embargo == "end" else embargo
    games.objects.filter(event_game__event=event).update(embargo=of_games, withheld_until=withheld_until)
    old.get_model("tournaments", "EventTable").objects.filter(event=event).update(made_at=made_at)
    old.get_model("tournaments", "EventUnit").objects.filter(event=event).update(
        concluded_at=made_at, public_from=None if embargo == "end" else made_at + timedelta(minutes=10)
    )


@pytest.mark.usefixtures("back")
def test_what_was_hidden_stays_hidden_and_what_was_seen_stays_seen(
    season: Season, players: list[Player], capsys: pytest.CaptureFixture[str]
) -> None:
    now = timezone.now()
    long_ago, soon = now - LONG_AGO, now + timedelta(minutes=5)
    #: Slug → wins played, embargo, until when its games were withheld, when its table was made; whether it is public.
    cases: dict[str, tuple[int, str, datetime | None, datetime, bool]] = {
        "free": (2, "", None, long_ago, True),
        "delay-before": (0, "10", None, long_ago, False),
        "delay-running": (1, "10", long_ago, long_ago, False),
        "delay-just-finished": (2, "10", soon, now, False),
        "delay-table-just-made": (2, "10", long_ago, now, False),
        "delay-over": (2, "10", long_ago + timedelta(minutes=10), long_ago, True),
        "end-before": (0, "end", None, long_ago, False),
        "end-running": (1, "end", FOREVER, long_ago, False),
        "end-finished": (2, "end", FOREVER, long_ago, False),
    }
    for slug, (wins, *_rest) in cases.items():
        an_event(season, players, slug, wins)
    hall = new_hall(season, 8)
    rehearsal = rehearsals.start_rehearsal(
        event_id=hall.pk, name="Rehearsal", people=8, pace=2, language="en", actor="test", now=now
    )
    alone = [
        recorder.create_game(
            rules=RULE_SETS["xmadn-3t"],
            seats=list(zip(players, PAIRS, strict=True)),
            actor="test",
            now=now,
            title=title,
        )
        for title in ("free", "seen", "withheld", "to its end")
    ]
    old = migrate(*before())
    old.get_model("tournaments", "Event").objects.update(embargo="")
    apart = old.get_model("tournaments", "Season").objects.create(
        slug="rehearsals", name="Rehearsals", starts_on=season.starts_on, ends_on=season.ends_on
    )
    old.get_model("tournaments", "Event").objects.filter(pk=rehearsal.event_id).update(season=apart)
    for slug, (_wins, embargo, withheld_until, made_at, _public) in cases.items():
        lay(old, slug, embargo, withheld_until, made_at)
    for game, (embargo, withheld_until) in zip(
        alone, (("", None), ("10", long_ago), ("10", soon), ("end", FOREVER)), strict=True
    ):
        old.get_model("games", "Game").objects.filter(pk=game.pk).update(
            embargo=embargo, withheld_until=withheld_until
        )
    for table in old.get_model("tournaments", "EventTable").objects.all():
        told = '"embargo":{"minutes":10},' if table.event.embargo == "10" else '"embargo":null,'
        table.projection = table.projection.replace('"entries":', f'{told}"entries":', 1)
        table.save()
    for event in old.get_model("tournaments", "Event").objects.all():
        told = '"embargo":{"minutes":10},' if event.embargo == "10" else '"embargo":null,'
        event.projection = event.projection.replace('"entries":', f'{told}"entries":', 1)
        event.save()
    old.get_model("tournaments", "UncountedGame").objects.all().delete()

    migrate(("games", "0019_public_games"), NEW)

    is_public = {slug: each[-1] for slug, each in cases.items()}
    found = dict(Event.objects.values_list("slug", "is_public"))
    assert found == is_public | {"hall": True, rehearsal.event.slug: False}
    assert list(Season.objects.all()) == [season]
    for event in Event.objects.all():
        assert {played.game.is_public for played in event.games.all()} <= {event.is_public}, event.slug
        latest = event.history.latest("history_date", "history_id")
        assert latest.is_public == event.is_public
        assert "embargo" not in event.projection
    assert [Game.objects.get(pk=game.pk).is_public for game in alone] == [True, True, False, False]
    # What counted a part of them is counted again.
    hidden = Game.objects.filter(is_public=False, event_game__isnull=False)
    assert set(UncountedGame.objects.values_list("game", flat=True)) == set(
        hidden.values_list("pk", flat=True)
    )
    assert list(StandingsIntegrity().check()) == []
    said = capsys.readouterr().out
    (events,) = (line for line in said.splitlines() if "Not public from now on: " in line)
    listed = events.partition(": ")[2].split(", ")
    assert sorted(listed) == sorted(slug for slug, seen in found.items() if not seen)
    assert [str(game.pk) in said for game in alone] == [False, False, True, True]
    assert "Change details, Public" in said
    assert "Make public" in said
