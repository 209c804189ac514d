"""``make bench`` makes every measurement there is, and none of them near the site's own data."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bench
from bench.__main__ import HELPERS, MEASUREMENTS, PLACES, environment
from tests.servers import ROOT


def test_every_script_is_a_measurement_or_helps_one() -> None:
    there = {path.stem for path in Path(*bench.__path__).glob("*.py") if not path.stem.startswith("__")}
    assert sorted((*MEASUREMENTS, *HELPERS)) == sorted(there)


def test_a_measurement_has_a_folder_of_its_own_and_no_database_of_the_site(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in (*PLACES, "PATH"):
        monkeypatch.setenv(name, "the site's")
    made_with = environment("its own")
    assert {name: made_with.get(name) for name in (*PLACES, "PATH")} == {
        "DATABASE_URL": None,
        "REDIS_URL": None,
        "DATA_DIR": "its own",
        "RAUSWURF_TEST_DATA": None,
        "PATH": "the site's",
    }


@pytest.mark.process
def test_every_measurement_begins_without_the_settings_of_the_tests() -> None:
    variables = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    begin = "\n".join(f"import bench.{name}" for name in MEASUREMENTS)
    subprocess.run([sys.executable, "-c", begin], env=variables, cwd=ROOT, timeout=100, check=True)
