"""Commands of `manage.py`: what scripts of before call is still there, and nobody new is told of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from django.core.management import get_commands

from manage import FORMER_NAMES

ROOT = Path(__file__).parents[2]


def test_a_former_name_still_runs_its_command() -> None:
    assert set(FORMER_NAMES.values()) <= set(get_commands())
    called = [sys.executable, str(ROOT / "manage.py"), "kinds", "--help"]
    said = subprocess.run(called, capture_output=True, text=True, check=True).stdout
    assert said.startswith("usage: manage.py print_event_kinds")


def test_a_former_name_is_not_listed() -> None:
    assert not set(FORMER_NAMES) & set(get_commands())
