"""Who has won a game that is played for points: one answer, wherever it is given."""

import re
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from django.test import Client

from games.models import Player
from games.presenters.game import GamePresenter
from rules import RULE_SETS
from tests.tournaments.conftest import NAMES, NOW
from tests.tournaments.dashboard import organiser as organiser
from tests.tournaments.slips import enter
from tournaments.formats import FORMATS, EntrantSeating, Result
from tournaments.models import Event
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
        check_confirmation(organiser, order.split(), words, marked, language)
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

    count_due(now=NOW + timedelta(days=30))
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


#: In the order that is confirmed: what colours are called, and whose they are.
COLOURS = {
    "yellow": ("Gelb", ANNE),
    "red": ("Rot", ANNE),
    "black": ("Schwarz", BERT),
    "green": ("Grün", BERT),
    "blue": ("Blau", CORA),
    "violet": ("Violett", CORA),
}
#: Order → what it gives to Änne, Bert and Cora, by hand.
POINTS = {
    "yellow red black green blue violet": (18, 7, 3),
    "yellow black green red blue violet": (13, 12, 3),
    "yellow black green blue red violet": (12, 12, 4),
    "blue black green yellow violet red": (4, 12, 12),
    "yellow black blue green violet red": (11, 11, 6),
    "black blue yellow violet red green": (6, 11, 11),
}


def check_confirmation(
    client: Client, order: list[str], words: str, marked: dict[str, str], language: str
) -> None:
    """The pages on which the game is confirmed show what is confirmed."""
    called = [colour if language == "en" else COLOURS[colour][0] for colour in order]
    colours = ", ".join(called[:-1]) + {"en": " and ", "de": " und "}[language] + called[-1]
    assert f": {words} · {colours}</" in text(client, "/organise/events/gp/confirm/", language)

    page = text(client, "/organise/events/gp/games/1/confirm/", language)
    assert f"<h3>{words[0].upper()}{words[1:]}</h3>" in page
    listed = page.partition('<ol class="places">')[2].partition("</ol>")[0]
    rows = [without_tags(row) for row in listed.split("</li>")[:-1]]
    for row, name, colour in zip(rows, called, order, strict=True):
        assert row.lower().endswith(f"{name} {COLOURS[colour][1]}".lower()), row
    seats = page.partition('<ul class="seats">')[2].partition("</ul>")[0]
    given = re.findall(r'<span class="points">(\d+)</span>', seats)
    assert given == [str(number) for number in POINTS[" ".join(order)]]
    if language == "en":
        assert tags(seats) == marked


def check_record(client: Client, player: Player, how: str) -> None:
    """The only game of the player is counted as this, and as nothing else."""
    counted = {"games": 1, "won": 0, "tied": 0, "lost": 0, how: 1}
    record = client.get(f"/api/v1/players/{player.pk}/record/").json()
    for rows in ([record["totals"]], record["by_rules"], record["by_colour"]):
        assert [{key: row[key] for key in counted} for row in rows] == [counted] * len(rows)
    assert (len(record["by_rules"]), len(record["by_colour"])) == (1, 2)
    for language, (won, tied, lost) in {
        "en": ("won", "tied", "lost"),
        "de": ("gewonnen", "unentschieden", "verloren"),
    }.items():
        said = [f"{won} {counted['won']} ({100 * counted['won']} %)", f"{lost} {counted['lost']}"]
        if how == "tied":
            said.insert(1, f"{tied} 1")
        heading = text(client, f"/players/{player.pk}/", language).partition('<p class="facts">')[2]
        assert without_tags(heading.partition("</p>")[0]).split(" · ")[1:] == said
    by_rules = text(client, f"/players/{player.pk}/").partition("By rules")[2].partition("</table>")[0]
    columns = re.findall(r"<th scope=\"col\"[^>]*>([^<]+)</th>", by_rules)
    shown = dict(zip(columns[1:], re.findall(r'<td class="figure">([^<]+)</td>', by_rules), strict=True))
    assert {key: shown.get(key.capitalize(), "0") for key in counted} == {
        key: str(number) for key, number in counted.items()
    }
    assert ("Tied" in shown) == (how == "tied")


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
