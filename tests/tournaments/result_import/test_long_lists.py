"""Long result lists: nobody who writes waits, nobody who has gone is worked for, nothing is lost and nothing twice."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.domain.hash_chain import first_break
from games.models import Game, Player
from tests.tournaments.conftest import NOW
from tests.tournaments.result_import.lists import HEADINGS, NAMES, at_once, cups
from tournaments.errors import ImportStateConflict
from tournaments.models import Event, EventGame, HistoryImport, HistoryImportEvent, Ranking, Season
from tournaments.models import HistoryImport as Import
from tournaments.transfer.result_import import ResultList, import_list, preview_import
from tournaments.transfer.result_import.importer import MOST_EVENTS, MOST_GAMES
from tournaments.transfer.result_import.jobs import KEPT, ask, prune_imports, resume, stop
from tournaments.transfer.result_import.queue import CLAIMED, is_anything_due, work_off, work_on

pytestmark = pytest.mark.django_db
State = HistoryImport.State


def asked(data: bytes, is_preview: bool = False, decisions: Mapping[str, str] | None = None) -> HistoryImport:
    return ask(data, is_preview=is_preview, actor="test", now=NOW, decisions=decisions, source="cups.csv")


def now_of(found: HistoryImport) -> HistoryImport:
    return HistoryImport.objects.get(pk=found.pk)


class Killed(BaseException):
    """The process dies."""


def killed_after(pauses: int) -> Callable[[float], None]:
    """Die after so many events."""
    left = [pauses]

    def rest(seconds: float) -> None:
        left[0] -= 1
        if not left[0]:
            raise Killed

    return rest


def gone_by(found: HistoryImport) -> None:
    """Let the time go by after which whoever worked on it must have died."""
    HistoryImport.objects.filter(pk=found.pk).update(claimed_until=timezone.now() - timedelta(seconds=1))


def events() -> list[str]:
    return sorted(Event.objects.values_list("slug", flat=True), key=lambda slug: int(slug.split("-")[1]))


def all_of(number: int) -> list[str]:
    return [f"cup-{each}-{(date(2019, 6, 1) + timedelta(days=each)).year}" for each in range(number)]


# -- what is long --------------------------------------------------------------------------------------


def test_a_list_of_more_events_or_games_than_can_be_waited_for_is_long() -> None:
    assert not ResultList.read(cups(MOST_EVENTS)).is_long
    assert ResultList.read(cups(MOST_EVENTS + 1)).is_long
    won = " | ".join(["Anna Amsel", "Bert Bussard"] * (MOST_GAMES // 2))
    row = f"{HEADINGS}\nCup;1.2.2019;Championship;wins=99;{' / '.join(NAMES[:3])};{won}"
    assert not ResultList.read(row.encode()).is_long
    assert ResultList.read(f"{row} | Anna Amsel".encode()).is_long


# -- looked at, then taken over ------------------------------------------------------------------------


def test_a_long_list_is_looked_at_and_then_taken_over_as_a_short_one_would_be() -> None:
    found = asked(cups(4))
    assert (found.state, found.events, is_anything_due(now=timezone.now())) == (State.CHECKING, 4, True)
    assert work_off(rest=at_once) == 1
    found = now_of(found)
    assert (found.state, found.checked, found.taken, found.why) == (State.TAKEN, 4, 4, None)
    assert events() == all_of(4)
    assert {event.status for event in Event.objects.all()} == {Event.Status.FINISHED}
    assert sorted(Player.objects.values_list("name", flat=True)) == sorted(NAMES)
    assert all(first_break(game.events.all()) is None for game in Game.objects.all())
    assert not is_anything_due(now=timezone.now())
    data = json.loads(found.outcome)
    assert [event["fate"] for event in data["events"]] == ["new"] * 4
    assert data["events"][0]["table"]["rows"][0]["name"] == "Anna Amsel"
    assert not HistoryImportEvent.objects.exists()
    lists = dict(Ranking.objects.values_list("key", "projection"))
    # The same in one step, elsewhere.
    with transaction.atomic():
        again = import_list(cups(4, first=20), actor="test", now=NOW)
        assert again.is_ready
        assert set(lists) == set(Ranking.objects.values_list("key", flat=True))
        transaction.set_rollback(True)


def test_a_preview_keeps_nothing_but_what_it_has_found() -> None:
    found = asked(cups(4), is_preview=True)
    work_off(rest=at_once)
    found = now_of(found)
    assert (found.state, found.checked, found.taken) == (State.READY, 4, 0)
    assert not Event.objects.exists()
    assert not Season.objects.exists()
    assert not Player.objects.exists()
    assert not Ranking.objects.exists()
    assert len(json.loads(found.outcome)["events"]) == 4


def test_of_a_list_in_which_anything_is_wrong_nothing_is_taken_over() -> None:
    wrong = (
        cups(5)
        + b"\nCup 20;2019-08-01;Championship;wins=1;Anna Amsel / Bert Bussard / Cora Kranich;Dora Zeisig"
    )
    found = asked(wrong)
    work_off(rest=at_once)
    found = now_of(found)
    assert (found.state, found.taken) == (State.REFUSED, 0)
    assert [problem["line"] for problem in json.loads(found.outcome)["problems"]] == [7]
    assert not Event.objects.exists()


def test_doubtful_names_are_decided_before_anything_is_taken_over() -> None:
    here = Player.objects.create(name="Ana Amsel")
    found = asked(cups(4))
    work_off(rest=at_once)
    assert now_of(found).state == State.REFUSED
    (doubtful,) = [person for person in json.loads(now_of(found).outcome)["people"] if person["open"]]
    assert (doubtful["typed"], doubtful["candidates"][0]["key"]) == ("Anna Amsel", str(here.pk))
    again = asked(cups(4), decisions={"Anna Amsel": str(here.pk)})
    work_off(rest=at_once)
    assert now_of(again).state == State.TAKEN
    assert here.entries.count() == 3
    assert not Player.objects.filter(name="Anna Amsel").exists()


def test_what_is_here_already_stays_as_it_is() -> None:
    import_list(cups(2), actor="test", now=NOW)
    games = set(Game.objects.values_list("pk", flat=True))
    found = asked(cups(4))
    work_off(rest=at_once)
    fates = [event["fate"] for event in json.loads(now_of(found).outcome)["events"]]
    assert fates == ["known"] * 2 + ["new"] * 2
    assert events() == all_of(4)
    assert games < set(Game.objects.values_list("pk", flat=True))
    assert EventGame.objects.count() == 4


def test_two_events_of_a_list_that_would_be_called_the_same_are_refused() -> None:
    row = "Championship;wins=1;Anna Amsel / Bert Bussard / Cora Kranich;Anna Amsel"
    text = f"{HEADINGS}\nCup;1.2.2019;{row}\nCup!;2.2.2019;{row}"
    for outcome in (
        preview_import(text.encode(), actor="test", now=NOW),
        import_list(text.encode(), actor="test", now=NOW),
    ):
        entries = [problem.told.en for problem in outcome.problems]
        assert entries == ["line 3: Cup! is called like Cup in line 2 (cup-2019)"]
    assert not Event.objects.exists()


# -- others write meanwhile ----------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_whoever_writes_meanwhile_gets_in_after_every_event() -> None:
    """Between any two events nothing is locked: another connection writes without waiting at all."""
    found = asked(cups(4))
    written = 0

    def write(seconds: float) -> None:
        nonlocal written
        assert seconds > 0
        assert not connection.in_atomic_block
        _write_elsewhere()
        written += 1

    work_off(rest=write)
    assert now_of(found).state == State.TAKEN
    # After every event that was looked at, every one taken over, every list that was drawn up.
    assert written == 4 + 4 + Ranking.objects.count()
    assert Player.objects.filter(name__startswith="Late").count() == written


def _write_elsewhere() -> None:
    """Somebody is entered by a connection of their own that does not wait for a lock."""
    row = (f"{Player().pk.hex}", "Late Comer")
    if connection.vendor == "sqlite":
        other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0, uri=True)
        marks = "?, ?, '', 'late comer', 'late comer'"
    else:
        import psycopg

        parameters = connection.get_connection_params()
        data = {
            name: parameters[name]
            for name in ("dbname", "host", "port", "user", "password")
            if name in parameters
        }
        other = psycopg.connect(**data)  # type: ignore[assignment]
        other.execute("SET lock_timeout = '50ms'")
        marks = "%s, %s, '', 'late comer', 'late comer'"
    columns = "id, name, nickname, search_key, names_key"
    try:
        other.execute(f"INSERT INTO games_player ({columns}) VALUES ({marks})", row)
        other.commit()
    finally:
        other.close()


def test_a_transaction_has_one_event_in_it_however_long_the_list() -> None:
    found = asked(cups(8))
    committed = []

    def count(seconds: float) -> None:
        committed.append((Event.objects.count(), HistoryImportEvent.objects.count(), now_of(found).taken))

    work_off(rest=count)
    assert committed[:8] == [(0, number, 0) for number in range(1, 9)]
    assert committed[8:16] == [(number, 0, number) for number in range(1, 9)]


def test_rankings_are_drawn_up_once() -> None:
    asked(cups(4))
    with CaptureQueriesContext(connection) as queries:
        work_off(rest=at_once)
    assert _drawn(queries) == 2  # the 3T list, and the Medal Race of the season
    with CaptureQueriesContext(connection) as queries:
        assert import_list(cups(3, first=30), actor="test", now=NOW).is_ready
    assert _drawn(queries) == 2
    assert set(Ranking.objects.values_list("version", flat=True)) == {2}


def _drawn(queries: CaptureQueriesContext) -> int:
    return sum(query["sql"].startswith('UPDATE "tournaments_ranking"') for query in queries.captured_queries)


# -- killed, stopped, resumed --------------------------------------------------------------------------


@pytest.mark.parametrize("pauses", [1, 3, 4, 5, 6, 8, 9])
def test_who_is_killed_has_lost_nothing_and_nothing_is_there_twice(pauses: int) -> None:
    found = asked(cups(4))
    with pytest.raises(Killed):
        work_off(rest=killed_after(pauses))
    half = now_of(found)
    assert half.is_under_way
    assert (half.checked, half.taken) == (min(pauses, 4), min(max(pauses - 4, 0), 4))
    assert Event.objects.count() == half.taken
    # Whoever died may still be at it.
    assert work_off(rest=at_once) == 0
    gone_by(found)
    assert work_off(rest=at_once) == 1
    assert now_of(found).state == State.TAKEN
    assert events() == all_of(4)
    assert EventGame.objects.count() == Game.objects.count() == 4
    assert Player.objects.count() == len(NAMES)
    assert Ranking.objects.count() == 2


def test_who_dies_within_an_event_leaves_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = asked(cups(4))
    with pytest.raises(Killed):
        work_off(rest=killed_after(6))
    from tournaments.transfer.archive import importer

    def die(*told: Any) -> None:
        raise Killed

    gone_by(found)
    # The last thing that is done of an event.
    with monkeypatch.context() as patched:
        patched.setattr(importer, "publish_games_of", die)
        with pytest.raises(Killed):
            work_off(rest=at_once)
    assert (now_of(found).taken, Event.objects.count()) == (2, 2)
    gone_by(found)
    work_off(rest=at_once)
    assert events() == all_of(4)


def test_of_two_who_work_on_it_one_gets_it_and_the_other_who_had_it_gives_it_up() -> None:
    found = asked(cups(4))

    def overtaken(seconds: float) -> None:
        # This one is taken for dead, and somebody else does all the rest.
        if now_of(found).taken == 2:
            gone_by(found)
            assert work_off(rest=at_once) == 1

    work_off(rest=overtaken)
    assert now_of(found).state == State.TAKEN
    assert events() == all_of(4)
    assert EventGame.objects.count() == 4


def test_somebody_stops_it_and_lets_it_go_on() -> None:
    found = asked(cups(4))

    def stopped(seconds: float) -> None:
        if now_of(found).taken == 2 and now_of(found).is_under_way:
            stop(import_id=found.pk, now=NOW)

    work_off(rest=stopped)
    half = now_of(found)
    assert (half.state, half.taken, half.finished_at) == (State.STOPPED, 2, NOW)
    assert half.why is not None
    assert work_off(rest=at_once) == 0
    assert Event.objects.count() == 2
    with pytest.raises(ImportStateConflict):
        stop(import_id=found.pk, now=NOW)
    assert resume(import_id=found.pk).state == State.TAKING
    with pytest.raises(ImportStateConflict):
        resume(import_id=found.pk)
    work_off(rest=at_once)
    assert now_of(found).state == State.TAKEN
    assert events() == all_of(4)


def test_what_somebody_has_changed_meanwhile_stops_it_with_the_line() -> None:
    found = asked(cups(4))

    def interfere(seconds: float) -> None:
        if now_of(found).taken == 2 and Event.objects.count() == 2:
            assert import_list(_otherwise(2), actor="test", now=NOW).is_ready

    work_off(rest=interfere)
    half = now_of(found)
    assert (half.state, half.taken) == (State.STOPPED, 2)
    assert half.why is not None
    assert "line 4: Cup 2 is here already" in half.why.en


def _otherwise(number: int) -> bytes:
    """The event of that number, won by somebody else."""
    head, row = cups(1, first=number).decode().splitlines()
    *cells, players, _ = row.split(";")
    other = players.split(" / ")[1]
    return f"{head}\n{';'.join(cells)};{players};{other}".encode()


def test_the_same_list_is_worked_on_once_at_a_time() -> None:
    first = asked(cups(4))
    assert asked(cups(4)) == first
    assert asked(cups(4), is_preview=True) != first
    work_on(first.pk, rest=at_once)
    again = asked(cups(4))
    assert again != first
    work_off(rest=at_once)
    assert {event["fate"] for event in json.loads(now_of(again).outcome)["events"]} == {"known"}
    assert EventGame.objects.count() == 4


def test_what_was_taken_over_long_ago_is_forgotten_and_what_is_under_way_is_not() -> None:
    found, running = asked(cups(4)), asked(cups(5))
    work_on(found.pk, rest=at_once)
    later = timezone.now() + KEPT
    prune_imports(now=later - timedelta(minutes=5))
    assert Import.objects.count() == 2
    prune_imports(now=later + CLAIMED)
    assert list(Import.objects.all()) == [running]
    assert Event.objects.count() == 4
