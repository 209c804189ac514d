"""The pages of an event's desk: one next step, parts with addresses, players by their names, pages that stay small."""

import html
import uuid
from typing import Any

import orjson
import pytest
from django.test import Client

from games.enums import Role
from games.models import Game, Player
from tests.tournaments.admin_forms import desk, messages, part, step
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, with_role
from tests.tournaments.dashboard import done, league as league, organiser as organiser
from tests.tournaments.event_state import everything, table
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.kit.desk import PARTS
from tournaments.models import Event, EventGame, Season
from tournaments.services import Slip

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened(season: Season, players: list[Player]) -> Event:
    """The cup before its draw, two players entered."""
    event = new_event(season)
    services.enter_all(event_id=event.pk, players=players[:2], actor="test", now=NOW)
    return Event.objects.get(pk=event.pk)


def read(client: Client, address: str, **query: Any) -> str:
    answer = client.get(address, query)
    assert answer.status_code == 200, address
    return html.unescape(answer.content.decode())


# -- the frame -------------------------------------------------------------------------------------


def test_every_part_stands_in_the_menu_and_marks_itself(organiser: Client, cup: Event) -> None:
    shown = [each for each in PARTS if each.is_of(cup)]
    assert len(shown) < len(PARTS)
    for each in shown:
        if each.is_own:
            page = read(organiser, each.address(cup))
            assert f'<a href="{each.address(cup)}" aria-current="page">' in page
            assert page.count('aria-current="page"') == 1
            assert f'href="{cup.get_absolute_url()}">Public page</a>' in page
            for other in PARTS:
                assert (f'<a href="{other.address(cup)}"' in page) is (other in shown)


def test_the_menu_shows_a_referee_what_a_referee_may_open(cup: Event) -> None:
    page = read(with_role(Role.REFEREE, "event:cup"), desk(cup))
    assert part("games", cup) in page
    assert part("settings", cup) not in page
    assert "/access/" not in page


# -- the next step ---------------------------------------------------------------------------------


def buttons(page: str) -> list[str]:
    """The coloured buttons of a page, by where they lead."""
    main = page.partition("<main")[2]
    return [piece.partition('"')[0] for piece in main.split('class="button" href="')[1:]]


def test_the_overview_has_one_coloured_button_which_is_the_next_step(
    organiser: Client, opened: Event, players: list[Player]
) -> None:
    assert buttons(read(organiser, desk(opened))) == [part("players", opened)]
    services.enter(event_id=opened.pk, player=players[2], actor="test", now=NOW)
    assert buttons(read(organiser, desk(opened))) == [step("chooseway", opened)]
    services.draw_in_seed_order(event_id=opened.pk, actor="test", now=NOW)
    page = read(organiser, desk(opened))
    assert buttons(page) == [step("startgame", opened, 1)]
    assert "Start Game 1</a>" in page
    assert step("enterforfeit", opened, 1) in page
    played = start(opened, rounds=YELLOW_STARTS)
    page = read(organiser, desk(opened))
    assert buttons(page) == [f"/games/{played.game_id}/referee/"]
    assert f"/events/{opened.slug}/results/" in page
    for number in (1, 2):
        enter(opened, number)
    page = read(organiser, desk(opened))
    assert "Bert Übel has won" in page
    assert buttons(page) == [step("confirmresults", opened)]
    assert step("sayhold", opened, "close") in page
    services.suspend_event(event_id=opened.pk, hold=Event.Hold.CLOSED, reason="over", actor="test", now=NOW)
    assert buttons(read(organiser, desk(opened))) == [step("sayhold", opened, "resume")]


def test_the_next_step_of_a_referee_is_one_that_a_referee_may_take(cup: Event) -> None:
    page = read(with_role(Role.REFEREE, "event:cup"), desk(cup))
    assert buttons(page) == [f"/events/{cup.slug}/results/"]


def test_a_game_whose_players_sit_at_another_board_is_not_the_next_step(
    organiser: Client, league: Event
) -> None:
    for number in (1, 2, 3):
        due = table(league)["next_games"][0]
        enter(league, number, Slip(places=(next(iter(due["seating"].values()))[0],)))
    start(league, number=5)
    # Of three players two sit at the board, so that nobody is free for any other game.
    assert "Game 5" in read(organiser, desk(league)).partition('id="next-step">')[2][:40]


# -- players ---------------------------------------------------------------------------------------


def test_several_players_are_added_at_once_and_those_who_are_here_are_recognised(
    organiser: Client, season: Season, players: list[Player]
) -> None:
    event = new_event(season, format_key="league", rules_name="xmadn-2t", settings={"drrs": 1})
    names = f"{players[0].name}\r\n  Dora   Ernst \r\n\r\n{players[1].name}"
    same = {f"who-{player.name}": str(player.pk) for player in players[:2]}
    answer = organiser.post(step("addplayers", event), {"names": names, **same}, follow=True)
    assert answer.redirect_chain == [(part("players", event), 302)]
    assert messages(answer) == [f"Added: {players[0].name}, Dora Ernst, {players[1].name}"]
    assert [entry.player.name for entry in event.entries.order_by("seed")] == [
        players[0].name,
        "Dora Ernst",
        players[1].name,
    ]
    assert Player.objects.count() == 4


