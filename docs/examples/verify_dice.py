#!/usr/bin/env python3
"""Check the online dice of a game: python3 verify_dice.py LOG.json [--seed HEX]

LOG.json is the log of the game as the site serves it (a dash reads standard input):

    curl -sS https://SITE/api/v1/games/ID/events/ | python3 verify_dice.py -

The seed is read from the log, where it stands once the game is over; --seed gives it by hand. Every
roll is worked out again as docs/reference/dice.md describes it, and printed beside what was recorded. Needs
Python 3.9 or newer and nothing else, least of all anything from the site that is checked.

Exit code: 0 every roll is right, 1 something is wrong, 2 there is nothing to check (yet).
"""

import argparse
import hashlib
import hmac
import json
import sys


class Wrong(Exception):
    """Something in the log is not as it has to be."""


class NothingToCheck(Exception):
    """No log, no online dice, or no seed yet."""


def rolls(seed, game, faces, sides):
    """The rolls of a game, one after the other, without end."""
    # A byte from here on would favour some faces and is left out: with 6 faces 252 to 255.
    usable = 256 - 256 % len(faces)
    block = 0
    while True:
        lines = ["rauswurf-dice/1", game]
        lines += [side + ":" + text.encode("utf-8").hex() for side, text in sides]
        lines += [str(block)]
        for byte in hmac.new(seed, "\n".join(lines).encode("ascii"), hashlib.sha256).digest():
            if byte < usable:
                yield faces[byte % len(faces)]
        block += 1


def read_log(text):
    """The id of the game and the events of its log, whole and in order."""
    try:
        log = json.loads(text)
        game, events = log["game"], log["events"]
        numbers = [event["number"] for event in events]
    except (ValueError, KeyError, TypeError) as error:
        raise NothingToCheck(f"this is no log as GET /games/ID/events/ serves it: {error!r}") from error
    if numbers != list(range(1, len(events) + 1)):
        raise NothingToCheck("the log must be whole: events 1, 2, 3, … without a gap (ask without ?after=)")
    return game, events


def only(events, kind):
    """The one event of a kind, None if there is none."""
    found = [event for event in events if event["kind"] == kind]
    if len(found) > 1:
        raise Wrong(f"there are {len(found)} events “{kind}”, there may be one")
    return found[0] if found else None


def terms(events, commitment):
    """The faces, and the seeds of the sides, which must stand between the commitment and the first roll."""
    told = commitment["payload"]
    if told["construction"] != "rauswurf-dice/1":
        raise NothingToCheck(f"this checks rauswurf-dice/1, not {told['construction']}")
    seeds = dict.fromkeys(told["sides"], "")
    begun = False
    for event in events:
        begun = begun or event["kind"] == "throw"
        if event["kind"] == "throw" and event["number"] < commitment["number"]:
            raise Wrong(f"event {event['number']} is a throw before the commitment")
        if event["kind"] == "dice seed":
            side, text = event["payload"]["side"], event["payload"]["seed"]
            if begun or event["number"] < commitment["number"] or seeds.get(side) != "":
                raise Wrong(f"event {event['number']}: this seed may not stand here")
            seeds[side] = text
    return told["faces"], list(seeds.items())


def recorded(events):
    """Every roll of the log: event number, number of the roll, die; taken-back throws too.

    Raises Wrong where a roll is left out, or a throw has no roll.
    """
    used = {0: 0}  # event number -> rolls used up when it stands at the end
    begun = False
    for event in events:
        number, kind, told = event["number"], event["kind"], event["payload"]
        used[number] = used[number - 1]
        begun = begun or kind == "dice commitment"
        if kind in ("take back", "bring back"):
            used[number] = used[told["to"]]
        elif begun and kind in ("throw", "void die", "irregular throw") and told["die"] is not None:
            used[number] += 1
            if (told.get("source"), told.get("roll")) != ("online", used[number]):
                raise Wrong(f"event {number}: roll {used[number]} is due, the log has {json.dumps(told)}")
            yield number, told["roll"], told["die"]


def check(game, events, seed_told):
    """Print every roll; how many are wrong."""
    commitment = only(events, "dice commitment")
    if commitment is None:
        raise NothingToCheck("this game was not played with online dice")
    reveal = only(events, "dice reveal")
    if seed_told is None and reveal is None:
        raise NothingToCheck("the seed has not been revealed yet: it is when the game is over")
    seed = bytes.fromhex(seed_told if seed_told is not None else reveal["payload"]["seed"])
    promised = commitment["payload"]["commitment"]
    if hashlib.sha256(seed).hexdigest() != promised:
        raise Wrong(f"the seed {seed.hex()} is not the one that was promised: its SHA-256 is not {promised}")
    print(f"commitment {promised} (event {commitment['number']}): kept")
    stream, known, wrong, checked = rolls(seed, game, *terms(events, commitment)), [], 0, 0
    for number, roll, die in recorded(events):
        while len(known) < roll:
            known.append(next(stream))
        right = known[roll - 1] == die
        wrong += not right
        checked += 1
        print(
            f"event {number}: roll {roll} is {known[roll - 1]}, recorded {die}: {'ok' if right else 'WRONG'}"
        )
    print(f"{checked} rolls checked, {wrong} wrong")
    return wrong


def main(arguments=None):
    """The command."""
    parser = argparse.ArgumentParser(description="Check the online dice of a game.")
    parser.add_argument("log", help="the log of the game as JSON; - reads standard input")
    parser.add_argument(
        "--seed", help="the revealed seed, in hexadecimal digits; read from the log if left out"
    )
    options = parser.parse_args(arguments)
    try:
        if options.log == "-":
            text = sys.stdin.buffer.read().decode("utf-8")
        else:
            with open(options.log, encoding="utf-8") as file:
                text = file.read()
        return 1 if check(*read_log(text), options.seed) else 0
    except Wrong as error:
        print(f"WRONG: {error}")
        return 1
    except (NothingToCheck, OSError, ValueError, KeyError, TypeError) as error:
        print(f"cannot be checked: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
