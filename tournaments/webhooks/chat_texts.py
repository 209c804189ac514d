"""Messages to chats: a few lines of plain text about a result, a table, a match point, a winner."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.enums import GameState
from games.models import Game
from games.queries.seats import seated_names
from rules import Literal, Text
from tournaments.models import Event, exact
from tournaments.ranking_rules.formatting import format_points
from tournaments.standings.match_point import MatchPoint

#: The number of rows of a table that are sent, and of conditions.
MOST_ROWS, MOST_CONDITIONS = 12, 3


def render_lines(lines: Iterable[Text | str], language: str) -> str:
    """Write the lines in a language."""
    return "\n".join(line if isinstance(line, str) else line.of(language) for line in lines)


def lines_of_result(event: Event, number: int, game: Game) -> list[Text | str]:
    """Say who has won a game, and who came in where, if each player leads one colour."""
    named: dict[str, Any] = {"event": event.name, "number": number}
    if game.state == GameState.ABANDONED:
        return [Text("{event}, Game {number}: broken off", **named)]
    names = seated_names(game)
    if game.winner_id is None:
        return [Text("{event}, Game {number}: level", **named), ", ".join(names.values())]
    winner = names[str(game.winner_id)]
    return [Text("{event}, Game {number}: {winner} wins", winner=winner, **named), *_order(game, names)]


def _order(game: Game, names: Mapping[str, str]) -> list[str]:
    leaders = {colours[0]: player for player, colours in game.seating.items() if len(colours) == 1}
    if len(leaders) < len(game.seating) or len(game.places) < len(leaders):
        return [", ".join(names.values())]
    return [f"{place}. {names[leaders[colour]]}" for place, colour in enumerate(game.places, start=1)]


def lines_of_table(event: Event, table: Mapping[str, Any]) -> list[Text | str]:
    """Tell a table: places, names and the first figure."""
    rows: Sequence[Mapping[str, Any]] = table["rows"]
    lines: list[Text | str] = [Text("{event}: table", event=event.name)]
    lines += [_row(row, table["columns"]) for row in rows[:MOST_ROWS]]
    if len(rows) > MOST_ROWS:
        lines.append(Text("… and {n} more", n=len(rows) - MOST_ROWS))
    return lines


def _row(row: Mapping[str, Any], columns: Sequence[Mapping[str, Any]]) -> Text | str:
    if not columns:
        return f"{row['place']}. {row['name']}"
    points = exact(row["figures"][0])
    unit = Literal(**columns[0]["one" if points == 1 else "many"])
    values = {"place": row["place"], "name": row["name"], "points": format_points(points)}
    return Text("{place}. {name}, {points} {unit}", unit=unit, **values)


def lines_of_match_point(event: Event, found: MatchPoint) -> list[Text | str]:
    """Tell whom the next game may make the winner, and how."""
    return [
        Text("{event}: match point", event=event.name),
        *(Text("{name} needs one more win", name=name) for name in found.names),
        *(Literal(**condition) for condition in found.conditions[:MOST_CONDITIONS]),
    ]


def lines_of_winner(event: Event, table: Mapping[str, Any]) -> list[Text | str]:
    """Say who has won an event, and why that is certain."""
    winner = {row["entrant"]: row["name"] for row in table["rows"]}.get(table["finished"]["winner"], "")
    return [
        Text("{event}: {winner} wins the event", event=event.name, winner=winner),
        Literal(**table["finished"]["reason"]),
    ]


def lines_of_test(place: str) -> list[Text | str]:
    """Tell that messages arrive; ``place`` is the name of the event, season or site."""
    return [Text("{event}: a test – messages arrive here", event=place)]
