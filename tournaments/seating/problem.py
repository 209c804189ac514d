"""What is to be planned: people, the size of tables, rounds, the seed and what was played."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rules import Text, Verbatim

#: Keys of those at one table.
Table = tuple[str, ...]
Round = tuple[Table, ...]
#: Two people, in the order of their keys.
Pair = tuple[str, str]

SMALLEST_SIZE, LARGEST_SIZE = 2, 12


class SeatingError(ValueError):
    """What cannot be seated; ``field`` names what is wrong, ``message`` what would be right.

    ``person`` is the key of whom the message is about, its only parameter, so that others can name them.
    """

    def __init__(self, field: str, message: Text, person: str = "") -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message
        self.person = person


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who is present: their team, the number of the table that they keep (from 1), whom they never meet."""

    key: str
    team: str = ""
    table: int | None = None
    never_with: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SeatingProblem:
    """Who is present, the size of tables, how many rounds are still to be planned, the published seed.

    ``played`` holds the rounds as they were played, with people who have left since. With ``scores`` those with
    equal ones meet in the next round, before repeats are looked at ([T22]). Raises ``SeatingError``.
    """

    people: tuple[Participant, ...]
    size: int
    rounds: int
    seed: str
    played: tuple[Round, ...] = ()
    teams_apart: bool = False
    scores: Mapping[str, int] | None = None

    def __post_init__(self) -> None:
        if not SMALLEST_SIZE <= self.size <= LARGEST_SIZE:
            raise SeatingError(
                "size",
                Text(
                    "tables have {least} to {most} seats, not {size}",
                    least=SMALLEST_SIZE,
                    most=LARGEST_SIZE,
                    size=self.size,
                ),
            )
        if self.rounds < 1:
            raise SeatingError(
                "rounds", Text("at least one round is planned, not {rounds}", rounds=self.rounds)
            )
        if not self.seed.strip():
            raise SeatingError("seed", Text("the seed is empty; any text fixed beforehand would do"))
        twice = [key for key, times in Counter(person.key for person in self.people).items() if times > 1]
        if twice:
            raise SeatingError("people", Text("{key} is there twice", key=Verbatim(twice[0])))

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(person.key for person in self.people)

    @property
    def sizes(self) -> tuple[int, ...]:
        return table_sizes(len(self.people), self.size)


@dataclass(frozen=True, slots=True)
class Meetings:
    """How often pairs have met in some rounds."""

    times: Counter[Pair] = field(default_factory=Counter)

    @property
    def repeats(self) -> int:
        """C: over all pairs the sum of m(m-1)/2, where m is how often they have met."""
        return sum(map(number_of_pairs, self.times.values()))


def count_meetings(rounds: tuple[Round, ...]) -> Meetings:
    return Meetings(Counter(pair for each in rounds for table in each for pair in pairs_of(table)))


def number_of_pairs(people: int) -> int:
    return people * (people - 1) // 2


def pairs_of(table: Table) -> Iterator[Pair]:
    return combinations(sorted(table), 2)


#: Fewer have no round; two have one only at tables of two.
FEWEST = 3


def table_sizes(people: int, size: int) -> tuple[int, ...]:
    """Sizes of the tables, the largest first: as few tables as possible, as even as possible.

    That is tables of ``size`` and as few of one less as are needed, where there are enough people for that. At
    tables of two an odd one out has a table of their own: they sit this round out. Raises ``SeatingError`` where
    there are too few for a round.
    """
    fewest = min(FEWEST, size)
    if people < fewest:
        raise SeatingError(
            "people",
            Text("a round needs at least {fewest} people, here are {people}", fewest=fewest, people=people),
        )
    tables = -(-people // size)
    least, larger = divmod(people, tables)
    return (least + 1,) * larger + (least,) * (tables - larger)


def seats_at_small(sizes: Sequence[int]) -> int:
    return sum(size for size in sizes if size != max(sizes))
