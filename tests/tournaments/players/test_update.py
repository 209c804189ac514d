"""What is stored of players is what follows from the games, whatever has happened to their results."""

import re
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.domain.counters import count_throws
from games.enums import EventKind, GameState
from games.models import Game, Player
from games.services import recorder
from games.services.export_game import game_as_plain
from games.services.import_game import import_game
from games.validation.json_value import JsonValue
from tests.concurrency import at_once
from tests.endurance.size import sized
from tests.tournaments.conftest import YELLOW_STARTS, brought_home, start, undo_result, win
from tests.tournaments.event_state import undone
from tests.tournaments.players.conftest import (
    NOW,
    UNTOLD,
    award,
    correct,
    new_game,
    played,
    recorded,
    typed_in,
)
from tournaments.models import CountedGame, Event, PlayedGame, Reckoning, Season
from tournaments.players import update as counting
from tournaments.players.queries import latest_games
from tournaments.players.rebuild import differences
from tournaments.players.update import count_due
from tournaments.ratings import LOOKED_AT

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def row(game: Game, player: Player) -> PlayedGame:
    return PlayedGame.objects.get(counted=game.pk, player=player)


def counted() -> set[Game]:
    return set(Game.objects.filter(counted__isnull=False))


# -- results that come and go ----------------------------------------------------------------------


def test_what_was_counted_at_the_board_stands_in_the_rows_of_its_players(
    cup: Event, players: list[Player]
) -> None:
    game = win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    count_due()
    tallies = game.tallies["colours"]
    of_anna = row(game, players[0])
    assert of_anna.throws == sum(sum(tallies[colour]["faces"].values()) for colour in ("yellow", "black"))
    assert of_anna.sixes == sum(tallies[colour]["faces"].get("6", 0) for colour in ("yellow", "black"))
    assert [(each.colour, each.place) for each in of_anna.colours.all()] == [("yellow", 1), ("black", None)]
    assert CountedGame.objects.get().longest_wait == game.tallies["longest_wait"]


def test_an_abandoned_game_counts_for_nobody(cup: Event) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game
    Game.objects.filter(pk=game.pk).update(state=GameState.ABANDONED, awaits_counting=True)
    count_due()
    assert not CountedGame.objects.exists()


def test_an_awarded_game_counts_but_tells_nothing_of_strength(players: list[Player]) -> None:
    anna = players[0]
    award(new_game(players), anna)
    count_due()
    latest = PlayedGame.objects.get(player=anna, is_latest=True)
    assert (latest.games_so_far, latest.won_so_far, latest.in_a_row, latest.rated) == (1, 1, 1, 0)
    assert (latest.mu, latest.sigma) == (25.0, 25.0 / 3.0)


def test_of_a_running_game_whose_result_is_typed_in_the_throws_are_not_known(
    cup: Event, players: list[Player]
) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game
    throws = brought_home(game.play(), ("yellow",))[:40]
    recorder.record_throws(game_id=game.pk, throws=throws, expected=game.number, actor="test", now=NOW)
    game = recorded(game, EventKind.RESULT, {**UNTOLD, "places": ["red"], "over_throws": True})
    for change in (lambda: None, lambda: correct(game, players[0]), lambda: correct(game, players[1])):
        change()
        count_due()
        assert game.tallies
        assert [row(game, player).throws for player in players] == [None] * 3
        assert CountedGame.objects.get().longest_wait is None


def test_of_a_game_played_to_its_end_the_throws_stay_known_when_its_result_is_corrected(
    cup: Event, players: list[Player]
) -> None:
    """Also where a result had been typed in before and was undone."""
    game = start(cup, rounds=YELLOW_STARTS).game
    recorded(game, EventKind.RESULT, {**UNTOLD, "places": ["red"]})
    recorded(game, EventKind.UNDO, {"reason": "typing error"})
    game = correct(win(Game.objects.get(pk=game.pk), "yellow"), players[1])
    count_due()
    assert (game.decided_by, CountedGame.objects.get().throws) == ("correction", count_throws(game.tallies))


