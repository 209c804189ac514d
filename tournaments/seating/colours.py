"""Colours: who leads which of a table's slots, so that each person gets each as often as any other.

People and the tables of all rounds are the two sides of a bipartite graph. A graph whose vertices have at most as
many edges as there are colours has a proper edge colouring (König 1916), found by alternating paths; somebody with
more rounds than there are slots counts as several people. So no slot is given twice at a table, and a person has
each slot at most ceil(rounds / slots) times.
"""

from collections import Counter
from collections.abc import Sequence

from rules import Text
from rules.simulate import rng
from tournaments.seating.problem import Round, SeatingError

#: A table with its slots: the key of who leads each, or nothing.
SeatedTable = tuple[str, ...]
SeatedRound = tuple[SeatedTable, ...]
#: How often the tables are gone through, where rounds were played already.
SWEEPS = 60


def seat(rounds: Sequence[Round], slots: int, played: Sequence[SeatedRound] = ()) -> tuple[SeatedRound, ...]:
    """Give each person at every table a slot.

    Before anything is played each person gets each slot at most ceil(rounds / slots) times. After that, what was
    played stays and cannot always be evened out; then as few as can be found get a slot too often. Raises
    ``SeatingError`` for a table with more people than slots.
    """
    for number, each in enumerate(rounds, start=1):
        for table in each:
            if len(table) > slots:
                raise SeatingError(
                    f"rounds[{number}]",
                    Text("{people} people sit at a table of {slots} slots", people=len(table), slots=slots),
                )
    seated = _colour(rounds, slots)
    return _even_out(seated, slots, played) if any(played) else seated


def order_of(seated: SeatedRound) -> tuple[str, ...]:
    """List the slots of all tables, table by table: the order of the draw."""
    return tuple(key for table in seated for key in table)


def people_of(seated: SeatedRound) -> Round:
    """Take the tables without their slots."""
    return tuple(tuple(key for key in table if key) for table in seated)


def count_slots(seated: Sequence[SeatedRound]) -> dict[str, Counter[int]]:
    """Count how often each has each slot."""
    found: dict[str, Counter[int]] = {}
    for each in seated:
        for table in each:
            for slot, key in enumerate(table):
                if key:
                    found.setdefault(key, Counter())[slot] += 1
    return found


def count_surplus(seated: Sequence[SeatedRound], slots: int) -> int:
    """Count what somebody has of a slot more often than ceil(games / slots) times."""
    return sum(
        max(0, times - -(-had.total() // slots))
        for had in count_slots(seated).values()
        for times in had.values()
    )


def _colour(rounds: Sequence[Round], slots: int) -> tuple[SeatedRound, ...]:
    """Colour the edges one by one; where no slot is free on both sides an alternating path is turned over."""
    games: Counter[str] = Counter()
    # Vertex → slot → the vertex at its other end; a person is one vertex for every ``slots`` games.
    ends: dict[object, dict[int, object]] = {}
    for number, each in enumerate(rounds):
        for at, table in enumerate(each):
            place = (number, at)
            ends[place] = {}
            for key in table:
                person = (key, games[key] // slots)
                games[key] += 1
                _add_edge(ends, place, person, slots)
    return tuple(
        tuple(_slots_of(ends[number, at], slots) for at in range(len(each)))
        for number, each in enumerate(rounds)
    )


def _slots_of(table: dict[int, object], slots: int) -> SeatedTable:
    people = {slot: person[0] for slot, person in table.items() if isinstance(person, tuple)}
    return tuple(people.get(slot, "") for slot in range(slots))


def _add_edge(ends: dict[object, dict[int, object]], place: object, person: object, slots: int) -> None:
    here, there = ends[place], ends.setdefault(person, {})
    free_here = next(slot for slot in range(slots) if slot not in here)
    free_there = next(slot for slot in range(slots) if slot not in there)
    if free_here in there:
        both = next((slot for slot in range(slots) if slot not in here and slot not in there), None)
        if both is None:
            # From the person on, edges of the one and the other slot in turns: the path never comes to the table.
            _turn_over(ends, person, free_here, free_there)
        else:
            free_here = both
    here[free_here] = person
    there[free_here] = place


def _turn_over(ends: dict[object, dict[int, object]], start: object, one: int, other: int) -> None:
    """Exchange two slots along the path that begins at ``start`` with ``one``."""
    path = [start]
    slot = one
    while slot in ends[path[-1]]:
        path.append(ends[path[-1]][slot])
        slot = other if slot == one else one
    for vertex in path:
        table = ends[vertex]
        exchanged = {one: table.get(other), other: table.get(one)}
        for key, end in exchanged.items():
            if end is None:
                table.pop(key, None)
            else:
                table[key] = end


def _even_out(
    seated: tuple[SeatedRound, ...], slots: int, played: Sequence[SeatedRound]
) -> tuple[SeatedRound, ...]:
    """Reassign the slots of one table after the other, as is best beside all others, at random among equals."""
    had = count_slots((*played, *seated))
    rounds = [[list(table) for table in each] for each in seated]
    least, best = count_surplus((*played, *seated), slots), seated
    stream = [0] * rng.WORDS
    rng.seed_stream(stream, rng.key(len(order_of(seated[0]))), len(played))
    for _ in range(SWEEPS):
        if not least:
            break
        for each in rounds:
            for table in each:
                for slot, key in enumerate(table):
                    if key:
                        had[key][slot] -= 1
                table[:] = assign([key for key in table if key], slots, had, stream)
                for slot, key in enumerate(table):
                    if key:
                        had[key][slot] += 1
        now = tuple(tuple(tuple(table) for table in each) for each in rounds)
        surplus = count_surplus((*played, *now), slots)
        if surplus < least:
            least, best = surplus, now
    return best


def assign(people: list[str], slots: int, had: dict[str, Counter[int]], stream: list[int]) -> list[str]:
    """Give the people of one table its slots so that the sum of squares of how often each had each is least."""
    # For the first people of the table: taken slots → (cost, lot, the slot of the last one, taken before).
    ways: list[dict[int, tuple[int, int, int]]] = [{0: (0, 0, -1)}]
    for key in people:
        counts = had.get(key, Counter())
        found: dict[int, tuple[int, int, int]] = {}
        for taken, (cost, lot, _) in ways[-1].items():
            for slot in range(slots):
                if not taken >> slot & 1:
                    way = (cost + 2 * counts[slot] + 1, lot ^ rng.next_word(stream), slot)
                    if taken | 1 << slot not in found or way < found[taken | 1 << slot]:
                        found[taken | 1 << slot] = way
        ways.append(found)
    taken = min(ways[-1], key=lambda each: ways[-1][each])
    table = [""] * slots
    for at in range(len(people), 0, -1):
        slot = ways[at][taken][2]
        table[slot] = people[at - 1]
        taken ^= 1 << slot
    return table
