"""The REST interface of players, ratings and records."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.access import ANONYMOUS
from games.models import Player
from tests.games.pages import assert_is_sound
from tests.tournaments.conftest import YELLOW_STARTS, new_event, start, win
from tests.tournaments.players.conftest import NOW, award, new_game, played, typed_in
from tests.tournaments.query_counts import queries
from tournaments import services
from tournaments.models import CountedGame, Event, PlayedGame, Season
from tournaments.players import queries as reading
from tournaments.players.records import KINDS, RecordEntry, best as best_of
from tournaments.players.update import count_due

pytestmark = pytest.mark.django_db
API = "/api/v1/"


def get(client: Client, path: str, status: int = 200) -> Any:
    answer = client.get(API + path)
    assert answer.status_code == status, answer.content
    return answer.json()


def test_who_has_not_played_has_an_empty_record_and_no_rating(client: Client, players: list[Player]) -> None:
    told = get(client, f"players/{players[0].pk}/record/")
    assert (told["totals"]["games"], told["totals"]["first_at"], told["by_rules"]) == (0, None, [])
    assert told["streaks"] == {"now": 0, "longest": 0}
    get(client, f"players/{players[0].pk}/rating/", 404)
    assert get(client, f"players/{players[0].pk}/rating/history/")["results"] == []


def test_games_can_be_asked_for_by_rules_opponent_event_and_outcome(
    client: Client, cup: Event, players: list[Player]
) -> None:
    anna, bert, cora = players
    of_cup = win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    duel = played([anna, bert], bert, 1, rules="xmadn-2t")
    three = played(players, cora, 2)
    count_due()

    def games(query: str) -> list[str]:
        return [each["game"] for each in get(client, f"players/{anna.pk}/games/?{query}")["results"]]

    assert games("") == [str(three.pk), str(duel.pk), str(of_cup.pk)]
    assert games("rules=xmadn-2t") == [str(duel.pk)]
    assert games(f"opponent={cora.pk}") == [str(three.pk), str(of_cup.pk)]
    assert games("event=cup") == [str(of_cup.pk)]
    assert games("won=true") == [str(of_cup.pk)]
    assert games("limit=1&offset=1") == [str(duel.pk)]
    told = get(client, f"players/{anna.pk}/games/?event=cup")["results"][0]
    assert told["event"] == {"slug": "cup", "name": "Cup"}
    assert told["name"]["de"] == "Spiel 1"
    assert [(each["name"], each["place"], each["won"]) for each in told["players"]] == [
        ("Änne Öhler", 1, True),
        ("Bert Übel", 2, False),
        ("Cora Weiß", 2, False),
    ]


def test_the_rating_with_its_history(client: Client, players: list[Player]) -> None:
    anna = players[0]
    games = [played(players, anna, day) for day in range(3)]
    count_due()
    told = get(client, f"players/{anna.pk}/rating/")
    latest = PlayedGame.objects.get(player=anna, is_latest=True)
    assert (told["mu"], told["sigma"], told["games"]) == (latest.mu, latest.sigma, 3)
    assert told["at_least"] == pytest.approx(told["mu"] - 3 * told["sigma"])
    history = get(client, f"players/{anna.pk}/rating/history/")
    assert [row["game"] for row in history["results"]] == [str(game.pk) for game in reversed(games)]
    assert history["results"][0]["mu"] == latest.mu
    assert history["count"] == 3


def test_all_ratings_the_surest_first(client: Client, players: list[Player]) -> None:
    anna, bert, _ = players
    played(players, anna)
    played([anna, bert], anna, 1, rules="xmadn-2t")
    count_due()
    told = get(client, "ratings/")
    assert told["count"] == 3
    assert told["results"][0]["player"]["name"] == "Änne Öhler"
    values = [row["at_least"] for row in told["results"]]
    assert values == sorted(values, reverse=True)
    assert [row["player"]["name"] for row in get(client, "ratings/?search=uebel")["results"]] == ["Bert Übel"]


def test_records_by_kind_and_rules(client: Client, players: list[Player]) -> None:
    long = typed_in(new_game(players), ["yellow"], seconds=7000)
    duel = typed_in(new_game(players[:2], rules="xmadn-2t"), ["red"], 1, seconds=900)
    count_due()
    kinds = {each["kind"]: each for each in get(client, "records/")["results"]}
    assert kinds["longest-time"]["name"]["de"] == "Längste Spiele nach der Uhr"
    assert [each["game"]["game"] for each in kinds["longest-time"]["best"]] == [str(long.pk)]
    assert [each["game"]["game"] for each in kinds["shortest-time"]["best"]] == [str(duel.pk)]
    assert kinds["most-sixes"]["best"] == []
    (only,) = get(client, "records/?kind=shortest-time&rules=xmadn-3t")["results"]
    assert [each["value"] for each in only["best"]] == [7000]
    get(client, "records/?kind=loudest", 400)


#: Pages and lists; ``ANNE`` and ``BERT`` stand for the first two players.
PATHS = [
    "/api/v1/players/ANNE/record/",
    "/api/v1/players/ANNE/games/",
    "/api/v1/players/ANNE/events/",
    "/api/v1/players/ANNE/against/",
    "/api/v1/players/ANNE/against/BERT/",
    "/api/v1/players/ANNE/rating/history/",
    "/api/v1/ratings/",
    "/api/v1/records/",
    "/players/ANNE/",
    "/players/ANNE/against/BERT/",
    "/players/",
    "/ratings/",
    "/records/",
]


def test_nothing_asks_more_for_three_rows_than_for_one(
    client: Client, season: Season, players: list[Player]
) -> None:
    anna, bert, _ = players
    paths = [path.replace("ANNE", str(anna.pk)).replace("BERT", str(bert.pk)) for path in PATHS]

    def more(number: int) -> None:
        event = new_event(season, slug=f"cup-{number}", name=f"Cup {number}")
        services.enter(event_id=event.pk, player=anna, actor="test", now=NOW)
        other = Player.objects.create(name=f"Other {number}")
        typed_in(new_game([anna, bert, other]), ["yellow"], number, seconds=600)
        count_due()

    more(0)
    with_one = {path: queries(client, path) for path in paths}
    more(1)
    more(2)
    assert {path: queries(client, path) for path in paths} == with_one


LANGUAGES = ("en", "de")


def page_of(player: Player) -> str:
    return f"/players/{player.pk}/"


def against(one: Player, other: Player) -> str:
    return f"/players/{one.pk}/against/{other.pk}/"


def read(client: Client, path: str, language: str) -> str:
    text = assert_is_sound(client.get(path, headers={"accept-language": language}), language)
    return re.sub(r"\s+", " ", text)


@pytest.fixture
def history(cup: Event, players: list[Player]) -> list[Player]:
    """A game of an event with its throws, results, a GP game and an award."""
    anna, bert, _ = players
    win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    for day, winner in enumerate((anna, bert, bert)):
        played(players, winner, day)
    typed_in(
        new_game(players, rules="xmadn-gp"),
        ["yellow", "black", "green", "red", "blue", "violet"],
        4,
        seconds=5400,
    )
    award(new_game([anna, bert], rules="xmadn-2t"), anna)
    count_due()
    return players


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/players/", "/ratings/", "/records/", "/records/?rules=xmadn-2t"])
def test_the_pages_can_be_read_before_anything_was_played(client: Client, path: str, language: str) -> None:
    read(client, path, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_a_player_tells_all_there_is(
    client: Client, history: list[Player], cup: Event, language: str
) -> None:
    anna, bert, cora = history
    text = read(client, page_of(anna), language)
    assert "<h1>Änne Öhler</h1>" in text
    assert {"en": "<strong>6</strong> games", "de": "<strong>6</strong> Spiele"}[language] in text
    assert {"en": "1:30 h", "de": "1:30 Std."}[language] in text
    assert against(anna, bert) in text
    assert against(anna, cora) in text
    assert cup.get_absolute_url() in text
    assert {"en": "Game 1", "de": "Spiel 1"}[language] in text
    assert {"en": "awarded", "de": "kampflos"}[language] in text
    assert "XMädn GP" in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rating_is_drawn_and_told_in_words(client: Client, history: list[Player], language: str) -> None:
    text = read(client, page_of(history[0]), language)
    (drawn,) = re.findall(r'<svg [^>]*class="curve".*?</svg>', text)
    mu = PlayedGame.objects.get(player=history[0], is_latest=True).mu
    now = f"{mu:.1f}" if language == "en" else f"{mu:.1f}".replace(".", ",")
    title = {
        "en": f"The rating after each of the last 6 games: now {now}",
        "de": f"Die Spielstärke nach jedem der letzten 6 Spiele: jetzt {now}",
    }
    assert f"<title>{title[language]}" in drawn
    assert 'class="curve-band"' in drawn
    assert f"<strong>{now} ±" in text


def test_players_are_searched_for(client: Client, players: list[Player]) -> None:
    text = read(client, "/players/?search=oehler", "en")
    assert "Änne Öhler" in text
    assert "Bert Übel" not in text
    assert "No player of that name" in read(client, "/players/?search=zzz", "en")
    read(client, '/players/?search="><script>', "en")
    read(client, "/players/?page=99999999999", "en")


def best(kind: str, rules: str = "") -> list[RecordEntry]:
    ((_, found),) = best_of([KINDS[kind]], rules)
    return found


@pytest.mark.both_databases
def test_the_record_of_a_player_by_hand(players: list[Player]) -> None:
    anna, bert, _ = players
    for day, winner in enumerate((anna, bert, anna)):
        played(players, winner, day)
    played([anna, bert], bert, 5, rules="xmadn-2t")
    typed_in(new_game(players), ["yellow"], 6, seconds=600)
    count_due()
    data = reading.totals(anna)
    assert (data["games"], data["won"], data["lost"]) == (5, 3, 2)
    assert (data["throws_known"], data["throws"]) == (0, 0)
    assert (data["time_known"], data["seconds"]) == (1, 600)
    assert (data["first_at"], data["last_at"]) == (NOW, NOW + timedelta(days=6))
    assert reading.by_rules(anna) == [
        {"rules": "xmadn-3t", "games": 4, "won": 3, "tied": 0, "lost": 1},
        {"rules": "xmadn-2t", "games": 1, "won": 0, "tied": 0, "lost": 1},
    ]


def test_colours_count_for_who_led_them(players: list[Player]) -> None:
    anna, bert, _ = players
    typed_in(new_game(players), ["yellow"], 0)
    played([anna, bert], bert, 1, rules="xmadn-2t")
    count_due()
    found = {row["colour"]: row for row in reading.by_colour(anna)}
    assert {colour: (row["games"], row["won"], row["came_home"]) for colour, row in found.items()} == {
        "yellow": (2, 1, 1),
        "black": (2, 1, 0),
    }
    assert {row["colour"] for row in reading.by_colour(bert)} == {"blue", "red", "green"}


@pytest.mark.both_databases
def test_two_players_against_each_other(players: list[Player]) -> None:
    anna, bert, cora = players
    for day, winner in enumerate((anna, bert, cora, anna)):
        played(players, winner, day)
    played([anna, bert], bert, 9, rules="xmadn-2t")
    award(new_game([bert, cora], rules="xmadn-2t"), bert)
    count_due()
    rows = reading.meetings(anna, bert)
    assert [(row["rules"], row["games"], row["won"], row["lost"]) for row in rows] == [
        ("xmadn-3t", 4, 2, 1),
        ("xmadn-2t", 1, 0, 1),
    ]
    told = reading.together(rows)
    assert (told["games"], told["won"], told["lost"], told["ahead"], told["behind"]) == (5, 2, 2, 2, 2)
    reverse = reading.together(reading.meetings(bert, anna))
    assert (reverse["won"], reverse["lost"], reverse["captures"], reverse["captured"]) == (
        told["lost"],
        told["won"],
        told["captured"],
        told["captures"],
    )
    assert reading.games_between(anna, bert).count() == 5


@pytest.mark.both_databases
def test_opponents_come_by_how_often_they_were_met(players: list[Player]) -> None:
    anna, _bert, cora = players
    played([anna, cora], cora, rules="xmadn-2t")
    played(players, anna)
    count_due()
    rows = [reading.opponent_state(row) for row in reading.opponents(anna)]
    assert [(row["player"]["name"], row["games"], row["won"], row["lost"]) for row in rows] == [
        ("Cora Weiß", 2, 1, 1),
        ("Bert Übel", 1, 1, 0),
    ]


def test_events_are_told_with_the_place_in_their_table(cup: Event, players: list[Player]) -> None:
    for colour in ("yellow", "black"):
        win(start(cup, **({} if cup.games.exists() else {"rounds": YELLOW_STARTS})).game, colour)
    (first,) = reading.events_played(players[0], reading.entries_of(players[0], ANONYMOUS))
    (last,) = reading.events_played(players[2], reading.entries_of(players[2], ANONYMOUS))
    assert (first.event.slug, first.event.status, first.place, first.shared) == ("cup", "finished", 1, False)
    assert (last.place, last.shared) == (2, True)


# -- records ---------------------------------------------------------------------------------------


def test_the_throws_of_a_game_are_a_record(cup: Event, players: list[Player]) -> None:
    game = win(start(cup, rounds=YELLOW_STARTS).game, "yellow")
    count_due()
    thrown = sum(sum(each["faces"].values()) for each in game.tallies["colours"].values())
    assert [each.value for each in best("most-throws")] == [thrown]
    (sixes,) = [each for each in best("most-sixes") if each.holder == players[0].pk]
    assert (sixes.holder_name, sixes.game.id) == ("Änne Öhler", game.pk)
    assert best("longest-wait")[0].value == game.tallies["longest_wait"]


def test_a_game_that_was_not_played_out_is_not_the_shortest(players: list[Player]) -> None:
    award(new_game(players), players[0])
    count_due()
    CountedGame.objects.update(throws=3, seconds=20)
    assert best("fewest-throws") == []
    assert best("shortest-time") == []


@pytest.mark.both_databases
def test_the_longest_streak_of_each_player_with_the_game_that_made_it(players: list[Player]) -> None:
    anna, bert, _ = players
    games = [played(players, winner, day) for day, winner in enumerate((anna, anna, anna, bert, bert, anna))]
    count_due()
    assert [(each.holder_name, each.value, each.game.id) for each in best("streaks")] == [
        ("Änne Öhler", 3, games[2].pk),
        ("Bert Übel", 2, games[4].pk),
    ]
