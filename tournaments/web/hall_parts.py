"""What the public pages of a hall show: standings of all people, teams and groups, rounds with their tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import QueryDict

from games.models.player import folded
from rules import Text
from tournaments.formats.open.settings import PLACE_POINTS, SMALL_TABLES
from tournaments.models import Entry
from tournaments.standings.presenters import EventPresenter, Said
from tournaments.standings.seat_plan import CutCard, RoundView, SeatedTable, SeatPlan, has_results

#: Rows of a table on a page, tables of a round, games: so that no page is heavier than 120 kB.
ROWS_ON_A_PAGE = 100
TABLES_ON_A_PAGE = 50
GAMES_ON_A_PAGE = 24
#: The number of characters of a name used in a search.
LONGEST_SEARCH = 60


@dataclass(frozen=True, slots=True)
class HallTab:
    """One of several tables or rounds: the query of its address, and whether it is shown."""

    name: Said
    query: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class HallStandings:
    """A table of a hall: of all people, of the teams or of a group; with the request of its page.

    Before the first result there are no places: then it lists who is present, by start number.
    """

    has_begun: bool
    #: The rounds with open tables.
    left: Sequence[RoundView]
    choices: Sequence[HallTab]
    columns: Sequence[Mapping[str, Any]]
    of_teams: bool
    page: Page[Mapping[str, Any]]
    search: str
    #: What a link to another leaf keeps.
    query: str
    cuts: Sequence[CutCard]
    #: What the last of a small table gets; None where places give nothing.
    small_tables: Said | None


@dataclass(frozen=True, slots=True)
class HallRounds:
    """A round of a hall with its tables; None while nothing is published."""

    choices: Sequence[HallTab]
    chosen: RoundView | None
    page: Page[SeatedTable]
    search: str
    query: str


def hall_standings(shown: EventPresenter, asked: QueryDict) -> HallStandings:
    projection, plan = shown.projection, SeatPlan(shown)
    has_begun = has_results(projection)
    parts = {part["key"]: part for part in projection.get("parts", ())} if has_begun else {}
    chosen = parts.get(asked.get("of", ""))
    search = _search(asked)
    table = chosen or projection
    rows = [_with_entry(row, shown) for row in table["rows"]] if has_begun else _present(shown)
    found = [row for row in rows if _is_meant(search, row["name"], row["number"], row["team"])]
    page = Paginator(found, ROWS_ON_A_PAGE).get_page(asked.get("page"))
    if has_begun:
        names = [column["name"] for column in table["columns"]]
        page.object_list = [
            {**row, "named": list(zip(names, row["figures"], strict=True))} for row in page.object_list
        ]
    return HallStandings(
        has_begun=has_begun,
        left=plan.open_rounds,
        choices=_tables(parts, chosen),
        columns=table["columns"],
        of_teams=bool(chosen and chosen["of_teams"]),
        page=page,
        search=search,
        query=_query(of=chosen["key"] if chosen else "", name=search),
        cuts=plan.cuts,
        small_tables=_small_tables(projection["settings"]),
    )


def _small_tables(settings: Mapping[str, Any]) -> Said | None:
    if settings["scoring"] != PLACE_POINTS:
        return None
    return SMALL_TABLES[settings["small_tables"]].as_json()


def hall_rounds(shown: EventPresenter, asked: QueryDict) -> HallRounds:
    """Return the requested round, else the one that was published last."""
    plan = SeatPlan(shown)
    by_subject = {each.subject: each for each in plan.rounds}
    chosen = by_subject.get(asked.get("round", ""), plan.current)
    search = _search(asked)
    tables = [
        table
        for table in (chosen.tables if chosen else ())
        if any(_is_meant(search, seat.name, seat.number) for seat in table.seats)
    ]
    return HallRounds(
        choices=[
            HallTab(each.name, _query(round=each.subject), each is chosen) for each in reversed(plan.rounds)
        ],
        chosen=chosen,
        page=Paginator(tables, TABLES_ON_A_PAGE).get_page(asked.get("page")),
        search=search,
        query=_query(round=chosen.subject if chosen else "", name=search),
    )


def _present(shown: EventPresenter) -> list[Mapping[str, Any]]:
    there = (each for each in shown.projection["entries"] if each["presence"] == Entry.Presence.PRESENT)
    return sorted(there, key=lambda each: int(each["number"]))


def _tables(parts: Mapping[str, Mapping[str, Any]], chosen: Mapping[str, Any] | None) -> list[HallTab]:
    if not parts:
        return []
    all_parts = HallTab(Text("Everybody").as_json(), "", chosen is None)
    return [
        all_parts,
        *(HallTab(part["name"], _query(of=key), part is chosen) for key, part in parts.items()),
    ]


def _with_entry(row: Mapping[str, Any], shown: EventPresenter) -> Mapping[str, Any]:
    """Add the start number, the team and the player to a row; those of a team are empty."""
    entry: Mapping[str, Any] = shown.entries.get(row["entrant"], {})
    return {
        **row,
        "number": entry.get("number", 0),
        "team": entry.get("team", ""),
        "player": entry.get("player", ""),
    }


def _search(asked: QueryDict) -> str:
    return asked.get("name", "").strip()[:LONGEST_SEARCH]


def _is_meant(search: str, name: str, number: int, team: str = "") -> bool:
    """Check whether a person matches a search: by a part of the name or of the team, or by the start number."""
    if search.isdecimal():
        return number == int(search)
    wanted = folded(search)
    return wanted in folded(name) or (bool(team) and wanted in folded(team))


def _query(**asked: str) -> str:
    return urlencode({name: value for name, value in asked.items() if value})
