"""The REST interface writes JSON as it always did, only quicker."""

import json
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.utils.translation import gettext_lazy
from rest_framework.renderers import JSONRenderer

from games.api.renderers import QuickJsonRenderer
from games.enums import GameState

WHEN = datetime(2026, 11, 21, 20, 15, 1, 120000, tzinfo=UTC)
#: What answers are made of.
VALUES = [
    {"text": "Würfel „6“ \\ \n \x1b \x7f \N{GAME DIE}", "empty": "", "none": None, "yes": True},
    {"number": 2**31, "negative": -1, "half": 0.5, "list": [1, [2, []]], "tuple": (1, 2)},
    {
        "when": WHEN,
        "whole": WHEN.replace(microsecond=0),
        "local": WHEN.astimezone(timezone(timedelta(hours=1))),
    },
    {"day": date(2026, 11, 21), "id": UUID(int=7), "state": GameState.RUNNING},
    [],
]
#: What the quick encoder does not write, or not so.
ODD = [
    {"beyond 64 bits": 2**70},
    {"lazy": gettext_lazy("games")},
    {"decimal": Decimal("1.50")},
    {7: "a number for a name"},
]


@pytest.mark.parametrize("value", [*VALUES, *ODD])
def test_every_value_is_written_as_django_rest_framework_writes_it(value: Any) -> None:
    assert QuickJsonRenderer().render(value, "application/json", {}) == JSONRenderer().render(
        value, "application/json", {}
    )


def test_who_wants_it_indented_gets_it_so() -> None:
    told = QuickJsonRenderer().render({"a": [1]}, "application/json; indent=4", {})
    assert told == b'{\n    "a": [\n        1\n    ]\n}'


def test_the_quick_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "dumps", None)
    for value in VALUES:
        assert QuickJsonRenderer().render(value, "application/json", {})
