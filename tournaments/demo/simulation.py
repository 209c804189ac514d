"""Events that play themselves: for trying things out, for the demo, for measuring."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from random import Random

from games.domain.events.special_fields import has_furniture
from games.enums import GameState
from games.services.bots import Clock, play_on
from rules import Policy
from tournaments import services
from tournaments.formats import NextGame, roll_offs
from tournaments.models import EventGame
from tournaments.standings.event_state import EventState


class Evening:
    """A clock that begins at seven in the evening of a day and moves on by ten minutes whenever it is read."""

    def __init__(self, day: date) -> None:
        self.day = day
        self.now = datetime(day.year, day.month, day.day, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(minutes=10)
        return self.now


def play_event(
    *,
    event_id: int,
    policy: Policy,
    lots: Random,
    clock: Clock,
    actor: str,
    most: int | None = None,
    at_once: int = 1,
) -> int:
    """Hold the draws that are due and play game after game until the event is finished; how many throws it took.

    With ``most`` it stops after that number of throws, in the middle of a game. ``EventStateConflict`` while
    players are missing.
    """
    recorded = 0
    while most is None or recorded < most:
        event_state = EventState.of(event_id)
        running = next((game for game in event_state.games if game.game.state == GameState.RUNNING), None)
        if running is None and event_state.verdict.finished:
            break
        game_id = running.game_id if running else start_next(event_state, lots, clock, actor).game_id
        recorded += play_on(
            game_id=game_id,
            policy=policy,
            lots=lots,
            clock=clock,
            actor=actor,
            most=None if most is None else most - recorded,
            at_once=at_once,
        )
    return recorded


def start_next(event_state: EventState, lots: Random, clock: Clock, actor: str) -> EventGame:
    """Hold the draws that are due, throw for the start where it is thrown for, and start the next game."""
    event_id = event_state.event.pk
    for needed in event_state.verdict.draws:
        services.draw_from_seed(
            event_id=event_id,
            subject=needed.subject,
            seed=f"{lots.getrandbits(64):016x}",
            actor=actor,
            now=clock(),
        )
    due = EventState.load(event_state.event).due
    rounds = throws_for_the_start(due[0], event_state.event.rules.die_faces, lots) if due else []
    furniture = _furniture(event_state, due[0], lots) if due else services.FurnitureInput()
    return services.start_next_game(
        event_id=event_id, rounds=rounds, furniture=furniture, actor=actor, now=clock()
    ).played


def _furniture(event_state: EventState, due: NextGame, lots: Random) -> services.FurnitureInput:
    """A random seed, where the game has trapdoors or wormholes and was not prepared with them."""
    waits = any(
        each.number == due.number and each.game.state == GameState.CREATED for each in event_state.games
    )
    if waits or not has_furniture(event_state.event.rules_of(due.rules)):
        return services.FurnitureInput()
    return services.FurnitureInput(published_seed=f"{lots.getrandbits(64):016x}")


def throws_for_the_start(due: NextGame, faces: tuple[int, ...], lots: Random) -> list[Mapping[str, int]]:
    """The rounds of throws that decide who starts; none where that is decided already."""
    rounds: list[Mapping[str, int]] = []
    if due.starter is not None:
        return rounds
    contenders = due.contenders
    thrown = roll_offs.highest_throw(contenders, rounds, faces)
    while thrown.starter is None:
        rounds.append({colour: lots.choice(faces) for colour in thrown.to_throw})
        thrown = roll_offs.highest_throw(contenders, rounds, faces)
    return rounds
