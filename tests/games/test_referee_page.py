"""What the referee's page offers beside die and pawn, and what it shows before anything is recorded."""

import re
from collections.abc import Callable

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.domain.events import EVENT_TYPES
from games.enums import EventKind, Role
from games.errors import NotDue
from games.models import Game, Permit, Player
from games.presenters.referee import IRREGULARITIES, paragraphs
from games.services import recorder
from rules import RULE_SETS
from tests.games.conftest import NOW
from tests.games.happening import finish, happen, player
from tests.games.pages import assert_is_sound

TAKEN = "6x8 B,B,B,20/B,B,B,B/B,B,B,B/B,B,B,1/B,B,B,B/B,B,B,B Y0"


def me() -> str:
    """The actor behind that browser."""
    return f"user:{User.objects.get().pk}"


@pytest.fixture
def created(players: list[Player]) -> Game:
    """A game that has not begun."""
    return recorder.create_game(
        rules=RULE_SETS["schmidt"],
        seats=[(players[0], ["yellow"]), (players[1], ["red"])],
        actor="test",
        now=NOW,
    )


def desk(referee: Client, game: Game) -> str:
    with time_machine.travel(NOW):
        return assert_is_sound(referee.get(reverse("games:referee", args=[game.pk])), "en")


def offered(text: str) -> set[str]:
    """The addresses that the forms of a page send to, as far as they are to be seen."""
    return set(re.findall(r'data-send="([a-z-]+)/"(?![^>]* hidden)', text))


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_ready_phrase_brings_a_paragraph_that_its_form_offers(name: str) -> None:
    options = {paragraph for paragraph, _ in paragraphs(RULE_SETS[name])}
    assert {paragraph for _, paragraph in IRREGULARITIES} <= options


BESIDE = {"note", "call"}
OPEN = BESIDE | {"clock", "award", "abandon"}


# -- which forms there are ---------------------------------------------------------------------------


def test_before_the_start(referee: Client, created: Game) -> None:
    assert offered(desk(referee, created)) == OPEN | {
        "start",
        "position",
        "result",
    } | {"dice-commitment"}


def test_while_it_is_played(referee: Client, recorded: Callable[[int], Game]) -> None:
    game = recorded(30)
    rulings = {"irregular-throw", "penalty", "void-die", "position", "take-back", "adjudication", "result"}
    assert offered(desk(referee, game)) == OPEN | rulings
    game = happen(game, EventKind.TAKE_BACK, throws=2)
    assert offered(desk(referee, game)) == OPEN | rulings | {"bring-back"}


def test_after_the_end(referee: Client, game: Game) -> None:
    game = finish(game, me())
    after = BESIDE | {"confirmation", "correction"}
    assert offered(desk(referee, game)) == after | {"take-back"}
    game = happen(game, EventKind.CONFIRMATION, official="M. Richter")
    assert offered(desk(referee, game)) == after
    game = happen(game, EventKind.CORRECTION, winner=player(game, 0), reason="the pawns were mixed up")
    assert offered(desk(referee, game)) == after | {"approval"}


def test_an_abandoned_game_says_so_everywhere(referee: Client, client: Client, game: Game) -> None:
    game = happen(game, EventKind.ABANDON, me(), reason="the lights went out")
    assert offered(desk(referee, game)) == BESIDE | {"take-back"}
    text = assert_is_sound(client.get(reverse("games:game", args=[game.pk])), "en")
    assert 'data-state="abandoned" data-over' in text
    assert "the lights went out" in text


def test_a_recorder_is_offered_what_he_may_do(referee: Client, recorded: Callable[[int], Game]) -> None:
    Permit.objects.update(role=Role.RECORDER)
    game = happen(recorded(30), EventKind.CALL, text="?")
    assert offered(desk(referee, game)) == {"take-back", "clock", "note", "call"}
    assert offered(desk(referee, finish(game, me()))) == {"confirmation", "take-back", "note", "call"}
    assert referee.get(reverse("games:board-after", args=[game.pk])).status_code == 403


