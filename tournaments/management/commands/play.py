"""Play a game, or all games of an event: random dice, legal moves by a policy, recorded as a referee would."""

import uuid
from datetime import date
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.domain.events.special_fields import waits_for_furniture
from games.enums import EventKind, GameState
from games.errors import RecordingError
from games.models import Game
from games.services import recorder
from games.services.bots import Clock, play_on
from games.services.commands import EventCommand
from games.services.recorder import MOST_THROWS
from games.services.starters import due_of
from rules import POLICIES, Policy, RulesError, Text
from tournaments.demo.hall_day import HallDay
from tournaments.demo.simulation import Evening, play_event
from tournaments.formats import FormatError
from tournaments.formats.open.rounds import LEAST_PEOPLE
from tournaments.models import Event
from tournaments.models.validators import YEARS

ACTOR = "command"


class Command(BaseCommand):
    """`manage.py play EVENT|GAME [--policy random] [--seed N] [--throws N] [--at-once N] [--on DAY] [--people N]`."""

    help = "Play a game, or all games of an event to its end: legal throws, recorded as a referee would."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which game, and how."""
        parser.add_argument("what", metavar="EVENT|GAME", help="slug of an event or id of a game")
        parser.add_argument("--policy", choices=list(POLICIES), default="random")
        parser.add_argument("--seed", type=int, help="the same seed plays the same game")
        parser.add_argument("--throws", type=int, metavar="N", help="stop after so many throws")

        parser.add_argument(
            "--at-once", type=int, default=1, metavar="N", help="so many throws in one write; the same game"
        )
        parser.add_argument(
            "--on",
            type=date.fromisoformat,
            metavar="DAY",
            help="as if it were played in the evening of that day",
        )
        parser.add_argument(
            "--people",
            type=int,
            metavar="N",
            help="of an open tournament: invent guests until there are so many, and play the whole day by slips",
        )

    def handle(
        self,
        *args: Any,
        what: str,
        policy: str,
        seed: int | None,
        throws: int | None,
        at_once: int,
        on: date | None,
        people: int | None = None,
        **options: Any,
    ) -> None:
        """Play, then report the number of throws and the result."""
        if not 1 <= at_once <= MOST_THROWS:
            raise CommandError(f"--at-once: 1 to {MOST_THROWS} is needed, not {at_once}")
        if throws is not None and throws < 1:
            needed = Text("1 or more is needed, not {throws}", throws=throws)
            raise CommandError(f"--throws: {needed.in_all()}")
        if on is not None and on.year not in YEARS:
            years = f"{YEARS[0]}–{YEARS[-1]}"
            needed = Text("a day of {years} is needed, not {on}", years=years, on=on)
            raise CommandError(f"--on: {needed.in_all()}")
        clock: Clock = Evening(on) if on else timezone.now
        event = Event.objects.filter(slug=what).first()
        lots = Random(seed)
        try:
            if people is not None:
                tables = _rehearse(event, people, lots, clock)
                self.stdout.write(f"{tables} tables played in {what}")
                return
            if event is not None:
                number = play_event(
                    event_id=event.pk,
                    policy=POLICIES[policy],
                    lots=lots,
                    clock=clock,
                    actor=ACTOR,
                    most=throws,
                    at_once=at_once,
                )
            else:
                number = _play_game(_game(what), POLICIES[policy], lots, clock, throws, at_once)
        except (RecordingError, RulesError, FormatError) as error:
            raise CommandError(error.message.in_all()) from error
        self.stdout.write(f"{number} throws recorded in {what}")


def _rehearse(event: Event | None, people: int, lots: Random, clock: Clock) -> int:
    """Play the day of an open tournament; how many tables had a result."""
    if event is None or not event.format.seats_a_hall:
        raise CommandError("--people: an open tournament is needed")
    if not LEAST_PEOPLE <= people <= event.format.most_players:
        raise CommandError(
            f"--people: {LEAST_PEOPLE} to {event.format.most_players} are needed, not {people}"
        )
    return HallDay(event_id=event.pk, lots=lots, clock=clock, actor=ACTOR).play(people)


def _game(what: str) -> Game:
    try:
        return Game.objects.get(pk=uuid.UUID(what))
    except (ValueError, Game.DoesNotExist):
        raise CommandError(f"{what} is neither the slug of an event nor the id of a game") from None


def _play_game(
    game: Game, policy: Policy, lots: Random, clock: Clock, throws: int | None, at_once: int
) -> int:
    """Play one game; one that has not begun is started by who is due, or at random, on random special fields."""
    if game.state == GameState.CREATED:
        due = due_of(game)
        while due.to_throw:
            throws_of_all = {colour: lots.choice(game.rules.die_faces) for colour in due.to_throw}
            wanted = EventCommand(EventKind.START_THROWS, {"throws": throws_of_all}, uuid.uuid4())
            recorder.record(game_id=game.pk, wanted=wanted, expected=None, actor=ACTOR, now=clock())
            due = due_of(game)
        recorder.start_game(
            game_id=game.pk,
            starter=lots.choice(due.colours),
            published_seed=f"{lots.getrandbits(64):016x}" if waits_for_furniture(game) else "",
            actor=ACTOR,
            now=clock(),
        )
    return play_on(
        game_id=game.pk, policy=policy, lots=lots, clock=clock, actor=ACTOR, most=throws, at_once=at_once
    )
