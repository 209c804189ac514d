"""Chats: a few lines of plain text about a result, a table, a match point, a winner.

And how Discord and Telegram are written to, and what they answer.

Discord: an incoming webhook, https://discord.com/developers/docs/resources/webhook#execute-webhook.
Telegram: a bot, https://core.telegram.org/bots/api#sendmessage.
Part of either address lets anybody write: it is stored as the secret of the webhook and never shown again.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson

from games.enums import GameState
from games.models import Game
from games.queries.seats import seated_names
from rules import Literal, Text
from tournaments.db import refused
from tournaments.models import Event, Receiving, Webhook, exact
from tournaments.ranking_rules.formatting import format_points
from tournaments.standings.queries import MatchPoint

TELEGRAM = "https://api.telegram.org"
#: The longest texts that they take, in UTF-16 code units, as both count at most.
MOST = {Receiving.DISCORD: 2000, Receiving.TELEGRAM: 4096}
#: What they answer where nothing can be written there any more: the webhook is deleted, the bot shut out.
GONE: Mapping[str, tuple[int, ...]] = {
    Receiving.DISCORD: (401, 404, 410),
    Receiving.TELEGRAM: (401, 403, 404, 410),
}
#: No preview is shown of an address in a message.
_SUPPRESS_EMBEDS = 1 << 2
_DISCORD = re.compile(r"(https?://[^\s?#@]+/webhooks/\d{1,25})/([\w-]{8,100})/?")
_TOKEN = re.compile(r"\d{3,20}:[\w-]{20,79}")
#: What begins, in Discord, something else than text.
_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#@:-]|(?<=\d)\.(?=\s))")


def parted(receiver: str, url: str, token: str) -> tuple[str, str]:
    """Part what organisers enter into the address and its secret. Raises ``BadRequest`` (url, token)."""
    if receiver == Receiving.DISCORD:
        found = _DISCORD.fullmatch(url.strip())
        if found is None:
            raise refused(
                "url",
                Text(
                    "the whole address of the webhook is needed, such as "
                    "https://discord.com/api/webhooks/1234/abcd…"
                ),
            )
        return found[1], found[2]
    if not _TOKEN.fullmatch(token.strip()):
        raise refused("token", Text("the token of the bot is needed, such as 1234567890:ABCdef…"))
    return (url.strip() or TELEGRAM).rstrip("/"), token.strip()


def address(webhook: Webhook) -> str:
    """Return the address to which is sent."""
    if webhook.receiver == Receiving.DISCORD:
        return f"{webhook.url}/{webhook.secret}"
    return f"{webhook.url}/bot{webhook.secret}/sendMessage"


def body(webhook: Webhook, text: str) -> str:
    """Return what is sent to say this: plain text that has no mentions and no links."""
    message: dict[str, Any]
    if webhook.receiver == Receiving.DISCORD:
        message = {
            "content": shortened(_MARKDOWN.sub(r"\\\1", text), MOST[Receiving.DISCORD]),
            "allowed_mentions": {"parse": []},
            "flags": _SUPPRESS_EMBEDS,
        }
    else:
        # Without parse_mode: nothing in the text means anything.
        message = {
            "chat_id": webhook.chat,
            "text": shortened(text, MOST[Receiving.TELEGRAM]),
            "link_preview_options": {"is_disabled": True},
        }
    return orjson.dumps(message).decode()


def shortened(text: str, most: int) -> str:
    """Cut a text that is too long at the end of a line or word, with an ellipsis."""
    if _units(text) <= most:
        return text
    cut = text[: most - 1]
    while _units(cut) > most - 1:
        cut = cut[:-1]
    at = max(cut.rfind("\n"), cut.rfind(" "))
    return cut[: at if at > most // 2 else None].rstrip("\\") + "…"


def wait_of(answer: str) -> float | None:
    """Return for how many seconds an answer wants no further message, where it says so in its JSON."""
    try:
        data: Any = orjson.loads(answer)
    except orjson.JSONDecodeError:
        return None
    if not isinstance(data, dict):
        return None
    inside = data.get("parameters")
    seconds = data.get("retry_after", inside.get("retry_after") if isinstance(inside, dict) else None)
    return float(seconds) if isinstance(seconds, int | float) and not isinstance(seconds, bool) else None


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


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
        *(Text("{name} needs one more win", name=player["name"]) for player in found.players),
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
