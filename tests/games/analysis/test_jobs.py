"""Analyses of recorded games: made once a game is over, kept, shown to whoever may see the game."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.analysis import jobs
from games.analysis.jobs import WORK, stored_of
from games.analysis.queries import NoAnalysis, chances_in, load_history
from games.analysis.summary import Analysis, RecordedThrow
from games.chances.curve import turning_points
from games.enums import EventKind
from games.models import Game, GameAnalysis, Player
from games.services import recorder
from games.visibility.snapshots import snapshot_at
from games.work.claims import step
from rules import RULE_SETS
from rules.simulate import jit
from tests.games.conftest import NOW
from tests.games.happening import happen, thrown
from tests.games.pages import assert_is_sound

BOARD = "4x10 38,b,c,d/-/39,b,c,d/- Y0"


@pytest.fixture
def short(players: list[Player]) -> Game:
    """Two sides near home, a throw taken back, a penalty; then the first player is home."""
    game = recorder.create_game(
        rules=RULE_SETS["mhd"],
        seats=[(players[0], ["yellow"]), (players[1], ["red"])],
        title="Short",
        actor="test",
        now=NOW,
    )
    game = happen(game, EventKind.POSITION, position=BOARD, reason="the rest")
    game = thrown(game, (1, "1:38-39"), (2, None))
    game = happen(game, EventKind.TAKE_BACK, throws=1)
    game = thrown(game, (3, None))
    game = happen(game, EventKind.PENALTY, colour="red", field="d", reason="too early")
    return thrown(game, (1, "1:39-a"))


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if there were a compiler: the interpreted games are the same, and these are few."""
    monkeypatch.setattr(jobs, "is_compiled", lambda: True)
    monkeypatch.setattr(jit, "available", lambda: True)


def analyse_next(*, now: datetime) -> bool:
    """Analyse the game whose turn it is; whether there was one."""
    return step(WORK, now)


def test_only_what_stands_is_weighed(short: Game) -> None:
    course = load_history(short)
    kinds = [getattr(step, "kind", "throw") for step in course.steps]
    assert kinds == ["throw", "throw", "penalty", "throw"]
    throws = [step for step in course.steps if isinstance(step, RecordedThrow)]
    assert [throw.die for throw in throws] == [1, 3, 1]
    assert (course.winner, course.decided_at) == (str(short.winner_id), 0)
    assert str(throws[0].before.position) == BOARD


def test_a_game_of_which_only_the_result_is_known_has_no_analysis(created: Game) -> None:
    for game in (created, happen(created, EventKind.RESULT, places=["green"])):
        with pytest.raises(NoAnalysis):
            load_history(game)
    assert not analyse_next(now=NOW)


def test_nothing_is_begun_without_the_compiler_or_long_after_the_end(
    short: Game, compiled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(jit, "available", lambda: False)
        assert not analyse_next(now=NOW)
    assert not analyse_next(now=NOW + jobs.RECENT)
    assert not GameAnalysis.objects.exists()


@pytest.mark.both_databases
@pytest.mark.usefixtures("compiled")
def test_another_result_is_analysed_anew(short: Game) -> None:
    analyse_next(now=NOW)
    game = happen(short, EventKind.TAKE_BACK, throws=1, reason="a mistake")
    assert stored_of(game) is None
    assert not GameAnalysis.objects.exists()


@pytest.mark.usefixtures("compiled")
def test_the_page_tells_luck_decisions_and_the_decisive_throws(client: Client, short: Game) -> None:
    address = reverse("games:analysis", args=[short.pk])
    assert "not been analysed yet" in assert_is_sound(client.get(address), "en")
    analyse_next(now=NOW)
    text = assert_is_sound(client.get(address), "en")
    assert f"{reverse('games:replay', args=[short.pk])}?number={short.number - 1}" in text
    assert address in client.get(reverse("games:game", args=[short.pk])).content.decode()


@pytest.mark.usefixtures("compiled")
def test_an_ended_game_is_analysed_once_and_the_interface_tells_all_figures(
    client: Client, short: Game
) -> None:
    address = reverse("api:game-analysis", args=[short.pk])
    missing = client.get(address)
    assert (missing.status_code, missing["Content-Type"]) == (404, "application/problem+json")
    assert [analyse_next(now=NOW) for _ in range(2)] == [True, False]
    stored = stored_of(short)
    assert stored is not None
    assert (stored.number, stored.engine) == (short.number, jobs.engine())
    found = client.get(address)
    data = found.json()
    assert [step["kind"] for step in data["steps"]] == ["throw", "throw", "penalty", "throw"]
    assert {account["player"]["name"] for account in data["accounts"]} == {"Änne Öhler", "Bert Übel"}
    assert set(data["decisive"]) == {step["number"] for step in data["steps"] if step["kind"] == "throw"}
    assert client.get(address, headers={"if-none-match": found["ETag"]}).status_code == 304


@pytest.mark.usefixtures("compiled")
def test_whoever_sees_the_game_as_it_stood_earlier_sees_no_analysis(short: Game) -> None:
    analyse_next(now=NOW)
    assert stored_of(short) is not None
    for event in short.log.exclude(position="")[:5]:
        assert stored_of(snapshot_at(short, event)) is None


@pytest.mark.usefixtures("compiled")
def test_what_is_asked_for_long_after_the_end_is_not_late_since_the_end(short: Game) -> None:
    Game.objects.filter(pk=short.pk).update(ended_at=NOW - timedelta(days=400))
    assert list(WORK.due(NOW)) == []
    jobs.request_analysis(short)
    assert list(WORK.due(NOW)) == [(str(short.pk), None)]


def test_a_game_is_asked_for_once(short: Game) -> None:
    jobs.request_analysis(short)
    jobs.request_analysis(short)
    assert GameAnalysis.objects.filter(game=short).count() == 1


def test_an_analysis_gives_the_game_its_curve_and_an_award_is_no_turning_point(
    short: Game, compiled: None
) -> None:
    game = happen(short, EventKind.TAKE_BACK, throws=1, reason="a mistake")
    loser = str(game.seated[1][0])
    game = happen(game, EventKind.AWARD, winner=loser, reason="given up")
    assert analyse_next(now=NOW)
    kept = stored_of(game)
    assert kept is not None
    course = chances_in(Analysis.from_json(kept.found or {}))
    assert (course[-1].is_ruled, course[-1].chances[loser]) == (True, 1)
    assert all(turn.after.number != game.number for turn in turning_points(course))
    page = Client().get(reverse("games:game", args=[game.pk]))
    assert page.context["chances"].now.number < game.number
    assert "Before the ruling, after throw" in page.content.decode()
