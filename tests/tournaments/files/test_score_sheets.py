"""A score sheet goes out on paper and comes back typed in: all or nothing, the first mistake with its line."""

import pytest
from django.test import Client

from games.enums import EventKind, Role
from games.errors import RecordDiffers, WrongState
from games.models import Game
from games.queries.record_text import record_of
from games.services.record_sync import type_in
from rules import RecordError
from tests.tournaments.admin_forms import step, whole_desk
from tests.tournaments.conftest import NAMES, NOW, YELLOW_STARTS, brought_home, start
from tests.tournaments.dashboard import actor, confirmed, organiser as organiser, refused, staff_with, tried
from tests.tournaments.event_state import everything
from tests.tournaments.files.pdf_text import pages
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(cup: Event) -> Game:
    return start(cup, rounds=YELLOW_STARTS).game


def sheet(game: Game, *colours: str) -> str:
    """The turns as somebody writes them who has seen the whole game."""
    play = game.play()
    for throw in brought_home(play, colours):
        play = play.play(throw.payload["die"], throw.payload["move"])
    return play.record().partition("\n\n")[2]


def typed(game: Game, turns: str) -> Game:
    return type_in(game_id=game.pk, turns=turns, actor="user:1", now=NOW, check=lambda kind: None).game


def test_a_whole_game_is_recorded_from_its_sheet(game: Game) -> None:
    """What is recorded already is skipped, and the same sheet records nothing twice."""
    turns = sheet(game, "red")
    lines = turns.splitlines()
    half = typed(game, "\n".join(lines[:20]))
    more = typed(game, "\r\n".join(lines[:30]))
    assert more.number > half.number
    assert typed(game, "\n".join(lines[:30])).number == more.number
    after = typed(game, turns)
    assert (after.state, after.places) == ("ended", ["red"])
    assert record_of(after).partition("\n\n")[2] == turns
    assert set(after.events.filter(kind=EventKind.THROW).values_list("actor", flat=True)) == {"user:1"}
    with pytest.raises((WrongState, RecordError)):
        typed(game, f"{turns}Y 1\n")


@pytest.mark.parametrize(
    ("written", "line", "about"),
    [
        ("Y 1 1 1\nK 1 1 7\n", 2, "7"),
        ("Y 1 1 1\n\nU 1\n", 3, "it is the turn of black"),
        ("Y 1 2 6:B-A 6:A-5\n", 1, "6:A-5"),
        ("Y xx\n", 1, "is no throw"),
        ('[Rules "schmidt"]\nY 1\n', 1, "stands twice"),
    ],
)
def test_the_first_mistake_is_named_with_its_line_and_nothing_is_recorded(
    game: Game, written: str, line: int, about: str
) -> None:
    before = everything()
    with pytest.raises(RecordError) as mistake:
        typed(game, written)
    assert (mistake.value.line, mistake.value.message.en.startswith(f"line {line}, ")) == (line, True)
    assert about in mistake.value.message.en
    assert mistake.value.message.de.startswith(f"Zeile {line}, ")
    assert everything() == before


def test_what_contradicts_the_log_is_named_with_its_line(game: Game) -> None:
    typed(game, "Y 1 1 1\nK 2 2 2\n")
    with pytest.raises(RecordDiffers) as mistake:
        typed(game, "Y 1 1 1\nK 2 3 2\nU 1 1 1\n")
    assert mistake.value.message.en.startswith("line 2, column 5: ")
    assert mistake.value.details["line"] == 2


# -- at the desk -----------------------------------------------------------------------------------


def test_a_sheet_is_looked_at_with_its_board_before_it_is_recorded(
    organiser: Client, cup: Event, game: Game
) -> None:
    url = step("typein", cup, 1)
    assert url in whole_desk(organiser, cup)
    refused(organiser, url, {"turns": "Y 1 1 1\nK 2 9 2\n"}, "line 2, column 5")
    body = {"turns": "Y 1 1 6:B-A 3:A-3\nK 2 2 2\n"}
    assert "<svg" in tried(organiser, url, body)
    said = confirmed(organiser, url, body, cup)
    assert said == ["Game 1: 7 throws are recorded; the game is then running."]
    assert set(game.events.filter(kind=EventKind.THROW).values_list("actor", flat=True)) == {actor()}


def test_who_may_not_rule_does_not_type_in_a_ruling(cup: Event, game: Game) -> None:
    before, turns = everything(), f"% set by hand => {game.play().position}\n"
    page = staff_with(Role.RECORDER).post(step("typein", cup, 1), {"turns": turns}).content.decode()
    assert 'class="trouble' in page
    assert everything() == before


# -- on paper --------------------------------------------------------------------------------------


def test_there_is_a_sheet_a_page_for_each_game_to_come_and_one_to_go_on_with(
    client: Client, cup: Event, game: Game
) -> None:
    found = pages(client.get("/events/cup/sheets.pdf?language=de").content)
    assert all(f"Spiel {number}" in page for number, page in enumerate(found[:-1], start=1))
    assert all("schlägt Rot" in page for page in found)
    assert all(name in found[0] for name in NAMES)
