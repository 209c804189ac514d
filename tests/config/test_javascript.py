"""`make check` reads the scripts too: what names nothing, or something of the wrong type, does not pass."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

# Nothing here knows a database.
pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).parents[2]
DENO = Path(sys.executable).parent / "deno"
#: A script of the phone with what must not pass.
FAULTY = f"""
import {{ Game }} from "{(ROOT / "games/static/games/game.js").as_uri()}";
import * as rules from "{(ROOT / "games/static/games/generated/rules.js").as_uri()}";

const unused = 1;

/** @param {{Game}} game */
export function faults(game) {{
  game.moves("six");
  game.penalized("yellow", "7");
  rules.stuck(1, 40n);
  return nowhere;
}}
"""


def checked(what: str, script: Path) -> str:
    """What the linter (``lint``) or the type check (``check``) says of a script that does not pass."""
    done = subprocess.run(
        [DENO, what, "--config", ROOT / "deno.json", script],
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1", "DENO_DIR": str(script.parent)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0
    return done.stdout + done.stderr


def test_the_type_check_finds_unknown_names_and_wrong_types(tmp_path: Path) -> None:
    script = tmp_path / "faulty.js"
    script.write_text(FAULTY, encoding="utf-8")
    said = checked("check", script)
    assert re.findall(r"^TS\d+ .*: (.*)$", said, re.MULTILINE) == [
        "Argument of type 'string' is not assignable to parameter of type 'number'.",
        "Property 'penalized' does not exist on type 'Game'. Did you mean 'penalised'?",
        "Argument of type 'number' is not assignable to parameter of type 'bigint'.",
        "Cannot find name 'nowhere'.",
    ]


def test_the_linter_finds_what_is_never_used(tmp_path: Path) -> None:
    script = tmp_path / "faulty.js"
    script.write_text(FAULTY, encoding="utf-8")
    assert "`unused` is never used" in checked("lint", script)


def test_make_check_reads_every_script() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    read = re.findall(r"^SCRIPTS := (.*)$", makefile, re.MULTILINE)[0].split()
    rooms = {script.relative_to(ROOT).parts[0] for script in ROOT.glob("[a-z]*/**/static/**/*.js")}
    assert {f"{room}/static" for room in rooms} == set(read)
    assert "$(DENO) lint" in makefile
    assert "$(DENO) check" in makefile
