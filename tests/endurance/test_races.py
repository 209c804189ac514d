"""Hundreds at once: one event per number, no table is stale, nobody sees an error of ours (PostgreSQL, gunicorn).

Each race has its control: the same on a site whose locks do nothing, where it must be seen.
"""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.db import connection

from games.domain.hash_chain import first_break
from games.models import Game, GameEvent, Player
from games.services import recorder
from games.services.projections import differences
from rules import Literal
from tests import servers
from tests.concurrency import at_once
from tests.endurance.size import patient, sized
from tests.endurance.wire import Answer, Broken, Wire
from tests.games import conftest as games_of
from tests.games.conftest import NOW, PAIRS, as_json, random_throws
from tests.servers import Site
from tests.tournaments import conftest as events_of
from tests.tournaments.conftest import _drawn, brought_home, new_event, record
from tournaments.models import Event, EventGame, Season
from tournaments.services.standings import refresh
from tournaments.standings.event_state import EventState
from tournaments.standings.projection import as_text, build_projection

pytestmark = [
    pytest.mark.slow,
    pytest.mark.both_databases,
    pytest.mark.process,
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgresql,
    patient,
]
players, game, token, season = games_of.players, games_of.game, games_of.token, events_of.season
WRITERS, ROUNDS = sized(40, 200), sized(2, 20)
RESULTS, BURSTS = sized(12, 60), sized(2, 100)
CONTROLLED = 12
#: On a busy machine not all come at the same moment: then they are let loose once more.
CONTROLS = 20
#: A game, the last part of an address of it, and what is sent there.
Letter = tuple[Game, str, dict[str, Any]]


@contextmanager
def gunicorn(application: str, at_once: int) -> Iterator[Site]:
    """The site on the tests' own database, with threads for as many requests at once."""
    url = servers.beside(os.environ["DATABASE_URL"], connection.settings_dict["NAME"])
    server = partial(servers.threads, number=at_once // 2, application=application)
    with servers.site({"DATABASE_URL": url}, server) as served:
        yield served


@pytest.fixture(scope="module")
def guarded(django_db_setup: None) -> Iterator[Site]:
    with gunicorn("config.wsgi", max(WRITERS, RESULTS)) as served:
        yield served


@pytest.fixture(scope="module")
def unguarded(django_db_setup: None) -> Iterator[Site]:
    with gunicorn("tests.endurance.unguarded", CONTROLLED) as served:
        yield served


def burst(wire: Wire, letters: Sequence[Letter]) -> list[Any]:
    """What is answered to letters that all come at the same moment, each over a connection of its own."""
    numbers = dict(Game.objects.values_list("pk", "number"))

    def post(index: int) -> Answer:
        game, what, content = letters[index]
        return wire.post(f"/api/v1/games/{game.pk}/{what}/?expected={numbers[game.pk]}", content)

    return at_once(len(letters), post)


def statuses(answers: Sequence[Any]) -> Counter[Any]:
    """How often each was answered, or what was raised instead."""
    return Counter(getattr(answer, "status", answer) for answer in answers)


def check_log(game: Game) -> None:
    """One event per number, chained, and a row that follows from them."""
    found = Game.objects.get(pk=game.pk)
    events = list(found.events.all())
    assert [event.number for event in events] == list(range(1, found.number + 1))
    assert first_break(events) is None
    assert differences(found) == []


# -- many writers on one game --------------------------------------------------------------------------


def same_throw(game: Game, writers: int) -> list[Letter]:
    """The next throw of a game, as often as there are writers, who give it no id.

    With one each, who lost would look whether the throw was recorded before, and be refused without the lock too.
    """
    return [(game, "throws", as_json(random_throws(Game.objects.get(pk=game.pk), 1)[0]))] * writers


def test_of_very_many_writers_at_once_one_records_and_the_others_learn_of_it(
    guarded: Site, token: str, game: Game
) -> None:
    for _ in range(ROUNDS):
        answers = burst(Wire(guarded, token), same_throw(game, WRITERS))
        assert statuses(answers) == {201: 1, 409: WRITERS - 1}
        (event,) = next(answer.body["events"] for answer in answers if answer.status == 201)
        for answer in answers:
            if answer.status == 409:
                assert (answer.kind, answer.body["current"]["number"]) == ("stale", event["number"])
                assert answer.body["missed"] == [event]
    assert GameEvent.objects.filter(game=game).count() == game.number + ROUNDS
    check_log(game)


def test_without_the_lock_writers_run_into_each_other_and_see_errors(
    unguarded: Site, token: str, game: Game
) -> None:
    """The control: the constraint alone keeps the log right, and who loses is answered with 500."""
    wire = Wire(unguarded, token)
    seen = (burst(wire, same_throw(game, CONTROLLED)) for _ in range(CONTROLS))
    assert any(isinstance(answer, Broken) for answers in seen for answer in answers)
    check_log(game)


# -- many results of one event -------------------------------------------------------------------------


def results_and_take_backs(
    season: Season, players: list[Player], games: int
) -> tuple[Event, list[Letter], list[Letter]]:
    """A championship of that many games at once; the letters that end them all, and those that take it back."""
    event = _drawn(new_event(season, settings={"wins": 99}), players)
    results, take_backs = [], []
    for number in range(1, games + 1):
        seats = list(zip(players, PAIRS, strict=True))
        created = recorder.create_game(rules=event.rules, seats=seats, actor="test", now=NOW)
        begun = recorder.start_game(game_id=created.pk, starter="yellow", actor="test", now=NOW).game
        *throws, last = brought_home(begun.play(), (("yellow", "red", "violet")[number % 3],))
        game = record(begun, throws)
        said = Literal(en=f"Game {number}", de=f"Spiel {number}")
        EventGame.objects.create(event=event, number=number, name=said, game=game, starter_reason=said)
        results.append((game, "throws", as_json(last)))
        take_backs.append((game, "take-back", {"throws": 1, "reason": "once more"}))
    refresh(event_id=event.pk, now=NOW)
    return event, results, take_backs


def is_stale(event: Event) -> bool:
    """Whether the stored table is another than one worked out now."""
    event.refresh_from_db()
    return event.projection != as_text(build_projection(EventState.load(event)))


def test_after_each_burst_of_results_the_table_has_all_of_them(
    guarded: Site, token: str, season: Season, players: list[Player]
) -> None:
    event, results, take_backs = results_and_take_backs(season, players, RESULTS)
    for _ in range(BURSTS):
        for letters, ended in ((results, RESULTS), (take_backs, 0)):
            answers = burst(Wire(guarded, token), letters)
            assert statuses(answers) == {201: RESULTS}
            assert not is_stale(event)
            assert event.projection.count('"state":"ended"') == ended
    for game, *_ in results:
        check_log(game)


def test_without_the_locks_a_burst_of_results_breaks(
    unguarded: Site, token: str, season: Season, players: list[Player]
) -> None:
    """The control: each works out a table without the other's result.

    Two tables of the same version are refused by the database, an error of ours; else the last one stays, stale.
    """
    event, *both = results_and_take_backs(season, players, CONTROLLED)
    for letters in both * CONTROLS:
        answers = burst(Wire(unguarded, token), letters)
        if any(isinstance(answer, Broken) for answer in answers) or is_stale(event):
            return
    pytest.fail("no burst has broken anything")
