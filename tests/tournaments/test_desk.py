"""The pages of an event's desk: one next step, parts with addresses, players by their names, pages that stay small."""

import html
import re
from html import unescape

import pytest
from django.test import Client

from games.enums import EventKind, Role
from games.models import Player
from games.models.player import folded
from tests.tournaments.admin_forms import desk, messages, part, step, whole_desk
from tests.tournaments.conftest import NAMES, NOW, YELLOW_STARTS, new_event, start, win, with_role
from tests.tournaments.dashboard import (
    actor,
    confirmed,
    done,
    entered as entered,
    league as league,
    organiser as organiser,
    refused,
    tried,
)
from tests.tournaments.event_state import WHO, everything, happen, table
from tests.tournaments.hall.halls import new_hall, page as read
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.kit.desk import PARTS
from tournaments.models import Event, Season
from tournaments.services import Slip

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened(season: Season, players: list[Player]) -> Event:
    """The cup before its draw, two players entered."""
    event = new_event(season)
    services.enter_all(event_id=event.pk, players=players[:2], actor="test", now=NOW)
    return Event.objects.get(pk=event.pk)


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


def test_the_page_of_the_first_game_draws_what_is_due_and_leads_on_where_there_is_none(
    organiser: Client, entered: Event
) -> None:
    address = f"/organise/events/{entered.slug}/first-game/"
    assert organiser.post(address)["Location"] == address
    assert entered.draws.get().made_by == actor()
    services.suspend_event(event_id=entered.pk, hold=Event.Hold.INTERRUPTED, reason="late", **WHO)
    answer = organiser.post(address, {"dice": "1-2-3-4-5", "die": "6"}, follow=True)
    assert answer.redirect_chain == [(desk(entered), 302)]
    assert "the event is interrupted" in messages(answer)[0]
    hall = new_hall(entered.season, 8, are_present=True)
    assert organiser.post("/organise/events/hall/first-game/")["Location"] == desk(hall)


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
        ("Cora Weiß\nCora Weissa", "Two of the names are the same person"),
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
    said["who-Cora Weissa"] = said["who-Cora Weiß"]
    answer = organiser.post(step("addplayers", opened), {"names": names, **said})
    assert about in html.unescape(answer.content.decode())
    assert everything() == before


def test_a_player_who_does_not_come_after_all_is_removed(organiser: Client, entered: Event) -> None:
    url = step("removeplayer", entered, entered.entries.get(key="entry-1").pk)
    assert url in read(organiser, part("players", entered))
    assert "Remove Änne Öhler" in read(organiser, url)
    for client, may_add in ((organiser, True), (with_role(Role.REFEREE, "event:cup"), False)):
        assert ('name="names"' in read(client, part("players", entered))) == may_add
    assert done(organiser, url, {}, entered) == ["Änne Öhler is removed."]
    assert [entry.player.name for entry in entered.entries.order_by("seed")] == [*NAMES[1:]]


# -- settings --------------------------------------------------------------------------------------


def test_details_of_an_event_that_is_played_leave_its_settings_alone(organiser: Client, cup: Event) -> None:
    enter(cup, 1)
    page = read(organiser, step("changedetails", cup))
    assert 'name="championship.wins"' not in page
    assert 'name="rules_name"' not in page
    body = {"name": "Old Cup", "starts_on": "2026-11-21", "level": "1", "championship.wins": "9"}
    done(organiser, step("changedetails", cup), body, cup)
    kept = Event.objects.get(pk=cup.pk)
    assert (kept.name, kept.settings["wins"]) == ("Old Cup", 2)


# -- several games ---------------------------------------------------------------------------------


def test_a_game_that_cannot_begin_leaves_the_others_alone(organiser: Client, league: Event) -> None:
    for number in (1, 2, 3):
        due = table(league)["next_games"][0]
        enter(league, number, Slip(places=(next(iter(due["seating"].values()))[0],)))
    body = {"games": ["4", "5", "6"], "boards": "A, B, C"}
    refused(organiser, step("startgames", league), {**body, "boards": "A, A"}, "Each board is named once.")
    page = tried(organiser, step("startgames", league), body)
    assert page.count("Not this one") == 2
    said = confirmed(organiser, step("startgames", league), body, league)
    assert len(said) == 3
    assert [played.board for played in league.games.filter(game__state="running")] == ["A"]


def test_several_results_are_confirmed_by_an_official_but_for_one_that_changed_meanwhile(
    organiser: Client, cup: Event
) -> None:
    url = step("confirmresults", cup)
    first, second = enter(cup, 1).game, enter(cup, 2, Slip(places=("green",))).game
    assert url in whole_desk(organiser, cup)
    body = {"games": [f"1-{first.number}", f"2-{second.number}"], "official": "Dora"}
    assert "Bert Übel, confirmed by Dora" in tried(organiser, url, body)
    seen = Event.objects.get(pk=cup.pk).version
    happen(first, EventKind.NOTE, text="the slip is torn")
    organiser.post(url, {**body, "confirmed": "yes", "seen": seen})
    first.refresh_from_db()
    second.refresh_from_db()
    assert (bool(first.confirmations), bool(second.confirmations)) == (False, True)
    assert second.events.last().actor == actor()  # type: ignore[union-attr]
    confirmed(organiser, url, {"games": [f"1-{first.number}"], "official": "Dora"}, cup)
    assert organiser.get(url)["Location"] == part("games", cup)


