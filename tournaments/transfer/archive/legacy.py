"""Files of earlier versions, told as they would be today; what is wrong with them is left for whoever reads them."""

from __future__ import annotations

from typing import Any

from rules.legacy import modern_options
from tournaments.formats.colour_pairs import ONE_EACH, OPPOSITE_IF_TWO
from tournaments.formats.exhibition import Exhibition


def event_today(data: dict[str, Any]) -> dict[str, Any]:
    """An event with what belongs to it, as a file tells it in which rule sets were read as they were once ([D28]).

    Two players of an exhibition by Schmidt's rules led one colour each.
    """
    event, games = data.get("event"), data.get("games")
    if not isinstance(event, dict):
        return data
    event = _options_today(event)
    entered = data.get("entries")
    if (
        event.get("format") == Exhibition.key
        and event.get("rules") in OPPOSITE_IF_TWO
        and isinstance(entered, list)
        and len(entered) == 2
    ):
        event = {**event, "settings": {"seating": ONE_EACH}}
    if isinstance(games, list):
        data = {**data, "games": [_game_today(game) for game in games]}
    return {**data, "event": event}


def _game_today(game: Any) -> Any:
    if isinstance(game, dict) and isinstance(game.get("game"), dict):
        return {**game, "game": _options_today(game["game"])}
    return game


def _options_today(data: dict[str, Any]) -> dict[str, Any]:
    """What names its rule set and the options changed on top of it."""
    name, options = data.get("rules"), data.get("options", {})
    if not isinstance(name, str) or not isinstance(options, dict):
        return data
    today = modern_options(name, options)
    return data if today == options else {**data, "options": today}
