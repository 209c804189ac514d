"""Hundreds at once: one event per number, no table is stale, nobody sees an error of ours (PostgreSQL, gunicorn).

Each race has its control: the same on a site whose locks do nothing, where it must be seen.
"""

import os
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.db import connection

import rules
from games.domain.hash_chain import first_break
from games.enums import EventKind, Role
from games.models import Game, GameEvent, Player
from games.services import recorder
from games.services.commands import EventCommand
from games.services.projections import differences
from rules import RULE_SETS, Literal
from tests.concurrency import at_once
from tests.endurance.size import patient, sized
from tests.endurance.wire import Answer, Broken, Wire
from tests.games.conftest import as_json, random_throws, token_with
from tests.servers import Site, site, threads
from tests.tournaments.conftest import NOW, _drawn, brought_home, new_event
from tournaments import services
from tournaments.models import Event, EventGame
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
WRITERS, ROUNDS = sized(40, 200), sized(2, 20)
RESULTS, BURSTS = sized(12, 60), sized(2, 100)
CONTROLLED = 12
#: On a busy machine not all come at the same moment: then they are let loose once more.
CONTROLS = 20
PAIRS = (["yellow", "black"], ["blue", "red"], ["green", "violet"])


@contextmanager
def gunicorn(application: str, at_once: int) -> Iterator[Site]:
    """The site on the tests' own database, with threads for so many questions at once."""
    name = connection.settings_dict["NAME"]
    url = os.environ["DATABASE_URL"].replace("/postgres?", f"/{name}?")
    server = partial(threads, number=at_once // 2, application=application)
    with site({"DATABASE_URL": url}, server) as served:
        yield served


@pytest.fixture(scope="module")
def guarded(django_db_setup: None) -> Iterator[Site]:
    with gunicorn("config.wsgi", max(WRITERS, RESULTS)) as served:
        yield served


@pytest.fixture(scope="module")
def unguarded(django_db_setup: None) -> Iterator[Site]:
    with gunicorn("tests.endurance.unguarded", CONTROLLED) as served:
        yield served


@pytest.fixture
def token() -> str:
    return token_with(Role.REFEREE)


@pytest.fixture
def game() -> Game:
    players = [Player.objects.create(name=name) for name in ("Änne Öhler", "Bert Übel", "Cora Weiß")]
    created = recorder.create_game(
        rules=RULE_SETS["xmadn-3t"], seats=list(zip(players, PAIRS, strict=True)), actor="test", now=NOW
    )
    return recorder.start_game(game_id=created.pk, starter="yellow", actor="test", now=NOW).game


# -- many writers on one game --------------------------------------------------------------------------


def an_id() -> dict[str, str]:
    """An id of one's own."""
    return {"id": str(uuid.uuid4())}


def race(
    served: Site, token: str, game: Game, writers: int, mark: Callable[[], dict[str, str]] = an_id
) -> list[Any]:
    """What so many writers are answered who record the next throw at the same moment, each marked by its own id."""
    before = Game.objects.get(pk=game.pk)
    throw = as_json(random_throws(before, 1)[0])
    path = f"/api/v1/games/{game.pk}/throws/?expected={before.number}"

    def post(index: int) -> Answer:
        return Wire(served, token).post(path, {**throw, **mark()})

    return at_once(writers, post)


def test_of_very_many_writers_at_once_one_records_and_the_others_are_told_so(
    guarded: Site, token: str, game: Game
) -> None:
    for _ in range(ROUNDS):
        answers = race(guarded, token, game, WRITERS)
        assert Counter(answer.status for answer in answers) == {201: 1, 409: WRITERS - 1}
        (event,) = next(answer.body["events"] for answer in answers if answer.status == 201)
        for answer in answers:
            if answer.status == 409:
                assert (answer.kind, answer.body["current"]["number"]) == ("stale", event["number"])
                assert answer.body["missed"] == [event]
    numbers = list(GameEvent.objects.filter(game=game).values_list("number", flat=True))
    assert numbers == list(range(1, game.number + ROUNDS + 1))
    check_log(game)


def test_without_the_lock_writers_run_into_each_other_and_see_errors(
    unguarded: Site, token: str, game: Game
) -> None:
    """The control: the constraint alone keeps the log right, and who loses is answered with 500.

    With an id the site would look whether the throw was recorded before, and find out that another one was.
    """
    seen = (race(unguarded, token, game, CONTROLLED, mark=dict) for _ in range(CONTROLS))
    assert any(isinstance(answer, Broken) for answers in seen for answer in answers)
    check_log(game)


# -- many results of one event -------------------------------------------------------------------------


def event_with_games(games: int) -> tuple[Event, list[tuple[Game, dict[str, Any]]]]:
    """A championship of so many games at once, each with the throw that ends it; all players win as many."""
    day = NOW.date()
    season = services.create_season(
        slug="2026", name="2026", starts_on=day, ends_on=day, actor="test", now=NOW
    )
    players = [Player.objects.create(name=name) for name in ("Änne Öhler", "Bert Übel", "Cora Weiß")]
    event = _drawn(new_event(season, settings={"wins": 99}), players)
    seats = list(zip(players, PAIRS, strict=True))
    ends = [last_throw(event, seats, colour) for colour in ("yellow", "red", "violet")]
    begun = []
    for number in range(1, games + 1):
        position, throw = ends[number % 3]
        game = recorder.create_game(rules=event.rules, seats=seats, actor="test", now=NOW)
        board = {"position": position, "finished": None, "reason": "the rest is recorded"}
        game = recorder.record(
            game_id=game.pk,
            wanted=EventCommand(EventKind.POSITION, board),
            expected=game.number,
            actor="test",
            now=NOW,
        ).game
        said = Literal(en=f"Game {number}", de=f"Spiel {number}")
        EventGame.objects.create(event=event, number=number, name=said, game=game, starter_reason=said)
        begun.append((game, throw))
    refresh(event_id=event.pk, now=NOW)
    return event, begun


def last_throw(event: Event, seats: Any, colour: str) -> tuple[str, dict[str, Any]]:
    """The board before the throw that brings a colour home, and that throw."""
    seated = {str(player.pk): colours for player, colours in seats}
    play = rules.Game.start(event.rules, seated, starter=colour)
    *throws, last = brought_home(play, (colour,))
    for throw in throws:
        play = play.play(throw.payload["die"], throw.payload["move"])
    return str(play.position), as_json(last)


def burst(served: Site, token: str, letters: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    """What is answered to letters that all come at the same moment."""

    def post(index: int) -> Answer:
        path, content = letters[index]
        return Wire(served, token).post(path, content)

    return at_once(len(letters), post)


Letters = Callable[[], list[tuple[str, dict[str, Any]]]]


def results_and_take_backs(begun: list[tuple[Game, dict[str, Any]]]) -> tuple[Letters, Letters]:
    """The letters that end all games, and those that take the results back again."""

    def numbers() -> dict[Any, int]:
        return dict(Game.objects.values_list("pk", "number"))

    def results() -> list[tuple[str, dict[str, Any]]]:
        now = numbers()
        return [(f"/api/v1/games/{game.pk}/throws/?expected={now[game.pk]}", throw) for game, throw in begun]

    def take_backs() -> list[tuple[str, dict[str, Any]]]:
        now = numbers()
        reason = {"throws": 1, "reason": "once more"}
        return [(f"/api/v1/games/{game.pk}/take-back/?expected={now[game.pk]}", reason) for game, _ in begun]

    return results, take_backs


def is_stale(event: Event) -> bool:
    """Whether the stored table is another than one worked out now."""
    event = Event.objects.get(pk=event.pk)
    return event.projection != as_text(build_projection(EventState.load(event)))


def test_after_each_burst_of_results_the_table_has_all_of_them(guarded: Site, token: str) -> None:
    event, begun = event_with_games(RESULTS)
    results, take_backs = results_and_take_backs(begun)
    for _ in range(BURSTS):
        for letters, ended in ((results, RESULTS), (take_backs, 0)):
            answers = burst(guarded, token, letters())
            assert Counter(getattr(answer, "status", answer) for answer in answers) == {201: RESULTS}
            assert not is_stale(event)
            assert Event.objects.get(pk=event.pk).projection.count('"state":"ended"') == ended
    for game, _ in begun:
        check_log(game)


def test_without_the_locks_a_burst_of_results_breaks(unguarded: Site, token: str) -> None:
    """The control: each works out a table without the other's result.

    Two tables of the same version are refused by the database, an error of ours; else the last one stays, stale.
    """
    event, begun = event_with_games(CONTROLLED)
    for letters in results_and_take_backs(begun) * CONTROLS:
        answers = burst(unguarded, token, letters())
        if any(isinstance(answer, Broken) for answer in answers) or is_stale(event):
            return
    pytest.fail("no burst has broken anything")


def check_log(game: Game) -> None:
    """One event per number, chained, and a row that follows from them."""
    found = Game.objects.get(pk=game.pk)
    events = list(found.events.all())
    assert [event.number for event in events] == list(range(1, found.number + 1))
    assert first_break(events) is None
    assert differences(found) == []
