"""Keys that were made of names, and names in sentences, are gone from everything that earlier programs have kept."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

import orjson
import pytest
from django.apps import apps

from games.models import Player
from rules.i18n import Literal
from tests.tournaments import archives
from tests.tournaments.conftest import NOW
from tests.tournaments.nicknamed import played as played
from tests.tournaments.nicknamed import xaver as xaver
from tests.tournaments.stored import everything_kept
from tournaments.forecasting.request import ForecastRequest
from tournaments.integrity import StandingsIntegrity
from tournaments.models import Draw, Entry, Event, ForecastRun
from tournaments.services.standings import refresh
from tournaments.standings.queries import load_standings
from tournaments.transfer.archive import export_event, import_event

pytestmark = pytest.mark.django_db
MIGRATION = import_module("tournaments.migrations.0015_neutral_keys_of_entries")
OLD = {"entry-1": "xaver-quollmuller", "entry-2": "bert-bach", "entry-3": "cora-clausen"}


of_elsewhere = archives.played


def tables(slugs: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The tables but for their versions."""
    found = {slug: load_standings(Event.objects.get(slug=slug)) for slug in slugs}
    return {slug: {**told, "version": 0} for slug, told in found.items()}


@pytest.fixture
def of_an_earlier_program(played: dict[str, Event]) -> dict[str, dict[str, Any]]:
    """The rows as earlier programs kept them; the tables as they were before."""
    before = tables(played)
    MIGRATION.rekey(apps, lambda keys: {key: OLD[key] for key in keys})
    assert "entry-" not in everything_kept("tournaments_")
    return before


@pytest.mark.both_databases
def test_nothing_keeps_the_old_keys_and_the_tables_are_those_that_the_events_lead_to(
    of_an_earlier_program: dict[str, dict[str, Any]],
) -> None:
    versions = dict(Event.objects.values_list("slug", "version"))
    MIGRATION.forwards(apps, None)
    kept = everything_kept("tournaments_")
    assert [old for old in OLD.values() if old in kept] == []
    after = tables(of_an_earlier_program)
    # The draw from a published seed was not drawn by these keys, as far as the earlier program goes.
    assert after == of_an_earlier_program
    assert list(StandingsIntegrity().check()) == []
    for slug, version in versions.items():
        event = Event.objects.get(slug=slug)
        # A reader who has the table with the old keys is told that there is another one.
        assert event.version == version + 1 == load_standings(event)["version"]
        assert refresh(event_id=event.pk, now=NOW).version == event.version
        assert event.tables.get(version=event.version).projection.count("⟦")


def test_done_again_it_changes_nothing(of_an_earlier_program: dict[str, dict[str, Any]]) -> None:
    MIGRATION.forwards(apps, None)
    kept = everything_kept("tournaments_")
    MIGRATION.forwards(apps, None)
    assert everything_kept("tournaments_") == kept


def test_forecasts_answer_the_same_questions_as_before(
    of_an_earlier_program: dict[str, dict[str, Any]],
) -> None:
    old = {run.pk: (orjson.loads(run.tallies), run.assumed) for run in ForecastRun.objects.all()}
    assert any(assumed for _, assumed in old.values())
    MIGRATION.forwards(apps, None)
    new = {key: value for value, key in OLD.items()}
    for run in ForecastRun.objects.all():
        question = ForecastRequest.read(run.question)
        assert question.as_text() == run.question
        assert run.digest == MIGRATION._digest(run)
        tallies, assumed = old[run.pk]
        assert run.assumed == {number: new[key] for number, key in assumed.items()}
        data = orjson.loads(run.tallies)
        assert data["titles"] == {new[key]: times for key, times in tallies["titles"].items()}
        # What it answers is what the same runs give now.
        assert question.run(range(run.runs)).as_tallies()["titles"] == data["titles"]


def test_a_draw_that_was_held_by_keys_made_of_names_stays_and_says_so(played: dict[str, Event]) -> None:
    draw = Draw.objects.get(event=played["seed"])
    # As that seed draws by the old keys.
    drawn = MIGRATION._drawn(
        {"published_seed": draw.published_seed, "subject": draw.subject, "order": list(OLD.values())}
    )
    keys = {old: key for key, old in OLD.items()}
    order = [keys[old] for old in drawn]
    assert order != draw.order
    Draw.objects.filter(pk=draw.pk).update(order=order)
    refresh(event_id=played["seed"].pk, now=NOW)
    (told,) = load_standings(Event.objects.get(slug="seed"))["draws"]
    assert told["order"] == order
    assert "by keys of the entries that were made of names" in told["reason"]["en"]
    MIGRATION.rekey(apps, lambda keys: {key: OLD[key] for key in keys})
    MIGRATION.forwards(apps, None)
    assert load_standings(Event.objects.get(slug="seed"))["draws"] == [told]


def test_names_in_sentences_of_earlier_programs_become_ids(played: dict[str, Event], xaver: Player) -> None:
    game = played["over"].games.get()
    game.name = Literal(en=f"Game 1: {xaver.name} – Bert Bach", de=f"Spiel 1: {xaver.name} – Bert Bach")
    game.save()
    MIGRATION.forwards(apps, None)
    game.refresh_from_db()
    assert f"⟦{xaver.pk}⟧ – ⟦" in game.name.en


def test_withdrawn_entries_have_other_keys_too(played: dict[str, Event], xaver: Player) -> None:
    Entry.history.create(
        id=10**6, event_id=played["by-hand"].pk, player_id=xaver.pk, key="xaver-2", seed=9, history_date=NOW
    )
    MIGRATION.forwards(apps, None)
    keys = Entry.history.filter(event_id=played["by-hand"].pk).values_list("key", flat=True)
    assert set(keys) == {*OLD, "entry-4"}


def test_a_file_with_keys_made_of_names_is_taken_over_with_neutral_ones(
    of_elsewhere: tuple[str, dict[str, Any]],
) -> None:
    text, table = of_elsewhere
    for key, old in OLD.items():
        text = text.replace(f'"{key}"', f'"{old}"')
    taken = import_event(text, actor="command", now=NOW)
    assert [entry.key for entry in taken.entries.all()] == list(OLD)
    out = export_event(taken)
    assert [old for old in OLD.values() if old in out] == []
    data = load_standings(taken)
    assert [data[part] for part in ("entries", "rows", "draws", "games", "finished")] == [
        table[part] for part in ("entries", "rows", "draws", "games", "finished")
    ]
