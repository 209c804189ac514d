#!/usr/bin/env python3
"""Watch a game in the terminal: RAUSWURF_SITE=https://… python3 watch.py GAME

GAME is the id of a game, or its address. Each colour has a line, its way from its own start to its home: its letter
stands for a pawn, small letters for pawns of others in its way. Where the output is no terminal, each event is a line.
Needs `pip install rauswurf-client`; RAUSWURF_TOKEN shows what is not public.
"""

import os
import sys

from rauswurf_client import Client, Problem, Unreachable

#: Colours clockwise, by number of arms, and their letters.
COLOURS = {4: "yellow green red black", 6: "yellow black blue red green violet"}
LETTERS = {"yellow": "Y", "green": "G", "red": "R", "black": "K", "blue": "U", "violet": "V"}
CLEAR = "\x1b[H\x1b[2J"


def board(position, names):
    """Return the lines of a board such as `4x10 B,B,B,A/-/B,B,7,b/- Y0`."""
    size, pawns, turn = position.split(" ")[:3]
    arms, fields = map(int, size.split("x"))
    track, ways, lines = ["·"] * arms * fields, {}, []
    for arm, (colour, at) in enumerate(zip(COLOURS[arms].split(), pawns.split("/"), strict=True)):
        if at != "-":
            ways[colour] = arm * fields, at.split(",")
            for pawn in at.split(","):
                if pawn not in "Babcd":
                    track[(arm * fields + (0 if pawn == "A" else int(pawn))) % len(track)] = LETTERS[colour]
    for colour, (start, at) in ways.items():
        letter = LETTERS[colour]
        way = [each if each == letter else each.lower() for each in track[start:] + track[:start]]
        home = "".join(letter if place in at else "·" for place in "abcd")
        yard = letter * at.count("B")
        to_throw = ">" if turn[0] == letter else " "
        lines.append(f"{to_throw}{letter} {yard:<4} {''.join(way)} {home}")
    return ["   ".join(f"{LETTERS[colour]} {name}" for colour, name in names.items()), "", *lines]


def line_of(event):
    """Return an event as a line."""
    details = event["payload"]
    if event["kind"] == "throw":
        return f"{event['number']:>4}  {details['move'] or str(details['die']) + ': no move'}"
    words = details.get("reason") or details.get("text") or ""
    return f"{event['number']:>4}  {event['kind']} {words}".rstrip()


def watch(client, game):
    """Print a game as it goes on, until it is over."""
    names, position, last = {}, None, []
    for message in client.follow(game):
        if message.kind == "state":
            seats = message.data["seats"]
            names = {colour: seat["player"]["name"] for seat in seats for colour in seat["colours"]}
        elif message.kind == "event":
            last = [*last, line_of(message.data)][-6:]
        else:
            continue
        position = message.data["position"] or position
        drawn = board(position, names) if position else []
        if sys.stdout.isatty():
            print(CLEAR, *drawn, "", *last, sep="\n", flush=True)
        else:
            print(*(drawn if message.kind == "state" else last[-1:]), sep="\n", flush=True)
    winner = client.read(f"games/{game}/")["winner"]
    print(f"{winner['name']} wins." if winner else "The game is over.")


if __name__ == "__main__":
    game = sys.argv[1].rstrip("/").rpartition("/")[2]
    site, token = os.environ.get("RAUSWURF_SITE", "http://127.0.0.1:8000"), os.environ.get("RAUSWURF_TOKEN")
    try:
        with Client(site, token) as client:
            watch(client, game)
    except (Problem, Unreachable) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)
