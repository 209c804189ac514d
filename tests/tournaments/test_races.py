"""Two organisers at once: one game is started, the other is told so; results that come together both count."""

import time
from typing import Any

import pytest

from games.enums import EventKind, GameState
from games.errors import RecordingError
from games.models import Game
from games.services import recorder
from games.services.commands import EventCommand
from tests.concurrency import at_once
from tests.tournaments.conftest import NOW, YELLOW_STARTS, start, win
from tests.tournaments.slips import enter
from tournaments import receivers, services
from tournaments.errors import EventStateConflict
from tournaments.models import Event, EventGame
from tournaments.services import games as conducted
from tournaments.services import standings
from tournaments.services.standings import refresh
from tournaments.services.undo import check_nothing_rests_on
from tournaments.standings.event_state import EventState
from tournaments.standings.projection import as_text, build_projection

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_many_organisers_at_once_one_starts_the_game(cup: Event) -> None:
    def begin(index: int) -> Any:
        return services.start_next_game(event_id=cup.pk, rounds=YELLOW_STARTS, actor=f"test:{index}", now=NOW)

    answers = at_once(6, begin)
    assert sum(isinstance(answer, services.StartedGame) for answer in answers) == 1
    assert sum(isinstance(answer, EventStateConflict) for answer in answers) == 5
    assert (EventGame.objects.count(), Game.objects.count()) == (1, 1)


def test_a_result_and_whatever_else_changes_meanwhile_are_all_in_the_table(cup: Event) -> None:
    game = start(cup, rounds=YELLOW_STARTS).game

    def work(index: int) -> Any:
        if index == 0:
            return win(game, "red")
        if index == 1:
            return services.change_event(
                event_id=cup.pk, changes={"name": "Grand Cup"}, actor="test", now=NOW
            )
        return refresh(event_id=cup.pk, now=NOW)

    answers = at_once(4, work)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    event = Event.objects.get(pk=cup.pk)
    assert as_text(build_projection(EventState.load(event))) == event.projection
    assert '"name":"Grand Cup"' in event.projection
    assert '"winners":["entry-2"]' in event.projection


# -- undo against the start of the next game -----------------------------------------------------------


def undo_and_start(cup: Event) -> list[Any]:
    """What comes of it when Game 1 is undone while Game 2, which rests on it, is started."""
    first = enter(cup, 1)

    def work(index: int) -> Any:
        if index == 0:
            wanted = EventCommand(EventKind.UNDO, {"reason": "typing error"})
            data: dict[str, Any] = {"expected": first.game.number, "actor": "user:1", "now": NOW}
            return recorder.record(game_id=first.game_id, wanted=wanted, **data)
        return services.start_next_game(event_id=cup.pk, number=2, actor="user:2", now=NOW)

    return at_once(2, work)


def test_of_an_undo_and_a_start_at_once_only_one_is_done(cup: Event) -> None:
    for _ in range(5):
        answers = undo_and_start(cup)
        assert sum(isinstance(answer, RecordingError) for answer in answers) == 1, answers
        begun = EventGame.objects.filter(event=cup, number=2).exists()
        assert begun == isinstance(answers[0], RecordingError)
        event = Event.objects.get(pk=cup.pk)
        assert as_text(build_projection(EventState.load(event))) == event.projection
        if begun:
            return
        assert Game.objects.get().state == GameState.CREATED


@pytest.mark.postgresql
def test_without_the_lock_of_the_event_nobody_is_refused(cup: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: each looks before the other has written, and both go on, if need be into a constraint."""

    def unlocked(event_id: int) -> Event:
        return Event.objects.select_related("season").get(pk=event_id)

    def slowly(played: EventGame) -> None:
        check_nothing_rests_on(played)
        time.sleep(0.5)

    monkeypatch.setattr(receivers, "locked", unlocked)
    monkeypatch.setattr(standings, "check_nothing_rests_on", slowly)
    monkeypatch.setattr(conducted, "locked", unlocked)
    answers = undo_and_start(cup)
    assert not any(isinstance(answer, RecordingError) for answer in answers), answers