def test_every_field_of_a_form_is_one_of_its_event(referee: Client, created: Game, game: Game) -> None:
    texts = [desk(referee, created), desk(referee, happen(game, EventKind.CALL, text="?"))]
    texts.append(
        desk(referee, happen(finish(game), EventKind.CORRECTION, winner=player(game, 0), reason="x"))
    )
    forms = re.findall(r'data-send="([a-z-]+)/"(.*?)</form>', "".join(texts), re.DOTALL)
    assert len(forms) > 20
    types = {each.slug: each for each in EVENT_TYPES.values()}
    for name, form in forms:
        fields = re.findall(r"<(?:input|select|button)[^>]*?name=[^>]*>", form)
        sent = [re.findall(r'name="([^".]+)', field)[0] for field in fields if "data-draft" not in field]
        members = {field.name for field in types[name].fields}
        assert set(sent) - {"pawn"} <= members, name


# -- what is shown ---------------------------------------------------------------------------------


def test_an_open_call_stands_on_top_with_the_disputed_board(
    referee: Client, recorded: Callable[[int], Game]
) -> None:
    game = happen(recorded(20), EventKind.CALL, text="Did that <b>count</b>?")
    text = desk(referee, game)
    assert "Did that &lt;b&gt;count&lt;/b&gt;?" in text
    assert text.count('class="board"') == 1
    text = desk(referee, happen(game, EventKind.TAKE_BACK, throws=5))
    assert text.count('class="board"') == 2
    assert f'id="call-{game.calls[0]}-title"' in text


def test_the_worth_of_every_board_is_shown_by_every_method_before_it_is_recorded(
    referee: Client, game: Game
) -> None:
    game = happen(game, EventKind.POSITION, position=TAKEN, reason="test")
    sheets = referee.get(reverse("games:desk", args=[game.pk])).context["shown"].sheets
    assert [sheet.method for sheet in sheets] == [
        "counting-points",
        "remaining-steps",
        "saved-pawns",
        "home-yard-capture",
    ]
    assert [(row.place, row.total, row.level) for row in sheets[0].rows] == [
        (1, 30, False),
        (2, 11, False),
        (3, 0, False),
    ]
    assert all(row.level for row in sheets[2].rows)


def test_who_is_level_throws_round_after_round_until_nobody_is(referee: Client, game: Game) -> None:
    address, (anne, bert, cora) = reverse("games:tie-break", args=[game.pk]), game.seating
    level, sent = "1. Änne Öhler = Bert Übel = Cora Weiß", {"method": "saved-pawns"}
    for more, asked, ranking in (
        ({}, 3, level),
        ({f"throws.0.{anne}": "7", f"throws.x.{bert}": "6", f"throws.0.{cora}": "", "x": "6"}, 3, level),
        ({f"throws.0.{anne}": "2", f"throws.0.{bert}": "6"}, 3, level),
        ({f"throws.0.{cora}": "6"}, 5, "1. Bert Übel = Cora Weiß, 3. Änne Öhler"),
        ({f"throws.1.{bert}": "3", f"throws.1.{cora}": "4"}, 5, "1. Cora Weiß, 2. Bert Übel, 3. Änne Öhler"),
    ):
        sent |= more
        text = referee.get(address, sent).content.decode()
        assert (text.count('<select name="throws.'), ranking in text) == (asked, True)
    assert referee.get(address, {"method": "by eye"}).status_code == 404


# -- throws for the start ---------------------------------------------------------------------------------


def test_throws_that_are_recorded_decide_who_starts(referee: Client, created: Game) -> None:
    game = happen(created, EventKind.START_THROWS, throws={"yellow": 2, "red": 6})
    text = desk(referee, game)
    assert re.findall(r'name="starter" value="(\w+)"', text) == ["red"]
    assert "data-thrower" not in text
    with pytest.raises(NotDue, match="Red had the highest throw, 6"):
        happen(game, EventKind.START, starter="yellow")
    started = happen(game, EventKind.START)
    assert started.starter == "red"
    assert "Red had the highest throw, 6" in str(started.events.latest("number").payload["how"])


