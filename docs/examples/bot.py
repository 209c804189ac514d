#!/usr/bin/env python3
"""An event that plays itself: RAUSWURF_SITE=https://… RAUSWURF_TOKEN=rauswurf_… python3 bot.py [EVENT]

It holds the draws, throws for the start, plays game after game until the event is decided, and goes on where it was
stopped. EVENT is the short name of an event with its players entered, of any format but the open tournament; without
it two new players play a game of their own. Each player captures where that is possible, and otherwise makes the
first legal move. Needs `pip install rauswurf-client` and a token of an organiser.
"""

import os
import random
import sys
import time

from rauswurf_client import Client, Throw


def make_event(client):
    """Make a season, an event and two players entered in it; return the short name of the event."""
    slug = f"bots-{time.time_ns()}"
    days = {"starts_on": time.strftime("%Y-01-01"), "ends_on": time.strftime("%Y-12-31")}
    client.write("seasons/", {"slug": slug, "name": slug, **days})
    event = {"season": slug, "slug": slug, "name": "The bots", "starts_on": time.strftime("%Y-%m-%d")}
    play = {"format": "exhibition", "rules": "xmadn-2t"}
    client.write("events/", {**event, **play})
    for name in ("Hurry", "Hunter"):
        player = client.write("players/", {"name": name, "new": True})
        client.write(f"events/{slug}/entries/", {"player": player["id"]})
    return slug


def throw_for_the_start(colours):
    """Return rounds of throws: those level with the highest throw again, until one colour is ahead."""
    rounds = []
    while len(colours) > 1:
        thrown = {colour: random.randint(1, 6) for colour in colours}
        rounds.append(thrown)
        colours = [colour for colour, die in thrown.items() if die == max(thrown.values())]
    return rounds


def start(client, slug, due):
    """Start a game of `next_games`; who starts is thrown for where the rules name nobody. Return the game."""
    everybody = [colour for colours in due["seating"].values() for colour in colours]
    rounds = [] if due["starter"] else throw_for_the_start(due["to_throw"] or everybody)
    return client.write(f"events/{slug}/games/", {"number": due["number"], "throws": rounds})["game"]


def play(client, game):
    """Throw and move until the game is over; return it."""
    while game["state"] == "running":
        die = random.randint(1, 6)
        moves = client.read(f"games/{game['id']}/moves/", die=die)["moves"]
        best = max(moves, key=lambda move: len(move["captured"]), default=None)
        throw = Throw(die, best["token"] if best else None)
        game = client.record(game["id"], [throw], expected=game["number"])
    return game


def next_game(client, slug, table):
    """Return the game that is being played, or start the next one."""
    for each in table["games"]:
        if each["state"] == "running":
            return client.read(f"games/{each['game']}/")
    if not table["next_games"]:
        sys.exit("; ".join(each["en"] for each in [*table["missing"], table["outlook"]]))
    return start(client, slug, table["next_games"][0])


with Client(os.environ["RAUSWURF_SITE"], os.environ["RAUSWURF_TOKEN"]) as client:
    slug = sys.argv[1] if len(sys.argv) > 1 else make_event(client)
    print("Watch:", f"{client.site}/events/{slug}/", flush=True)
    while True:
        table = client.read(f"events/{slug}/standings/")
        names = {entry["key"]: entry["name"] for entry in table["entries"]}
        if table["finished"]:
            break
        if table["draws_needed"]:
            client.write(f"events/{slug}/draws/", {"subject": table["draws_needed"][0]["subject"]})
            continue
        game = play(client, next_game(client, slug, table))
        won = game["winner"]["name"] if game["winner"] else "nobody"
        print(f"Game {game['event']['number']}: {won} wins after {game['number']} events", flush=True)
    print(names[table["finished"]["winner"]], "wins the event")
