"""The package: everything that the program is made of, nothing else, and it serves an evening from wherever it lies."""

import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.servers import ROOT, START_SECONDS, UNLIMITED, Site, free_port

#: What of the repository is for developers alone.
LEFT_OUT = ("tests/", "bench/", "docs/develop/", "docs/install/", "docs/examples/", "docs/README.md", ".")
OF_THE_PACKAGE = (
    "config/",
    "games/",
    "rules/",
    "tournaments/",
    "locale/",
    "docs/use/",
    "docs/reference/",
    "deploy/",
)
RAUSWURF = "from rauswurf.manage import installed; installed()"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as pip builds it."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("rauswurf-*-py3-none-any.whl")
    return built


def tracked() -> set[str]:
    """The files of the repository."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return set(listed.splitlines())


def test_the_package_has_every_file_of_the_program_and_none_of_the_tests(wheel: Path) -> None:
    inside = {name.removeprefix("rauswurf/") for name in zipfile.ZipFile(wheel).namelist()}
    ours = {name for name in inside if ".dist-info/" not in name}
    needed = {name for name in tracked() if name.startswith(OF_THE_PACKAGE)}
    assert needed <= ours
    assert not [name for name in ours if name.startswith(LEFT_OUT)]


def test_the_package_pins_what_it_needs_as_the_repository_does(wheel: Path) -> None:
    packed = zipfile.ZipFile(wheel)
    (metadata,) = (name for name in packed.namelist() if name.endswith("METADATA"))
    named = [line for line in packed.read(metadata).decode().splitlines() if line.startswith("Requires-Dist")]
    pins = [line for line in (ROOT / "requirements.txt").read_text().splitlines() if "==" in line]
    assert len(named) == len(pins) > 20
    assert all("==" in line for line in named)


@contextmanager
def serving(folder: Path, home: Path) -> Iterator[Site]:
    """`rauswurf serve` of a package that was laid into a folder, by somebody with an empty home."""
    known = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    environment = {**known, **UNLIMITED, "HOME": str(home), "PYTHONPATH": str(folder), "CHANCES": "no"}
    site = Site(environment, port=free_port())
    command = [sys.executable, "-P", "-c", RAUSWURF, "serve", "--port", str(site.port)]
    site.process = subprocess.Popen(
        command, env=environment, cwd=home, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        for _ in range(START_SECONDS * 20):
            if site.answers():
                break
            assert site.process.poll() is None, "rauswurf serve ended"
            try:
                site.process.wait(0.05)
            except subprocess.TimeoutExpired:
                continue
        yield site
    finally:
        site.kill()


def page(url: str, language: str = "en") -> str:
    """What an address shows."""
    request = urllib.request.Request(url, headers={"Accept-Language": language})
    with urllib.request.urlopen(request, timeout=30) as answer:
        text: str = answer.read().decode()
    return text


@pytest.mark.process
@pytest.mark.sqlite
def test_rauswurf_serve_needs_nothing_but_the_package(wheel: Path, tmp_path: Path) -> None:
    folder, home = tmp_path / "packages", tmp_path / "home"
    home.mkdir()
    zipfile.ZipFile(wheel).extractall(folder)
    with serving(folder, home) as site:
        assert (home / ".local/share/rauswurf/rauswurf.sqlite3").is_file()
        assert "Hilfe" in page(f"{site.url}/help/", "de")
        assert "hall" in page(f"{site.url}/help/hall/")
        (style,) = re.findall(r'href="(/static/[^"]+\.css)"', page(f"{site.url}/"))[:1]
        assert "{" in page(f"{site.url}{style}")
        if not shutil.which("curl"):
            pytest.skip("no curl on this machine (Debian: apt-get install curl)")
        manage = [
            sys.executable,
            "-P",
            "-c",
            RAUSWURF,
            "manage",
            "create_token",
            "curl",
            "--role",
            "organiser",
        ]
        made = subprocess.run(
            manage, env=site.environment, cwd=home, check=True, capture_output=True, text=True
        )
        evening = subprocess.run(
            [str(ROOT / "docs/examples/evening.sh")],
            env={
                **os.environ,
                "TOKEN": made.stdout.split()[-1],
                "OPTIONS": '{"board": "6x2"}',
                "API": f"{site.url}/api/v1",
            },
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=110,
        )
        assert '"status":"finished"' in evening.stdout