# -- the board set by hand ---------------------------------------------------------------------------


def form_of(position: str, **changed: str) -> dict[str, str]:
    """What the form of a six-colour board tells of a position."""
    colours = ("yellow", "black", "blue", "red", "green", "violet")
    pawns = dict(zip(colours, position.split(" ")[1].split("/"), strict=True))
    return {**pawns, "thrower": "yellow", **changed}


def after(referee: Client, game: Game, data: dict[str, str]) -> str:
    answer = referee.get(reverse("games:board-after", args=[game.pk]), data)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_board_is_drawn_before_it_is_recorded(referee: Client, game: Game) -> None:
    text = after(referee, game, form_of(TAKEN, red="7 B B, B", thrower="green"))
    assert 'name="position" value="6x8 B,B,B,20/B,B,B,B/B,B,B,B/B,B,B,7/B,B,B,B/B,B,B,B G0"' in text
    assert 'data-colour="red" data-field="7"' in text
    assert "trouble" not in text


@pytest.mark.parametrize(
    ("changed", "why", "is_drawn"),
    [
        ({"yellow": "B,B,B,25", "red": "B,B,B,1"}, "two colours stand on one track field", True),
        ({"yellow": "B,B,B"}, "four pawns are needed", True),
        ({"yellow": "B,B,B,99"}, "is no field", False),
        ({"yellow": "B,B,B,1,2"}, "four pawns are needed", False),
        ({"missed": "3"}, "should be the colour to throw", True),
        ({"missed": "x" * 1500}, "should be the colour to throw", True),
        ({"thrower": ""}, "the game is not over", True),
        ({"furniture": "T5"}, "", True),
        ({"yellow": "/"}, "", False),
    ],
)
def test_a_board_that_cannot_be_says_why_and_cannot_be_recorded(
    referee: Client, game: Game, changed: dict[str, str], why: str, is_drawn: bool
) -> None:
    text = after(referee, game, form_of(TAKEN, **changed))
    assert why in text
    assert 'class="trouble"' in text
    assert 'name="position"' not in text
    assert ("<svg" in text) is is_drawn


def test_a_game_can_begin_from_a_board_set_by_hand(referee: Client, created: Game) -> None:
    data = {"yellow": "B,B,B,A", "red": "c,d,7,B", "thrower": "red"}
    text = after(referee, created, data)
    assert 'value="4x10 B,B,B,A/-/B,7,c,d/- R0"' in text


def test_trapdoors_are_told_with_the_board(referee: Client, players: list[Player]) -> None:
    seats = [(players[0], ["yellow"]), (players[1], ["red"])]
    game = recorder.create_game(rules=RULE_SETS["mhd-trapdoors"], seats=seats, actor="test", now=NOW)
    drawn = re.search(r'name="furniture" value="(T[0-9,]+)"', desk(referee, game))
    assert drawn
    data = {"yellow": "B,B,B,d", "red": "B,B,B,B", "thrower": "red", "furniture": drawn[1]}
    assert f"R0 {drawn[1]}" in after(referee, game, data)
    assert 'class="trouble"' in after(referee, game, {**data, "furniture": ""})


# -- cost ------------------------------------------------------------------------------------------------


def test_the_desk_costs_the_same_few_queries_whatever_has_happened(
    referee: Client, recorded: Callable[[int], Game], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game = recorded(40)
    for turn in range(3):
        game = happen(game, EventKind.NOTE, text=f"note {turn}")
        game = happen(game, EventKind.CALL, text=f"call {turn}")
        game = happen(game, EventKind.TAKE_BACK, throws=2)
        with django_assert_num_queries(7):
            referee.get(reverse("games:desk", args=[game.pk]))
        with django_assert_num_queries(4):
            referee.get(reverse("games:board-after", args=[game.pk]), form_of(TAKEN))
