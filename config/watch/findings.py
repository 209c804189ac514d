"""What is missing or wrong with the site, in plain words: for ``check --deploy``, the owner's page and ``/readyz``.

Each test of the site is a function that yields what it finds. What settings say is distinguished from what the machine
shows: a site on one's own table needs no https.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core import mail
from django.core.checks import CheckMessage, Warning, register
from django.db import Error
from django.utils import timezone

from config.backup import rotation
from config.watch import broker, machine, sharing
from config.watch.chain_check import last_check
from config.watch.readings import waiting_since
from config.work import KINDS
from games.models import GameEvent
from rules import Figure, Text
from tournaments.models import Delivery

#: A day, and the time that a backup takes.
BACKUP_AGE = timedelta(hours=26)
CHAIN_CHECK_AGE = timedelta(days=3)
#: What waits longer is not worked off.
QUEUE_AGE = timedelta(minutes=10)
LEAST_BYTES, LEAST_PART = 500_000_000, 0.1
MOST_SECONDS_AHEAD = 2.0
MAIL_SECONDS = 3
_HERE = {"localhost", "127.0.0.1", "[::1]", "::1"}


Look = Callable[[datetime], "Iterator[SiteFinding]"]


@dataclass(frozen=True, slots=True)
class SiteFinding:
    """Something that is missing: its lasting number, what it is about, what is wrong, what would be right.

    ``is_urgent``: something is lost or has stopped now.
    """

    number: str
    subject: str
    message: Text
    hint: Text
    is_urgent: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return it as programs read it."""
        return {
            "id": self.number,
            "subject": self.subject,
            "is_urgent": self.is_urgent,
            "messages": self.message.as_json(),
            "hints": self.hint.as_json(),
        }


def findings(*, now: datetime) -> list[SiteFinding]:
    """Return all that is missing; empty where all is well."""
    return _found((_settings, *_MACHINE), now)


def troubles(*, now: datetime) -> list[SiteFinding]:
    """Return what is urgent."""
    return [found for found in _found(_MACHINE, now) if found.is_urgent]


def _found(looks: Iterable[Look], now: datetime) -> list[SiteFinding]:
    """Return what these find; a database that cannot be asked is a finding of its own, reported once."""
    found: list[SiteFinding] = []
    error: Error | None = None
    for look in looks:
        try:
            found += look(now)
        except Error as why:
            error = why
    return [*found, _no_database(error)] if error is not None else found


def _no_database(error: Error) -> SiteFinding:
    return SiteFinding(
        "config.W218",
        "database",
        Text("The database does not answer: {error}.", error=type(error).__name__),
        Text("Check that it is running at DATABASE_URL; rauswurf migrate sets it up."),
        is_urgent=True,
    )


@register(deploy=True)
def ready_for_others(**_: Any) -> list[CheckMessage]:
    """Tell all findings; for a terminal whose reader is not known."""
    return [
        Warning(found.message.in_all(), hint=found.hint.in_all(), id=found.number)
        for found in findings(now=timezone.now())
    ]


# -- what the settings say -------------------------------------------------------------------------


def _settings(now: datetime) -> Iterator[SiteFinding]:
    if not settings.SECURE_SSL_REDIRECT:
        yield SiteFinding(
            "config.W101",
            "https",
            Text("The site can be reached without https: passwords and tokens can be read on the way."),
            Text(
                "Put a proxy with a certificate in front, then set SECURE_SSL_REDIRECT, SECURE_HSTS_SECONDS "
                "and PROXIES."
            ),
        )
    hosts = set(settings.ALLOWED_HOSTS)
    if "*" in hosts:
        yield SiteFinding(
            "config.W102",
            "hosts",
            Text("The site answers to every name: its links may lead elsewhere."),
            Text("Set ALLOWED_HOSTS to the names of your site."),
        )
    elif hosts <= _HERE:
        yield SiteFinding(
            "config.W103",
            "hosts",
            Text("The site answers only on this machine."),
            Text("Set ALLOWED_HOSTS to the names of your site."),
        )
    key = settings.SECRET_KEY
    if len(key) < 50 or len(set(key)) < 5 or key.startswith("django-insecure-"):
        yield SiteFinding(
            "config.W104",
            "secret key",
            Text("SECRET_KEY can be guessed: whoever knows it can sign in as anybody."),
            Text("Leave it out, and one is made; or set at least 50 random characters."),
        )
    if settings.DEBUG:
        yield SiteFinding(
            "config.W105",
            "debug",
            Text("DEBUG is on: error pages show the inside of the program."),
            Text("Take DEBUG out of the settings."),
        )
    if not settings.PROXIES:
        yield SiteFinding(
            "config.W106",
            "proxy",
            Text("No proxy is in front: who sends slowly keeps connections open, and threads."),
            Text("Put one in front (deploy/ has files for Caddy and nginx), then set PROXIES."),
        )


# -- what the machine shows ------------------------------------------------------------------------


def _backups(now: datetime) -> Iterator[SiteFinding]:
    newest = rotation.newest()
    if newest is None:
        yield SiteFinding(
            "config.W201",
            "backups",
            Text("There is no backup."),
            Text("Set BACKUP_DIR to a folder, preferably on another disk.")
            if not settings.BACKUP_DIR
            else Text(
                "rauswurf backup makes one now; the site makes one a day in {folder}.",
                folder=settings.BACKUP_DIR,
            ),
        )
    elif now - newest.made_at > BACKUP_AGE:
        yield SiteFinding(
            "config.W202",
            "backups",
            Text("The newest backup is {hours} hours old.", hours=_hours(now - newest.made_at)),
            Text("Find out why none is made in {folder}.", folder=settings.BACKUP_DIR),
        )


