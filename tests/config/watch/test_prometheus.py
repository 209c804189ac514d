"""What is asked of Prometheus – panels of the dashboard, alerts – is asked of series and labels that there are."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.config.watch.scraping import SERIES
from tests.servers import ROOT

ALERTS = ROOT / "deploy/prometheus/alerts.yml"
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"] for rule in group["rules"]
]
PANELS: list[dict[str, Any]] = json.loads(
    (ROOT / "deploy/grafana/rauswurf.json").read_text(encoding="utf-8")
)["panels"]
#: Expression → the labels that are written beside it.
ASKED = {
    target["expr"]: set(re.findall(r"{{(\w+)}}", target["legendFormat"]))
    for panel in PANELS
    for target in panel["targets"]
} | {rule["expr"]: set(re.findall(r"\$labels\.(\w+)", str(rule))) for rule in RULES}


def labels_in(expression: str) -> set[str]:
    """The labels of the series that it names."""
    names = re.findall(r"rauswurf_\w+", expression)
    series = [name if name in SERIES else re.sub(r"_(bucket|sum|count)$", "", name) for name in names]
    return {label for name in series for label in SERIES[name][2]}


@pytest.mark.parametrize("expression", ASKED)
def test_it_names_only_series_that_there_are_and_labels_that_they_have(expression: str) -> None:
    labels = labels_in(expression) | {"le", "instance", "job"}
    grouped = re.search(r" by \(([^)]*)\)", expression)
    if grouped:
        assert set(grouped[1].split(", ")) <= labels
        labels = set(grouped[1].split(", "))
    assert ASKED[expression] <= labels


def test_promtool_reads_it_all(tmp_path: Path) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("no promtool on this machine (Debian: apt-get install prometheus)")
    panels = tmp_path / "panels.yml"
    recorded = [{"record": f"asked:{number}", "expr": asked} for number, asked in enumerate(ASKED)]
    panels.write_text(json.dumps({"groups": [{"name": "asked", "rules": recorded}]}))  # JSON is YAML
    done = subprocess.run(
        [promtool, "check", "rules", str(ALERTS), str(panels)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
