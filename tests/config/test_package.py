"""The package: everything that the program is made of, nothing else, and it serves an evening from wherever it lies."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.endurance.wire import Wire
from tests.servers import ROOT, UNLIMITED, Site, free_port, wait_until

#: What of the repository is for developers alone.
LEFT_OUT = (
    "tests/",
    "bench/",
    "clients/",
    "docs/develop/",
    "docs/install/",
    "docs/examples/",
    "docs/README.md",
    ".",
)
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
#: The oldest and the newest Python that it is for; RAUSWURF_PYTHONS names others, or where they are.
PYTHONS = os.environ.get("RAUSWURF_PYTHONS", "python3.11,python3.13").split(",")
#: Some 1,300 throws by curl, one after the other, while other tests use the machine too.
EVENING_SECONDS = 240


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
def serving(rauswurf: Sequence[str | Path], home: Path) -> Iterator[Site]:
    """`rauswurf serve` by somebody with an empty home."""
    known = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    environment = {**known, **UNLIMITED, "HOME": str(home), "CHANCES": "no"}
    site = Site(environment, port=free_port())
    command = [*rauswurf, "serve", "--port", str(site.port)]
    process = site.process = subprocess.Popen(
        command, env=environment, cwd=home, stdout=subprocess.DEVNULL, start_new_session=True
    )
    try:
        wait_until(lambda: site.answers() or process.poll() is not None)
        assert site.answers(), "rauswurf serve ended"
        yield site
    finally:
        site.kill()


def page(site: Site, path: str, language: str = "en") -> str:
    """What an address shows."""
    return str(Wire(site).ask("GET", path, None, **{"Accept-Language": language}).body)


def play_an_evening(rauswurf: Sequence[str | Path], site: Site, home: Path) -> None:
    """A token by `rauswurf manage`, then three players, an event, its draw and a whole game by curl."""
    if not shutil.which("curl"):
        pytest.skip("no curl on this machine (Debian: apt-get install curl)")
    manage = [*rauswurf, "manage", "create_token", "curl", "--role", "organiser"]
    made = subprocess.run(manage, env=site.environment, cwd=home, check=True, capture_output=True, text=True)
    told = {"TOKEN": made.stdout.split()[-1], "OPTIONS": '{"board": "6x2"}', "API": f"{site.url}/api/v1"}
    evening = subprocess.run(
        [str(ROOT / "docs/examples/evening.sh")],
        env={**os.environ, **told},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=EVENING_SECONDS,
    )
    assert '"status":"finished"' in evening.stdout


def interpreter(name: str) -> str:
    """A Python of this machine: on its path, or one of pyenv's; a test without it is skipped and says so."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    others = sorted(pyenv.glob(f"{name.removeprefix('python')}*/bin/python"))
    for found in (shutil.which(name), *map(str, others)):
        if (
            found
            and not subprocess.run([found, "-c", "import ensurepip, venv"], capture_output=True).returncode
        ):
            return found
    pytest.skip(f"no {name} with its venv module on this machine (RAUSWURF_PYTHONS says where it is)")


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.sqlite
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", PYTHONS)
def test_the_package_is_installed_into_an_empty_environment_and_an_evening_played(
    wheel: Path, name: str, tmp_path: Path
) -> None:
    environment, home = tmp_path / "environment", tmp_path / "home"
    home.mkdir()
    subprocess.run([interpreter(name), "-m", "venv", str(environment)], check=True)
    pip = str(environment / "bin/pip")
    installed = [pip, "install", "--quiet", "--disable-pip-version-check", str(wheel)]
    subprocess.run(installed, cwd=home, check=True)
    rauswurf = (environment / "bin/rauswurf",)
    told = subprocess.run([*rauswurf, "--version"], capture_output=True, text=True, check=True).stdout
    assert f"-{told.strip()}-" in wheel.name
    with serving(rauswurf, home) as site:
        assert "Hilfe" in page(site, "/help/", "de")
        (style,) = re.findall(r'href="(/static/[^"]+\.css)"', page(site, "/"))[:1]
        assert "{" in page(site, style)
        play_an_evening(rauswurf, site, home)
