"""The desk of an event: every step asked for, tried where it changes more, done, and refused where it cannot be."""

import html
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.access import PERMISSIONS
from games.enums import Action, EventKind, Role
from games.models import Game, GameEvent, Player
from tests.tournaments.admin_forms import (
    desk,
    messages,
    part,
    particulars,
    step,
)
from tests.tournaments.conftest import NOW, YELLOW_STARTS, new_event, start, win
from tests.tournaments.dashboard import (
    actor,
    confirmed,
    done,
    entered as entered,
    expected,
    league as league,
    organiser as organiser,
    refused,
    staff,
    staff_with,
    tried,
)
from tests.tournaments.event_state import everything, figures, happen, table
from tests.tournaments.slips import enter
from tests.tournaments.undoing import won_by
from tournaments import services
from tournaments.models import CompensationAward, Event, Season
from tournaments.organiser.actions import OF_EVENTS, OF_GAMES
from tournaments.organiser.actions.base import name_of

pytestmark = pytest.mark.django_db


def seen(client: Client, event: Event, name: str) -> str:
    """A page of the desk, as somebody sees it."""
    return client.get(part(name, event)).content.decode()


# -- draws -----------------------------------------------------------------------------------------


THROWN = {"round-1-entry-1": "2", "round-1-entry-2": "5", "round-1-entry-3": "5"}


@pytest.mark.parametrize(
    ("way", "body", "order"),
    [
        ("seed", {"published_seed": "lottery"}, None),
        ("seed", {}, None),
        ("seed-order", {}, ["entry-1", "entry-2", "entry-3"]),
        ("chosen", {"choice-0": "2", "choice-1": "0"}, ["entry-2", "entry-3", "entry-1"]),
        (
            "by-hand",
            {"place-0": "entry-2", "place-1": "entry-1", "place-2": "entry-3"},
            ["entry-2", "entry-1", "entry-3"],
        ),
        (
            "thrown",
            {**THROWN, "round-2-entry-2": "1", "round-2-entry-3": "6"},
            ["entry-3", "entry-2", "entry-1"],
        ),
    ],
)
def test_a_draw_is_held_in_every_way(
    organiser: Client, entered: Event, way: str, body: dict[str, str], order: list[str] | None
) -> None:
    url = step("holddraw", entered, way)
    assert url in organiser.get(step("chooseway", entered)).content.decode()
    assert organiser.get(url).status_code == 200
    answer = organiser.post(url, body)
    assert answer["Location"] == desk(entered)
    draw = entered.draws.get()
    assert order in (None, draw.order)
    assert draw.made_by == actor()
    assert actor() in draw.history.get().history_change_reason


@pytest.mark.parametrize(
    ("way", "body", "about"),
    [
        ("chosen", {"choice-0": "2", "choice-1": "2"}, "still free are"),
        ("chosen", {}, "This field is required"),
        (
            "by-hand",
            {"place-0": "entry-2", "place-1": "entry-2", "place-2": "entry-3"},
            "is needed once",
        ),
        ("thrown", THROWN, "Bert Übel and Cora Weiß threw 5 each and throw again"),
        ("thrown", THROWN, "round-2-entry-2"),
        ("thrown", {"round-1-entry-1": "9"}, "round-1-entry-1"),
        ("thrown", {}, "everybody throws once"),
    ],
)
def test_a_draw_that_cannot_be_is_refused(
    organiser: Client, entered: Event, way: str, body: dict[str, str], about: str
) -> None:
    refused(organiser, step("holddraw", entered, way), body, about)


def test_a_draw_is_held_again_for_a_reason(organiser: Client, cup: Event) -> None:
    url = step("voiddraw", cup, "pairs")
    refused(organiser, url, {"reason": ""}, "This field is required")
    assert done(organiser, url, {"reason": "Cora came late"}, cup) == ["The draw is void. Draw again."]
    assert step("chooseway", cup) in seen(organiser, cup, "draws")


# -- starting, results -----------------------------------------------------------------------------


