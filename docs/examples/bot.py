#!/usr/bin/env python3
"""A game that plays itself: RAUSWURF_SITE=https://… RAUSWURF_TOKEN=rauswurf_… python3 bot.py

Two players throw; each captures where that is possible, and otherwise makes the first legal move. Needs
`pip install rauswurf-client` and a token that may record and add players (the role organiser).
"""

import os
import random

from rauswurf_client import Client, api

with Client(os.environ["RAUSWURF_SITE"], os.environ["RAUSWURF_TOKEN"]) as client:
    yellow, red = (client.ask(api.players_create({"name": name}))["id"] for name in ("Hurry", "Hunter"))
    seats = [{"player": yellow, "colours": ["yellow"]}, {"player": red, "colours": ["red"]}]
    game = client.ask(api.games_create({"rules": "mhd", "seats": seats, "starter": "yellow"}))
    print("Watch:", f"{client.site}/games/{game['id']}/", flush=True)
    with client.recorder(game["id"]) as recorder:
        while game["state"] == "running":
            die = random.randint(1, 6)
            moves = client.ask(api.games_moves_retrieve(game["id"], die=die))["moves"]
            best = max(moves, key=lambda move: len(move["captured"]), default=None)
            # None: the site is not there for now; the throw waits and goes along with the next one.
            game = recorder.throw(die, best["token"] if best else None) or game
    print(game["winner"]["name"], "wins after", game["number"], "events")
