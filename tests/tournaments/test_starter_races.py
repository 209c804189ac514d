"""A game of an event is begun from several sides at once: one begins it, nobody waits for nobody, the table agrees."""

import json
from typing import Any

import pytest

from games.enums import EventKind
from games.errors import WrongState
from games.models import GameEvent
from games.services import recorder
from games.services.commands import EventCommand, RecordResult
from tests.concurrency import at_once
from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, win
from tests.tournaments.start_throws import row
from tournaments import services
from tournaments.errors import EventStateConflict
from tournaments.models import Event, EventGame

pytestmark = pytest.mark.django_db(transaction=True)
SIDES = 6


def test_of_many_who_begin_a_prepared_game_at_once_one_begins_it(cup: Event) -> None:
    """A recorder holds the game when they ask for the event, the desk is to take them in the same order."""
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    game = services.prepare_next_game(event_id=cup.pk, actor="test", now=NOW).played.game

    def begin(index: int) -> Any:
        if index % 2:
            return recorder.start_game(game_id=game.pk, actor=f"recorder:{index}", now=NOW)
        return services.start_next_game(event_id=cup.pk, actor=f"desk:{index}", now=NOW)

    answers = at_once(SIDES, begin)
    assert sum(isinstance(each, RecordResult | services.StartedGame) for each in answers) == 1, answers
    assert sum(isinstance(each, WrongState | EventStateConflict) for each in answers) == SIDES - 1, answers
    assert GameEvent.objects.filter(game=game, kind=EventKind.START).count() == 1
    assert (row(cup, 2)["state"], row(cup, 2)["starter"], row(cup, 2)["remark"]) == ("running", "red", None)


def test_throws_for_the_start_recorded_while_the_desk_begins_the_game_are_all_or_none(cup: Event) -> None:
    game = services.prepare_next_game(event_id=cup.pk, actor="test", now=NOW).played.game

    def work(index: int) -> Any:
        if index:
            wanted = EventCommand(EventKind.START_THROWS, {"throws": YELLOW_STARTS[0]}, game.pk)
            return recorder.record(game_id=game.pk, wanted=wanted, expected=None, actor="test", now=NOW)
        return services.start_next_game(event_id=cup.pk, rounds=YELLOW_STARTS, actor="desk", now=NOW)

    begun, thrown = at_once(2, work)
    assert isinstance(begun, services.StartedGame), begun
    assert isinstance(thrown, RecordResult | WrongState), thrown
    assert GameEvent.objects.filter(game=game, kind=EventKind.START_THROWS).count() == 1
    assert (row(cup, 1)["starter"], row(cup, 1)["throws"]) == ("yellow", YELLOW_STARTS)


def test_whoever_reads_while_a_game_begins_sees_it_begun_in_the_table_too_or_in_neither(cup: Event) -> None:
    win(start(cup, rounds=YELLOW_STARTS).game, "red")
    game = services.prepare_next_game(event_id=cup.pk, actor="test", now=NOW).played.game

    def work(index: int) -> Any:
        if index == 0:
            return recorder.start_game(game_id=game.pk, actor="recorder", now=NOW)
        seen = set()
        for _ in range(60):
            # One statement, so one moment.
            state, text = EventGame.objects.values_list("game__state", "event__projection").get(game=game)
            told = next(each for each in json.loads(text)["games"] if each["number"] == 2)
            seen.add((state, told["state"], told["starter"]))
        return seen

    begun, *seen = at_once(3, work)
    assert isinstance(begun, RecordResult), begun
    assert set().union(*seen) <= {("created", "created", None), ("running", "running", "red")}
    assert row(cup, 2)["state"] == "running"
