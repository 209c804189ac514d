"""The arrows between the rooms: rules <- games <- tournaments <- config."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import ROOT

pytestmark = pytest.mark.process

ROOMS = ("rules", "games", "tournaments", "config")


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """import-linter's verdict on the rooms in `folder`, by the contracts of pyproject.toml."""
    program = Path(sys.executable).with_name("lint-imports")
    command = [str(program), "--no-cache", "--config", str(ROOT / "pyproject.toml")]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60)


def test_imports_follow_the_arrows() -> None:
    verdict = lint_imports(ROOT)
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr


#: A module, the line that is planted in it, what is told of that, and the contract that it breaks.
PLANTED = [
    ("rules/board.py", "import games", "rules.board -> games", "Imports follow the arrows"),
    (
        "games/apps.py",
        "import tournaments.apps",
        "games.apps -> tournaments.apps",
        "Imports follow the arrows",
    ),
    (
        "tournaments/apps.py",
        "import config.settings",
        "tournaments.apps -> config.settings",
        "Imports follow the arrows",
    ),
    (
        "games/services/bots.py",
        "import games.presenters.game",
        "games.services.bots -> games.presenters.game",
        "The layers of games",
    ),
    (
        "games/visibility/snapshots.py",
        "import games.queries.timeline",
        "games.visibility.snapshots -> games.queries.timeline",
        "The layers of games",
    ),
    ("games/loose.py", '"""A module that no layer names."""', "games.loose", "The layers of games"),
    (
        "tournaments/standings/schedule.py",
        "import tournaments.services",
        "tournaments.standings.schedule -> tournaments.services",
        "The layers of tournaments",
    ),
    (
        "tournaments/api/standings.py",
        "import tournaments.web.views",
        "tournaments.api.standings -> tournaments.web.views",
        "The layers of tournaments",
    ),
    (
        "tournaments/hall/seat_plan.py",
        "import tournaments.forecasts.queries",
        "tournaments.hall.seat_plan -> tournaments.forecasts.queries",
        "The layers of tournaments",
    ),
    (
        "tournaments/loose.py",
        '"""A module that no layer names."""',
        "tournaments.loose",
        "The layers of tournaments",
    ),
    ("rules/board.py", "import django", "rules.board -> django", "The domain is pure Python"),
    (
        "games/domain/events/throws.py",
        "import games.models",
        "games.domain.events.throws -> games.models",
        "The domain is pure Python",
    ),
    (
        "games/drawing/svg.py",
        "import django.utils.html",
        "games.drawing.svg -> django",
        "The domain is pure Python",
    ),
    (
        "tournaments/formats/__init__.py",
        "import tournaments.apps",
        "tournaments.formats -> tournaments.apps",
        "The domain is pure Python",
    ),
    (
        "tournaments/ratings.py",
        "import games.models",
        "tournaments.ratings -> games.models",
        "The domain is pure Python",
    ),
    (
        "tournaments/receivers.py",
        "import games.services.event_store",
        "tournaments.receivers -> games.services.event_store",
        "Only the recorder's services write the log",
    ),
    (
        "tournaments/web/entry.py",
        "import tournaments.formats.league.format",
        "tournaments.web.entry -> tournaments.formats.league.format",
        "Nobody but the formats tells formats apart",
    ),
]


def planted(folder: Path, lines: list[tuple[str, str]]) -> None:
    """The rooms once more, with one more line at the end of modules, which are made if need be."""
    for room in ROOMS:
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    for planted_in, line in lines:
        with (folder / planted_in).open("a", encoding="utf-8") as file:
            file.write(f"\n{line}\n")


def test_every_import_against_an_arrow_is_found(tmp_path: Path) -> None:
    """All are planted at once, and each is named in what is said of its contract."""
    planted(tmp_path, [(planted_in, line) for planted_in, line, _, _ in PLANTED])
    verdict = lint_imports(tmp_path)
    assert verdict.returncode != 0
    broken = verdict.stdout.partition("\nBroken contracts\n")[2]
    for planted_in, _, named, contract in PLANTED:
        assert f"{contract} BROKEN" in verdict.stdout
        about = broken.partition(f"\n{contract}\n---")[2].partition("\n---")[0]
        assert re.search(rf"^- +{re.escape(named)}( \(l|$)", about, re.M), (planted_in, contract, about)


def test_a_circle_between_two_rooms_of_games_or_of_tournaments_is_found(tmp_path: Path) -> None:
    """Playback already reads chances, receivers integrity; each import alone is against no layer."""
    of_tournaments = ("tournaments/integrity.py", "import tournaments.receivers")
    planted(tmp_path, [of_tournaments, ("games/chances/presenters.py", "import games.playback.views")])
    verdict = lint_imports(tmp_path).stdout
    assert "No circles between the rooms of tournaments BROKEN" in verdict
    assert "No circles between the rooms of games BROKEN" in verdict
