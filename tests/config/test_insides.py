"""`make check` finds who reaches into the insides of a library."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT

PLANTED = [
    "from django.db.models.query import get_related_populators",
    "from django.db.models.sql.compiler import SQLCompiler",
    "from asgiref.sync import SyncToAsync",
    "import asgiref.sync\n\nasgiref.sync.SyncToAsync.context_to_thread_executor",
    "from gunicorn.http.unreader import SocketUnreader",
    "from gunicorn.workers.gthread import ThreadWorker",
    "from prometheus_client import values",
    "from prometheus_client.mmap_dict import MmapedDict",
    "from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol",
]


def found(source: str) -> set[str]:
    """The rules that ruff finds broken in a module of ours."""
    ruff = str(Path(sys.executable).with_name("ruff"))
    checked = [ruff, "check", "--output-format", "json", "--stdin-filename", "config/planted.py", "-"]
    done = subprocess.run(checked, input=source, cwd=ROOT, capture_output=True, text=True, timeout=60)
    return {each["code"] for each in json.loads(done.stdout)}


@pytest.mark.parametrize("planted", PLANTED)
def test_an_inside_of_a_library_is_found(planted: str) -> None:
    assert "TID251" in found(planted)


def test_what_is_documented_may_be_used() -> None:
    documented = (
        "from asgiref.sync import ThreadSensitiveContext, sync_to_async",
        "from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead",
        "import uvicorn",
    )
    assert "TID251" not in found("\n".join(documented))
