"""The facts of a game are what its log tells: captures, leads, who came home when – as they stand."""

from collections import Counter

import pytest

import rules
from games.domain.mainline import line_of_play
from games.enums import EventKind
from games.models import Game, GameEvent
from games.recaps.collect import facts_of
from games.recaps.facts import GameFacts
from games.services import recorder
from games.services.commands import EventCommand
from tests.games.conftest import random_throws
from tests.tournaments.conftest import NAMES, NOW, YELLOW_STARTS, record, start, undo_result, win
from tests.tournaments.conftest import cup as cup
from tests.tournaments.conftest import players as players
from tests.tournaments.conftest import season as season
from tests.tournaments.conftest import series as series
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def facts(game: Game) -> GameFacts:
    game = Game.objects.get(pk=game.pk)
    names = {str(seat.player_id): seat.player.name for seat in game.seats.select_related("player")}
    return facts_of(game, names)


def thrown(game: Game) -> list[tuple[GameEvent, rules.Game, rules.Game]]:
    """The throws that stand, each with the game before and after it: played by the rules, beside the log's state."""
    found, play = [], None
    for event in line_of_play(list(game.log)):
        if event.kind == EventKind.THROW:
            assert play is not None
            after = play.play(event.payload["die"], event.payload["move"])
            found.append((event, play, after))
            play = after
        elif event.position:
            play = rules.Game.at(event.position, game.rules, game.seating, finished=event.finished)
    return found


def test_who_came_home_when_and_in_which_order_stands_in_the_log(cup: Event, series: Event) -> None:
    places = win(
        start(series, rounds=YELLOW_STARTS).game, "yellow", "red", "black", "green", "blue", "violet"
    )
    told, found = thrown(places), facts(places)
    assert found.played is not None
    assert found.played.throws == len(told)
    assert [(home.colour, home.throw) for home in found.played.homes] == [
        (colour, throw)
        for throw, (_, before, after) in enumerate(told, start=1)
        for colour in after.finished
        if colour not in before.finished
    ]
    assert found.order == f"1. {NAMES[0]}, 2. {NAMES[1]}, 3. {NAMES[2]}"
    first = facts(win(start(cup, rounds=YELLOW_STARTS).game, "red"))
    assert (first.order, first.winner, first.places) == ("", NAMES[1], ("red",))
    assert first.played is not None
    # Who wins has nothing left to go with the colour that is home; everybody else has.
    assert sorted(first.played.left) == sorted([NAMES[0], NAMES[2]])
    assert first.played.lead is not None
    assert first.played.lead.name == NAMES[1]


def test_captures_are_told_with_their_throw_and_what_they_cost(cup: Event) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game
    game = record(game, random_throws(game, 300))
    told, found = thrown(game), facts(game)
    lost = [
        (
            throw,
            max((Counter(before.position.pawns[one]) - Counter(after.position.pawns[one])).elements()),
        )
        for throw, (_, before, after) in enumerate(told, start=1)
        if after.last_move is not None
        for one in after.last_move.captured
    ]
    assert len(lost) > 3
    assert found.played is not None
    assert found.played.first_capture is not None
    assert found.played.dearest_capture is not None
    assert (found.played.first_capture.throw, found.played.first_capture.fields) == lost[0]
    dearest = max(fields for _, fields in lost)
    assert (found.played.dearest_capture.throw, dearest) in lost
    assert found.played.dearest_capture.fields == dearest
    assert sum(side.captures for side in found.sides) == len(lost)


def test_only_what_stands_is_told(cup: Event) -> None:
    game = win(start(cup, rounds=YELLOW_STARTS).game, "red")
    before = facts(game).played
    back = undo_result(game)
    wanted = EventCommand(EventKind.BRING_BACK, {"throws": 1, "reason": ""})
    again = recorder.record(game_id=back.pk, wanted=wanted, expected=back.number, actor="test", now=NOW).game
    after = facts(again).played
    assert before is not None
    assert after is not None
    assert (after.throws, after.homes, after.lead, after.first_capture) == (
        before.throws,
        before.homes,
        before.lead,
        before.first_capture,
    )