@pytest.mark.parametrize(
    ("names", "about"),
    [
        ("", "This field is required"),
        (",", "At least one name is needed"),
        ("Änne Öhler", "is entered already"),
        ("Cora Weiß\nDora", "has 3 players"),
        ("Dora\ndora", "stands in line 1 already"),
        ("x" * 101, "at most 100 characters"),
        ("a\x07b", "printable"),
    ],
)
def test_players_who_cannot_be_added_are_refused_and_nobody_is(
    organiser: Client, opened: Event, players: list[Player], names: str, about: str
) -> None:
    before = everything()
    said = {f"who-{player.name}": str(player.pk) for player in players}
    answer = organiser.post(step("addplayers", opened), {"names": names, **said})
    assert about in html.unescape(answer.content.decode())
    assert everything() == before


def test_after_the_draw_a_late_player_is_refused_in_a_clear_sentence(organiser: Client, cup: Event) -> None:
    page = read(organiser, part("players", cup))
    assert "Already drawn, so entries are closed." in page
    assert step("addplayers", cup) not in page
    before = everything()
    answer = organiser.post(step("addplayers", cup), {"names": "Dora"}, follow=True)
    assert answer.redirect_chain == [(part("players", cup), 302)]
    assert messages(answer)[0].startswith("Already drawn, so entries are closed.")
    assert everything() == before


def test_a_player_who_does_not_come_is_removed_before_the_draw(organiser: Client, opened: Event) -> None:
    entry = opened.entries.get(key="entry-1")
    url = step("removeplayer", opened, entry.pk)
    assert url in read(organiser, part("players", opened))
    assert done(organiser, url, {}, opened) == ["Änne Öhler is removed."]
    assert [each.key for each in opened.entries.all()] == ["entry-2"]
    assert organiser.get(url).status_code == 404


# -- settings --------------------------------------------------------------------------------------


def test_settings_are_those_of_the_events_own_format(organiser: Client, opened: Event) -> None:
    page = read(organiser, step("changedetails", opened))
    assert 'name="championship.wins"' in page
    assert 'name="league.drrs"' not in page
    assert '<option value="xmadn-3t" selected>' in page
    assert 'value="xmadn-2t"' not in page
    body = {
        "name": "Winter Cup",
        "starts_on": "2026-12-05",
        "rules_name": "xmadn-3t",
        "level": "2",
        "championship.wins": "4",
        "championship.absent_starter": "throw",
    }
    assert done(organiser, step("changedetails", opened), body, opened) == ["Saved."]
    kept = Event.objects.get(pk=opened.pk)
    assert (kept.name, kept.level, kept.settings["wins"], kept.slug) == ("Winter Cup", 2, 4, "cup")


def test_details_of_an_event_that_is_played_leave_its_settings_alone(organiser: Client, cup: Event) -> None:
    enter(cup, 1)
    page = read(organiser, step("changedetails", cup))
    assert 'name="championship.wins"' not in page
    assert 'name="rules_name"' not in page
    body = {"name": "Old Cup", "starts_on": "2026-11-21", "level": "1", "championship.wins": "9"}
    done(organiser, step("changedetails", cup), body, cup)
    kept = Event.objects.get(pk=cup.pk)
    assert (kept.name, kept.settings["wins"]) == ("Old Cup", 2)


# -- many games ------------------------------------------------------------------------------------


def grown(event: Event, number: int) -> Event:
    """The event with so many games, each like its first."""
    first = event.games.select_related("game").get(number=1)
    told = orjson.loads(event.projection)
    for place in range(2, number + 1):
        game = Game.objects.get(pk=first.game_id)
        game.pk, game._state.adding = uuid.uuid4(), True
        game.save()
        row = EventGame.objects.get(pk=first.pk)
        row.pk, row.number, row.game = None, place, game
        row.save()
        name = dict.fromkeys(("en", "de"), f"{place}. Spiel")
        told["games"].append({**told["games"][0], "number": place, "game": str(game.pk), "name": name})
    told["next_games"], told["to_come"] = [], []
    Event.objects.filter(pk=event.pk).update(projection=orjson.dumps(told).decode())
    return Event.objects.select_related("season").get(pk=event.pk)


def test_no_page_of_an_event_shows_all_of_its_400_games(organiser: Client, cup: Event) -> None:
    enter(cup, 1)
    event = grown(Event.objects.get(pk=cup.pk), 400)
    pages = [desk(event), *(part(name, event) for name in ("players", "games", "draws", "files", "settings"))]
    for page in pages:
        assert organiser.get(page).content.decode().count('class="game-line"') <= 40, page
    assert "page=2" in organiser.get(part("games", event)).content.decode()
    last = organiser.get(part("games", event), {"page": "10"}).content.decode()
    assert 'id="game-1"' in last
    for odd in ("0", "999", "x", "-1"):
        assert organiser.get(part("games", event), {"page": odd}).status_code == 200
