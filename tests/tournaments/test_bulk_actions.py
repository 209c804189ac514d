"""Several games at once, the order of the entries without dragging, and the ways back from what was decided."""

import pytest
from django.test import Client

from games.enums import EventKind, GameState
from games.models import Player
from games.models.player import folded
from tests.tournaments.admin_forms import messages, part, step, whole_desk
from tests.tournaments.conftest import NOW, new_event
from tests.tournaments.dashboard import actor, confirmed, league, organiser, tried
from tests.tournaments.event_state import everything, happen, table
from tests.tournaments.slips import enter
from tournaments import services
from tournaments.models import Event, Season
from tournaments.services import Slip

__all__ = ["league", "organiser"]
pytestmark = pytest.mark.django_db


def nights(season: Season) -> Event:
    """A League of four players at two boards, drawn."""
    event = new_event(
        season, slug="nights", format_key="league", rules_name="xmadn-2t", settings={"drrs": 1, "boards": 2}
    )
    for name in ("Ada", "Ben", "Cid", "Dot"):
        player = Player.objects.create(name=name)
        services.enter(event_id=event.pk, player=player, actor="test", now=NOW)
    services.draw_in_seed_order(event_id=event.pk, actor="test", now=NOW)
    return Event.objects.get(pk=event.pk)


# -- several games ---------------------------------------------------------------------------------


def test_all_due_games_begin_board_after_board(organiser: Client, season: Season) -> None:
    event = nights(season)
    due = [game["number"] for game in table(event)["next_games"]]
    assert len(due) > 1
    assert step("startgames", event) in whole_desk(organiser, event)
    body = {"games": due, "boards": "A, B"}
    page = tried(organiser, step("startgames", event), body)
    assert "board A:" in page
    confirmed(organiser, step("startgames", event), body, event)
    begun = event.games.filter(game__state=GameState.RUNNING).order_by("number")
    assert [(played.number, played.board) for played in begun] == list(zip(due[:2], "AB", strict=True))


def test_a_game_that_cannot_begin_leaves_the_others_alone(organiser: Client, league: Event) -> None:
    for number in (1, 2, 3):
        due = table(league)["next_games"][0]
        enter(league, number, Slip(places=(next(iter(due["seating"].values()))[0],)))
    body = {"games": ["4", "5", "6"], "boards": "A, B, C"}
    page = tried(organiser, step("startgames", league), body)
    assert page.count("Not this one") == 2
    said = confirmed(organiser, step("startgames", league), body, league)
    assert len(said) == 3
    assert [played.board for played in league.games.filter(game__state="running")] == ["A"]


def test_boards_are_named_once(organiser: Client, season: Season) -> None:
    event = nights(season)
    number = table(event)["next_games"][0]["number"]
    before = everything()
    answer = organiser.post(step("startgames", event), {"games": [number], "boards": "A, A"})
    assert "Each board is named once." in answer.content.decode()
    assert everything() == before


def test_several_results_are_confirmed_by_an_official(organiser: Client, cup: Event) -> None:
    enter(cup, 1)
    enter(cup, 2, Slip(places=("green",)))
    url = step("confirmresults", cup)
    assert url in whole_desk(organiser, cup)
    ticked = [f"{row.number}-{row.game.number}" for row in cup.games.select_related("game")]
    page = tried(organiser, url, {"games": ticked, "official": "Dora"})
    assert "Bert Übel, confirmed by Dora" in page
    confirmed(organiser, url, {"games": ticked, "official": "Dora"}, cup)
    games = [row.game for row in cup.games.select_related("game")]
    assert all(game.confirmations for game in games)
    assert games[0].events.last().actor == actor()  # type: ignore[union-attr]
    assert organiser.get(url)["Location"] == part("games", cup)


def test_a_result_that_changed_meanwhile_is_not_confirmed(organiser: Client, cup: Event) -> None:
    enter(cup, 1)
    enter(cup, 2, Slip(places=("green",)))
    first, second = (row.game for row in cup.games.select_related("game"))
    ticked = [f"1-{first.number}", f"2-{second.number}"]
    body = {"games": ticked, "official": "Dora", "confirmed": "yes", "seen": cup_version(cup)}
    happen(first, EventKind.NOTE, text="the slip is torn")
    answer = organiser.post(step("confirmresults", cup), body, follow=True)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (bool(first.confirmations), bool(second.confirmations)) == (False, True), messages(answer)


def cup_version(event: Event) -> int:
    return Event.objects.get(pk=event.pk).version


# -- the order of the entries ----------------------------------------------------------------------


@pytest.fixture
def entered(season: Season, players: list[Player]) -> Event:
    event = new_event(season)
    services.enter_all(event_id=event.pk, players=players, actor="test", now=NOW)
    return event


def order(event: Event) -> list[str]:
    return [
        folded(entry.player.name)[:4] for entry in event.entries.select_related("player").order_by("seed")
    ]


def test_an_entry_moves_a_place_up_or_down_and_keeps_the_keyboard(organiser: Client, entered: Event) -> None:
    url = step("seeding", entered)
    assert url in whole_desk(organiser, entered)
    answer = organiser.post(url, {"up": "entry-3"}, follow=True)
    assert order(entered) == ["anne", "cora", "bert"]
    page = answer.content.decode()
    assert page.count("autofocus") == 1
    assert page.index('value="entry-3" autofocus') < page.index('value="entry-2"')
    organiser.post(url, {"down": "entry-1"})
    assert order(entered) == ["cora", "anne", "bert"]
    organiser.post(url, {"up": "entry-3"})
    assert order(entered) == ["cora", "anne", "bert"]
    assert organiser.post(url, {"up": "nobody"}).status_code == 404


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
    keys = ("entry-1", "entry-2", "entry-3")
    sent = {f"seed-{key}": number for key, number in zip(keys, numbers, strict=True)}
    organiser.post(step("seeding", entered), sent)
    assert order(entered) == found


def test_after_the_draw_the_order_stays(organiser: Client, cup: Event) -> None:
    answer = organiser.post(step("seeding", cup), {"up": "entry-3"}, follow=True)
    assert "The draw has been held" in messages(answer)[0]
    assert step("seeding", cup) not in whole_desk(organiser, cup)
