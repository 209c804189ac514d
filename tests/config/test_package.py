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
from tests.servers import ROOT, START_SECONDS, UNLIMITED, Site, free_port, migrated_sqlite

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
#: This Python with the package laid into a folder of its path: as `rauswurf` does it.
RAUSWURF = (sys.executable, "-P", "-c", "from rauswurf.manage import installed; installed()")
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
def serving(rauswurf: Sequence[str | Path], home: Path, **more: str) -> Iterator[Site]:
    """`rauswurf serve` by somebody with an empty home."""
    known = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    environment = {**known, **UNLIMITED, "HOME": str(home), "CHANCES": "no", **more}
    site = Site(environment, port=free_port())
    command = [*rauswurf, "serve", "--port", str(site.port)]
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


def page(site: Site, path: str, language: str = "en") -> str:
    """What an address shows."""
    return str(Wire(site).ask("GET", path, None, **{"Accept-Language": language}).body)


def new_token(rauswurf: Sequence[str | Path], site: Site, home: Path) -> str:
    """An organiser's token by `rauswurf manage`."""
    manage = [*rauswurf, "manage", "create_token", "curl", "--role", "organiser"]
    made = subprocess.run(manage, env=site.environment, cwd=home, check=True, capture_output=True, text=True)
    return made.stdout.split()[-1]


def play_an_evening(rauswurf: Sequence[str | Path], site: Site, home: Path) -> None:
    """A token by `rauswurf manage`, then three players, an event, its draw and a whole game by curl."""
    if not shutil.which("curl"):
        pytest.skip("no curl on this machine (Debian: apt-get install curl)")
    token = new_token(rauswurf, site, home)
    told = {"TOKEN": token, "OPTIONS": '{"board": "6x2"}', "API": f"{site.url}/api/v1"}
    evening = subprocess.run(
        [str(ROOT / "docs/examples/evening.sh")],
        env={**os.environ, **told},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=EVENING_SECONDS,
    )
    assert '"status":"finished"' in evening.stdout


@pytest.mark.process
@pytest.mark.sqlite
def test_rauswurf_serve_needs_nothing_but_the_package(wheel: Path, tmp_path: Path) -> None:
    folder, home = tmp_path / "packages", tmp_path / "home"
    home.mkdir()
    zipfile.ZipFile(wheel).extractall(folder)
    data = home / ".local/share/rauswurf"
    data.mkdir(parents=True)
    shutil.copy(migrated_sqlite(), data)  # made from nothing by the installed package (slow)
    with serving(RAUSWURF, home, PYTHONPATH=str(folder)) as site:
        assert (data / "rauswurf.sqlite3").is_file()
        assert "Hilfe" in page(site, "/help/", "de")
        assert "hall" in page(site, "/help/hall/")
        (style,) = re.findall(r'href="(/static/[^"]+\.css)"', page(site, "/"))[:1]
        assert "{" in page(site, style)
        # Whole evenings are played by the installed package (slow): a thousand processes of curl.
        told = Wire(site, new_token(RAUSWURF, site, home)).post("/api/v1/players/", {"name": "Änne Öhler"})
        assert told.body["shown_as"] == "Änne Öhler"


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
    installed = [
        str(environment / "bin/pip"),
        "install",
        "--quiet",
        "--disable-pip-version-check",
        str(wheel),
    ]
    subprocess.run(installed, cwd=home, check=True)
    rauswurf = (environment / "bin/rauswurf",)
    told = subprocess.run([*rauswurf, "--version"], capture_output=True, text=True, check=True).stdout
    assert f"-{told.strip()}-" in wheel.name
    with serving(rauswurf, home) as site:
        play_an_evening(rauswurf, site, home)
