"""Dumps at their addresses: those that are kept, with size and checksum, and one of an event or a season."""

from __future__ import annotations

import base64
import tempfile
from contextlib import ExitStack
from hashlib import sha256
from threading import BoundedSemaphore
from typing import IO

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import etag, require_safe

from games.access.client_ip import address_of
from games.access.rate_limit import RateLimit
from games.api import problems
from games.views.file_answer import file_answer, pieces
from rules.i18n import Text
from tournaments.models import Event
from tournaments.transfer.dump.archive import write_dump
from tournaments.transfer.dump.content import event_at, events_of, games_of, parts_of_events
from tournaments.transfer.dump.store import StoredDump, stored_dump, stored_dumps

#: Of an event or a season no more games are dumped while somebody waits.
MOST_GAMES = 2000
#: Dumps made for one address in a minute, in each process; and made at the same time.
A_MINUTE, AT_ONCE = 10, 2
_DUMPING = RateLimit("dumping")
_places = BoundedSemaphore(AT_ONCE)
_IN_MEMORY = 1_000_000
_BUSY_SECONDS = 5


def _etag_of(request: HttpRequest, name: str) -> str | None:
    """Return the mark of a kept dump, by which whoever has it is not sent it again."""
    dump = stored_dump(f"{name}.zip")
    return None if dump is None else f'"{dump.checksum}"'


@require_safe
@cache_control(no_cache=True)
def dumps_page(request: HttpRequest) -> HttpResponse:
    """List the dumps with date, size and checksum."""
    context = {"dumps": stored_dumps(), "licence": settings.DUMP_LICENCE, "is_kept": settings.DUMPS_KEPT}
    return render(request, "tournaments/dumps.html", context)


@require_safe
@cache_control(no_cache=True)
def dump_checksums(request: HttpRequest) -> HttpResponse:
    """List them for ``sha256sum -c``."""
    lines = [f"{dump.checksum}  {dump.name}\n" for dump in stored_dumps()]
    return HttpResponse("".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(no_cache=True)
def latest_dump(request: HttpRequest) -> HttpResponseBase:
    """Lead to the latest dump."""
    for dump in stored_dumps():
        return redirect("tournaments:dump", dump.slug)
    raise Http404


@require_safe
@cache_control(no_cache=True)
@etag(_etag_of)
def dump_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """Hand out a dump; nobody between keeps it for others, as it is dropped where a name in it must go."""
    dump = stored_dump(f"{name}.zip")
    if dump is None:
        raise Http404
    return _opened(request, dump)


@require_safe
@cache_control(no_cache=True)
def event_dump(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Make the dump of an event."""
    return _made(request, event_at(slug), slug)


@require_safe
@cache_control(no_cache=True)
def season_dump(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Make the dump of a season."""
    return _made(request, events_of(slug), slug)


def _opened(request: HttpRequest, dump: StoredDump) -> HttpResponseBase:
    try:
        file = dump.path.open("rb")
    except FileNotFoundError as error:
        raise Http404 from error
    return _file(request, file, dump.name, dump.size, bytes.fromhex(dump.checksum))


def _made(request: HttpRequest, events: QuerySet[Event], slug: str) -> HttpResponseBase:
    asked = _DUMPING.ask(address_of(request), A_MINUTE)
    if asked is not None and asked.is_too_much:
        return problems.too_many(asked.reset)
    if games_of(events)[MOST_GAMES : MOST_GAMES + 1]:
        return _too_large()
    if not _places.acquire(blocking=False):
        return problems.too_many(_BUSY_SECONDS)
    try:
        with override("en"):
            return _written(request, events, slug)
    finally:
        _places.release()


def _written(request: HttpRequest, events: QuerySet[Event], slug: str) -> HttpResponseBase:
    """Write it whole before the first byte goes out, so that it is whole or refused."""
    now = timezone.now()
    with ExitStack() as opened:
        file = opened.enter_context(tempfile.SpooledTemporaryFile(_IN_MEMORY))
        counts = write_dump(file, parts_of_events(events, now), now=now)
        if not counts.events:
            raise Http404
        size, digest = file.tell(), sha256()
        file.seek(0)
        for chunk in pieces(file):
            digest.update(chunk)
        file.seek(0)
        opened.pop_all()
    return _file(request, file, f"{slug}-dump.zip", size, digest.digest())


def _file(request: HttpRequest, file: IO[bytes], name: str, size: int, digest: bytes) -> HttpResponseBase:
    answer = file_answer(request, file, name=name, size=size, content_type="application/zip")
    answer["Repr-Digest"] = f"sha-256=:{base64.b64encode(digest).decode()}:"
    return answer


def _too_large() -> HttpResponse:
    told = Text("more than {most} games: take the dump of the whole site, at /dumps/", most=MOST_GAMES)
    return problems.refusal("bad-value", 400, told, field="slug", most=MOST_GAMES)
