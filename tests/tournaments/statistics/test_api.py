"""The REST interface of players, ratings and records."""

from typing import Any

import pytest
from django.test import Client

from games.models import Player
from tests.tournaments.conftest import YELLOW_STARTS, new_event, start, win
from tests.tournaments.query_counts import queries
from tests.tournaments.statistics.conftest import NOW, count_all, new_game, played, typed_in
from tournaments import services
from tournaments.models import Career, Event, Season

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
    count_all()

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
    count_all()
    told = get(client, f"players/{anna.pk}/rating/")
    career = Career.objects.get(player=anna)
    assert (told["mu"], told["sigma"], told["games"]) == (career.mu, career.sigma, 3)
    assert told["at_least"] == pytest.approx(career.mu - 3 * career.sigma)
    history = get(client, f"players/{anna.pk}/rating/history/")
    assert [row["game"] for row in history["results"]] == [str(game.pk) for game in reversed(games)]
    assert history["results"][0]["mu"] == career.mu
    assert history["count"] == 3


def test_all_ratings_the_surest_first(client: Client, players: list[Player]) -> None:
    anna, bert, _ = players
    played(players, anna)
    played([anna, bert], anna, 1, rules="xmadn-2t")
    count_all()
    told = get(client, "ratings/")
    assert told["count"] == 3
    assert told["results"][0]["player"]["name"] == "Änne Öhler"
    values = [row["at_least"] for row in told["results"]]
    assert values == sorted(values, reverse=True)
    assert [row["player"]["name"] for row in get(client, "ratings/?search=uebel")["results"]] == ["Bert Übel"]


def test_records_by_kind_and_rules(client: Client, players: list[Player]) -> None:
    long = typed_in(new_game(players), ["yellow"], seconds=7000)
    duel = typed_in(new_game(players[:2], rules="xmadn-2t"), ["red"], 1, seconds=900)
    count_all()
    kinds = {each["kind"]: each for each in get(client, "records/")["results"]}
    assert kinds["longest-time"]["name"]["de"] == "Längste Spiele nach der Uhr"
    assert [each["game"]["game"] for each in kinds["longest-time"]["best"]] == [str(long.pk)]
    assert [each["game"]["game"] for each in kinds["shortest-time"]["best"]] == [str(duel.pk)]
    assert kinds["most-sixes"]["best"] == []
    (only,) = get(client, "records/?kind=shortest-time&rules=xmadn-3t")["results"]
    assert [each["value"] for each in only["best"]] == [7000]
    assert get(client, "records/longest-time/?limit=1&offset=1")["results"][0]["value"] == 900
    get(client, "records/loudest/", 404)
    get(client, "records/?kind=loudest", 400)


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/players/ANNE/record/",
        "/api/v1/players/ANNE/games/",
        "/api/v1/players/ANNE/events/",
        "/api/v1/players/ANNE/against/",
        "/api/v1/players/ANNE/against/BERT/",
        "/api/v1/players/ANNE/rating/history/",
        "/api/v1/ratings/",
        "/api/v1/records/",
        "/api/v1/records/longest-time/",
        "/players/ANNE/",
        "/players/ANNE/against/BERT/",
        "/players/",
        "/ratings/",
        "/records/",
    ],
)
def test_nothing_asks_more_for_three_rows_than_for_one(
    client: Client, season: Season, players: list[Player], path: str
) -> None:
    anna, bert, _ = players
    path = path.replace("ANNE", str(anna.pk)).replace("BERT", str(bert.pk))

    def more(number: int) -> None:
        event = new_event(season, slug=f"cup-{number}", name=f"Cup {number}")
        services.enter(event_id=event.pk, player=anna, actor="test", now=NOW)
        other = Player.objects.create(name=f"Other {number}")
        typed_in(new_game([anna, bert, other]), ["yellow"], number, seconds=600)
        count_all()

    more(0)
    with_one = queries(client, path)
    more(1)
    more(2)
    assert queries(client, path) == with_one
