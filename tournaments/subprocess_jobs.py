"""Work of the embedded server that is done by a process of its own, with which no request shares its time."""

from __future__ import annotations

import asyncio
import sys

from django.conf import settings


async def run_beside(command: str) -> None:
    """Have a command of ``manage.py`` do its work; it ends when it is done, or with this process."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(settings.BASE_DIR / "manage.py"), command, stdin=asyncio.subprocess.DEVNULL
    )
    try:
        if status := await process.wait():
            raise RuntimeError(f"{command} has ended with {status}")
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
