"""The sheets of an event, each from its stored table: one function a sheet, headings in the active language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.enums import Decision
from games.models.game import DECISION_LABELS
from games.templatetags.board import localized
from rules.board import COLOUR_NAMES
from tournaments.exports.csv.writer import Cell, CsvSheet
from tournaments.models import Draw
from tournaments.models.points_field import exact
from tournaments.standings.presenters import EventPresenter, SeatCard
from tournaments.standings.schedule import GameStage, ScheduledGame, schedule


def table_sheet(shown: EventPresenter) -> CsvSheet:
    """The table: places, figures, and what decided each place; a column says what is missing in it."""
    missing = {
        key: localized(each["told"])
        for each in shown.projection.get("unfinished", ())
        for key in each["columns"]
    }
    columns = [
        f"{localized(column['name'])} ({missing[column['key']]})"
        if column["key"] in missing
        else localized(column["name"])
        for column in shown.projection["columns"]
    ]
    return CsvSheet(
        [_("Place"), _("Shared"), _("Player"), *columns, _("Why")],
        [
            [
                row["place"],
                _yes(row["shared"]),
                row["name"],
                *(exact(figure) for figure in row["figures"]),
                localized(row["reason"]),
            ]
            for row in shown.projection["rows"]
        ],
    )


def games_sheet(shown: EventPresenter) -> CsvSheet:
    """The games that have begun, a row for each player of each game: what they led, what it gave them."""
    begun = [game for game in schedule(shown) if game.game]
    return CsvSheet(
        [
            _("No."),
            _("Game"),
            _("Board"),
            _("State"),
            _("Result"),
            _("Begun"),
            _("Ended"),
            _("Player"),
            _("Colours"),
            _("Starts"),
            _("Places of the colours"),
            _("Points"),
            _("Won"),
        ],
        [_played(game, seat) for game in begun for seat in game.seats],
    )


def schedule_sheet(shown: EventPresenter) -> CsvSheet:
    """The games by number, a row for each, with who plays and who starts; those that are not drawn yet are left out."""
    games = [game for game in schedule(shown) if game.seats or game.stage == GameStage.CANCELLED]
    most = max((len(game.seats) for game in games), default=0)
    players = [f"{heading} {n}" for n in range(1, most + 1) for heading in (_("Player"), _("Colours"))]
    return CsvSheet(
        [
            _("No."),
            _("Game"),
            _("State"),
            _("Board"),
            _("Starts"),
            _("Why"),
            *players,
            _("Winner"),
            _("Round"),
            _("Planned for"),
        ],
        [_scheduled(game, most) for game in games],
    )


def draws_sheet(shown: EventPresenter) -> CsvSheet:
    """What was drawn: a row for each place, with who got it and how."""
    return CsvSheet(
        [pgettext("heading", "Draw"), _("Place"), _("Drawn"), _("How"), _("Published seed"), _("When")],
        [
            [
                localized(draw["name"]),
                localized(place),
                drawn,
                str(Draw.Method(draw["method"]).label),
                draw["published_seed"],
                datetime.fromisoformat(draw["made_at"]),
            ]
            for draw in shown.projection["draws"]
            for drawn, place in shown.outcome(draw)
        ],
    )


def entries_sheet(shown: EventPresenter) -> CsvSheet:
    """Who is entered, in seed order."""
    return CsvSheet(
        [_("Seed"), _("Player")], [[entry["seed"], entry["name"]] for entry in shown.projection["entries"]]
    )


def report_sheet(shown: EventPresenter) -> CsvSheet:
    """What the organiser decided, and why."""
    return CsvSheet(
        [_("When"), pgettext("heading", "Decided"), _("Why"), _("Undone"), _("by"), _("Why undone")],
        [
            [line["made_at"], localized(line["said"]), line["reason"], *_undone(line["undone"])]
            for line in shown.report
        ],
    )


def _undone(data: Mapping[str, Any]) -> list[Cell]:
    """When a decision was undone, by whom and why; empty cells where it stands."""
    return [data["made_at"], localized(data["by"]), data["reason"]] if data else ["", "", ""]


def _played(game: ScheduledGame, seat: SeatCard) -> list[Cell]:
    return [
        game.number,
        localized(game.name),
        game.board,
        str(game.stage.label),
        str(DECISION_LABELS[Decision(game.decided_by)]) if game.decided_by else "",
        game.started_at,
        game.ended_at,
        seat.name,
        _colours(seat.colours),
        _yes(game.starter in seat.colours),
        ", ".join(
            f"{localized(COLOUR_NAMES[colour])} {place}"
            for place, colour in enumerate(game.places, start=1)
            if colour in seat.colours
        ),
        None if seat.points is None else exact(seat.points),
        _yes(seat.won),
    ]


def _scheduled(game: ScheduledGame, most: int) -> list[Cell]:
    seats = [cell for seat in game.seats for cell in (seat.name, _colours(seat.colours))]
    return [
        game.number,
        localized(game.name) or game.title,
        str(game.stage.label),
        game.board,
        localized(COLOUR_NAMES[game.starter]) if game.starter else "",
        localized(game.starter_reason),
        *seats,
        *[""] * (2 * (most - len(game.seats))),
        ", ".join(game.winners),
        localized(game.round),
        game.planned_at,
    ]


def _colours(colours: Sequence[str]) -> str:
    return ", ".join(localized(COLOUR_NAMES[colour]) for colour in colours)


def _yes(is_so: bool) -> str:
    return _("yes") if is_so else ""
