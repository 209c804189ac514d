"""The sheets of an event: ``/events/<slug>/table.csv`` and its like."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _, pgettext

from games.enums import Decision
from games.models.game import DECISION_LABELS
from games.templatetags.board import localized
from rules import COLOUR_NAMES
from tournaments.kit.csv import CONTENT_TYPE, Cell, CsvSheet
from tournaments.kit.exporter import Exporter
from tournaments.models import Draw, Event, exact
from tournaments.standings.presenters import EventPresenter, SeatCard
from tournaments.standings.schedule import GameStage, ScheduledGame, schedule

# -- events ----------------------------------------------------------------------------------------


def table_sheet(shown: EventPresenter) -> CsvSheet:
    """The table: places, figures, and what decided each place; a column says what is missing in it."""
    missing: dict[str, list[str]] = {}
    for each in shown.projection["unfinished"]:
        for key in each["columns"]:
            missing.setdefault(key, []).append(localized(each["sentence"]))
    columns = [
        f"{localized(column['name'])} ({'; '.join(missing[column['key']])})"
        if column["key"] in missing
        else localized(column["name"])
        for column in shown.projection["columns"]
    ]
    return CsvSheet(
        [_("Place"), _("Shared"), _("Player"), *columns, _("Why"), *_head_of_hall(shown)],
        [
            [
                row["place"],
                _yes(row["shared"]),
                row["name"],
                *map(_figure, row["figures"]),
                localized(row["reason"]),
                *_of_hall(shown, row["entrant"]),
            ]
            for row in shown.projection["rows"]
        ],
    )


def _head_of_hall(shown: EventPresenter) -> list[str]:
    """Name the columns about a person in a hall; start numbers distinguish namesakes."""
    return [_("Start number"), _("Team")] if shown.event.format.seats_a_hall else []


def _of_hall(shown: EventPresenter, key: str) -> list[Cell]:
    entry = shown.entries[key]
    return [entry["number"], entry["team"]] if shown.event.format.seats_a_hall else []


def parts_sheet(shown: EventPresenter) -> CsvSheet:
    """The further tables, of teams, groups or parts: as the table, with the name of each in front.

    A column that only some of them have is empty in the others.
    """
    parts = shown.projection["parts"]
    columns = {column["key"]: localized(column["name"]) for part in parts for column in part["columns"]}
    return CsvSheet(
        [_("Table"), _("Place"), _("Shared"), _("Name"), *columns.values(), _("Why")],
        [
            [
                localized(part["name"]),
                row["place"],
                _yes(row["shared"]),
                row["name"],
                *_figures(part, row, columns),
                localized(row["reason"]),
            ]
            for part in parts
            for row in part["rows"]
        ],
    )


def _figures(part: Mapping[str, Any], row: Mapping[str, Any], columns: Iterable[str]) -> list[Cell]:
    known = {column["key"]: figure for column, figure in zip(part["columns"], row["figures"], strict=True)}
    return [_figure(known[key]) if key in known else None for key in columns]


def _figure(figure: int | str | None) -> Cell:
    return "–" if figure is None else exact(figure)


def games_sheet(shown: EventPresenter) -> CsvSheet:
    """The games that have begun, a row for each player of each game: what they led, what it gave them.

    Of a hall with all that a recount needs: round, table, start number, team, the board at the end, whether it counts.
    """
    begun = [game for game in schedule(shown) if game.game]
    #: Number of a game of a hall → the name of its round and the number of its table.
    tables = {
        number: (localized(each["name"]), number - each["first"] + 1)
        for each in shown.projection.get("rounds", ())
        if each["first"] is not None
        for number in range(each["first"], each["last"] + 1)
    }
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
            *_head_of_hall(shown),
            *([_("Round"), _("Table"), _("Board at the end"), _("Counts")] if tables else []),
        ],
        [
            [*_played(game, seat), *_of_hall(shown, seat.key), *(_at_table(game, tables) if tables else [])]
            for game in begun
            for seat in game.seats
        ],
    )


def _at_table(game: ScheduledGame, tables: Mapping[int, tuple[str, int]]) -> list[Cell]:
    return [*tables.get(game.number, ("", None)), game.position, _yes(game.counts)]


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
                datetime.fromisoformat(draw["created_at"]),
            ]
            for draw in shown.projection["draws"]
            for drawn, place in shown.outcome(draw)
        ],
    )


def entries_sheet(shown: EventPresenter) -> CsvSheet:
    return CsvSheet(
        [_("Seed"), _("Player"), *_head_of_hall(shown)],
        [
            [entry["seed"], entry["name"], *_of_hall(shown, entry["key"])]
            for entry in shown.projection["entries"]
        ],
    )


def report_sheet(shown: EventPresenter) -> CsvSheet:
    return CsvSheet(
        [_("When"), pgettext("heading", "Decided"), _("Why"), _("Undone"), _("by"), _("Why undone")],
        [
            [
                line["created_at"],
                localized(line["sentence"]),
                line["reason"],
                *([undone["created_at"], localized(undone["by"]), undone["reason"]] if undone else [""] * 3),
            ]
            for line in shown.report
            for undone in [line["undone"]]
        ],
    )


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
        _("tied") if seat.tied else _yes(seat.won),
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


# -- exporters -------------------------------------------------------------------------------------


def _sheet(name: str, about: str, sheet: Callable[[EventPresenter], CsvSheet]) -> Exporter:
    def write(event: Event, address: Callable[[str], str], language: str) -> bytes:
        return sheet(EventPresenter(event)).as_csv(language)

    return Exporter(name, "csv", CONTENT_TYPE, about, write)


EXPORTERS = (
    _sheet(
        "table",
        "The table of an event: places, figures, and what decided each place.",
        table_sheet,
    ),
    _sheet(
        "parts",
        "The further tables of an event: of its teams, groups or parts.",
        parts_sheet,
    ),
    _sheet(
        "games",
        "The games of an event that have begun, a row for each player of each game.",
        games_sheet,
    ),
    _sheet("schedule", "All games of an event by number, played or not.", schedule_sheet),
    _sheet("draws", "What was drawn in an event.", draws_sheet),
    _sheet("entries", "Who is entered in an event.", entries_sheet),
    _sheet("report", "What the organiser of an event decided, and why.", report_sheet),
)
