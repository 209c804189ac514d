"""The sheets of rankings: a list, what it counts, what an event gave, who has won what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from games.templatetags.board import localized
from tournaments.exports.csv.writer import Cell, CsvSheet
from tournaments.models import EventPoints
from tournaments.models.points_field import exact

Told = Mapping[str, Any]


def list_sheet(told: Told) -> CsvSheet:
    """A list: places, points, what decided each place, what is defended and what is needed."""
    return CsvSheet(
        [
            _("Place"),
            _("Shared"),
            _("Player"),
            _("Points"),
            "TP",
            "WP",
            "CP",
            _("Defends"),
            _("To overtake"),
            _("Why"),
        ],
        [
            [
                row["place"],
                _("yes") if row["shared"] else "",
                row["name"],
                *(_points(row[each]) for each in ("points", "tp", "wp", "cp", "defended", "to_overtake")),
                localized(row["reason"]),
            ]
            for row in told["rows"]
        ],
    )


def counted_sheet(told: Told) -> CsvSheet:
    """What a list counts: a row for each player and event, the latest first."""
    gains = {(gain["unit"], row["player"]): (row, gain) for row in told["rows"] for gain in row["gains"]}
    units = [
        (unit, gains.get((unit["unit"], row["player"]))) for unit in told["counted"] for row in told["rows"]
    ]
    return CsvSheet(
        [_("Ended"), _("Event"), _("Level"), _("Player"), _("Place"), "TP", "WP", "CP", _("Points")],
        [
            [
                date.fromisoformat(unit["ended_on"]),
                localized(unit["name"]),
                unit["level"],
                found[0]["name"],
                found[1]["place"],
                *(_points(found[1][each]) for each in ("tp", "wp", "cp", "points")),
            ]
            for unit, found in units
            if found
        ],
    )


def points_sheet(told: Told) -> CsvSheet:
    """What an event gave: a row for each player, of the event and of parts of it that count by themselves."""
    return CsvSheet(
        [_("Ended"), _("Event"), _("Level"), _("Place"), _("Player"), "TP", "WP", "CP", _("Points"), "GPP"],
        [
            [
                date.fromisoformat(unit["ended_on"]),
                localized(unit["name"]),
                unit["level"],
                row["place"],
                row["name"],
                *(_points(row[each]) for each in ("tp", "wp", "cp", "points", "gpp")),
            ]
            for unit in told["units"]
            for row in unit["rows"]
        ],
    )


def titles_sheet(titles: Iterable[EventPoints]) -> CsvSheet:
    """Who has won which event."""
    return CsvSheet(
        [_("Season"), _("Ended"), _("Event"), _("Level"), _("Winner")],
        [
            [
                title.unit.season.name,
                title.unit.ended_on,
                title.unit.event.name,
                title.unit.level,
                title.player.shown_as,
            ]
            for title in titles
        ],
    )


def _points(told: int | str | None) -> Cell:
    return None if told is None else exact(told)
