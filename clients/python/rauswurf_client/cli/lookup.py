"""What is meant by what was typed: ids, addresses copied from a browser, an event and a number."""

from __future__ import annotations

import re

from rauswurf_client import Client, api
from rauswurf_client.cli.config import WrongUsage
from rauswurf_client.cli.words import Voice

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
ADDRESS = re.compile(r"https?://[^/]+/(?:\w+/)*?(?:events|rankings)/([^/?#]+)")


def event_slug(typed: str) -> str:
    """The short name of an event, also from its address."""
    found = ADDRESS.match(typed)
    return found[1] if found else typed.removeprefix("event:").strip("/")


def game_id(client: Client, voice: Voice, typed: str) -> str:
    """The id of a game, also of a game of an event by its number, or of the one that is running there."""
    if found := UUID.search(typed):
        return found[0]
    event, _, number = event_slug(typed).partition("/")
    games = client.ask(api.events_standings_retrieve(event))["games"]
    if number:
        for game in games:
            if str(game["number"]) == number:
                return game["game"]
        raise WrongUsage(voice.say("{event} has no game {number}.", event=event, number=number))
    running = [game for game in games if game["state"] == "running"]
    if not running:
        raise WrongUsage(voice.say("{event} has no running game.", event=event))
    if len(running) > 1:
        numbers = [str(game["number"]) for game in running]
        raise WrongUsage(
            voice.say(
                "{event} has several running games: {numbers}. Name one, as in {event}/{example}.",
                event=event,
                numbers=", ".join(numbers),
                example=numbers[0],
            )
        )
    return running[0]["game"]
