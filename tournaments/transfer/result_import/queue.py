"""Long result lists, worked off beside everything else: looked at event by event, then taken over event by event.

Nobody who writes waits for more than one event: each is a transaction of its own, and after each there is a pause as
long as that took, as SQLite lets in whoever happens to ask at the right moment. An event and its being counted are
one transaction, so whoever dies in between – this process, the whole machine – has lost nothing, and nothing is there
twice. Rankings are drawn up once, after the last event.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import orjson
from django.db import OperationalError, transaction
from django.db.models import Count, Min, Q, QuerySet
from django.utils import timezone

from games.models import Player
from games.queries.name_matching import KnownNames, people
from rules.i18n import Text, Verbatim
from tournaments.models import EventUnit, HistoryImport
from tournaments.rankings.points import lists_of
from tournaments.rankings.store import defer_redraw, redraw
from tournaments.transfer.result_import.importer import ResultList, ResultListImporter, players_of
from tournaments.transfer.result_import.jobs import UNDER_WAY, State
from tournaments.transfer.result_import.outcome import FoundEvent, person_as_json, problem_as_json
from tournaments.transfer.result_import.to_archive import slug_of

logger = logging.getLogger(__name__)

#: Who has not been heard of by then has died; an event takes a fraction of a second.
CLAIMED = timedelta(seconds=60)
#: The members that are kept of the tables to which a long list leads.
_SHOWN = ("columns", "rows", "finished", "report")


class _Elsewhere(Exception):
    """The import was stopped, or somebody else works on it."""


def is_anything_due(*, now: datetime) -> bool:
    """Whether a list waits for somebody to work on it. One query."""
    return _due(now).exists()


def backlog(now: datetime) -> tuple[int, datetime | None]:
    """Return how many lists wait for somebody to work on them, and since when the oldest is there."""
    found = _due(now).order_by().aggregate(due=Count("pk"), since=Min("asked_at"))
    return found["due"], found["since"]


def work_due(*, now: datetime) -> int:
    """Work on all lists that are due, one after the other; how many."""
    return work_off()


def work_off(goes_on: Callable[[], bool] = lambda: True, rest: Callable[[float], None] = time.sleep) -> int:
    """Work on all lists that are due while it ``goes_on``; how many. ``rest`` is called between two events."""
    done = 0
    while goes_on() and (found := _claimed(timezone.now())) is not None:
        _Work(found, goes_on, rest).do()
        done += 1
    return done


def work_on(import_id: int, rest: Callable[[float], None] = time.sleep) -> HistoryImport:
    """Work on one list to its end, if nobody else does; what has become of it."""
    now = timezone.now()
    if _claim(import_id, now):
        _Work(HistoryImport.objects.get(pk=import_id), lambda: True, rest).do()
    return HistoryImport.objects.get(pk=import_id)


def _due(now: datetime) -> QuerySet[HistoryImport]:
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    return HistoryImport.objects.filter(free, state__in=UNDER_WAY).order_by("pk")


def _claim(import_id: int, now: datetime) -> bool:
    """Whether it is ours now: of several only one gets it."""
    return _due(now).filter(pk=import_id).update(claimed_until=now + CLAIMED) == 1


def _claimed(now: datetime) -> HistoryImport | None:
    for import_id in _due(now).values_list("pk", flat=True):
        if _claim(import_id, now):
            return HistoryImport.objects.get(pk=import_id)
    return None


class _Work:
    """The work on a list that is ours."""

    def __init__(
        self, mine: HistoryImport, goes_on: Callable[[], bool], rest: Callable[[float], None]
    ) -> None:
        self._mine, self._goes_on, self._rest = mine, goes_on, rest
        self._listed = ResultList.read(bytes(mine.content))
        self._since = time.monotonic()

    def do(self) -> None:
        """All that is left to do, unless it is stopped meanwhile."""
        try:
            if self._mine.state == State.CHECKING and not self._look():
                return
            self._take_over()
        except _Elsewhere:
            logger.info("history: import %s is not ours any more", self._mine.pk)
        except OperationalError:
            logger.exception("history: the database does not answer; import %s goes on later", self._mine.pk)
        except Exception as error:
            logger.exception("history: import %s has failed", self._mine.pk)
            why = f"{type(error).__name__}: {error}"[:500]
            with suppress(_Elsewhere):
                self._end(State.STOPPED, why=Verbatim(why))

    # -- looking ---------------------------------------------------------------------------------------

    def _look(self) -> bool:
        """Look at every event that has not been looked at; whether the list is to be taken over now."""
        if not self._mine.people:
            persons = people(self._listed.names, self._mine.decisions, KnownNames())
            players = players_of(persons)
            self._keep(
                people=[person_as_json(person) for person in persons.values()],
                players={name: [str(player.pk), player.name] for name, player in players.items()},
            )
        taking = self._taking()
        for number, event in enumerate(self._listed.events, start=1):
            if number <= self._mine.checked:
                continue
            found, wrong = taking.tried(event, timezone.now())
            with transaction.atomic():
                counted = self._written(checked=number)
                self._mine.looked_at.create(
                    number=number, found=_in_short(found), problems=[problem_as_json(each) for each in wrong]
                )
            self._know(counted)
            self._pause()
        outcome = self._outcome()
        is_ready = not outcome["problems"] and not any(person["open"] for person in self._mine.people)
        with transaction.atomic():
            counted = self._written(outcome=orjson.dumps(outcome).decode())
            self._mine.looked_at.all().delete()
        self._know(counted)
        if is_ready and not self._mine.is_preview:
            self._keep(state=State.TAKING)
            return True
        self._end(State.READY if is_ready else State.REFUSED)
        return False

    def _outcome(self) -> dict[str, Any]:
        """What the list says, all of it having been looked at."""
        looked_at = list(self._mine.looked_at.order_by("number"))
        problems = [problem_as_json(each) for each in self._listed.problems]
        problems += [problem for event in looked_at for problem in event.problems]
        return {
            "encoding": self._listed.encoding,
            "separator": self._listed.separator,
            "events": [event.found for event in looked_at],
            "people": self._mine.people,
            "short": dict(self._listed.short),
            "problems": sorted(problems, key=lambda problem: problem["line"]),
        }

    # -- taking over -----------------------------------------------------------------------------------

    def _take_over(self) -> None:
        """Take over what has not been yet, then draw up the rankings."""
        taking = self._taking()
        for number, event in enumerate(self._listed.events, start=1):
            if number <= self._mine.taken:
                continue
            with transaction.atomic(), defer_redraw():
                counted = self._written(taken=number)
                _, wrong = taking.take(event, timezone.now())
                if wrong:
                    transaction.set_rollback(True)
            if wrong:
                # It was all right when it was looked at: somebody has changed what is here since.
                return self._end(State.STOPPED, why=wrong[0].told)
            self._know(counted)
            self._pause()
        for key in self._lists():
            redraw(keys=[key], now=timezone.now())
            self._pause()
        return self._end(State.TAKEN)

    def _taking(self) -> ResultListImporter:
        """The list with the players whom its names mean, as that was found first."""
        known = {
            name: Player(pk=UUID(key), name=called) for name, (key, called) in self._mine.players.items()
        }
        return ResultListImporter(self._listed, known, self._mine.source, self._mine.asked_by)

    def _lists(self) -> list[str]:
        """The lists on which the events of this one count."""
        slugs = [slug_of(event) for event in self._listed.events]
        return lists_of(list(EventUnit.objects.filter(event__slug__in=slugs).select_related("season")))

    # -- what is kept ----------------------------------------------------------------------------------

    def _keep(self, **told: Any) -> None:
        """Keep how far it is. Raises ``_Elsewhere`` where it is not ours any more."""
        self._know(self._written(**told))

    def _written(self, **told: Any) -> Mapping[str, Any]:
        """The same, in a transaction that may yet be undone: what is to be known of it once it is not."""
        told["claimed_until"] = timezone.now() + CLAIMED
        ours = HistoryImport.objects.filter(
            pk=self._mine.pk, state=self._mine.state, claimed_until=self._mine.claimed_until
        )
        if not ours.update(**told):
            raise _Elsewhere
        return told

    def _know(self, data: Mapping[str, Any]) -> None:
        for name, value in data.items():
            setattr(self._mine, name, value)

    def _end(self, state: State, why: Text | None = None) -> None:
        """Nobody works on it any more."""
        self._keep(state=state, why=why, finished_at=timezone.now())
        HistoryImport.objects.filter(pk=self._mine.pk).update(claimed_until=None)

    def _pause(self) -> None:
        """Let others write for as long as they had to wait; hand the list on where this process is to end."""
        self._rest(max(time.monotonic() - self._since, 0.01))
        if not self._goes_on():
            HistoryImport.objects.filter(pk=self._mine.pk, claimed_until=self._mine.claimed_until).update(
                claimed_until=None
            )
            raise _Elsewhere
        self._since = time.monotonic()


def _in_short(found: FoundEvent) -> dict[str, Any]:
    """What is kept of an event: of its table as much as is shown before it is taken over."""
    told = found.as_json()
    return {**told, "table": {name: found.table[name] for name in _SHOWN if name in found.table}}
