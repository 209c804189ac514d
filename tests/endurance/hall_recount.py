"""The files of a hall that everybody can fetch: what was told stands in them once, an independent recount agrees."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from rules.board import COLOUR_NAMES
from tests.endurance.hall_devices import Device
from tests.endurance.hall_ways import Told
from tests.servers import ROOT

RECOUNT = ROOT / "docs/examples/recount_hall.py"


def recounted(ask: Device, tables: Mapping[int, Told], points: Sequence[int]) -> str:
    """Compare the files with what was told, and count them again; what the recount says."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("entries", "games", "draws", "table", "parts"):
            text = ask.get("files", f"/events/hall/{name}.csv?language=en")
            Path(folder, f"{name}.csv").write_text(text, encoding="utf-8", newline="")
        _compare(Path(folder, "games.csv").read_text(encoding="utf-8-sig"), tables)
        told = ",".join(map(str, points[:4]))
        recount = [sys.executable, "-I", str(RECOUNT), folder, told]
        done = subprocess.run(recount, check=False, stdout=subprocess.PIPE, text=True)
        assert done.returncode == 0, done.stdout
        return done.stdout


def _compare(text: str, tables: Mapping[int, Told]) -> None:
    told: defaultdict[int, dict[int, tuple[str, str]]] = defaultdict(dict)
    for row in csv.DictReader(io.StringIO(text, newline="")):
        at = (row["Places of the colours"], row["Board at the end"])
        told[int(row["No."])][int(row["Start number"])] = at
    assert told.keys() == tables.keys()
    names = {colour: name.en for colour, name in COLOUR_NAMES.items()}
    for number, table in tables.items():
        assert sorted(told[number]) == sorted(table.seats.values())
        if not table.order:
            boards = {board.split()[1] for _, board in told[number].values()}
            assert boards == {table.position}, (number, boards, table.position)
            continue
        for colour, who in table.seats.items():
            assert told[number][who] == (f"{names[colour]} {table.order.index(who) + 1}", ""), number
