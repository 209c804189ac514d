"""Periodic jobs in the embedded server, beside its requests: where no workers do them."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connections
from django.utils import timezone
from django.utils.module_loading import import_string

from config.jobs import Command, Job, Loop
from config.watch.tasks import counted

logger = logging.getLogger(__name__)


async def run_periodic(job: Job) -> None:
    """Do a job at once and every so many seconds, for ever; what goes wrong is logged and tried again."""
    if isinstance(job.beside, Loop):
        await import_string(job.beside.path)(job.seconds)
    while True:
        try:
            await _round(job)
        except Exception:
            logger.exception("%s: something went wrong; again in %g s", job.name, job.seconds)
            await sync_to_async(connections.close_all)()
        await asyncio.sleep(job.seconds)


async def _round(job: Job) -> None:
    with counted(job.name):
        if not isinstance(job.beside, Command):
            await sync_to_async(import_string(job.once))(now=timezone.now())
        elif await sync_to_async(import_string(job.beside.is_due))(now=timezone.now()):
            await run_command(job.beside.name)


async def run_command(name: str) -> None:
    """Have a command of ``manage.py`` do its work; it ends when it is done, or with this process.

    What it prints for whoever calls it by hand is noted at DEBUG; what goes wrong it says by itself.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(settings.BASE_DIR / "manage.py"),
        "beside",
        name,
        stdin=asyncio.subprocess.PIPE,  # open as long as we live; nothing is written
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        printed = await process.stdout.read()
        await process.wait()
        for line in printed.decode(errors="replace").splitlines():
            logger.debug("%s: %s", name, line)
        if process.returncode:
            raise RuntimeError(f"{name} has ended with {process.returncode}")
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
