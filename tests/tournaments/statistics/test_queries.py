"""What is read of players: sums by hand, for one player, for two, and the records."""

from datetime import timedelta

import pytest

from games.access import ANONYMOUS
from games.models import Player
from tests.tournaments.conftest import YELLOW_STARTS, start, win
from tests.tournaments.statistics.conftest import NOW, award, count_all, new_game, played, typed_in
from tournaments.models import CountedGame, Event
from tournaments.players import queries
from tournaments.players.records import KINDS, RecordEntry, build_records

pytestmark = pytest.mark.django_db


def best(kind: str, rules: str = "") -> list[RecordEntry]:
    return build_records(KINDS[kind].find(rules))


@pytest.mark.both_databases
def test_the_record_of_a_player_by_hand(players: list[Player]) -> None:
    anna, bert, _ = players
    for day, winner in enumerate((anna, bert, anna)):
        played(players, winner, day)
    played([anna, bert], bert, 5, rules="xmadn-2t")
    typed_in(new_game(players), ["yellow"], 6, seconds=600)
    count_all()
    data = queries.totals(anna)
    assert (data["games"], data["won"], data["lost"]) == (5, 3, 2)
    assert (data["throws_known"], data["throws"]) == (0, 0)
    assert (data["time_known"], data["seconds"]) == (1, 600)
    assert (data["first_at"], data["last_at"]) == (NOW, NOW + timedelta(days=6))
    assert queries.by_rules(anna) == [
        {"rules": "xmadn-3t", "games": 4, "won": 3, "tied": 0, "lost": 1},
        {"rules": "xmadn-2t", "games": 1, "won": 0, "tied": 0, "lost": 1},
    ]


def test_colours_count_for_who_led_them(players: list[Player]) -> None:
    anna, bert, _ = players
    typed_in(new_game(players), ["yellow"], 0)
    played([anna, bert], bert, 1, rules="xmadn-2t")
    count_all()
    found = {row["colour"]: row for row in queries.by_colour(anna)}
    assert {colour: (row["games"], row["won"], row["came_home"]) for colour, row in found.items()} == {
        "yellow": (2, 1, 1),
        "black": (2, 1, 0),
    }
    assert {row["colour"] for row in queries.by_colour(bert)} == {"blue", "red", "green"}


def test_captures_and_sixes_are_those_of_the_log(cup: Event, players: list[Player]) -> None:
    game = win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    count_all()
    data = queries.totals(players[0])
    tallies = [game.tallies["colours"][colour] for colour in ("yellow", "black")]
    assert data["throws_known"] == 1
    assert data["sixes"] == sum(each["faces"].get("6", 0) for each in tallies) > 0
    assert data["waited"] == sum(each["waited"] for each in tallies)
    assert data["captures"] == sum(each["captures"] for each in tallies)


@pytest.mark.both_databases
def test_two_players_against_each_other(players: list[Player]) -> None:
    anna, bert, cora = players
    for day, winner in enumerate((anna, bert, cora, anna)):
        played(players, winner, day)
    played([anna, bert], bert, 9, rules="xmadn-2t")
    award(new_game([bert, cora], rules="xmadn-2t"), bert)
    count_all()
    rows = queries.meetings(anna, bert)
    assert [(row["rules"], row["games"], row["won"], row["lost"]) for row in rows] == [
        ("xmadn-3t", 4, 2, 1),
        ("xmadn-2t", 1, 0, 1),
    ]
    told = queries.together(rows)
    assert (told["games"], told["won"], told["lost"], told["ahead"], told["behind"]) == (5, 2, 2, 2, 2)
    reverse = queries.together(queries.meetings(bert, anna))
    assert (reverse["won"], reverse["lost"], reverse["captures"], reverse["captured"]) == (
        told["lost"],
        told["won"],
        told["captured"],
        told["captures"],
    )
    assert queries.games_between(anna, bert).count() == 5


@pytest.mark.both_databases
def test_opponents_come_by_how_often_they_were_met(players: list[Player]) -> None:
    anna, _bert, cora = players
    played([anna, cora], cora, rules="xmadn-2t")
    played(players, anna)
    count_all()
    rows = [queries.opponent_state(row) for row in queries.opponents(anna)]
    assert [(row["player"]["name"], row["games"], row["won"], row["lost"]) for row in rows] == [
        ("Cora Weiß", 2, 1, 1),
        ("Bert Übel", 1, 1, 0),
    ]


def test_events_are_told_with_the_place_in_their_table(cup: Event, players: list[Player]) -> None:
    for colour in ("yellow", "black"):
        win(start(cup, **({} if cup.games.exists() else {"rounds": YELLOW_STARTS})).game, colour)
    (first,) = queries.events_played(players[0], queries.entries_of(players[0], ANONYMOUS))
    (last,) = queries.events_played(players[2], queries.entries_of(players[2], ANONYMOUS))
    assert (first.slug, first.status, first.place, first.shared) == ("cup", "finished", 1, False)
    assert (last.place, last.shared) == (2, True)


# -- records ---------------------------------------------------------------------------------------


def test_the_throws_of_a_game_are_a_record(cup: Event, players: list[Player]) -> None:
    game = win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    count_all()
    thrown = sum(sum(each["faces"].values()) for each in game.tallies["colours"].values())
    assert [each.value for each in best("most-throws")] == [thrown]
    (sixes,) = [each for each in best("most-sixes") if each.holder == players[0].pk]
    assert (sixes.holder_name, sixes.game.id) == ("Änne Öhler", game.pk)
    assert best("longest-wait")[0].value == game.tallies["longest_wait"]


def test_a_game_that_was_not_played_out_is_not_the_shortest(players: list[Player]) -> None:
    award(new_game(players), players[0])
    count_all()
    CountedGame.objects.update(throws=3, seconds=20)
    assert best("fewest-throws") == []
    assert best("shortest-time") == []


@pytest.mark.both_databases
def test_the_longest_streak_of_each_player_with_the_game_that_made_it(players: list[Player]) -> None:
    anna, bert, _ = players
    games = [played(players, winner, day) for day, winner in enumerate((anna, anna, anna, bert, bert, anna))]
    count_all()
    assert [(each.holder_name, each.value, each.game.id) for each in best("streaks")] == [
        ("Änne Öhler", 3, games[2].pk),
        ("Bert Übel", 2, games[4].pk),
    ]
