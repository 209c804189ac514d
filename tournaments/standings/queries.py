"""Reading the stored projection of events, never a table computed for a reader."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from functools import reduce
from operator import or_
from typing import Any

import orjson
from django.db.models import Q, QuerySet

from games.access import rows_where, values_of
from games.models import Game
from tournaments.formats.clinching.place_bounds import EVENT
from tournaments.models import Event, EventGame, EventTable
from tournaments.player_refs import resolve_json_current


def load_standings(event: Event) -> dict[str, Any]:
    """Return the stored projection of an event (docs/reference/events.md); sentences are ``{"en", "de"}``. No
    query.
    """
    found: dict[str, Any] = orjson.loads(event.projection)
    return found


def entry_names(data: Mapping[str, Any]) -> dict[str, str]:
    """Map player id to name, of all entered players, from a stored projection. No query."""
    return {entry["player"]: entry["name"] for entry in data["entries"]}


def event_game_of(game: Game) -> EventGame | None:
    """Return the game's place in an event, None for a single game. Two queries, one for a single game."""
    for played in rows_where(EventGame, "game_id = %s", game.pk):
        for event in rows_where(Event, "id = %s", played.event_id):
            played.event = event
            return played
    return None


def load_stored_table(slug: str) -> tuple[int, str] | None:
    """Return version and stored projection of a public event, None if there is none. One query.

    In plain SQL: this is what is read most, and building the query would take as long as all the rest.
    """
    for version, projection in values_of(_STORED_TABLE, slug):
        return version, projection
    return None


def table_version(slug: str) -> int | None:
    """Return the version of the stored projection of a public event, None if there is none.

    One query, as small as can be.
    """
    for (version,) in values_of(_TABLE_VERSION, slug):
        return int(version)
    return None


_STORED_TABLE = f"SELECT version, projection FROM {Event._meta.db_table} WHERE slug = %s AND is_public"
_TABLE_VERSION = f"SELECT version FROM {Event._meta.db_table} WHERE slug = %s AND is_public"


def with_names(tables: Iterable[EventTable]) -> dict[int, str]:
    """Map event id to its stored table with current names. One query."""
    stored = {table.event_id: table.projection for table in tables}
    return dict(zip(stored, resolve_json_current(stored.values()), strict=True))


def stored_tables(event: Event) -> QuerySet[EventTable]:
    """Return every table of an event up to the version that it is shown in."""
    return EventTable.objects.filter(event=event.pk, version__lte=event.version)


def made_at(events: Collection[Event]) -> dict[int, datetime]:
    """Map event id to when its shown table was made; at least one event is given. One query.

    Of an event without stored tables (made before they were) it is the morning of its day.
    """
    wanted = reduce(or_, (Q(event=event.pk, version=event.version) for event in events))
    made = dict(EventTable.objects.filter(wanted).order_by().values_list("event", "made_at"))
    return {
        event.pk: made.get(event.pk) or datetime.combine(event.starts_on, time(), UTC) for event in events
    }


#: The key of the column in which games are won; conditions on these may be about several games to come.
_WINS = "wins"


@dataclass(frozen=True, slots=True)
class MatchPoint:
    """Who needs one more win, and what makes 1st place certain, in every language."""

    players: tuple[Mapping[str, str], ...]
    conditions: tuple[Mapping[str, str], ...]


def match_point(table: Mapping[str, Any]) -> MatchPoint | None:
    """Return who may win the event with the next game; ``None`` before the first result, and where it may not.

    ``table`` is the stored table of an event.
    """
    if table["finished"] or not any(game["counts"] for game in table["games"]):
        return None
    for decided in table["decided"]:
        if decided["subject"]["en"] == EVENT.en:
            return _of(decided, table["rows"], table["columns"])
    return None


def _of(
    decided: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], columns: Sequence[Mapping[str, Any]]
) -> MatchPoint | None:
    players = {row["entrant"]: {"id": row["player"], "name": row["name"]} for row in rows}
    one_more = tuple(players[each["entrant"]] for each in decided["prospects"] if each["magic"] == 1)
    is_by_wins = bool(columns) and columns[0]["key"] == _WINS
    if not one_more and (is_by_wins or not decided["must_happen"]):
        return None
    return MatchPoint(one_more, tuple(decided["must_happen"]))
