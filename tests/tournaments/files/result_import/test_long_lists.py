"""Long result lists: nobody who writes waits for more than a step, nothing is lost and nothing is there twice."""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.domain.hash_chain import first_break
from games.models import Game, Player
from tests.tournaments.conftest import NOW
from tests.tournaments.files.result_import.lists import HEADINGS, NAMES, cups, work_off
from tests.working import give_up_waiting
from tournaments.files.event_file import importer as archive
from tournaments.files.result_import import ResultList, import_list, importer, long_lists, parser
from tournaments.files.result_import.long_lists import RETENTION, WORK, hand_in, old_imports, step
from tournaments.files.result_import.parser import MOST_EVENTS, MOST_GAMES
from tournaments.models import Event, EventGame, HistoryImport, Ranking

pytestmark = pytest.mark.django_db


@pytest.fixture
def steps_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step has two events."""
    monkeypatch.setattr(parser, "MOST_EVENTS", 2)


def asked(data: bytes, decisions: Mapping[str, str] | None = None) -> HistoryImport:
    return hand_in(ResultList(data), actor="test", now=NOW, decisions=decisions, source="cups.csv")


def now_of(found: HistoryImport) -> HistoryImport:
    return HistoryImport.objects.get(pk=found.pk)


class Killed(BaseException):
    """The process dies."""


def killed_after(steps: int) -> Callable[[float], None]:
    """Die after this number of steps."""
    left = [steps]

    def rest(seconds: float) -> None:
        left[0] -= 1
        if not left[0]:
            raise Killed

    return rest


def is_anything_due() -> bool:
    return bool(list(WORK.due(NOW)))


def events() -> list[str]:
    return sorted(Event.objects.values_list("slug", flat=True), key=lambda slug: int(slug.split("-")[1]))


def all_of(number: int) -> list[str]:
    return [f"cup-{each}-{(date(2019, 6, 1) + timedelta(days=each)).year}" for each in range(number)]


# -- what is long --------------------------------------------------------------------------------------


def test_a_list_of_more_events_or_games_than_can_be_waited_for_is_long() -> None:
    assert not ResultList(cups(MOST_EVENTS)).is_long
    assert ResultList(cups(MOST_EVENTS + 1)).is_long
    won = " | ".join(["Anna Amsel", "Bert Bussard"] * (MOST_GAMES // 2))
    row = f"{HEADINGS}\nCup;1.2.2019;Championship;wins=99;{' / '.join(NAMES[:3])};{won}"
    assert not ResultList(row.encode()).is_long
    assert ResultList(f"{row} | Anna Amsel".encode()).is_long


# -- imported ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("steps_of_two")
def test_a_long_list_is_imported_as_a_short_one_would_be() -> None:
    found = asked(cups(5))
    assert (found.events, found.taken, is_anything_due()) == (5, 0, True)
    assert work_off() == 3
    found = now_of(found)
    assert (found.taken, found.why, found.is_under_way, is_anything_due()) == (5, None, False, False)
    # What was in it is not kept.
    assert (bytes(found.content), found.players) == (b"", {})
    assert events() == all_of(5)
    assert {event.status for event in Event.objects.all()} == {Event.Status.FINISHED}
    assert sorted(Player.objects.values_list("name", flat=True)) == sorted(NAMES)
    assert all(first_break(game.events.all()) is None for game in Game.objects.all())
    lists = set(Ranking.objects.values_list("key", flat=True))
    with transaction.atomic():
        assert import_list(ResultList(cups(2, first=20)), actor="test", now=NOW).is_ready
        assert lists == set(Ranking.objects.values_list("key", flat=True))


def test_a_step_has_as_many_games_as_a_request_and_an_event_is_never_divided(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parser, "MOST_GAMES", 2)
    big = "Big;2019-05-01;Championship;wins=3;Anna Amsel / Bert Bussard / Cora Kranich;" + " | ".join(
        ["Anna Amsel"] * 3
    )
    head, *rows = cups(3).decode().splitlines()
    found = asked("\n".join([head, big, *rows]).encode())
    taken = []
    work_off(rest=lambda seconds: taken.append(now_of(found).taken))
    assert taken == [1, 3, 4]


@pytest.mark.usefixtures("steps_of_two")
def test_a_preview_reads_a_long_list_and_tries_nothing() -> None:
    assert import_list(ResultList(cups(1)), actor="test", now=NOW).is_ready
    wrong = b"\nCup 20;2019-08-01;Championship;wins=1;Anna Amsel / Bert Bussard;Dora Zeisig"
    with CaptureQueriesContext(connection) as queries:
        good, bad = (
            import_list(ResultList(data), actor="test", now=NOW, is_preview=True)
            for data in (cups(3), cups(3) + wrong)
        )
    assert not any(query["sql"].startswith(("INSERT", "UPDATE")) for query in queries.captured_queries)
    assert [event.fate.name for event in good.events] == ["KNOWN", "NEW", "NEW"]
    assert good.is_ready
    assert [problem.line for problem in bad.problems] == [5]


def test_two_events_of_a_list_that_would_be_called_the_same_are_refused() -> None:
    row = "Championship;wins=1;Anna Amsel / Bert Bussard / Cora Kranich;Anna Amsel"
    text = f"{HEADINGS}\nCup;1.2.2019;{row}\nCup!;2.2.2019;{row}"
    long = "".join(f"\nOther {each};1.3.2019;{row}" for each in range(MOST_EVENTS))
    for outcome in (
        import_list(ResultList(text.encode()), actor="test", now=NOW, is_preview=True),
        import_list(ResultList((text + long).encode()), actor="test", now=NOW),
        import_list(ResultList(text.encode()), actor="test", now=NOW),
    ):
        entries = [problem.text.en for problem in outcome.problems]
        assert entries == ["line 3: Cup! is called like Cup in line 2 (cup-2019)"]
    assert not Event.objects.exists()


# -- others write meanwhile ----------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("steps_of_two")
def test_whoever_writes_meanwhile_gets_in_after_every_step() -> None:
    """Between any two steps nothing is locked: another connection writes without waiting at all."""
    found = asked(cups(5))
    written = 0

    def write(seconds: float) -> None:
        nonlocal written
        assert seconds > 0
        assert not connection.in_atomic_block
        _write_elsewhere()
        written += 1

    work_off(rest=write)
    assert not now_of(found).is_under_way
    assert written == Player.objects.filter(name__startswith="Late").count() == 3


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


@pytest.mark.usefixtures("steps_of_two")
def test_rankings_are_drawn_up_once_a_step() -> None:
    asked(cups(4))
    with CaptureQueriesContext(connection) as queries:
        work_off()
    # The 3T list, and the Medal Race of the season.
    assert _drawn(queries) == 2 * 2
    assert set(Ranking.objects.values_list("version", flat=True)) == {2}


def _drawn(queries: CaptureQueriesContext) -> int:
    return sum(query["sql"].startswith('UPDATE "tournaments_ranking"') for query in queries.captured_queries)


# -- killed, ended, wrong ------------------------------------------------------------------------------


def failing(error: BaseException) -> Callable[..., None]:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    return fail


#: What dies within the second or the last step.
WITHIN = {
    "an event": (archive, "publish_games_of", Killed()),
    "the rankings": (long_lists, "redraw", Killed()),
    "the position": (long_lists, "_end", Killed()),
    "a database that is away": (importer.ResultListImporter, "take", OperationalError("away")),
}


#: What differs between the databases is how a transaction ends.
ON_BOTH = ("after a step", "the position")


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(place, marks=[pytest.mark.both_databases] * (place in ON_BOTH))
        for place in ("after a step", "after two", "the same step twice", *WITHIN)
    ],
)
@pytest.mark.usefixtures("steps_of_two")
def test_what_is_interrupted_has_lost_nothing_and_nothing_is_there_twice(
    monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    found = asked(cups(5))
    before = now_of(found)
    with pytest.raises(Killed):
        work_off(rest=killed_after(2 if place == "after two" else 1))
    give_up_waiting()
    with monkeypatch.context() as patched, suppress(Killed):
        if place in WITHIN:
            patched.setattr(*WITHIN[place][:2], failing(WITHIN[place][2]))
            work_off()
        elif place == "the same step twice":
            # By somebody who has read the position before.
            step(before)
    half = now_of(found)
    assert half.is_under_way
    assert half.taken == Event.objects.count() < 5
    give_up_waiting()
    work_off()
    assert not now_of(found).is_under_way
    assert events() == all_of(5)
    assert EventGame.objects.count() == Game.objects.count() == 5
    assert Player.objects.count() == len(NAMES)
    assert Ranking.objects.count() == 2


def test_what_somebody_has_changed_meanwhile_stops_it_with_the_line() -> None:
    found = asked(cups(4))
    assert import_list(ResultList(_otherwise(2)), actor="test", now=NOW).is_ready
    work_off()
    half = now_of(found)
    assert half.taken == 2
    assert half.why is not None
    assert "line 4: Cup 2 is here already" in half.why.en


def _otherwise(number: int) -> bytes:
    """The event of that number, won by somebody else."""
    head, row = cups(1, first=number).decode().splitlines()
    *cells, players, _ = row.split(";")
    other = players.split(" / ")[1]
    return f"{head}\n{';'.join(cells)};{players};{other}".encode()


def test_an_error_of_the_program_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = asked(cups(4))
    with monkeypatch.context() as patched:
        patched.setattr(importer.ResultListImporter, "take", failing(KeyError("x")))
        work_off()
    assert str(now_of(found).why) == "KeyError: 'x'"


def test_what_has_ended_long_ago_is_forgotten_and_what_is_under_way_is_not() -> None:
    found = asked(cups(4))
    work_off()
    running = asked(cups(5))
    old_imports(NOW + RETENTION - timedelta(minutes=5)).delete()
    assert set(HistoryImport.objects.all()) == {found, running}
    old_imports(NOW + RETENTION + timedelta(minutes=5)).delete()
    assert HistoryImport.objects.get() == running
    assert Event.objects.count() == 4
