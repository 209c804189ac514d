"""Check every roll of a game with online dice against the seed that was promised."""

import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.domain.provably_fair import OnlineDice, check_rolls
from games.models import Game


class Command(BaseCommand):
    """``manage.py verify_dice GAME``: prints every roll; exit 1 where one is wrong or nothing can be checked."""

    help = "Check every roll of a game with online dice against its seed, once that is shown."

    def add_arguments(self, parser: CommandParser) -> None:
        """The game, by id."""
        parser.add_argument("game", type=uuid.UUID, help="id of the game")

    def handle(self, *args: Any, game: uuid.UUID, **options: Any) -> None:
        """Check and report."""
        found = Game.objects.filter(pk=game).first()
        if found is None:
            raise CommandError(f"There is no game {game}.")
        dice = OnlineDice.from_json(found.dice)
        if dice is None:
            raise CommandError("This game was not played with online dice.")
        if not dice.revealed:
            raise CommandError("The seed has not been shown yet: it is when the game is over.")
        if not dice.matches_commitment(dice.revealed):
            raise CommandError("The seed is not the one that was promised.")
        self.stdout.write(f"commitment {dice.commitment}: kept")
        self._check(found, dice)

    def _check(self, game: Game, dice: OnlineDice) -> None:
        terms = dice.terms(str(game.pk), game.rules.die_faces, game.seating)
        rolls = list(check_rolls(game.events.all(), bytes.fromhex(dice.revealed), terms))
        wrong = [roll for roll in rolls if not roll.is_right]
        for roll in rolls:
            verdict = "ok" if roll.is_right else "WRONG"
            self.stdout.write(
                f"event {roll.event}: roll {roll.roll} is {roll.die}, recorded {roll.recorded}: {verdict}"
            )
        self.stdout.write(f"{len(rolls)} rolls checked, {len(wrong)} wrong")
        if wrong:
            raise CommandError("A roll is not what the seed gives.")
