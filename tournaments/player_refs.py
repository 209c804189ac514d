"""What players are called in stored sentences and tables: by their ids, ``⟦id⟧``.

A person who wants to be shown by a nickname is, in what was said before too: names are put in when it is shown.
Logs of games call players by their ids and are shown as they are, for their hashes bind every word: what earlier
programs, or a referee, wrote into them with a name in it stays as it was said.
"""

import re
from collections.abc import Collection, Iterable, Mapping

import orjson

from games.domain.player_names import names_in_texts
from games.models import Player
from rules import Text

_CALLED = re.compile(r"⟦([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})⟧")


def ref(player: Player) -> str:
    return f"⟦{player.pk}⟧"


def insert_refs(text: Text, players: Iterable[Player]) -> Text:
    """A text with these players called by their ids where it has their names, so that it follows a change of them."""
    ids: dict[str, str] = {}
    for player in players:
        ids |= {player.name: ref(player), player.shown_as: ref(player)}
    if not ids:
        return text
    names = names_in_texts(ids)
    return text.map(lambda text_part: names.sub(lambda found: ids[found[1]], text_part))


def resolve(said: Text, names: Mapping[str, str]) -> Text:
    """A stored sentence with these names; ``names`` are player ids with names."""
    return said.map(lambda sentence: _CALLED.sub(lambda player: names.get(player[1], player[0]), sentence))


def resolve_current(said: Text) -> Text:
    """A stored sentence or text with current names. One query, none without an id in it."""
    return resolve(said, current_names(said.as_json().values()))


def resolve_json(text: str, names: Mapping[str, str]) -> str:
    """Stored JSON with these names; ``names`` are player ids with names."""
    written = {player: orjson.dumps(name).decode()[1:-1] for player, name in names.items()}
    return _CALLED.sub(lambda player: written.get(player[1], player[0]), text)


def resolve_json_current(texts: Collection[str]) -> list[str]:
    """Texts in which players are called by their ids, as JSON, with the names of today. One query."""
    names = current_names(texts)
    return [resolve_json(text, names) for text in texts]


def current_names(texts: Iterable[str]) -> dict[str, str]:
    """Player id → current name, of all players called by their id in these texts. One query, none without an id."""
    players = {player for text in texts for player in _CALLED.findall(text)}
    return {str(player): found.shown_as for player, found in Player.objects.in_bulk(players).items()}
