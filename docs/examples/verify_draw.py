#!/usr/bin/env python3
"""Check the rounds of an open tournament: python3 verify_draw.py DRAW.json

DRAW.json is what `manage.py verify_draw EVENT --export` writes (a dash reads standard input). Checked are, for every
round: the seed against the hash that was published before; that everybody who was seated sits once, at full tables but
for as few as need be; wishes; how many pairs meet again, against a lower bound; and how often somebody leads the same
colours. Needs Python 3.9 or newer and nothing else, least of all anything from the site that is checked.

Exit code: 0 nothing is wrong, 1 something is.
"""

import hashlib
import json
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path


def counting_bound(meetings, others):
    """The fewest repeats of one person who has so many meetings with so many others."""
    if not others:
        return 0
    often, rest = divmod(meetings, others)
    return (others - rest) * often * (often - 1) // 2 + rest * often * (often + 1) // 2


def bound(rounds):
    """The fewest repeats of all rounds: summed over people, and halved as each has two."""
    meetings, there = Counter(), set()
    for tables in rounds:
        for table in tables:
            there.update(table)
            for key in table:
                meetings[key] += len(table) - 1
    return -(-sum(counting_bound(number, len(there) - 1) for number in meetings.values()) // 2)


def repeats(rounds):
    """How often pairs have met again: m(m-1)/2 for a pair that met m times."""
    met = Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
    return sum(times * (times - 1) // 2 for times in met.values())


def check_round(draw, size):
    """What is wrong with one round."""
    wrong = []
    if draw["seed_hash"] and hashlib.sha256(draw["seed"].encode()).hexdigest() != draw["seed_hash"]:
        wrong.append("the seed is not the one whose hash was published")
    tables = [[key for key in table if key] for table in draw["tables"]]
    seated = [key for table in tables for key in table]
    if len(set(seated)) < len(seated):
        wrong.append("somebody sits twice")
    planned = {person["key"] for person in draw["people"]}
    if planned and not draw["changes"] and planned != set(seated):
        wrong.append("not everybody who was there is seated")
    sizes = sorted(map(len, filter(None, tables)))
    if any(number > size for number in sizes):
        wrong.append(f"a table has more than {size} people")
    if not draw["changes"] and len(sizes) != -(-len(seated) // size):
        wrong.append("there are more tables than need be")
    at = {key: number for number, table in enumerate(tables, start=1) for key in table}
    for person in [] if draw["changes"] else draw["people"]:
        if person.get("table") not in (None, at.get(person["key"])):
            wrong.append(f"{person['key']} is not at table {person['table']}")
        if any(
            at.get(other) == at.get(person["key"]) for other in person.get("never_with", ()) if other in at
        ):
            wrong.append(f"{person['key']} sits with somebody they are never to meet")
    return wrong


def main(path):
    """Print what was found of every round."""
    data = json.loads(sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8"))
    played, slots, found = [], {}, False
    for draw in data["rounds"]:
        if not draw["subject"].startswith("round-"):
            continue
        wrong = check_round(draw, data["table_size"])
        played.append([[key for key in table if key] for table in draw["tables"]])
        for table in draw["tables"]:
            for slot, key in enumerate(table):
                if key:
                    slots.setdefault(key, Counter())[slot] += 1
        most = max((max(had.values()) for had in slots.values()), default=0)
        changed = f", changed by hand {len(draw['changes'])} times" if draw["changes"] else ""
        print(
            f"{draw['subject']}: {len(played[-1])} tables, {repeats(played)} repeats so far"
            f" (bound {bound(played)}), a colour at most {most} times{changed}"
        )
        for each in wrong:
            print(f"  WRONG: {each}")
        found = found or bool(wrong)
    return int(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "-"))
