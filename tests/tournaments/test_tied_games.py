"""Who has won a game that is played for points: one answer, wherever it is given."""

import re
from itertools import permutations
from typing import Any

import pytest
import time_machine
from django.test import Client

from games import above
from games.domain.place_points import PlacePoints
from games.models import Chances, Game, Player
from games.presenters.game import GamePresenter
from rules import RULE_SETS
from rules.simulate import version
from tests.tournaments.conftest import NAMES, NOW, YELLOW_STARTS, _drawn, new_event, start
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.slips import enter
from tournaments.formats import FORMATS, EntrantSeating, Result
from tournaments.models import Event, Season
from tournaments.players.game_stats import FinishedGame, figures
from tournaments.players.update import count_due
from tournaments.services import Slip

ANNE, BERT, CORA = NAMES
#: Änne leads yellow and red, Bert black and green, Cora blue and violet. Places give 10, 6, 4, 3, 2, 1, both colours
#: home first 2. → Whom the game gives the most points, counted by hand, and whose best colour is the first of theirs.
ORDERS = {
    "yellow red black green blue violet": [ANNE],  # 10 + 6 + 2
    "yellow black green red blue violet": [ANNE],  # 10 + 3 to 6 + 4 + 2 of Bert, who is home first
    "yellow black green blue red violet": [ANNE, BERT],  # 10 + 2 to 6 + 4 + 2
    "blue black green yellow violet red": [CORA, BERT],  # 10 + 2 to 6 + 4 + 2
    "yellow black blue green violet red": [ANNE, BERT],  # 10 + 1 to 6 + 3 + 2
    "black blue yellow violet red green": [BERT, CORA],  # 10 + 1 to 6 + 3 + 2
}
#: What a tied game gives since May 2026 to whose best colour is not the first of theirs.
NOTHING = "nothing: another's best colour finished higher"
#: Game 2: Änne 18, Bert 7, Cora 3. Whatever Game 1 gave, she has won the event.
GAME_2 = ("yellow", "red", "black", "green", "blue", "violet")


def text(client: Client, path: str, language: str = "en") -> str:
    answer = client.get(path, headers={"accept-language": language})
    assert answer.status_code == 200, path
    return " ".join(answer.content.decode().split())