@pytest.mark.both_databases
def test_a_game_of_a_file_counts_too(players: list[Player]) -> None:
    with undone():  # elsewhere it is not here
        plain = game_as_plain(award(new_game(players), players[0]))
    taken_over = import_game(JsonValue(plain, ""))
    count_due()
    assert counted() == {taken_over}


# -- the order of time -----------------------------------------------------------------------------


@pytest.mark.both_databases
def test_results_of_one_moment_in_any_order_one_corrected_one_undone_leave_what_follows_from_the_games() -> (
    None
):
    people = [Player.objects.create(name=f"Player {number}") for number in range(9)]
    boards = [people[0:3], people[3:6], people[6:9]]
    for board in boards:
        played(board, board[0], day=-1)
    # Each board has a winner: only where players differ in strength, a game tells of luck.
    seated = [[board[(at + shift) % 3] for shift, board in enumerate(boards)] for at in range(3)]
    games = [
        new_game(board, made_at=NOW - before * MINUTE)
        for board, before in zip(seated, (2, 3, 1), strict=True)
    ]
    steps: list[Callable[[], Game | None]] = [
        lambda: typed_in(games[2], winner=seated[2][2]),
        lambda: award(games[0], seated[0][0]),
        lambda: typed_in(games[1], winner=seated[1][1]),
        lambda: correct(games[1], seated[1][2]),
        lambda: undo_result(games[0]),
    ]
    for step in steps:
        step()
        count_due()
        assert differences() == []
    assert counted() == set(Game.objects.exclude(pk=games[0].pk))


