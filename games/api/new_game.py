"""What a request for a new game asks for, in the words of the services."""

from collections.abc import Mapping
from typing import Any

from games.api.serializers import LONGEST_TITLE
from games.domain.events.fields import read_fields
from games.domain.events.setup import START
from games.errors import BadRequest
from games.models import Player
from games.services.create_game import NewGame
from games.validation.json_value import JsonValue
from rules import RuleSet, Text, rule_set

#: What a request for a new game can tell of its beginning.
_BEGINNING = [field.name for field in START.fields]
#: What it can tell beside it.
_OF_A_GAME = ("options", "title", "id")


def new_game(wanted: Mapping[str, Any]) -> NewGame:
    """The new game that a request asks for; ``BadRequest`` that names what is not possible."""
    JsonValue(wanted, "").members("rules", "seats", optional=(*_BEGINNING, *_OF_A_GAME))
    beginning = {name: wanted[name] for name in _BEGINNING if wanted.get(name) is not None}
    if beginning and not ("starter" in beginning or "youngest" in beginning):
        raise _bad(
            "starter",
            Text("the colour that starts is needed, or who is the youngest"),
        )
    start = read_fields(START.fields, JsonValue(beginning, "")) if beginning else None
    return NewGame(
        rules=rules_of(wanted),
        seats=_seats(wanted.get("seats")),
        title=_title_of(wanted),
        start=start,
        game_id=JsonValue(wanted.get("id"), "id").or_none(JsonValue.uuid),
    )


def _title_of(wanted: Mapping[str, Any]) -> str:
    """The title, empty where it is left out; ``BadRequest`` for anything but a short line of text."""
    value = wanted.get("title")
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_TITLE or not value.isprintable():
        raise _bad(
            "title",
            Text("a text of at most {longest} printable characters is needed", longest=LONGEST_TITLE),
        )
    return value


def rules_of(wanted: Mapping[str, Any]) -> RuleSet:
    """The rules that a request names, with its options; ``BadRequest`` or ``OptionError``."""
    rules = rule_set(wanted.get("rules", ""))
    options = wanted.get("options", {})
    if not isinstance(options, Mapping):
        raise _bad("options", Text("an object option → value is needed"))
    return rules.but(**options)


def _seats(wanted: Any) -> list[tuple[Player, list[str]]]:
    example = '[{"player": "…", "colours": ["yellow", "black"]}, …]'
    if not isinstance(wanted, list) or not all(
        isinstance(seat, Mapping) and isinstance(seat.get("colours"), list) for seat in wanted
    ):
        raise _bad("seats", Text("a list is needed: {example}", example=example))
    ids = [JsonValue(seat.get("player"), "seats.player").uuid() for seat in wanted]
    players = Player.objects.in_bulk(ids)
    seats = []
    for player, seat in zip(ids, wanted, strict=True):
        if player not in players:
            raise _bad("seats", Text("there is no player {player}", player=player))
        seats.append((players[player], list(seat["colours"])))
    return seats


def _bad(field: str, message: Text) -> BadRequest:
    return BadRequest(Text("{field}: {message}", field=field, message=message), field=field)