def without_tags(page: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def tags(page: str) -> dict[str, str]:
    """Map name → how somebody is marked who has won a game, where each player has a line."""
    return dict(re.findall(r'<strong>([^<>]+)</strong> <span class="tag">(winner|tied)</span>', page))


def marks(page: str) -> dict[str, str]:
    """Map name → how somebody is marked who has won a game, where games stand in lines."""
    return dict(re.findall(r'<strong>([^<>]+) (?:✓|=)<span class="unseen"> (winner|tied)</span>', page))


@pytest.mark.django_db
@pytest.mark.parametrize("order", ORDERS)
def test_the_same_have_won_everywhere(organiser: Client, series: Event, order: str) -> None:
    best = ORDERS[order]
    winners = [name for name in NAMES if name in best]  # by seed
    marked = dict.fromkeys(winners, "winner" if len(winners) == 1 else "tied")
    played = enter(series, 1, Slip(places=tuple(order.split())))

    said = {"en": f"won by {winners[0]}", "de": f"Sieg für {winners[0]}"}
    if len(winners) > 1:
        said = {"en": f"tied: {' and '.join(winners)}", "de": f"unentschieden: {' und '.join(winners)}"}
    for language, words in said.items():
        assert f": {words}</h2>" in text(organiser, "/events/gp/results/?game=1", language)
    check_confirmation(organiser, order.split(), said["en"], marked)
    assert tags(text(organiser, "/events/gp/games/")) == marked
    assert marks(text(organiser, "/events/gp/schedule/")) == marked
    assert marks(text(organiser, "/organise/events/gp/games/")) == marked
    table = organiser.get("/api/v1/events/gp/standings/").json()
    names = {f"entry-{number}": name for number, name in enumerate(NAMES, start=1)}
    assert [names[key] for key in table["games"][0]["winners"]] == winners

    # On its own page: the rules of play know who was home first, and the event whom its points make the winner.
    shown = GamePresenter(played.game)
    assert shown.outcome.en == f"{shown.winner} was the first to have all colours home"
    assert [player.won for player in shown.players] == [False] * 3
    assert " has won" not in text(organiser, f"/games/{played.game_id}/")
    for language, words in said.items():
        for page in (
            f"/games/{played.game_id}/",
            f"/games/{played.game_id}/live/",
            f"/embed/games/{played.game_id}/",
        ):
            headline = f"<h2>{words[0].upper()}{words[1:]}</h2>"
            assert headline in text(organiser, page, language).partition("turn-over")[0]
    assert tags(text(organiser, f"/games/{played.game_id}/referee/")) == marked

    count_due()
    for player in Player.objects.all():
        name = player.name
        (row,) = organiser.get(f"/api/v1/players/{player.pk}/games/").json()["results"]
        stood = {each["name"]: (each["place"] == 1, each["won"]) for each in row["players"]}
        assert stood == {each: (each in winners, [each] == winners) for each in NAMES}
        listed = text(organiser, f"/players/{player.pk}/").partition("Last games")[2].partition("</ol>")[0]
        others = re.findall(r'>([^<>]+)</a> <span class="tag">(winner|tied)</span>', listed)
        assert dict(others) == {other: how for other, how in marked.items() if other != name}
        check_record(organiser, player, {"winner": "won", "tied": "tied"}.get(marked.get(name, ""), "lost"))

    enter(series, 2, Slip(places=GAME_2))
    (unit,) = organiser.get("/api/v1/events/gp/points/").json()["units"]
    given = {row["name"]: (row["wp"], row["wp_reason"]["en"]) for row in unit["rows"]}
    assert given == {name: given_by_the_rules_of_2026(best, name) for name in NAMES}


LEADERS = {"yellow": ANNE, "red": ANNE, "black": BERT, "green": BERT, "blue": CORA, "violet": CORA}
#: Order → what it gives to Änne, Bert and Cora, by hand.
POINTS = {
    "yellow red black green blue violet": (18, 7, 3),
    "yellow black green red blue violet": (13, 12, 3),
    "yellow black green blue red violet": (12, 12, 4),
    "blue black green yellow violet red": (4, 12, 12),
    "yellow black blue green violet red": (11, 11, 6),
    "black blue yellow violet red green": (6, 11, 11),
}


def check_confirmation(client: Client, order: list[str], words: str, marked: dict[str, str]) -> None:
    """The pages on which the game is confirmed show what is confirmed."""
    colours = f"{', '.join(order[:-1])} and {order[-1]}"
    assert f": {words} · {colours}</" in text(client, "/organise/events/gp/confirm/")
    page = text(client, "/organise/events/gp/games/1/confirm/")
    listed = page.partition('<ol class="places">')[2].partition("</ol>")[0]
    rows = [without_tags(row).lower() for row in listed.split("</li>")[:-1]]
    for row, colour in zip(rows, order, strict=True):
        assert row.endswith(f"{colour} {LEADERS[colour]}".lower()), row
    seats = page.partition('<ul class="seats">')[2].partition("</ul>")[0]
    given = re.findall(r'<span class="points">(\d+)</span>', seats)
    assert (tuple(map(int, given)), tags(seats)) == (POINTS[" ".join(order)], marked)


def check_record(client: Client, player: Player, how: str) -> None:
    """The only game of the player is counted as this, and as nothing else."""
    counted = {"games": 1, "won": 0, "tied": 0, "lost": 0, how: 1}
    record = client.get(f"/api/v1/players/{player.pk}/record/").json()
    for rows in ([record["totals"]], record["by_rules"], record["by_colour"]):
        assert [{key: row[key] for key in counted} for row in rows] == [counted] * len(rows)
    assert (len(record["by_rules"]), len(record["by_colour"])) == (1, 2)
    tied = [f"tied {counted['tied']}"] * (how == "tied")
    said = [f"won {counted['won']} ({100 * counted['won']} %)", *tied, f"lost {counted['lost']}"]
    heading = text(client, f"/players/{player.pk}/").partition('<p class="facts">')[2]
    assert without_tags(heading.partition("</p>")[0]).split(" · ")[1:] == said


def given_by_the_rules_of_2026(best: list[str], name: str) -> tuple[int, str]:
    """What Game 1 with these winners and Game 2, which Änne has won, give: of a tie all to the better colour."""
    if best == [ANNE]:
        return (2, "won Games 1 and 2") if name == ANNE else (0, "no game won")
    game_1 = {best[0]: (1, "tied in Game 1 (1 WP)"), best[1]: (0, f"tied in Game 1 ({NOTHING})")}
    wp, reason = game_1.get(name, (0, "no game won"))
    if name != ANNE:
        return wp, reason
    return wp + 1, f"won Game 2 and {reason}" if name in best else "won Game 2"


SEATS = {"anna": ["yellow", "red"], "bert": ["black", "green"], "cora": ["blue", "violet"]}
#: Format and settings → how many of the 720 orders two have won: two ways to deal the places, to 3! players, their
#: colours in 2³ orders. 1 and 5 are worth as much as 2 and 3, 1 and 6 as 2 and 4; where the first place gives 9,
#: 1 and 4 as 2 and 3, 1 and 5 as 2 and 4.
SETTINGS: list[tuple[str, dict[str, Any], int]] = [
    ("gp-series", {}, 96),
    ("gp-series", {"table": [9, 6, 4, 3, 2, 1]}, 96),
    ("triple-athlon", {}, 96),
    ("triple-athlon", {"tied_gp": "best colour"}, 0),
    ("challengers", {}, 0),
]


@pytest.mark.parametrize(("key", "settings", "tied"), SETTINGS)
def test_of_every_order_players_pages_count_the_winners_of_the_event(
    key: str, settings: dict[str, Any], tied: int
) -> None:
    ways = FORMATS[key]
    read = ways.settings.read(settings)
    found = 0
    for order in permutations([colour for led in SEATS.values() for colour in led]):
        result = Result(1, "xmadn-gp", EntrantSeating.from_leaders(SEATS), order)
        winners = ways.winners(read, result)
        played = FinishedGame(RULE_SETS["xmadn-gp"], SEATS, order, "anna", event_winners=winners)
        counted = figures(played)
        assert {each.player for each in counted if each.place == 1} == set(winners)
        assert [each.player for each in counted if each.won] == list(winners if len(winners) == 1 else ())
        found += len(winners) > 1
    assert found == tied


# -- what places are worth --------------------------------------------------------------------------

#: As if ten games had been played on: yellow was always first, then green, red, black, violet, blue.
ORDER = ("yellow", "green", "red", "black", "violet", "blue")


def counted(game: Game, figures: dict[str, Any], swing: float) -> None:
    """Keep chances of the game as it stands."""
    Chances.objects.create(
        game=game,
        number=game.number,
        games=10,
        figures=figures,
        margin=0.3,
        swing=swing,
        engine=version(),
        recorded_at=NOW,
        counted_at=NOW,
    )


def test_places_of_a_gp_game_are_worth_what_the_event_says(series: Event, cup: Event) -> None:
    gp, other = start(series, rounds=YELLOW_STARTS).game, start(cup, rounds=YELLOW_STARTS).game
    assert above.room.place_points(gp) == PlacePoints((10, 6, 4, 3, 2, 1), 2)
    assert above.room.place_points(other) is None


def test_points_that_can_be_expected_are_told_by_rest_and_on_the_page(client: Client, series: Event) -> None:
    game = start(series, rounds=YELLOW_STARTS).game
    first = next(player for player, colours in game.seating.items() if "red" in colours)
    figures = {
        "wins": {player: 10 * (player == first) for player in game.seating},
        "places": {player: [10 * (player == first), 0, 0] for player in game.seating},
        "colours": {colour: [10 * (at == place) for at in range(6)] for place, colour in enumerate(ORDER)},
    }
    counted(game, figures, 0.4)
    (now,) = client.get(f"/api/v1/games/{game.pk}/chances/").json()["results"]
    points = [each["points"]["value"] for each in now["players"]]
    assert points == pytest.approx([10 + 4 + 2, 3 + 6, 1 + 2])
    assert "16.0" in client.get(f"/games/{game.pk}/chances/").content.decode()


def test_the_page_of_an_event_names_the_most_exciting_of_its_boards_where_there_are_several(
    client: Client, season: Season, players: list[Player]
) -> None:
    wanted = {"format_key": "league", "rules_name": "xmadn-2t", "settings": {"boards": 2}}
    league = _drawn(new_event(season, **wanted), [*players, Player.objects.create(name="Dora Groß")])
    for board in (1, 2):
        game = start(league).game
        counted(game, {"wins": dict.fromkeys(game.seating, 5), "places": {}, "colours": {}}, 0.1 * board)
        with time_machine.travel(NOW, tick=False):
            page = client.get("/events/cup/").content.decode()
        assert ("Most exciting board now" in page) == ("moved 20 points" in page) == (board == 2)
