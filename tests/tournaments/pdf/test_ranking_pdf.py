"""Lists on paper: places, points and reasons; what each event gave, as long as there is room for it."""

import io
from datetime import UTC, date, datetime
from typing import Any

import pypdf
import pytest
from django.test import Client
from django.utils.translation import override

from tests.tournaments.pdf.pdf_text import pages
from tests.tournaments.rankings.typed_in import days_from, typed_in
from tournaments.exports.pdf.ranking import RankingPrintContext, ranking_print

pytestmark = pytest.mark.django_db


def a_list(events: int, players: int) -> dict[str, Any]:
    """A list of so many players over so many events, as it is stored."""
    units = [f"event-{number}" for number in range(events)]
    gain = {"place": 2, "tp": 4, "wp": "1/2", "cp": 0, "points": "9/2"}
    return {
        "version": 7,
        "on": None,
        "list": "3t",
        "name": {"en": "3T World Rankings", "de": "3T-Weltrangliste"},
        "season": None,
        "rules_since": "2026-05-01",
        "last_end": "2026-11-01" if events else None,
        "remark": None,
        "rows": [
            {
                "place": number,
                "shared": False,
                "name": f"Änne {number}",
                "player": str(number),
                "points": "9/2",
                "tp": 4,
                "wp": "1/2",
                "cp": 0,
                "reason": {"en": f"below number {number - 1}", "de": f"hinter Nummer {number - 1}"},
                "gains": [{"unit": unit, **gain} for unit in units],
            }
            for number in range(1, players + 1)
        ],
        "counted": [
            {
                "unit": unit,
                "event": unit,
                "name": {"en": f"Cup {unit}", "de": f"Pokal {unit}"},
                "level": 1,
                "ended_on": "2026-11-01",
                "winners": [{"player": "1", "name": "Änne 1"}],
            }
            for unit in units
        ],
    }


def printed(data: dict[str, Any], language: str = "en") -> pypdf.PdfReader:
    with override(language):
        return pypdf.PdfReader(io.BytesIO(ranking_print(RankingPrintContext(data, "https://club.example/"))))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_list_by_its_address(client: Client, language: str) -> None:
    for slug, day in zip(("x", "y"), days_from(date(2026, 5, 2), 2), strict=True):
        typed_in(slug, "ab" if slug == "x" else "bab", ended_on=day)
    answer = client.get(f"/rankings/3t/table.pdf?language={language}")
    (page,) = pages(answer.content)
    data = client.get("/api/v1/rankings/3t/").json()
    assert data["name"][language] in page
    for row in data["rows"]:
        assert row["name"] in page
        assert row["reason"][language] in " ".join(page.split())
    for unit in data["counted"]:
        assert unit["name"][language] in page
    assert {"en": "After the event of 9 May 2026", "de": "Nach dem Turnier vom 9. Mai 2026"}[language] in page


def test_a_long_list_repeats_its_head(client: Client) -> None:
    found = printed(a_list(9, 150), "de").pages
    assert len(found) > 4
    text = [page.extract_text() for page in found]
    assert all(f"Seite {number} von {len(found)}" in page for number, page in enumerate(text, start=1))
    everything = " ".join(" ".join(text).split())
    for number in range(1, 151):
        assert f"Änne {number} " in everything
    assert "4½" in everything


@pytest.mark.parametrize(("events", "turned", "columns"), [(2, False, 2), (9, True, 9), (26, False, 0)])
def test_events_have_columns_as_long_as_there_is_room(events: int, turned: bool, columns: int) -> None:
    page = printed(a_list(events, 1)).pages[0]
    assert (page.mediabox.width > page.mediabox.height) == turned
    assert page.extract_text().count("4½") == 1 + columns


def test_its_date_is_that_of_the_list_and_the_same_list_gives_the_same_bytes() -> None:
    told = RankingPrintContext(a_list(2, 3), "https://club.example/")
    assert ranking_print(told) == ranking_print(told)
    metadata = pypdf.PdfReader(io.BytesIO(ranking_print(told))).metadata
    assert metadata is not None
    assert metadata.creation_date == datetime(2026, 11, 1, tzinfo=UTC)
