#!/usr/bin/env python3
"""Check the draw of an open tournament: python3 verify_draw.py DRAW.json   (a dash reads standard input)

DRAW.json is the exported draw, round by round, table by table, seat by seat; an empty seat may be left out:

    {"event": "hall", "size": 4, "seed": "…", "rounds": [{"name": "Round 1", "tables": [
        [{"key": "entry-7", "name": "Ann", "team": "Blue", "colour": "red"}, …], …]}, …]}

It checks that nobody sits twice in a round, tables are as few and as even as can be, no colour is there twice at a
table; counts repeated meetings, team-mates, small tables and colours; and works out how few repeats any draw of
these people must have. Needs Python 3.9 or newer and nothing else, least of all anything from the site.

Exit code: 0 the draw is as it has to be, 1 something is wrong, 2 this is no draw.
"""

import json
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path


def least_repeats(others, meetings):
    """The fewest repeats of somebody with so many meetings among so many others: as even as they can be."""
    times, more = divmod(meetings, others)
    return (others - more) * times * (times - 1) // 2 + more * (times + 1) * times // 2


def bound(rounds):
    """How few repeats any rounds of the same people with these sizes of tables have: counting and pigeonhole.

    Counting: everybody's meetings, spread over all others and over everybody as evenly as can be. Pigeonhole: people
    of one table sat at only so many tables in each other round. None if other people sit in another round.
    """
    people = {key for table in rounds[0] for key in table}
    if any({key for table in each for key in table} != people for each in rounds) or len(people) < 2:
        return None
    meetings = sum(len(table) * (len(table) - 1) for each in rounds for table in each)
    each_has, more = divmod(meetings, len(people))
    counting = more * least_repeats(len(people) - 1, each_has + 1)
    counting += (len(people) - more) * least_repeats(len(people) - 1, each_has)
    pigeonhole = sum(
        max(sum(least_repeats(len(a), len(t)) for t in b), sum(least_repeats(len(b), len(t)) for t in a))
        for a, b in combinations(rounds, 2)
    )
    return max(-(-counting // 2), pigeonhole)


def check(draw):
    """Print what is found; how many things are wrong."""
    wrong, size, rounds = [], draw["size"], []
    colours, small, mates, teams = Counter(), Counter(), 0, {}
    for each in draw["rounds"]:
        tables = [[seat for seat in table if seat and seat.get("key")] for table in each["tables"]]
        tables = [table for table in tables if table]
        rounds.append([[seat["key"] for seat in table] for table in tables])
        for key, times in Counter(key for table in rounds[-1] for key in table).items():
            if times > 1:
                wrong.append(f"{each['name']}: {key} sits {times} times")
        people, sizes = sum(map(len, tables)), sorted(map(len, tables))
        even, more = divmod(people, -(-people // size))
        if sizes != [even] * (-(-people // size) - more) + [even + 1] * more:
            print(
                f"{each['name']}: tables of {sizes}, not as few and as even as can be (mended after publishing?)"
            )
        for number, table in enumerate(tables, start=1):
            led = [seat["colour"] for seat in table if seat.get("colour")]
            if len(set(led)) < len(led):
                wrong.append(f"{each['name']}, table {number}: a colour is there twice")
            for seat in table:
                colours[seat["key"], seat.get("colour")] += 1
                small[seat["key"]] += len(table) < size
                teams[seat["key"]] = seat.get("team") or None
            mates += sum(
                bool(teams[a["key"]]) and teams[a["key"]] == teams[b["key"]]
                for a, b in combinations(table, 2)
            )
    met = Counter(frozenset(pair) for each in rounds for table in each for pair in combinations(table, 2))
    repeats, least = sum(times * (times - 1) // 2 for times in met.values()), bound(rounds)
    print(f"{draw['event']}: {len(rounds)} rounds, {len(teams)} people, seed {draw['seed']}")
    proved = "people changed, no bound" if least is None else f"no draw has fewer than {least}"
    print(f"repeated meetings: {repeats} ({proved}{': proved optimal' if least == repeats else ''})")
    print(
        f"meetings of team-mates: {mates}; at a small table: {min(small.values())} to {max(small.values())} times"
    )
    most = max((times for (_, colour), times in colours.items() if colour), default=0)
    print(f"one colour at most {most} times for one person; {len({c for _, c in colours if c})} colours")
    for line in wrong:
        print(f"WRONG: {line}")
    return len(wrong)


if __name__ == "__main__":
    try:
        text = sys.stdin.read() if sys.argv[1] == "-" else Path(sys.argv[1]).read_text(encoding="utf-8")
        sys.exit(1 if check(json.loads(text)) else 0)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ZeroDivisionError) as error:
        print(f"this is no draw that can be checked: {error!r}", file=sys.stderr)
        sys.exit(2)
