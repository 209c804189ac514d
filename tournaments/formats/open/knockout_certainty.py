"""What is certain in a knock-out: players who go on stay before those who are out ([T23], tournament-rules §5)."""

from collections.abc import Iterator, Mapping, Sequence

from rules import Text
from tournaments.formats.clinching.place_bounds import Decided, Proof, Prospect
from tournaments.formats.open.clinching import describe_cut
from tournaments.formats.open.course import Course

#: The best and the worst place that are possible.
Range = tuple[int, int]


def decide(course: Course, cut: int) -> tuple[Decided, ...]:
    """Bound each player's place by how far they have come; ``cut`` is the last place that leads to the final."""
    if course.is_at_finals or not course.drawn.counted:
        return ()
    ranges = _ranges(course)
    prospects = tuple(
        Prospect(key, best, worst, None, describe_cut(course.contest.name(key), best, worst, cut))
        for key, (best, worst) in sorted(ranges.items(), key=lambda found: found[1])
    )
    text = Text("bounds by rounds: whoever goes on stays before whoever is out")
    return (Decided(Text("the knock-out"), course.table.main.many, prospects, (), Proof(0, False, text)),)


def _ranges(course: Course) -> Mapping[str, Range]:
    blocks = list(_blocks(course))
    found = dict(_of_those_in(course, blocks[0]))
    above = len(blocks[0])
    for block in blocks[1:]:
        found |= _of_those_out(course, block, above)
        above += len(block)
    return found


def _blocks(course: Course) -> Iterator[Sequence[str]]:
    """List who is still in, then who went out in each round, the last first."""
    rest = list(course.table.tallies)
    for _, keys in course.blocks:
        yield [key for key in rest if key in keys]
        rest = [key for key in rest if key not in keys]
    yield rest


def _of_those_in(course: Course, there: Sequence[str]) -> Iterator[tuple[str, Range]]:
    """Players who have come through the present round have the places of those who go on, the others are behind."""
    running, last = course.running, len(there)
    for key in there:
        if running is None or key in running.undecided:
            yield key, (1, last)
        elif key in running.sure:
            yield key, (1, running.places)
        else:
            yield key, (running.places + 1, last)


def _of_those_out(course: Course, block: Sequence[str], above: int) -> Mapping[str, Range]:
    """Players who are out have the place that their results give, where all of them are known."""
    table = course.table
    ranking = table.ranking(block)
    if ranking.missing or any(table.tallies[key].without_points for key in block):
        return dict.fromkeys(block, (above + 1, above + len(block)))
    found: dict[str, Range] = {}
    for tier in ranking.tiers:
        found |= dict.fromkeys(tier, (above + len(found) + 1, above + len(found) + len(tier)))
    return found
