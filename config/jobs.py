"""What is to be done from time to time, whoever does it: said once, for the three who do.

The embedded server runs each job beside its requests (``config.periodic``), ``beat`` has the workers do it (the
schedule in ``config.settings``), and ``manage.py run_periodic`` does once whatever is due. Everything is named by
dotted paths, so that settings can read this before there are any models.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Command:
    """Work for a process of its own, with which no request shares its time: a command, and whether there is any.

    What may be done once alone is taken up by whoever asks ``is_due``.
    """

    name: str
    is_due: str


@dataclass(frozen=True, slots=True)
class Loop:
    """A coroutine function that goes on for ever, with threads or tasks of its own; called with the seconds."""

    path: str


@dataclass(frozen=True, slots=True)
class Job:
    """A periodic job.

    ``task``: the name of the workers' task, asked for every ``seconds``; one that no worker had time for within
    ``expires`` seconds is dropped, the next does the same. ``priority``: 9 comes after everything else. ``once``: does
    all that is due at ``now`` and says how much that was, ``counts`` is what it counts. ``beside``: how the embedded
    server does it where that is not ``once`` every so many seconds.
    """

    name: str
    seconds: float
    expires: float
    task: str
    once: str
    counts: str
    beside: Command | Loop | None = None
    priority: int | None = None

    @property
    def beat(self) -> dict[str, Any]:
        """Its entry in beat's schedule."""
        options = {"expires": self.expires} | ({} if self.priority is None else {"priority": self.priority})
        return {"task": self.task, "schedule": self.seconds, "options": options}


#: In the order in which ``run_periodic`` does them: what others follow from comes first, what takes long last.
JOBS = (
    Job(
        name="redraw rankings",
        seconds=10.0,
        expires=10.0,
        task="tournaments.tasks.redraw_rankings",
        once="tournaments.rankings.store.redraw_what_is_due",
        counts="rankings drawn up",
    ),
    Job(
        name="send what is due",
        seconds=1.0,
        expires=5.0,
        task="tournaments.tasks.sweep_webhooks",
        beside=Loop("tournaments.webhooks.worker.send_for_ever"),
        once="tournaments.webhooks.dispatch.send_due",
        counts="webhooks sent to",
    ),
    Job(
        name="count what has ended",
        seconds=1.0,
        expires=5.0,
        task="tournaments.tasks.count_games",
        once="tournaments.statistics.update.count_due",
        counts="games counted",
    ),
    Job(
        name="drop what is old",
        seconds=3600.0,
        expires=3600.0,
        task="config.tasks.drop_what_is_old",
        once="config.retention.tidy",
        counts="rows dropped",
    ),
    Job(
        name="copy the database",
        seconds=60.0,
        expires=60.0,
        task="config.tasks.copy_the_database",
        once="config.backup.second_copy.copy_what_changed",
        counts="copies of the database",
    ),
    Job(
        name="back up",
        seconds=3600.0,
        expires=3600.0,
        task="config.tasks.back_up",
        beside=Command("backup", "config.backup.jobs.is_due"),
        once="config.backup.jobs.back_up_due",
        counts="backups",
    ),
    Job(
        name="back up when asked",
        seconds=10.0,
        expires=10.0,
        task="config.tasks.back_up_when_asked",
        beside=Command("backup", "config.backup.jobs.take_up"),
        once="config.backup.jobs.back_up_asked_for",
        counts="backups asked for",
    ),
    Job(
        name="walk the hash chains",
        seconds=600.0,
        expires=600.0,
        task="config.tasks.walk_chains",
        beside=Command("check_chains", "config.watch.chain_check.is_due"),
        once="config.watch.chain_check.check_due",
        counts="logs walked",
    ),
    Job(
        name="work on forecasts",
        seconds=1.0,
        expires=5.0,
        task="tournaments.tasks.sweep_forecasts",
        beside=Command("forecast_worker", "tournaments.forecasts.queue.is_anything_due"),
        once="tournaments.forecasts.queue.work_due",
        counts="parts of forecasts",
    ),
    Job(
        name="take over long result lists",
        seconds=2.0,
        expires=2.0,
        task="tournaments.tasks.work_on_imports",
        beside=Command("import_worker", "tournaments.transfer.result_import.long_lists.is_anything_due"),
        once="tournaments.transfer.result_import.long_lists.work_due",
        counts="steps of result lists",
        priority=9,
    ),
    Job(
        name="play rehearsals",
        seconds=1.0,
        expires=2.0,
        task="tournaments.tasks.play_rehearsals",
        beside=Command("rehearsal_worker", "tournaments.rehearsals.is_anything_due"),
        once="tournaments.rehearsals.work_due",
        counts="steps of rehearsals",
        priority=9,
    ),
    Job(
        name="count chances",
        seconds=1.0,
        expires=2.0,
        task="games.tasks.count_chances",
        beside=Loop("games.chances.worker.count_for_ever"),
        once="games.chances.jobs.count_due",
        counts="chances counted",
        priority=9,
    ),
    Job(
        name="analyse what has ended",
        seconds=5.0,
        expires=5.0,
        task="games.tasks.analyse_games",
        beside=Loop("games.analysis.worker.analyse_for_ever"),
        once="games.analysis.jobs.analyse_due",
        counts="games analysed",
        priority=9,
    ),
)
