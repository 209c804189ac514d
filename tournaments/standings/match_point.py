"""Match points: whether the next game may decide an event, read off its table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.formats.clinching.points import EVENT

#: The key of the column in which games are won; conditions on these may be about several games to come.
_WINS = "wins"


@dataclass(frozen=True, slots=True)
class MatchPoint:
    """Who needs one more win, by name, and what makes 1st place certain, in every language."""

    names: tuple[str, ...]
    conditions: tuple[Mapping[str, str], ...]


def match_point(table: Mapping[str, Any]) -> MatchPoint | None:
    """Return who may win the event with the next game; ``None`` before the first result, and where it may not.

    ``table`` is the stored table of an event.
    """
    if table["finished"] or not any(game["counts"] for game in table["games"]):
        return None
    for decided in table.get("decided", ()):
        if decided["subject"]["en"] == EVENT.en:
            return _of(decided, {row["entrant"]: row["name"] for row in table["rows"]}, table["columns"])
    return None


def _of(
    decided: Mapping[str, Any], names: Mapping[str, str], columns: Sequence[Mapping[str, Any]]
) -> MatchPoint | None:
    one_more = tuple(names[each["entrant"]] for each in decided["prospects"] if each["magic"] == 1)
    is_by_wins = bool(columns) and columns[0]["key"] == _WINS
    if not one_more and (is_by_wins or not decided["must_happen"]):
        return None
    return MatchPoint(one_more, tuple(decided["must_happen"]))
