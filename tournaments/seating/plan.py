"""Planning rounds: what is fixed, few small tables, few repeats, team-mates apart – in this order."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules import Plural, Text, shuffle_by
from rules.simulate import rng
from rules.simulate.jit import Engine
from tournaments.seating import search
from tournaments.seating.bounds import LowerBound, are_mates, repeats_bound, team_bound
from tournaments.seating.designs import known_rounds
from tournaments.seating.problem import Round, SeatingError, SeatingProblem, count_meetings, number_of_pairs

#: Each start of the search cools down in these steps and stages, until something is proved.
STEPS = 600_000
STAGES = 60
#: The first start takes only the last of these stages: large halls need no more.
QUICK_STAGES = 20
#: From where to where a start cools down: some halls need to begin hotter, some to stay at one temperature for longer.
WIDE = (search.REPEAT * 3 // 4, search.REPEAT // 8)
NARROW = (search.REPEAT // 2, search.REPEAT // 5)
#: Start for start: what team-mates that meet and somebody at a second small table too early cost on the way, and how
#: it cools down.
WAYS = (
    (search.REPEAT * 3 // 4, search.REPEAT, WIDE),
    (search.REPEAT * 3 // 4, search.REPEAT * 2, WIDE),
    (search.REPEAT * 3 // 4, search.REPEAT, WIDE),
    (search.REPEAT // 4, search.REPEAT * 2, WIDE),
    (search.REPEAT // 4, search.REPEAT, WIDE),
    (search.REPEAT // 16, search.REPEAT, NARROW),
    (search.REPEAT // 16, search.REPEAT * 2, NARROW),
    (search.TEAM, search.REPEAT, NARROW),
)
#: What bounds are called.
BOUNDS = {
    "counting": Text("counting"),
    "pigeonhole": Text("pigeonhole"),
    "sharing": Text("small tables shared evenly"),
}


@dataclass(frozen=True, slots=True)
class Plan:
    """Rounds of tables, the repeats of the whole event, and what they are proved to be."""

    rounds: tuple[Round, ...]
    repeats: int
    bound: LowerBound

    @property
    def is_proved(self) -> bool:
        """Whether no plan has fewer repeats."""
        return self.repeats == self.bound.value

    @property
    def proof(self) -> Text:
        return proof_of(self.repeats, self.bound)


def proof_of(repeats: int, bound: LowerBound) -> Text:
    """Say what is known of so many repeats, in one sentence."""
    told = Plural("{n} repeated meeting", "{n} repeated meetings", repeats)
    if repeats <= bound.value:
        return Text("proved optimal: {repeats} (bound: {bound})", repeats=told, bound=BOUNDS[bound.name])
    return Text("best found: {repeats}, bound {bound}", repeats=told, bound=bound.value)


def plan(problem: SeatingProblem, engine: Engine | None = None) -> Plan:
    """Plan the rounds. Raises ``SeatingError`` where they cannot be held.

    The first start mostly reaches the bound, sooner than a compiled search is loaded: only what goes on is compiled.
    """
    if problem.scores is not None and problem.rounds > 1:
        return _plan_by_scores(problem, engine)
    return _Planner(problem).plan(engine)


def _plan_by_scores(problem: SeatingProblem, engine: Engine | None) -> Plan:
    """Seat the next round by scores; the scores after it are unknown, so the others are planned without."""
    coming = plan(replace(problem, rounds=1), engine)
    later = plan(
        replace(problem, rounds=problem.rounds - 1, played=(*problem.played, *coming.rounds), scores=None),
        engine,
    )
    return Plan(coming.rounds + later.rounds, later.repeats, repeats_bound(problem))


def sit_short(rounds: Sequence[Round], size: int) -> Counter[str]:
    """Count how many opponents each missed at tables smaller than they should be."""
    missed: Counter[str] = Counter()
    for each in rounds:
        for table in each:
            missed.update(dict.fromkeys(table, size - len(table)))
    return missed


class _Planner:
    """A problem in numbers: people by their place in the lot, tables by their positions."""

    def __init__(self, problem: SeatingProblem) -> None:
        self.problem = problem
        self.keys = shuffle_by(problem.seed, "seats", problem.keys)
        self.number = {key: at for at, key in enumerate(self.keys)}
        by_key = {person.key: person for person in problem.people}
        self.people = [by_key[key] for key in self.keys]
        self.sizes = self._sizes()
        self.first = [sum(self.sizes[:at]) for at, size in enumerate(self.sizes) for _ in range(size)]
        self.end = [sum(self.sizes[: at + 1]) for at, size in enumerate(self.sizes) for _ in range(size)]
        self.pinned_at = self._pin()
        self.base = count_meetings(problem.played)

    def plan(self, chosen_engine: Engine | None) -> Plan:
        """Search until the bounds are reached, or as long as is worth it."""
        problem, people = self.problem, len(self.people)
        bound = repeats_bound(problem)
        met_before = self._met()
        constant = self.base.repeats - self._cost(met_before, (), ()) // search.REPEAT
        stream = [0] * rng.WORDS
        words = rng.key(int.from_bytes(problem.seed.encode(), "big"))
        pinned = [int(person.table is not None) for person in self.people]
        final, least_cost = self._static(search.TEAM), self._target(bound, constant, search.TEAM)
        least, chosen = -1, list[int]()
        for start, (team_cost, uneven_cost, cooling) in enumerate(WAYS):
            engine = chosen_engine or (search.best_engine() if start else search.INTERPRETED)
            rng.seed_stream(stream, words, start)
            who, short = (self._known() if start == 0 else None) or self._begin(stream)
            met = list(met_before)
            self._sit(who, met)
            static = self._static(team_cost)
            best = engine.sequence(who)
            engine.run(
                engine.sequence(stream),
                engine.sequence(who),
                engine.sequence(met),
                engine.sequence(static),
                engine.sequence(self.first),
                engine.sequence(self.end),
                engine.sequence(short),
                engine.sequence(pinned),
                best,
                engine.sequence(self._temperatures(team_cost, cooling)[-QUICK_STAGES if start == 0 else 0 :]),
                STEPS // STAGES,
                problem.rounds,
                people,
                uneven_cost,
                self._cost(met, who, static),
                self._target(bound, constant, team_cost),
            )
            found = [int(one) for one in best]
            met = list(met_before)
            self._sit(found, met)
            cost = self._cost(met, found, final)
            if least < 0 or cost < least:
                least, chosen = cost, found
            if least <= least_cost:
                break
        rounds = self._rounds(chosen)
        return Plan(rounds, count_meetings(problem.played + rounds).repeats, bound)

    def _sizes(self) -> tuple[int, ...]:
        """The sizes by table number: who keeps a table keeps a large one, as far as there are any."""
        sizes = self.problem.sizes
        held = Counter(person.table for person in self.people if person.table is not None)
        wrong = [number for number in held if not 1 <= number <= len(sizes)]
        if wrong:
            raise SeatingError(
                "table",
                Text("there is no table {number}; there are 1 to {last}", number=min(wrong), last=len(sizes)),
            )
        by_need = sorted(range(len(sizes)), key=lambda at: (-held[at + 1], at))
        placed = dict(zip(by_need, sizes, strict=True))
        crowded = [at + 1 for at in placed if held[at + 1] > placed[at]]
        if crowded:
            raise SeatingError(
                "table",
                Text(
                    "{people} people keep table {number}, which has {seats} seats",
                    people=held[crowded[0]],
                    number=crowded[0],
                    seats=placed[crowded[0] - 1],
                ),
            )
        return tuple(placed[at] for at in range(len(sizes)))

    def _pin(self) -> dict[int, int]:
        """Participant → position that they keep."""
        free = {at + 1: sum(self.sizes[:at]) for at in range(len(self.sizes))}
        pinned = {}
        for at, person in enumerate(self.people):
            if person.table is not None:
                pinned[at] = free[person.table]
                free[person.table] += 1
        return pinned

    def _met(self) -> list[int]:
        people = len(self.people)
        met = [0] * (people * people)
        for (a, b), times in self.base.times.items():
            if a in self.number and b in self.number:
                one, other = self.number[a], self.number[b]
                met[one * people + other] = met[other * people + one] = times
        return met

    def _static(self, team_cost: int) -> list[int]:
        """What it costs each time that two people meet, beside repeats."""
        people = len(self.people)
        static = [0] * (people * people)
        scores = self.problem.scores
        steps = {score: at for at, score in enumerate(sorted(set((scores or {}).values())))}
        for at, one in enumerate(self.people):
            for to, other in enumerate(self.people):
                if at == to:
                    continue
                cost = 0
                if other.key in one.never_with or one.key in other.never_with:
                    cost += search.NEVER
                if self.problem.teams_apart and one.team and one.team == other.team:
                    cost += team_cost
                if scores:
                    apart = steps[scores.get(one.key, 0)] - steps[scores.get(other.key, 0)]
                    cost += search.SCORE * apart * apart
                static[at * people + to] = cost
        return static

    def _begin(self, stream: list[int]) -> tuple[list[int], list[int]]:
        """Seat all people at random, those with the fewest small tables at small ones; the seats and those tables."""
        people, largest = len(self.people), max(self.sizes)
        missed = sit_short(self.problem.played, self.problem.size)
        short = [missed[key] for key in self.keys]
        small = [at for at in range(people) if self._size_at(at) != largest]
        who: list[int] = []
        for _ in range(self.problem.rounds):
            seats = [-1] * people
            for one, at in self.pinned_at.items():
                seats[at] = one
            free = [one for one in range(people) if one not in self.pinned_at]
            _shuffle(stream, free)
            free.sort(key=short.__getitem__)
            open_small = [at for at in small if seats[at] < 0]
            for at, one in zip(open_small, free, strict=False):
                seats[at] = one
            rest = free[len(open_small) :]
            _shuffle(stream, rest)
            for at in range(people):
                if seats[at] < 0:
                    seats[at] = rest.pop()
            for at in small:
                short[seats[at]] += 1
            who += seats
        return who, short

    def _known(self) -> tuple[list[int], list[int]] | None:
        """Seat by a known design, before anything is played: teams at tables of a round that is left out."""
        problem, people = self.problem, len(self.people)
        found = known_rounds(people, problem.size, problem.rounds)
        if not found or problem.played or self.pinned_at:
            return None
        places = known_rounds(people, problem.size, problem.rounds + 1)[-1:] or (tuple(range(people)),)
        teams = Counter(person.team for person in self.people if problem.teams_apart)
        by_team = sorted(
            range(people), key=lambda one: (-teams[self.people[one].team], self.people[one].team)
        )
        label = dict(zip(places[0], by_team if problem.teams_apart else range(people), strict=True))
        who = [label[one] for each in found for one in each]
        small = Counter(one for at, one in enumerate(who) if self.sizes[0] > self._size_at(at % people))
        short = [small[one] for one in range(people)]
        # Nobody sits at a second small table before everybody has been at one.
        return None if max(short) > 1 and min(short) == 0 else (who, short)

    def _size_at(self, at: int) -> int:
        return self.end[at] - self.first[at]

    def _sit(self, who: Sequence[int], met: list[int]) -> None:
        people = len(self.people)
        for base in range(0, len(who), people):
            for at in range(people):
                for to in range(self.first[at], self.end[at]):
                    if to != at:
                        met[who[base + at] * people + who[base + to]] += 1

    def _cost(self, met: Sequence[int], who: Sequence[int], static: Sequence[int]) -> int:
        people = len(self.people)
        repeats = sum(map(number_of_pairs, met)) // 2
        cost = search.REPEAT * repeats
        for base in range(0, len(who), people):
            for at in range(people):
                for to in range(self.first[at], at):
                    cost += int(static[who[base + at] * people + who[base + to]])
        return cost

    def _target(self, bound: LowerBound, constant: int, team_cost: int) -> int:
        """The cost that cannot be gone below."""
        target = search.REPEAT * (bound.value - constant)
        if self.problem.teams_apart:
            teams = {person.key: person.team for person in self.people}
            before = sum(many for (a, b), many in self.base.times.items() if are_mates(teams, a, b))
            target += team_cost * (team_bound(self.problem, bound.value) - before)
        return target

    def _temperatures(self, team_cost: int, cooling: tuple[int, int]) -> list[int]:
        """From hot to cold in even steps of the logarithm, by whole numbers."""
        hot, cold = cooling
        if self.problem.scores:
            hot = search.SCORE
        if self.problem.teams_apart:
            cold = min(team_cost // 4, cold)
        found, here = [], hot << 16
        # The share that stays at each stage, in 1/65536: the largest that ends below ``cold``.
        keep = next(share for share in range(65_000, 0, -50) if _cooled(here, share) <= cold << 16)
        for _ in range(STAGES):
            found.append(here >> 16)
            here = here * keep >> 16
        return found

    def _rounds(self, who: Sequence[int]) -> tuple[Round, ...]:
        people = len(self.people)
        starts = sorted(set(self.first))
        return tuple(
            tuple(tuple(self.keys[one] for one in who[base + at : base + self.end[at]]) for at in starts)
            for base in range(0, len(who), people)
        )


def _cooled(here: int, share: int) -> int:
    for _ in range(STAGES - 1):
        here = here * share >> 16
    return here


def _shuffle(stream: list[int], items: list[int]) -> None:
    for last in range(len(items) - 1, 0, -1):
        at = rng.below(stream, last + 1)
        items[last], items[at] = items[at], items[last]