def test_throws_for_the_start_are_tapped_and_those_who_are_level_throw_again(
    organiser: Client, cup: Event
) -> None:
    url, sent = step("startgame", cup, 1), {"board": "7", "dice": ""}

    def tap(**key: str) -> Any:
        page = organiser.post(url, {**sent, **key})
        assert (page.status_code, cup.games.count()) == (200, 0)
        sent["dice"] = page.context["form"].throws.as_text
        assert f'name="dice" value="{sent["dice"]}"' in page.content.decode()
        return page

    assert organiser.post(url, {"board": "7"}).context["form"].errors["__all__"]
    refused(organiser, url, {"override": "blue"}, "Why another colour starts is needed.")
    colours = ("yellow", "black", "blue", "red", "green", "violet")
    page = organiser.get(url)
    for colour in colours:
        assert page.context["form"].throws.colour == colour
        page = tap(die="6" if colour in ("blue", "violet") else "1")
    dice = page.context["form"].throws
    assert (dice.colour, dice.so_far[-1]) == ("blue", ("violet", 6))
    assert "tied" in page.content.decode() or "again" in page.content.decode()
    assert tap(undo="yes").context["form"].throws.colour == "violet"
    tap(die="6")
    tap(die="2")
    answer = organiser.post(url, {**sent, "die": "5"}, follow=True)
    assert "Violet" in messages(answer)[0]
    game = cup.games.get()
    assert (game.game.starter, game.board, len(game.throws)) == ("violet", "7", 2)


# -- not played to the end -------------------------------------------------------------------------


def test_a_game_is_forfeited_the_level_opponents_throw(organiser: Client, cup: Event) -> None:
    url = step("enterforfeit", cup, 1)
    assert organiser.get(url).status_code == 200
    body = {"absent": "entry-1", "reason": "did not come"}
    refused(organiser, url, body, "round-1-entry-2")
    refused(organiser, url, {"absent": "entry-1"}, "This field is required")
    tied = {**body, "round-1-entry-2": "5", "round-1-entry-3": "5"}
    refused(organiser, url, tied, "Bert Übel and Cora Weiß threw 5 each and throw again")
    body |= {"round-1-entry-2": "2", "round-1-entry-3": "5"}
    assert done(organiser, url, body, cup) == ["Game 1: forfeited, won by Cora Weiß. Undo"]
    assert figures(cup)["entry-3"] == 1
    assert table(cup)["report"][-1]["reason"] == "did not come"
    assert cup.games.get().game.decided_by == "award"


def test_who_gives_up_a_game_for_places_is_told_with_the_places_of_the_others(
    organiser: Client, series: Event
) -> None:
    url = step("enterforfeit", series, 1)
    body = {"absent": "entry-1", "reason": "ill"}
    places = {
        f"place-{number}": colour for number, colour in enumerate(("blue", "green", "violet", "black"), 1)
    }
    refused(organiser, url, body, "This field is required")
    refused(
        organiser,
        url,
        {**body, **places, "place-4": "red"},
        "the colours that go on are needed, each once",
    )
    assert done(organiser, url, body | places, series) == ["Game 1: forfeited, won by Cora Weiß. Undo"]
    assert series.games.get().game.places == [*places.values(), "yellow", "red"]


def test_a_stopped_game_is_adjudicated(organiser: Client, cup: Event) -> None:
    running = start(cup, rounds=YELLOW_STARTS)
    board = "6x8 B,B,B,5/B,B,B,B/B,B,B,5/B,B,B,B/B,B,B,B/B,B,B,B Y0"
    happen(running.game, EventKind.POSITION, position=board, reason="as it stood")
    url = step("adjudicate", cup, 1)
    assert "counting points" in organiser.get(url).content.decode()
    body: dict[str, Any] = {"method": "counting-points", "reason": "the hall closes", **expected(cup)}
    refused(organiser, url, body, "throw, the highest wins")
    first, second, _ = cup.games.get().game.seating
    tied = {**body, f"round-1-{first}": "6", f"round-1-{second}": "6"}
    refused(organiser, url, tied, "Änne Öhler and Bert Übel threw 6 each and throw again")
    body |= {f"round-1-{first}": "2", f"round-1-{second}": "6"}
    assert done(organiser, url, body, cup) == ["Game 1 is adjudicated."]
    game = cup.games.get().game
    assert game.decided_by == "adjudication"
    assert (str(game.winner_id), game.events.get(kind="adjudication").actor) == (second, actor())
    report = organiser.get("/organise/events/cup/games/1/draft-report/").content.decode()
    assert "The players in order: 1. Bert Übel, 2. Änne Öhler, 3. Cora Weiß." in report


