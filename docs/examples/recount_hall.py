#!/usr/bin/env python3
"""Count an open tournament again: python3 recount_hall.py FOLDER [5,3,1,0]

FOLDER has entries.csv, games.csv, draws.csv, table.csv and parts.csv of the event, in English. The numbers are the
points for the places of a full table; whoever is last at a smaller one has the last of them.
It works out who got what from the places, and from the boards of games that were stopped; who goes before whom by
points, first places, second places, counting points of the boards, throws; the finals; the teams of four; and compares
that with the tables. For points by places on boards of four colours. Needs Python 3.10 or newer and nothing else.
Exit code: 0 the tables are right, 1 they differ, 2 these are no such files.
"""

import csv
import sys
from collections import defaultdict
from fractions import Fraction
from itertools import groupby
from pathlib import Path

COLOURS, HOME, START = ("yellow", "green", "red", "black"), 75, 10  # counting points, rulebook §11
COMPARED = ("Place", "Shared", "Points", "1st places", "2nd places")


def seat_of(row, size):
    """A row of games.csv: who, what goes before what at the table, the counting points, None if not known."""
    who, place = row["Start number"], int(row["Places of the colours"].rpartition(" ")[2] or 0)
    if not row["Board at the end"]:
        return who, (place or not row["Won"], 0), 4 * HOME if 0 < place < size else None
    pawns = row["Board at the end"].split()[1].split("/")[COLOURS.index(row["Colours"])].split(",")
    board = sum(HOME if at in "abcd" else START + int(at.replace("A", "0")) for at in pawns if at != "B")
    return who, (place, 0) if place else (99, -board), board


def rank(group, figures, lots):
    """Put a group in its order, level ones together; after a figure that is not known only a throw decides."""
    columns = list(zip(*(figures[key] for key in group), strict=True))
    known = next((at for at, column in enumerate(columns) if None in column), len(columns))
    thrown = lots.get(frozenset(group), [])
    for column in (*columns[:known], [-thrown.index(key) for key in group] if thrown else []):
        if len(set(column)) > 1:
            parts = groupby(sorted(zip(column, group, strict=True), reverse=True), key=lambda each: each[0])
            return [tier for _, part in parts for tier in rank([key for _, key in part], figures, lots)]
    return [group] if group else []


def total(many):
    """Add the figures of several up."""
    return [None if None in each else sum(each) for each in zip(*many, strict=True)] or [0, 0, 0, 0]


def differences(rows, column, tiers, figures):
    """Print what a table says otherwise; return how much that is."""
    mine = {}
    for tier in tiers:
        place, shared = str(len(mine) + 1), "yes" if len(tier) > 1 else ""
        for key in tier:
            mine[key] = [place, shared, *(f"{round(float(each), 4):g}" for each in figures[key][:3])]
    told = {row[column]: [row[each] for each in COMPARED] for row in rows}
    wrong = [f"{key}: counted {mine.get(key)}, told {told.get(key)}" for key in told | mine]
    wrong = [each for each, key in zip(wrong, told | mine, strict=True) if mine.get(key) != told.get(key)]
    print(f"{column}: {len(mine)} counted, {len(wrong)} differ", *wrong[:20], sep="\n  ")
    return len(wrong)


def main(folder, points):
    """Count everything again; how much is wrong."""
    read = {f.stem: [*csv.DictReader(f.read_text("utf-8-sig").splitlines())] for f in folder.glob("*.csv")}
    games, drawn, own, members, finals = (defaultdict(list) for _ in range(5))
    people = {row["Start number"]: row for row in read["entries"]}
    number_of = {row["Player"]: number for number, row in people.items()}
    for row in read["draws"]:
        drawn[row["Draw"]].append(number_of.get(row["Drawn"], row["Drawn"]))
    lots = {frozenset(each): each for each in drawn.values()}
    for row in read["games"]:
        games[row["Round"] if row["Counts"] else "", row["No."]].append(row)
    for (name, _), rows in games.items():
        seats, places = [seat_of(row, len(rows)) for row in rows], [*range(1, len(rows)), len(points)]
        for _, level in groupby(sorted(seats, key=lambda each: each[1]), key=lambda each: each[1]):
            at = [(who, board, places.pop(0)) for who, _, board in level]
            gave = total([(points[place - 1], place == 1, place == 2) for *_, place in at])
            if name in ("Final", "Small final"):
                finals[name] += rank([who for who, *_ in at], defaultdict(list), lots)
            for who, board, _ in at if name.startswith("Round") else ():
                own[who].append((*(Fraction(each, len(at)) for each in gave), board))
    figures = {key: total(own[key]) for key in people}
    for key in (key for tier in rank(list(people), figures, lots) for key in tier):
        members[people[key]["Team"]].append(figures[key])
    teams = {team: total(each[:4]) for team, each in members.items() if team}
    order = [*finals["Final"], *finals["Small final"]]
    order += rank([key for key in people if not any(key in tier for tier in order)], figures, lots)
    of_teams = [row for row in read["parts"] if row["Table"] == "Teams"]
    wrong = differences(read["table"], "Start number", order, figures)
    return wrong + differences(of_teams, "Name", rank(list(teams), teams, lots), teams)


if __name__ == "__main__":
    try:
        sys.exit(main(Path(sys.argv[1]), [int(p) for p in (*sys.argv[2:], "5,3,1,0")[0].split(",")]) > 0)
    except (OSError, LookupError, ValueError, TypeError, AttributeError) as error:
        print(f"these are no files of an open tournament: {error!r}", file=sys.stderr)
        sys.exit(2)