# -- the order of the entries ----------------------------------------------------------------------


def order(event: Event) -> list[str]:
    return [
        folded(entry.player.name)[:4] for entry in event.entries.select_related("player").order_by("seed")
    ]


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        ((3, 2, 1), ["cora", "bert", "anne"]),
        ((3, 2, 3), ["bert", "cora", "anne"]),
        ((1, 2, 1), ["cora", "anne", "bert"]),
    ],
)
def test_entries_are_put_in_order_by_numbers(
    organiser: Client, entered: Event, numbers: tuple[int, ...], found: list[str]
) -> None:
    url, keys = step("seeding", entered), ("entry-1", "entry-2", "entry-3")
    assert url in whole_desk(organiser, entered)
    sent = {f"seed-{key}": number for key, number in zip(keys, numbers, strict=True)}
    organiser.post(url, sent)
    assert order(entered) == found


# -- drafts of reports -----------------------------------------------------------------------------

EVENT = "/organise/events/cup/draft-report/"


def drafts(client: Client, address: str, language: str = "en") -> dict[str, str]:
    """The texts of the page by language, in their order."""
    page = client.get(address, headers={"accept-language": language}).content.decode()
    return {code: unescape(text) for code, text in re.findall(r'id="report-(\w+)"[^>]*>([^<]*)</p>', page)}


def test_a_draft_says_how_the_event_stands(organiser: Client, cup: Event) -> None:
    assert "No game counts yet." in drafts(organiser, EVENT)["en"]
    enter(cup, 1)
    assert f"Game 1 went to {NAMES[1]}." in drafts(organiser, EVENT)["en"]
    enter(cup, 2, Slip(places=("red",)))
    found = drafts(organiser, EVENT)
    assert f"The final table: 1. {NAMES[1]} (2 wins), 2. {NAMES[0]} (0 wins)" in found["en"]
    assert f"Endstand: 1. {NAMES[1]} (2 Siege)" in found["de"]
    assert drafts(organiser, EVENT) == found


def test_a_game_recorded_throw_by_throw_says_its_throws_captures_and_order(
    organiser: Client, series: Event
) -> None:
    begun = start(series, rounds=YELLOW_STARTS).game
    game = win(begun, "yellow", "red", "black", "green", "blue", "violet")
    found = drafts(organiser, f"/organise/events/{series.slug}/games/1/draft-report/")
    throws = sum(event.kind == EventKind.THROW for event in game.log)
    assert f"{throws} throws were recorded." in found["en"]
    assert f"{throws} Würfe sind aufgezeichnet." in found["de"]
    counted = game.tallies["colours"]
    captures = [sum(counted[colour]["captures"] for colour in colours) for colours in game.seating.values()]
    by = [f"{number} by {name}" for number, name in zip(captures, NAMES, strict=True)]
    assert f"Pawns captured: {by[0]}, {by[1]} and {by[2]}." in found["en"]
    assert f"The players in order: 1. {NAMES[0]}, 2. {NAMES[1]}, 3. {NAMES[2]}." in found["en"]


def test_a_draft_of_a_game_that_was_not_played_says_who_got_it_and_why(organiser: Client, cup: Event) -> None:
    rounds = [{"entry-2": 2, "entry-3": 5}]
    services.forfeit(event_id=cup.pk, number=1, absent="entry-1", reason="ill", rounds=rounds, **WHO)
    found = drafts(organiser, "/organise/events/cup/games/1/draft-report/")
    assert found["en"].endswith("\n\nAwarded to Cora Weiß: ill. Cora Weiß won.")
    assert found["de"].endswith("\n\nKampflos gewertet für Cora Weiß: ill. Cora Weiß gewann.")


def test_a_draft_says_ties_days_and_that_the_event_is_on_hold(organiser: Client, series: Event) -> None:
    enter(series, 1, Slip(places=("yellow", "black", "green", "blue", "red", "violet")))
    services.suspend_event(event_id=series.pk, hold=Event.Hold.INTERRUPTED, reason="late", **WHO)
    address = f"/organise/events/{series.slug}/draft-report/"
    found = drafts(organiser, address)
    of_game = drafts(organiser, f"/organise/events/{series.slug}/games/1/draft-report/")
    for language, stands, tied in (
        ("en", "The event is interrupted.", "Game 1 was tied between Änne Öhler and Bert Übel."),
        (
            "de",
            "Das Turnier ist unterbrochen.",
            "Spiel 1 endete unentschieden zwischen Änne Öhler und Bert Übel.",
        ),
    ):
        assert stands in found[language]
        assert tied in found[language]
        assert tied in of_game[language]
        assert " won" not in of_game[language]
    Event.objects.filter(pk=series.pk).update(ended_on="2026-12-05")
    found = drafts(organiser, address)
    assert "was played from 21 November 2026 to 5 December 2026 with" in found["en"]
    assert "fand vom 21. November 2026 bis 5. Dezember 2026 mit" in found["de"]