def test_a_game_is_broken_off_and_played_anew_or_taken_back(organiser: Client, cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    url = step("abandon", cup, 1)
    refused(organiser, url, {"reason": " "}, "This field is required")
    done(organiser, url, {"reason": "the lights went out"}, cup)
    assert cup.games.get().game.state == "abandoned"
    done(organiser, step("takeback", cup, 1), {"reason": "the lights are back", **expected(cup)}, cup)
    assert cup.games.get().game.state == "running"


def test_a_running_game_moves_to_another_board(organiser: Client, cup: Event) -> None:
    start(cup, rounds=YELLOW_STARTS)
    url = step("movetoboard", cup, 1)
    refused(organiser, url, {"board": ""}, "This field is required")
    answer = organiser.post(url, {"board": "4"}, follow=True)
    assert messages(answer) == ["Game 1 is played at board 4."]
    assert table(cup)["games"][0]["board"] == "4"


# -- after the end ---------------------------------------------------------------------------------


def test_a_correction_takes_two_people(organiser: Client, cup: Event) -> None:
    second = staff("second", is_superuser=True)
    enter(cup, 1)
    url = step("correct", cup, 1)
    body = {"place-green": "1", "reason": "the slip was read wrongly", **expected(cup)}
    refused(organiser, url, {**body, "reason": ""}, "This field is required")
    refused(organiser, url, {**body, "expected": "1"}, "the last event is number")
    for odd, about in (
        ({"place-green": ""}, "Either the places or the winner"),
        ({"place-green": "2"}, "Places count from 1"),
        ({"place-blue": "1"}, "Places count from 1"),
        ({"pawns-red": "7"}, "pawns-red"),
        ({"minutes": "-1"}, "minutes"),
    ):
        refused(organiser, url, {**body, **odd}, about)
    answer = organiser.post(url, body, follow=True)
    assert messages(answer) == ["The correction is proposed; a second person has to approve it."]
    assert figures(cup)["entry-2"] == 1
    approve = step("approve", cup, 1)
    refused(organiser, approve, expected(cup), "the proposer cannot approve it")
    assert done(second, approve, expected(cup), cup) == ["Game 1: the result is corrected."]
    assert (figures(cup)["entry-2"], figures(cup)["entry-3"]) == (0, 1)


def test_a_result_is_confirmed_by_a_player_or_an_official(organiser: Client, cup: Event) -> None:
    game = enter(cup, 1).game
    url, who = step("confirm", cup, 1), next(iter(game.seating))
    refused(organiser, url, {**expected(cup)}, "either a player or an official")
    refused(organiser, url, {**expected(cup), "player": who, "official": "Udo"}, "either a player")
    organiser.post(url, {**expected(cup), "player": who})
    organiser.post(url, {**expected(cup), "official": "Udo  Umpire"})
    assert Game.objects.get(pk=game.pk).confirmations == [who, "Udo Umpire"]


def test_the_end_of_a_played_game_is_taken_back_with_a_reason(organiser: Client, cup: Event) -> None:
    played = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    url = step("takeback", cup, 1)
    assert url not in seen(organiser, cup, "games"), "somebody else has recorded it"
    won_by(played, f"user:{User.objects.get().pk}", timezone.now())
    assert url in seen(organiser, cup, "games")
    body = {"reason": "the wrong pawn was moved", **expected(cup)}
    page = tried(organiser, url, body)
    assert "Änne Öhler: 1st place (was 2nd place)" in page
    assert "Game 1" not in page.partition("This also changes")[2].partition("</ul>")[0]
    confirmed(organiser, url, body, cup)
    assert (cup.games.get().game.state, figures(cup)["entry-2"]) == ("running", 0)


# -- the event as a whole --------------------------------------------------------------------------


def test_settings_are_changed_with_a_note_once_what_follows_was_seen(organiser: Client, cup: Event) -> None:
    """If something has happened in the event since, what would follow is shown again."""
    enter(cup, 1)
    start(cup)
    url = step("changesettings", cup)
    body = {"championship.wins": "1", "championship.absent_starter": "throw", "note": "the lights go out"}
    refused(organiser, url, {**body, "note": ""}, "This field is required")
    refused(organiser, url, {**body, "championship.wins": "0"}, "championship.wins")
    assert "the event is over: Bert Übel has won" in tried(organiser, url, body)
    looked_at = Event.objects.get(pk=cup.pk).version
    services.move_to_board(event_id=cup.pk, number=2, board="7", actor="test", now=NOW)
    page = organiser.post(url, {**body, "confirmed": "yes", "seen": looked_at}).content.decode()
    assert "the event is over: Bert Übel has won" in page
    assert Event.objects.get(pk=cup.pk).settings["wins"] == 2
    assert 'value="the lights go out"' in organiser.post(url, {**body, "edit": "yes"}).content.decode()
    done(organiser, url, {**body, "championship.wins": "5"}, cup)
    assert Event.objects.get(pk=cup.pk).settings["wins"] == 5
    reported = table(cup)["report"][-1]
    assert reported["reason"] == "the lights go out"
    assert reported["sentence"]["en"].endswith("5: nothing that was played or planned changes")
    assert f"{actor()} the lights go out" in cup.history.latest().history_change_reason


def test_an_event_is_interrupted_resumed_and_closed(organiser: Client, cup: Event) -> None:
    def say(holding: str, reason: str) -> list[str]:
        url = step("sayhold", cup, holding)
        assert url in seen(organiser, cup, "settings")
        assert organiser.get(url).status_code == 200
        return messages(organiser.post(url, {"reason": reason}, follow=True))

    assert "interrupted" in say("interrupt", "it is midnight")[0]
    for client, may_go_on in ((organiser, True), (staff_with(Role.REFEREE), False)):
        page = client.get(desk(cup)).content.decode()
        assert ("Interrupted" in page, step("sayhold", cup, "resume") in page) == (True, may_go_on)
    thrown = {"dice": "-".join(str(die) for die in YELLOW_STARTS[0].values())}
    page = organiser.post(step("startgame", cup, 1), thrown).content.decode()
    assert "the event is interrupted" in page
    say("resume", "next Friday")
    refused(organiser, step("sayhold", cup, "close"), {"reason": "over"}, "Not decided yet")
    enter(cup, 1)
    enter(cup, 2)
    before = everything()
    organiser.post(step("sayhold", cup, "call-off"), {"reason": "late"})
    assert everything() == before, "what is decided is not called off"
    say("close", "all slips are signed")
    assert Event.objects.get(pk=cup.pk).hold == "closed"
    assert [line["reason"] for line in table(cup)["report"]] == [
        "it is midnight",
        "next Friday",
        "all slips are signed",
    ]
    assert organiser.get(step("sayhold", cup, "sell")).status_code == 404


def test_a_player_leaves_a_league(organiser: Client, league: Event) -> None:
    entry = league.entries.get(key="entry-3")
    url = step("leave", league, entry.pk)
    assert url in seen(organiser, league, "players")
    refused(organiser, url, {"reason": ""}, "This field is required")
    assert confirmed(organiser, url, {"reason": "moves away"}, league) == ["Cora Weiß is withdrawn."]
    assert actor() in entry.history.latest().history_change_reason
    assert "withdrawn" in seen(organiser, league, "players")
    refused(organiser, url, {"reason": "again"}, "has left already")
    assert organiser.get(step("leave", league, 999999)).status_code == 404


def test_compensation_points_are_awarded_to_the_winner_and_taken_back(organiser: Client, cup: Event) -> None:
    url = step("awardcompensation", cup)
    enter(cup, 1)
    enter(cup, 2)
    assert url in seen(organiser, cup, "settings")
    body = {"points": "1.5", "reason": "the distance was shortened"}
    refused(organiser, url, {**body, "points": "1.3"}, "whole or half points")
    refused(organiser, url, {**body, "reason": ""}, "This field is required")
    assert messages(organiser.post(url, body, follow=True)) == ["Bert Übel is awarded 1.5 CP."]
    award = cup.compensation_awards.get()
    assert (award.points, award.made_by) == (Fraction(3, 2), actor())
    page = seen(organiser, cup, "settings")
    assert "the distance was shortened" in page
    back = step("withdrawcompensation", cup, award.pk)
    assert back in page
    refused(organiser, back, {"reason": ""}, "This field is required")
    assert messages(organiser.post(back, {"reason": "not needed"}, follow=True)) == ["The CP are taken back."]
    assert not cup.compensation_awards.exists()


# -- who may ---------------------------------------------------------------------------------------

OF: dict[str, Callable[[Event], tuple[Any, ...]]] = {
    "holddraw": lambda event: ("seed",),
    "voiddraw": lambda event: (event.draws.get().subject,),
    "sayhold": lambda event: ("interrupt",),
    "leave": lambda event: (event.entries.all()[0].pk,),
    "removeplayer": lambda event: (event.entries.all()[0].pk,),
    "withdrawcompensation": lambda event: (award_in(event),),
}


def award_in(event: Event) -> int:
    given = {"points": 1, "reason": "x", "made_by": "test", "made_at": NOW}
    return CompensationAward.objects.create(event=event, player=event.entries.all()[0].player, **given).pk


STEPS = [*OF_GAMES.values(), *OF_EVENTS.values()]


def address(kind: type, event: Event) -> str:
    name = name_of(kind).removeprefix("desk-")
    return step(name, event, *((1,) if kind in OF_GAMES.values() else OF.get(name, lambda _: ())(event)))


@pytest.mark.parametrize("role", [*Role, None])
def test_a_role_may_at_the_desk_what_it_may_anywhere(season: Season, cup: Event, role: Role | None) -> None:
    """Staff by Django's flag, and a role in the event: what the role does not allow is refused, and all elsewhere."""
    other = desk(new_event(season, slug="other", name="Other"))
    enter(cup, 1)
    client = staff_with(role) if role else staff("helper")
    urls = {address(kind, cup): kind.permission for kind in STEPS}
    before = everything()
    for url, action in urls.items():
        allowed = role is not None and action in PERMISSIONS[role]
        for ask in (client.get, client.post):
            assert (ask(url).status_code == 403) != allowed, url
    rules = role is not None and Action.RULE in PERMISSIONS[role]
    assert (client.get(desk(cup)).status_code == 200, client.get(other).status_code) == (rules, 403)
    assert everything() == before


def test_an_organiser_by_role_gets_wherever_his_desk_leads(cup: Event) -> None:
    enter(cup, 1)
    start(cup)
    client = staff_with(Role.ORGANISER)
    parts = ("players", "games", "draws", "files", "screens", "settings")
    pages = [client.get(desk(cup)).content.decode(), *(seen(client, cup, name) for name in parts)]
    links = {html.unescape(link) for page in pages for link in re.findall(r'href="(/[^"#]*)"', page)}
    assert step("startgame", cup, 2) not in links
    assert {
        f"/events/{cup.slug}/results/?game=2",
        f"/events/{cup.slug}/audit/",
        *(part(name, cup) for name in parts),
    } <= links
    for link in links:
        assert client.get(link).status_code in (200, 302), link


# -- rows to look at in the admin ------------------------------------------------------------------


def test_events_games_and_their_log_can_only_be_looked_at(organiser: Client, cup: Event) -> None:
    game = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    number = GameEvent.objects.count()
    event = GameEvent.objects.first()
    assert event is not None
    for page in (
        "/admin/tournaments/event/",
        particulars(cup),
        "/admin/games/game/",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/gameevent/?game__id__exact={game.pk}",
        f"/admin/games/gameevent/{event.pk}/change/",
    ):
        answer = organiser.get(page)
        assert answer.status_code == 200, page
        assert b'name="_save"' not in answer.content
        assert b"delete_selected" not in answer.content
    for page in (
        "/admin/tournaments/event/add/",
        reverse("admin:tournaments_event_delete", args=[cup.pk]),
        "/admin/games/game/add/",
        f"/admin/games/game/{game.pk}/delete/",
        "/admin/games/gameevent/add/",
        f"/admin/games/gameevent/{event.pk}/delete/",
    ):
        assert organiser.get(page).status_code == 403, page
    before = Game.objects.filter(pk=game.pk).values().get()
    earlier = reverse("admin:tournaments_event_simple_history", args=[cup.pk, cup.history.latest().pk])
    for page, sent in (
        (f"/admin/games/game/{game.pk}/change/", {"title": "x"}),
        (particulars(cup), {"name": "x"}),
        (earlier, {"name": "put back"}),
        (f"/admin/games/gameevent/{event.pk}/change/", {"kind": "end"}),
    ):
        assert organiser.post(page, sent).status_code == 403, page
    assert Game.objects.filter(pk=game.pk).values().get() == before
    assert GameEvent.objects.count() == number


def test_a_player_with_games_is_not_deleted(organiser: Client, cup: Event, players: list[Player]) -> None:
    organiser.post(f"/admin/games/player/{players[0].pk}/delete/", {"post": "yes"})
    assert Player.objects.filter(pk=players[0].pk).exists()
