"""The writer of analyses: one game after the other, once it has ended. Recording never waits for it."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.analysis.queries import NoAnalysis, load_history
from games.analysis.summary import Analysis
from games.enums import EventKind, GameState
from games.models import Game, GameAnalysis, GameEvent
from games.work.kinds import Due, Lane, Work
from rules.simulate import is_compiled, jit, version, warm_up

#: Grows whenever the same games would get other figures although rules and policies are the same.
METHOD = 2
#: Of the embedded server one, so that requests have the others; workers have all.
CORES = None if settings.REDIS_URL else 1
#: Games that ended earlier are not analysed by themselves: a site that is new to it must not work for days.
RECENT = timedelta(days=7)


def engine() -> str:
    """By what games are analysed now."""
    return f"{METHOD}-{version()}"


def stored_of(game: Game) -> GameAnalysis | None:
    """The analysis of a game as it is seen: none while it is not over, or seen as it was before that. One query."""
    if game.state != GameState.ENDED:
        return None
    return GameAnalysis.objects.filter(game=game.pk, found__isnull=False, number__lte=game.number).first()


def request_analysis(game: Game) -> None:
    """Have a game analysed however long ago it ended, as those of the demo; nothing happens where that was done."""
    GameAnalysis.objects.bulk_create([GameAnalysis(game=game)], ignore_conflicts=True)


def _due(now: datetime) -> Iterator[Due]:
    """Yield the games that have ended lately, or were asked for, and have no analysis.

    None where there is no compiler: that would take too long. Of those that were asked for it is not known how long
    they wait: they may have ended years ago.
    """
    if not (settings.ANALYSIS and jit.available()):
        return
    thrown = GameEvent.objects.filter(game=OuterRef("pk"), kind=EventKind.THROW)
    lately = Q(analysis=None, ended_at__gt=now - RECENT)
    asked = Q(analysis__made_at=None) & ~Q(analysis=None)
    games = Game.objects.filter(lately | asked, Exists(thrown), state=GameState.ENDED, winner__isnull=False)
    for game, ended_at in games.order_by("ended_at", "pk").values_list("pk", "ended_at"):
        yield str(game), ended_at if ended_at and ended_at > now - RECENT else None


def _analyse(key: str, now: datetime) -> None:
    """Analyse a game. One without a result is stored without figures, so that it is not due again."""
    if not is_compiled():
        warm_up().join()
    # It needs numpy, which no process that only serves pages should have to load.
    from games.analysis.luck import analyse_history

    game = Game.objects.get(pk=key)
    try:
        found = analyse_history(load_history(game), cores=CORES)
    except NoAnalysis:
        found = None
    _store(game, found, now)


WORK = Work("analyses", Lane.LONG, 5.0, _due, _analyse, patience=timedelta(minutes=10))


def _store(game: Game, found: Analysis | None, now: datetime) -> None:
    """Store what was found, unless the game's result has changed meanwhile: then the attempt does not count."""
    with transaction.atomic():
        same = Game.objects.select_for_update().filter(
            pk=game.pk, state=game.state, winner=game.winner_id, position=game.position
        )
        if not same.exists():
            GameAnalysis.objects.filter(game=game).delete()
            return
        GameAnalysis.objects.update_or_create(
            game=game,
            defaults={
                "number": game.number,
                "engine": engine(),
                "made_at": now,
                "found": None if found is None else found.as_json(),
            },
        )
