"""Days and moments are written the same way everywhere."""

from datetime import UTC, date, datetime

import pytest
from django.template import Context, Template
from django.utils import timezone
from django.utils.translation import override

from games.dates import write_moment


@pytest.fixture(autouse=True)
def in_2026(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "localdate", lambda: date(2026, 3, 1))


@pytest.mark.parametrize(
    ("moment", "english", "german"),
    [
        (date(2026, 11, 22), "Sun 22 Nov", "So 22. Nov."),
        (date(2025, 11, 22), "Sat 22 Nov 2025", "Sa 22. Nov. 2025"),
        (datetime(2026, 7, 4, 13, 50, tzinfo=UTC), "Sat 4 Jul, 15:50", "Sa 4. Juli, 15:50"),
        (datetime(2025, 12, 31, 23, 30, tzinfo=UTC), "Thu 1 Jan, 00:30", "Do 1. Jan., 00:30"),
    ],
)
def test_a_day_and_a_moment_in_the_zone_of_the_site(moment: date, english: str, german: str) -> None:
    with timezone.override("Europe/Berlin"):
        with override("en"):
            assert write_moment(moment) == english
        with override("de"):
            assert write_moment(moment) == german


def test_a_template_writes_nothing_for_a_moment_that_is_not_there() -> None:
    assert Template("{% load dates %}[{{ none|when }}]").render(Context({"none": None})) == "[]"
