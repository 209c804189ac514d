"""The writer of chances: one game after the other, each where it stands now; what was passed by meanwhile is left out.

Whoever has a moment calls ``count_next``: a worker, or the embedded server beside its requests. Nobody who records
waits for it, and no game's row is ever locked. The game that has waited longest comes first, and first among those with
something new; then, where nothing is new, chances that are not known well enough yet are made more certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, Max, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.chances.simulation import is_enough, play_on
from games.chances.tally import ChancesTally
from games.chances.topic import announce_chances
from games.enums import GameState
from games.models import Chances, ChancesTurn, Game, GameEvent
from rules.simulate import is_compiled, version, warm_up

#: How long games are played on from a new position, and at a time to make chances more certain: together within a
#: second of a throw, also where the one has just begun.
SECONDS = 0.6
SECONDS_MORE = 0.25
#: So often it is tried where nothing is compiled: there, chances stay uncertain.
MOST_PASSES = 10
#: Who has not come back by then has broken down.
CLAIMED = timedelta(seconds=30)
#: The events over which a swing is measured.
RECENT = 20


def count_next(*, now: datetime) -> bool:
    """Count the chances of the game whose turn it is; whether there was one."""
    if not settings.CHANCES:
        return False
    game = _due(now).first()
    if game is None:
        return False
    warm_up()
    if _claim(game, now):
        _count(game)
    return True


def count_due(*, now: datetime) -> int:
    """Count the chances of every running game as well as can be; how often one was counted.

    For whoever does so once and ends: they wait for the compiler, and not for boards at which is played on
    meanwhile.
    """
    running = _due(now).count() if settings.CHANCES else 0
    if not running:
        return 0
    warm_up().join()
    for counted in range(running * MOST_PASSES):
        if not count_next(now=timezone.now()):
            return counted
    return running * MOST_PASSES


def behind() -> int:
    """Return by how many events the chances of the running game are behind that are furthest behind."""
    if not settings.CHANCES:
        return 0
    running = Game.objects.filter(state=GameState.RUNNING)
    counted = Coalesce(F("chances_turn__number"), 0)
    return running.aggregate(most=Max(F("number") - counted))["most"] or 0


# -- whose turn it is ------------------------------------------------------------------------------


def _due(now: datetime) -> QuerySet[Game]:
    """The running games whose chances are to be counted, and nobody is at it, in their turn."""
    new = Q(chances_turn=None) | Q(chances_turn__number__lt=F("number"))
    uncertain = Q(chances_turn__margin__gt=0)
    if not is_compiled():
        uncertain &= Q(chances_turn__passes__lt=MOST_PASSES)
    free = Q(chances_turn=None) | Q(chances_turn__claimed_until__lte=now)
    games = Game.objects.filter(free & (new | uncertain), state=GameState.RUNNING)
    rank = Case(When(new, then=Value(0)), default=Value(1))
    return games.order_by(rank, F("chances_turn__served_at").asc(nulls_first=True), "pk")


def _claim(game: Game, now: datetime) -> bool:
    """Whether it is ours now: of several only one gets it."""
    ChancesTurn.objects.bulk_create(
        [ChancesTurn(game=game, served_at=now, claimed_until=now)], ignore_conflicts=True
    )
    free = ChancesTurn.objects.filter(game=game, claimed_until__lte=now)
    return free.update(served_at=now, claimed_until=now + CLAIMED) == 1


# -- one game --------------------------------------------------------------------------------------


def _count(game: Game) -> None:
    """Play on from where a claimed game stands, and keep what came of it."""
    here = game.chances.filter(number=game.number, engine=version()).first()
    known = here or _same_board(game)
    figures = None if known is None else ChancesTally.read(known.games, known.figures)
    if figures is None:
        figures = play_on(game.play(), None, SECONDS)
    elif here is not None:
        figures = play_on(game.play(), figures, SECONDS_MORE)
    _keep(game, figures)


def _same_board(game: Game) -> Chances | None:
    """Chances that were counted on the very board, before something that has not changed it, or that was taken back."""
    recent = game.events.filter(number__gt=game.number - RECENT, position=game.position)
    numbers = [event.number for event in recent if event.finished == game.finished]
    return game.chances.filter(number__in=numbers, engine=version()).order_by("-number").first()


@transaction.atomic
def _keep(game: Game, figures: ChancesTally) -> None:
    earlier = game.chances.filter(number__gt=game.number - RECENT, number__lt=game.number)
    counted = Chances(
        game=game,
        number=game.number,
        games=figures.games,
        figures=figures.as_json(),
        margin=figures.margin,
        swing=swing([*(ChancesTally.read(each.games, each.figures) for each in earlier), figures]),
        engine=version(),
        recorded_at=GameEvent.objects.get(game=game, number=game.number).recorded_at,
        counted_at=timezone.now(),
    )
    game.chances.filter(number=game.number).delete()
    counted.save(force_insert=True)
    turn = ChancesTurn.objects.filter(game=game)
    turn.filter(number__lt=game.number).update(passes=0)
    turn.update(
        number=game.number,
        margin=0 if is_enough(figures) else figures.margin,
        passes=F("passes") + 1,
        claimed_until=F("served_at"),
    )
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
