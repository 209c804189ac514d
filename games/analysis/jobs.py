"""The writer of analyses: one game after the other, once it has ended. Nobody who records waits for it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet
from django.dispatch import receiver

from games.analysis.queries import NoAnalysis, load_history
from games.analysis.summary import Analysis, Progress
from games.enums import EventKind, GameState
from games.models import Game, GameAnalysis, GameEvent
from games.signals import result_changed
from rules.simulate import is_compiled, version, warm_up

#: Grows whenever the same games would be told otherwise although rules and policies are the same.
METHOD = 2
#: Who has not come back by then has broken down.
CLAIMED = timedelta(minutes=10)
#: Games that ended earlier are analysed where somebody asks: a site that is new to it must not work for days.
RECENT = timedelta(days=7)
#: When nobody has been at a game that was asked for.
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class Stopped(Exception):
    """Raised by the progress of an analysis that has to end before it is done."""


def _go_on(done: int, due: int) -> None:
    """Let an analysis go on to its end."""


def engine() -> str:
    """By what games are analysed now."""
    return f"{METHOD}-{version()}"


def stored_of(game: Game) -> GameAnalysis | None:
    """The analysis of a game as it is seen: none while it is not over, or seen as it was before that. One query."""
    if game.state != GameState.ENDED:
        return None
    return GameAnalysis.objects.filter(game=game.pk, found__isnull=False, number__lte=game.number).first()


def can_be_requested(game: Game) -> bool:
    """Whether somebody can ask for the analysis of a game: it has none yet, nobody has asked, and one can be made."""
    if not settings.ANALYSIS or game.state != GameState.ENDED or game.winner_id is None:
        return False
    thrown = GameEvent.objects.filter(game=game.pk, kind=EventKind.THROW)
    return thrown.exists() and not GameAnalysis.objects.filter(game=game.pk).exists()


def is_waiting(game: Game) -> bool:
    """Whether the analysis of a game is asked for or being made."""
    return GameAnalysis.objects.filter(game=game.pk, made_at=None).exists()


def request_analysis(game: Game) -> None:
    """Ask for the analysis of a game, however long ago it ended; nothing happens where it was asked for or made."""
    GameAnalysis.objects.bulk_create([GameAnalysis(game=game, claimed_at=_NEVER)], ignore_conflicts=True)


def analyse_next(*, now: datetime, cores: int | None = None, progress: Progress = _go_on) -> bool:
    """Analyse a game that has ended lately, or was asked for, and has no analysis; whether there was one to analyse.

    Where nothing is compiled (yet) none is: that would take too long. A game of which nothing can be
    said is kept as one without figures, so that nobody asks again. Where ``progress`` raises ``Stopped``, the game
    waits for whoever comes next.
    """
    if not settings.ANALYSIS:
        return False
    game = _due(now).first()
    if game is None:
        return False
    warm_up()
    if not is_compiled() or not _claimed(game, now):
        return False
    # It needs numpy, which no process that only serves pages should have to load.
    from games.analysis.luck import analyse_history

    try:
        found = analyse_history(load_history(game), cores=cores, progress=progress)
    except NoAnalysis:
        found = None
    except Stopped:
        GameAnalysis.objects.filter(game=game, made_at=None).update(claimed_at=_NEVER)
        raise
    _store(game, found, now)
    return True


def analyse_due(*, now: datetime) -> int:
    """Analyse every game that has ended lately, or was asked for, by the compiled engine; how many there were."""
    if not (settings.ANALYSIS and _due(now).exists()):
        return 0
    warm_up().join()
    analysed = 0
    while analyse_next(now=now):
        analysed += 1
    return analysed


def backlog(now: datetime) -> tuple[int, datetime | None]:
    """Return how many games wait for their analysis, and since when the one that ended first could have it.

    Games that ended long ago, and have been asked for, count without that: they were not due all the time.
    """
    if not settings.ANALYSIS:
        return 0, None
    found = (
        _due(now)
        .order_by()
        .aggregate(due=Count("pk"), since=Min("ended_at", filter=Q(ended_at__gt=now - RECENT)))
    )
    return found["due"], found["since"]


def _due(now: datetime) -> QuerySet[Game]:
    thrown = GameEvent.objects.filter(game=OuterRef("pk"), kind=EventKind.THROW)
    lately = Q(analysis=None, ended_at__gt=now - RECENT)
    # Asked for, or begun by somebody who has broken down.
    waiting = Q(analysis__made_at=None, analysis__claimed_at__lte=now - CLAIMED) & ~Q(analysis=None)
    games = Game.objects.filter(lately | waiting, Exists(thrown), state=GameState.ENDED, winner__isnull=False)
    return games.order_by("ended_at", "pk")


def _claimed(game: Game, now: datetime) -> bool:
    """Whether it is ours now: of several only one gets it."""
    made = GameAnalysis.objects.bulk_create([GameAnalysis(game=game, claimed_at=now)], ignore_conflicts=True)
    ours = GameAnalysis.objects.filter(pk=made[0].pk, made_at=None)
    if ours.filter(claimed_at=now).exists():
        return True
    return bool(ours.filter(claimed_at__lte=now - CLAIMED).update(claimed_at=now))


def _store(game: Game, found: Analysis | None, now: datetime) -> None:
    """Keep what was found, unless the game's result has changed meanwhile: then it is as if nobody had been at it."""
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
                "claimed_at": now,
                "number": game.number,
                "engine": engine(),
                "made_at": now,
                "found": None if found is None else found.as_json(),
            },
        )


@receiver(result_changed, sender=Game)
def _forget(game: Game, events: Sequence[GameEvent] = (), **_: Any) -> None:
    """What was said of another result does not hold any more. In the transaction of the change.

    Of a game that is made with its result there is none.
    """
    if len(events) < game.number:
        GameAnalysis.objects.filter(game=game).delete()