@pytest.mark.parametrize(
    "seed",
    [pytest.param(3, marks=pytest.mark.both_databases), *(0, 1, 2, 4, 5)[: sized(1, 5, thorough=5)]],
)
def test_after_any_story_what_is_stored_is_what_follows_from_the_games(
    seed: int, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Many small steps instead of a large one: what is left over must not be lost between them.
    monkeypatch.setattr(counting, "BATCH", 2)
    lots = Random(seed)
    people = [Player.objects.create(name=f"Player {number}") for number in range(5)]
    results: list[Game] = []
    awarded: list[Game] = []

    def result() -> None:
        at_board = lots.sample(people, lots.choice((2, 3)))
        rules = "xmadn-2t" if len(at_board) == 2 else "xmadn-3t"
        made_at = NOW - lots.randrange(600) * MINUTE
        winner, day = lots.choice(at_board), lots.randrange(6)
        results.append(played(at_board, winner, day, rules=rules, made_at=made_at))

    def grand_prix() -> None:
        places = lots.sample(["yellow", "black", "blue", "red", "green", "violet"], 6)
        game = new_game(lots.sample(people, 3), rules="xmadn-gp")
        results.append(typed_in(game, places, lots.randrange(6), seconds=lots.randrange(5000)))

    def forfeit() -> None:
        at_board = lots.sample(people, 3)
        awarded.append(award(new_game(at_board), lots.choice(at_board)))

    def correction() -> None:
        if results and not (game := lots.choice(results)).rules_name.endswith("gp"):
            correct(game, Player.objects.get(pk=lots.choice(list(game.seating))))

    def take_back() -> None:
        if awarded:
            undo_result(awarded.pop(lots.randrange(len(awarded))))

    steps: list[Callable[[], None]] = [result, grand_prix, forfeit, correction, take_back]
    for _ in range(25):
        lots.choice(steps)()
        if lots.random() < 0.4:
            count_due()
            assert differences() == []
    count_due()
    assert differences() == []
    assert CountedGame.objects.count() == len(results) + len(awarded)
    assert Reckoning.objects.get().moment is None


@pytest.mark.both_databases
def test_the_update_of_a_database_marks_the_last_game_of_each_player(players: list[Player]) -> None:
    anna, bert, cora = players
    for day, board in enumerate((players, [anna, bert], [anna, cora])):
        played(board, anna, day, rules="xmadn-3t" if board is players else "xmadn-2t")
    count_due()
    played([bert, cora], bert, 3, rules="xmadn-2t")
    counting._settle()  # it is not known yet where they stand after it
    PlayedGame.objects.update(is_latest=False)
    migration = import_module("tournaments.migrations.0006_statistics_stored_once")
    migration.mark_latest(apps, None)
    latest = PlayedGame.objects.filter(is_latest=True).values_list("player", "games_so_far")
    assert dict(latest) == {anna.pk: 3, bert.pk: 2, cora.pk: 2}
    with pytest.raises(IntegrityError), transaction.atomic():
        PlayedGame.objects.update(is_latest=True)
    count_due()
    assert differences() == []


# -- what it costs ---------------------------------------------------------------------------------


def test_who_records_a_result_only_marks_the_game(players: list[Player]) -> None:
    with CaptureQueriesContext(connection) as asked:
        game = played(players, players[0])
    assert [query for query in asked if re.search("tournaments_(?!event)", query["sql"])] == []
    assert Game.objects.get(awaits_counting=True) == game


def test_a_result_costs_the_same_after_one_game_and_after_thirty(players: list[Player]) -> None:
    def statements(day: int) -> int:
        played(players, players[0], day)
        with CaptureQueriesContext(connection) as asked:
            count_due()
        return len(asked)

    statements(0)
    early = statements(1)
    for day in range(2, 30):
        played(players, players[day % 3], day)
    count_due()
    assert statements(30) == early


# -- ratings and luck ------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_rebuilding_works_ratings_out_anew(players: list[Player]) -> None:
    anna, bert, _ = players
    for winner in (anna, bert, anna):
        played(players, winner)
    assert (
        checked() == "figures of players and ratings: 0 differed"
    )  # nothing is compared before it is counted
    count_due()
    before = ratings()
    assert checked() == "figures of players and ratings: 0 differed"
    PlayedGame.objects.filter(player=anna).update(evidence={"xmadn-3t": [9.0, 9.0]})
    with pytest.raises(CommandError):
        checked()
    call_command("rebuild_projections", stdout=StringIO())
    assert ratings() == before
    CountedGame.objects.update(luck={"xmadn-3t": [1.0] * len(LOOKED_AT)})
    with pytest.raises(CommandError):
        checked()
    call_command("rebuild_projections", stdout=StringIO())
    assert (ratings(), checked()) == (before, "figures of players and ratings: 0 differed")


def checked() -> str:
    """The last line of a rebuild that only compares."""
    out = StringIO()
    call_command("rebuild_projections", "--check", stdout=out)
    return out.getvalue().splitlines()[-1]


def ratings() -> list[object]:
    """All that is kept of ratings and luck."""
    latest = latest_games().order_by("player").values_list("player", "mu", "sigma", "at_least")
    games = CountedGame.objects.order_by("ended_at", "game").values_list("game", "luck")
    rows = PlayedGame.objects.order_by("counted", "player").values_list("counted", "player", "mu", "evidence")
    return [*latest, *games, *rows]


# -- several at once -------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_whatever_comes_while_several_count_is_counted_in_the_end(players: list[Player]) -> None:
    anna, bert, cora = players
    rounds = 4
    corrected = [played(players, anna, day) for day in range(rounds)]

    def work(index: int) -> Any:
        for number in range(rounds):
            if index == 0:
                correct(corrected[number], bert)
            elif index == 1:
                played(players, cora, number)
            else:
                count_due()

    assert [each for each in at_once(4, work) if isinstance(each, Exception)] == []
    count_due()
    assert differences() == []
    assert CountedGame.objects.count() == 2 * rounds