def _hours(span: timedelta) -> Figure:
    return Figure(span // timedelta(hours=1), ",d")


def _disks(now: datetime) -> Iterator[SiteFinding]:
    for disk in machine.disks():
        if disk.free < LEAST_BYTES or disk.free < LEAST_PART * disk.size:
            of = Text("the data") if disk.of == "data" else Text("the backups")
            yield SiteFinding(
                "config.W203",
                "disk",
                Text(
                    "The disk of {of} is nearly full: {free} GB of {size} GB are free.",
                    of=of,
                    free=Figure(disk.free / 1e9, ".1f"),
                    size=Figure(disk.size / 1e9, ".1f"),
                ),
                Text("Make room: on a full disk nothing can be recorded."),
                is_urgent=True,
            )


def _clock(now: datetime) -> Iterator[SiteFinding]:
    newest = GameEvent.objects.order_by("-pk").values_list("recorded_at", flat=True).first()
    if newest is not None and newest - now > timedelta(seconds=MOST_SECONDS_AHEAD):
        yield SiteFinding(
            "config.W206",
            "clock",
            Text("The clock of this machine is behind the newest recorded event."),
            Text("Set the clock, then synchronise it with a time server."),
            is_urgent=True,
        )


def _processes(now: datetime) -> Iterator[SiteFinding]:
    if not settings.REDIS_URL:
        return
    living = sharing.living()
    missing = {
        "worker": ("config.W207", Text("No worker is running: webhooks, statistics and chances wait.")),
        "beat": ("config.W208", Text("Beat is not running: nothing is done by itself.")),
        "streams": ("config.W209", Text("No process for streams is running: nobody can follow a board.")),
    }
    for kind, (number, message) in missing.items():
        if not living.get(kind):
            hint = Text("Start it: rauswurf run {process}.", process=kind)
            yield SiteFinding(number, kind, message, hint, is_urgent=True)
    if living.get("beat", 0) > 1:
        yield SiteFinding(
            "config.W210",
            "beat",
            Text("Beat is running more than once: what it starts is done more than once."),
            Text("Leave one running for the whole site."),
        )
    if broker.tasks() is None:
        yield SiteFinding(
            "config.W211",
            "redis",
            Text("Redis does not answer: workers get no tasks."),
            Text("Check that it is running at REDIS_URL."),
            is_urgent=True,
        )


def _queues(now: datetime) -> Iterator[SiteFinding]:
    for queue, work in KINDS.items():
        since = waiting_since(work.due(now))
        if since is not None and now - since > QUEUE_AGE:
            yield SiteFinding(
                "config.W212",
                "queue",
                Text(
                    "Work in “{queue}” has been waiting for {minutes} minutes.",
                    queue=queue,
                    minutes=Figure((now - since) // timedelta(minutes=1), ",d"),
                ),
                Text("Check that the server or the workers are running, and what they log."),
                is_urgent=True,
            )


def mail_findings() -> Iterator[SiteFinding]:
    """Yield why no mail can be sent, if none can."""
    if settings.DEFAULT_FROM_EMAIL in ("", "webmaster@localhost"):
        yield SiteFinding(
            "config.W213",
            "mail",
            Text("No mail is sent: invitations and links for new passwords have to be passed on by hand."),
            Text("To send mail, set DEFAULT_FROM_EMAIL and EMAIL_URL."),
        )
        return
    try:
        with mail.get_connection(timeout=MAIL_SECONDS):
            pass
    except Exception as error:  # whatever a backend raises
        yield SiteFinding(
            "config.W214",
            "mail",
            Text("The mail server does not take mail: {error}.", error=type(error).__name__),
            Text("Check EMAIL_URL."),
            is_urgent=True,
        )


def _chains(now: datetime) -> Iterator[SiteFinding]:
    check = last_check()
    if check is None or check.ended_at is None:
        return
    if check.broken:
        yield SiteFinding(
            "config.W215",
            "chains",
            Text("Logs of games were changed: {logs}.", logs=Figure(len(check.broken), ",d")),
            Text("rauswurf manage check_chains names them; compare with a backup."),
            is_urgent=True,
        )
    if now - check.ended_at > CHAIN_CHECK_AGE:
        yield SiteFinding(
            "config.W216",
            "chains",
            Text("The hash chains were last walked {hours} hours ago.", hours=_hours(now - check.ended_at)),
            Text("rauswurf manage check_chains walks them now."),
        )


def _webhooks(now: datetime) -> Iterator[SiteFinding]:
    lost = Delivery.objects.filter(
        state=Delivery.State.GIVEN_UP, created_at__gt=now - timedelta(days=1)
    ).count()
    if lost:
        yield SiteFinding(
            "config.W217",
            "webhooks",
            Text("Webhook messages not delivered within a day: {number}.", number=Figure(lost, ",d")),
            Text("The page of each webhook lists them with the reason."),
            is_urgent=True,
        )


_MACHINE: tuple[Look, ...] = (
    _backups,
    _disks,
    _clock,
    _processes,
    _queues,
    lambda now: mail_findings(),
    _chains,
    _webhooks,
)
