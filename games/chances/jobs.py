"""The writer of chances: one game after the other, each at its present state; what was passed by meanwhile is left out.

Recording never waits for it, and no game's row is ever locked. The game that has waited longest comes first, and
first among those with something new; then, where nothing is new, chances that are not known well enough yet are made
more certain.
"""

import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, FilteredRelation, OuterRef, Q, Subquery, Value, When
from django.dispatch import receiver
from django.utils import timezone

from games.chances import tally
from games.chances.tally import SWING_EVENTS, ChancesTally, play_on
from games.chances.topic import announce_chances
from games.enums import GameState
from games.models import Chances, Game, GameEvent
from games.signals import recorded
from games.work.bells import ring
from games.work.kinds import ALL_WORKERS, Due, Lane, Work
from rules.simulate import is_compiled, version, warm_up

#: How long games are played on from a new position, and at a time to make chances more certain: together within a
#: second of a throw, also where the one has just begun.
SECONDS = 0.6
SECONDS_MORE = 0.25
#: So often it is tried where nothing is compiled: there, chances stay uncertain.
MOST_PASSES = 10


def _due(now: datetime) -> Iterator[Due]:
    """Yield the running games whose chances are to be counted, in their turn."""
    if not settings.CHANCES:
        return
    new = Q(here=None)
    # ``tally.is_enough`` as a query.
    uncertain = Q(here__games__lt=tally.MOST_PLAYOUTS, here__margin__gt=tally.TARGET_MARGIN)
    if not is_compiled():
        uncertain &= Q(here__passes__lt=MOST_PASSES)
    newest = Chances.objects.filter(game=OuterRef("pk")).order_by("-number")
    games = Game.objects.filter(state=GameState.RUNNING).annotate(
        here=FilteredRelation("chances", condition=Q(chances__number=F("number"))),
        counted_at=Subquery(newest.values("counted_at")[:1]),
    )
    rank = Case(When(new, then=Value(0)), default=Value(1))
    turns = games.filter(new | uncertain).order_by(rank, F("counted_at").asc(nulls_first=True), "pk")
    for game in turns.values_list("pk", flat=True):
        yield str(game), None


def _count(key: str, now: datetime) -> None:
    """Play on from the present state of a game, and keep what came of it."""
    began = time.monotonic()
    warm_up()
    game = Game.objects.get(pk=key)
    here = game.chances.filter(number=game.number, engine=version()).first()
    known = here or _same_board(game)
    figures = None if known is None else ChancesTally(known.games, **known.figures)
    if figures is None:
        figures = play_on(game.play(), None, SECONDS)
    elif here is not None:
        figures = play_on(game.play(), figures, SECONDS_MORE)
    _keep(game, figures, 1 if here is None else here.passes + 1)
    if not is_compiled():
        # Playing holds up everything else in the process then: not more than half of the time.
        time.sleep(time.monotonic() - began)


WORK = Work("chances", Lane.SPARE, 1.0, _due, _count, timedelta(seconds=30), at_once=ALL_WORKERS)


@receiver(recorded, sender=Game)
def chances_follow_the_board(**_: Any) -> None:
    """After the commit of what was recorded."""
    if settings.CHANCES:
        ring(WORK.kind, WORK.lane)


def _same_board(game: Game) -> Chances | None:
    """Chances that were counted on the very board, before something that has not changed it, or that was taken back."""
    recent = game.events.filter(number__gt=game.number - SWING_EVENTS, position=game.position)
    numbers = [event.number for event in recent if event.finished == game.finished]
    return game.chances.filter(number__in=numbers, engine=version()).order_by("-number").first()


@transaction.atomic
def _keep(game: Game, figures: ChancesTally, passes: int) -> None:
    earlier = game.chances.filter(number__gt=game.number - SWING_EVENTS, number__lt=game.number)
    counted = Chances(
        game=game,
        number=game.number,
        games=figures.games,
        passes=passes,
        figures=figures.as_json(),
        margin=figures.margin,
        swing=swing([*(ChancesTally(each.games, **each.figures) for each in earlier), figures]),
        engine=version(),
        recorded_at=GameEvent.objects.get(game=game, number=game.number).recorded_at,
        counted_at=timezone.now(),
    )
    game.chances.filter(number=game.number).delete()
    counted.save(force_insert=True)
    transaction.on_commit(lambda: announce_chances(counted), robust=True)


def swing(figures: Sequence[ChancesTally]) -> float:
    """How far the chance of a player has moved, from the lowest to the highest: that of the player who moved most.

    What may be nothing but the uncertainty of the figures does not count.
    """
    moved = [
        max(each.chance(player) - each.margin for each in figures)
        - min(each.chance(player) + each.margin for each in figures)
        for player in figures[-1].wins
    ]
    return max(0, *moved)
