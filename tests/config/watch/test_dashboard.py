"""The dashboard: the real ``promtool`` reads what every panel asks, and every panel has something to show."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from config.watch import chain_check
from config.watch.series import BY_NAME, MetricSeries, SeriesKind
from games.models import Game
from tests.config.watch.scraping import Scrape, scrape
from tests.servers import ROOT

DASHBOARD: dict[str, Any] = json.loads((ROOT / "deploy/grafana/rauswurf.json").read_text(encoding="utf-8"))
PANELS: list[dict[str, Any]] = DASHBOARD["panels"]
EXPRESSIONS = {
    f"{panel['title']} {target['refId']}": target["expr"] for panel in PANELS for target in panel["targets"]
}
MINUTES = 60


def series_of(expression: str) -> list[MetricSeries]:
    """The series that it names."""
    names = re.findall(r"rauswurf_\w+", expression)
    return [BY_NAME[name if name in BY_NAME else re.sub(r"_(bucket|sum|count)$", "", name)] for name in names]


def test_the_dashboard_names_only_series_that_there_are_and_labels_that_they_have() -> None:
    assert len(EXPRESSIONS) >= 12
    for panel in PANELS:
        for target in panel["targets"]:
            series = series_of(target["expr"])
            grouped = re.search(r" by \(([^)]*)\)", target["expr"])
            labels = {label for each in series for label in (*each.labels, "le")}
            if grouped:
                assert set(grouped[1].split(", ")) <= labels, panel["title"]
                labels = set(grouped[1].split(", "))
            assert set(re.findall(r"{{(\w+)}}", target["legendFormat"])) <= labels, panel["title"]


def test_promtool_reads_what_every_panel_asks(promtool: str, tmp_path: Path) -> None:
    rules = [
        {"record": f"panel:{number}", "expr": asked} for number, asked in enumerate(EXPRESSIONS.values())
    ]
    file = tmp_path / "rules.yml"
    file.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))  # JSON is YAML
    done = subprocess.run([promtool, "check", "rules", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(EXPRESSIONS)} rules found" in done.stdout


@pytest.mark.django_db
def test_every_panel_shows_something_of_a_site_that_is_used(
    promtool: str, tmp_path: Path, settings: Any, data_dir: Path, recorded: Callable[[int], Game]
) -> None:
    settings.BACKUP_DIR = str(tmp_path)
    (tmp_path / f"rauswurf-{timezone.now() - timedelta(hours=3):%Y-%m-%dT%H%M%S}Z.tar.gz").touch()
    recorded(3)
    chain_check.walk(seconds=60)
    shown = [{"alert": title, "expr": f"count({asked}) > 0"} for title, asked in EXPRESSIONS.items()]
    (tmp_path / "rules.yml").write_text(json.dumps({"groups": [{"name": "dashboard", "rules": shown}]}))
    asked = {
        "rule_files": ["rules.yml"],
        "evaluation_interval": "1m",
        "tests": [
            {
                "interval": "1m",
                "input_series": [{"series": 'up{job="rauswurf"}', "values": f"1x{MINUTES}"}, *kept(scrape())],
                "alert_rule_test": [
                    {"eval_time": f"{MINUTES}m", "alertname": title, "exp_alerts": [{"exp_labels": {}}]}
                    for title in EXPRESSIONS
                ],
            }
        ],
    }
    (tmp_path / "asked.yml").write_text(json.dumps(asked))
    done = subprocess.run(
        [promtool, "test", "rules", "asked.yml"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stdout + done.stderr


def kept(found: Scrape) -> list[dict[str, str]]:
    """An hour of every series: what is counted grows, the rest stays."""
    series = []
    for family in found.families.values():
        counts = family.type in (SeriesKind.COUNTER.value, SeriesKind.HISTOGRAM.value)
        for sample in family.samples:
            told = ",".join(f"{label}={json.dumps(each)}" for label, each in sorted(sample.labels.items()))
            values = f"{sample.value}{'+1' if counts else ''}x{MINUTES}"
            series.append({"series": f"{sample.name}{{{told}}}", "values": values})
    return series


def test_every_panel_asks_the_prometheus_that_the_import_asked_for() -> None:
    (asked_for,) = DASHBOARD["__inputs"]
    source = {"type": "prometheus", "uid": f"${{{asked_for['name']}}}"}
    assert (asked_for["pluginId"], asked_for["pluginName"]) == ("prometheus", "Prometheus")
    for panel in PANELS:
        assert [panel["datasource"], *(each["datasource"] for each in panel["targets"])] == [
            source,
            *[source] * len(panel["targets"]),
        ]
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
