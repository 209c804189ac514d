"""Questions of monitoring – is the process alive, can it work, what is missing? –, its backups, and what
is answered where no view could.
"""

import sys
import weakref
from collections.abc import AsyncIterator, Iterator
from typing import IO

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib import messages
from django.core.handlers.asgi import ASGIRequest
from django.db import Error, InterfaceError, OperationalError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.backup import jobs
from config.backup.rotation import backups, newest
from config.watch.findings import findings
from config.watch.machine import disks
from config.watch.readings import shows_token
from games.access import (
    EVERYWHERE,
    SITE,
    RateLimit,
    audit_log,
    caller_of,
    is_allowed,
    origin_of,
    require_permission,
    signed_in_just_now,
)
from games.api import problems, query_params
from games.enums import Action
from games.models import SecurityEvent

_owner = require_permission(Action.OWN, lambda **address: EVERYWHERE)


@never_cache
@require_safe
def alive(request: HttpRequest) -> JsonResponse:
    """200 whenever the process answers at all."""
    return JsonResponse({"alive": True})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 when the database answers a question, 503 when it does not; ``?verbose`` shows the findings as well."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        return JsonResponse({"ready": False, "database": "does not answer"}, status=503)
    if "verbose" not in request.GET or not (
        shows_token(request) or is_allowed(caller_of(request), Action.OWN, EVERYWHERE)
    ):
        return JsonResponse({"ready": True})
    found = findings(now=timezone.now())
    return JsonResponse({"ready": True, "findings": [each.as_json() for each in found]})


@never_cache
@require_safe
@_owner
def findings_page(request: HttpRequest) -> HttpResponse:
    """What is missing, for the site's owner."""
    shown = {"rows": findings(now=timezone.now()), "disks": disks(), "backup": newest()}
    return render(request, "findings.html", shown)


#: Files handed to one person in a minute, in each process.
A_MINUTE = 5
_CHUNK = 64 * 1024
_TAKING = RateLimit("taking-backups")


@never_cache
@require_safe
@_owner
def backups_page(request: HttpRequest) -> HttpResponse:
    """List them; whether more can be made."""
    context = {
        "folder": settings.BACKUP_DIR,
        "backups": backups(),
        "is_asked_for": jobs.is_asked_for(timezone.now()),
        "is_encrypted": bool(settings.BACKUP_PASSPHRASE_FILE),
    }
    return render(request, "backups.html", context)


@never_cache
@require_POST
@_owner
@signed_in_just_now("backups")
def ask_for_backup(request: HttpRequest) -> HttpResponse:
    """Have one made; while one is requested nothing more happens."""
    if settings.BACKUP_DIR and not jobs.is_asked_for(timezone.now()):
        _note(request, SecurityEvent.Kind.BACKUP_ASKED)
        messages.success(request, gettext("The backup begins within seconds."))
    return redirect("backups")


@never_cache
@require_safe
@_owner
@signed_in_just_now("backups")
def backup_file(request: HttpRequest, name: str) -> HttpResponseBase:
    """Hand one out that is encrypted: the others have what lets somebody in, and stay where they are."""
    found = next((backup for backup in backups() if backup.path.name == name), None)
    if found is None or not found.is_encrypted:
        raise Http404
    if seconds := _TAKING.wait(caller_of(request).actor, A_MINUTE):
        return query_params.for_the_reader(request, problems.too_many(seconds))
    try:
        file = found.path.open("rb")
    except FileNotFoundError as error:  # dropped just now, as it was too old
        raise Http404 from error
    _note(request, SecurityEvent.Kind.BACKUP_TAKEN)
    return _file_answer(request, file, name, found.size)


def _file_answer(request: HttpRequest, file: IO[bytes], name: str, size: int) -> StreamingHttpResponse:
    """Answer with an open file in pieces, in a server of either kind; it may be larger than what memory there is."""
    pieces = iter(lambda: file.read(_CHUNK), b"")
    answer = StreamingHttpResponse(
        _one_by_one(pieces) if isinstance(request, ASGIRequest) else pieces, content_type="application/x-tar"
    )
    answer["Content-Length"] = size
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer._resource_closers.append(file.close)  # type: ignore[attr-defined]
    # An answer without a reader is never closed.
    weakref.finalize(answer, file.close)
    return answer


async def _one_by_one(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    while piece := await sync_to_async(lambda: next(pieces, b""))():
        yield piece


def _note(request: HttpRequest, kind: SecurityEvent.Kind) -> None:
    actor = caller_of(request).actor
    audit_log.note(kind, actor=actor, place=SITE, **origin_of(request))


def request_failed(request: HttpRequest) -> HttpResponse:
    """Django's handler for uncaught errors, middleware's too; it asks nothing of the database."""
    away = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
    return query_params.for_the_reader(request, problems.no_database() if away else problems.broken())
