#!/usr/bin/env python3
"""Read a public dump and count it again: python3 read_dump.py FILE.zip

It compares the checksums, reads every record (who sat where, every throw) and compares its end with what the dump
says of the game, adds up what the games gave and compares that with the tables. Needs Python 3.10 or newer and nothing
else. Exit code: 0 all is right, 1 something differs, 2 this is no dump.
"""

import csv
import hashlib
import io
import json
import re
import sys
from collections import Counter, defaultdict
from fractions import Fraction
from zipfile import BadZipFile, ZipFile

TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')


def lines(dump, name):
    """The lines of a file of JSON."""
    with dump.open(name) as file:
        yield from map(json.loads, file)


def sheet(dump, name):
    """The rows of a file of CSV."""
    with dump.open(name) as file:
        yield from csv.DictReader(io.TextIOWrapper(file, "utf-8", newline=""))


def wrong_sums(dump):
    """The files that are not as they were written."""
    for line in dump.read("SHA256SUMS").decode().splitlines():
        told, name = line.split("  ", 1)
        if hashlib.sha256(dump.read(name)).hexdigest() != told:
            yield f"{name}: another checksum"


def read_record(text):
    """The tags of a record, and the dice in the order of the throws."""
    head, _, turns = text.partition("\n\n")
    thrown = " ".join(line for line in turns.splitlines() if not line.startswith("%"))
    tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in TAG.findall(head)}
    return tags, [int(word.partition(":")[0]) for word in thrown.split() if ":" in word]


def wrong_games(dump, dice):
    """Games of which the record tells another end; what was thrown is counted in ``dice``."""
    for game in lines(dump, "games.ndjson"):
        if not game["record"]:
            continue
        tags, thrown = read_record(game["record"])
        dice.update(thrown)
        seats = [(colour, each["name"]) for each in game["players"] for colour in each["colours"]]
        winner = next((each["name"] for each in game["players"] if each["id"] == game["winner"]), "*")
        is_told = all(tags[colour.capitalize()].startswith(name) for colour, name in seats)
        if tags["Log"] != game["log"] or not is_told:
            yield f"{game['id']}: another game"
        if game["decided_by"] == "play" and not tags["Result"].startswith(winner):
            yield f"{game['id']}: won by {tags['Result']} or {winner}"


def wrong_tables(dump):
    """Players to whom the games gave something else than the first figure of their table, but for Leagues.

    (The table of a League counts its double round-robins alone, and not the playoffs.)
    """
    gave, found = defaultdict(Fraction), set()
    leagues = {each["slug"] for each in lines(dump, "events.ndjson") if each["format"]["key"] == "league"}
    for row in sheet(dump, "results.csv"):
        gave[row["event"], row["entry"]] += Fraction(row["points"] or 0)
    for row in sheet(dump, "tables.csv"):
        key = row["event"], row["entry"]
        if not row["table"] and row["event"] not in leagues and key not in found:
            found.add(key)
            if round(float(gave[key]), 4) != float(row["figure"]):
                yield f"{row['event']}: {row['name']} has {row['figure']} {row['column']}, games gave {gave[key]}"


def main(path):
    """Count everything again; how much is wrong."""
    dice = Counter()
    with ZipFile(path) as dump:
        wrong = [*wrong_sums(dump), *wrong_games(dump, dice), *wrong_tables(dump)]
    print(f"{sum(dice.values())} throws:", *(f"{die} × {dice[die]}" for die in sorted(dice)))
    print(f"{len(wrong)} differ", *wrong[:20], sep="\n  ")
    return len(wrong)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]) > 0)
    except (OSError, BadZipFile, LookupError, ValueError, TypeError) as error:
        print(f"this is no public dump: {error!r}", file=sys.stderr)
        sys.exit(2)
