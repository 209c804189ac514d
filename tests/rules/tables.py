"""Random tables to play at: a rule set with options changed, somebody on every seat, and a possible position.

Every choice is drawn from the `random.Random` handed in, so that seeded loops and hypothesis (`st.randoms()`)
draw in the same way. Only what rulebook §7 and [D20] allow is drawn.
"""

from dataclasses import dataclass, replace
from random import Random

from rules import RULE_SETS, Game, RuleSet
from tests.rules import reference
from tests.rules.reference_positions import (
    COLOURS,
    YARD,
    Options,
    Seats,
    State,
    absolute,
    is_home,
    led,
    length,
    on_track,
    position,
    standing_on,
    starting_fields,
)

DICE = [
    (1, 1, 1, 6, 6, 6),
    (0, 6),
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    (1, 6, 20),
    (3, 6, 50),
    (1, 2, 3, 4),
    (2,),
    (6,),
]
SPACINGS = [1, 2, 2, 3, 3, 4, 5, 6, 7, 12]  # crowded boards, where more happens, more often
ENDS = ["first colour", "first player", "all players", "all colours"]
# How likely a pawn waits, runs and is home: at the start, on the way, and with the end in sight.
PHASES = [(6, 3, 1), (2, 6, 2), (1, 2, 6), (0, 1, 9)]


@dataclass(frozen=True)
class Table:
    """A named rule set, the options changed on top of it, and who leads which colours."""

    name: str
    changes: Options
    seats: Seats

    @property
    def options(self) -> Options:
        return reference.options(self.name, **self.changes)

    @property
    def rule_set(self) -> RuleSet:
        return RULE_SETS[self.name].but(**self.changes)

    def game(self, state: State) -> Game:
        """The package's game at the same position."""
        return Game.at(position(state), self.rule_set, self.seats, finished=tuple(state.finished))


def usual_table(name: str) -> Table:
    """A rule set as it is, one colour each."""
    arms = int(reference.options(name)["board"].split("x")[0])
    return Table(name, {}, {f"P{n}": [colour] for n, colour in enumerate(COLOURS[arms], start=1)})


def random_table(random: Random, name: str) -> Table:
    """Some options of a rule set changed, and any seats that can be played with them [D25]."""
    changes: Options = {}
    for option in ("three_throws", "home_leap", "backward_capture", "barriers"):
        if random.random() < 0.5:
            changes[option] = random.random() < 0.7
    if random.random() < 0.6:
        changes["forced_capture"] = random.choice(["no", "strict", "penalty", "penalty"])
    if random.random() < 0.3:
        changes["pawns_on_start"] = random.choice([0, 1])
    if random.random() < 0.4:
        changes["ends"] = random.choice(ENDS)
    if random.random() < 0.25:
        changes["die_faces"] = random.choice(DICE)
        if 6 not in changes["die_faces"]:
            changes["pawns_on_start"] = 1  # [D21]
    if random.random() < 0.5:
        changes["board"] = f"{random.choice([4, 6])}x{random.choice(SPACINGS)}"
    if random.random() < 0.4:
        changes |= random.choice(
            [{"trapdoors": 0, "wormholes": 0}, {"trapdoors": 4, "wormholes": 0}]
            + [{"trapdoors": 0, "wormholes": pairs} for pairs in (1, 2, 3)]
        )
    options = reference.options(name, **changes)
    arms, spacing = map(int, options["board"].split("x"))
    if arms * (spacing - 1) < max(options["trapdoors"], 2 * options["wormholes"]):
        changes["board"] = f"{arms}x3"
    if random.random() < 0.2:
        return _with_a_neutral_colour(random, name, changes)
    return Table(name, changes, random_seats(random, COLOURS[arms]))


def _with_a_neutral_colour(random: Random, name: str, changes: Options) -> Table:
    """Three players of one colour each on a board of four, to the first colour [D17]."""
    neutral = random.choice(COLOURS[4])
    board = f"4x{random.choice([3, 4, 6, 10])}"
    leading = [colour for colour in COLOURS[4] if colour != neutral]
    seats = {f"P{n}": [colour] for n, colour in enumerate(leading, start=1)}
    return Table(name, {**changes, "neutral": neutral, "board": board, "ends": "first colour"}, seats)


def random_seats(random: Random, colours: list[str]) -> Seats:
    """Two or more of the colours play, led by two or more players; everybody leads at least one."""
    playing = random.sample(colours, random.randint(2, len(colours)))
    players = random.randint(2, len(playing))
    seats: Seats = {f"P{n}": [colour] for n, colour in enumerate(playing[:players], start=1)}
    for colour in playing[players:]:
        seats[random.choice(list(seats))].append(colour)
    return seats


def random_start(random: Random, table: Table) -> State:
    state = reference.start(table.options, table.seats, random.choice(next(iter(table.seats.values()))))
    return _furnished(random, state)


def random_state(random: Random, table: Table) -> State:
    """A possible position of a game that is not over, with any colour to throw."""
    state = _furnished(
        random, reference.start(table.options, table.seats, next(iter(table.seats.values()))[0])
    )
    phase = random.choice(PHASES)
    state.pawns = {colour: [] for colour in state.pawns}
    for colour in [*state.pawns] * 4:
        state.pawns[colour].append(_possible_progress(random, state, colour, phase))
    state.finished = [colour for colour in led(state) if is_home(state, colour)]
    random.shuffle(state.finished)
    while reference.over(state):
        pawns = state.pawns[state.finished.pop()]
        pawns[pawns.index(length(state))] = YARD
    return _somebody_throws(random, state)


def _furnished(random: Random, state: State) -> State:
    """Trapdoors or wormholes by lot over the fields that are no starting fields."""
    free = [number for number in range(length(state)) if number not in starting_fields(state)]
    ends = random.sample(free, 2 * state.options["wormholes"])
    return replace(
        state,
        trapdoors=random.sample(free, state.options["trapdoors"]),
        wormholes=list(zip(ends[::2], ends[1::2], strict=True)),
    )


def _possible_progress(random: Random, state: State, colour: str, phase: tuple[int, int, int]) -> int:
    """Where one more pawn of a colour may stand [D20]; its yard where there is no such place."""
    where = random.choices(["yard", "track", "home"], phase)[0]
    if where == "yard":
        return YARD
    own = state.pawns[colour]
    if where == "home":
        free = [progress for progress in range(length(state), length(state) + 4) if progress not in own]
    else:
        pairs = [p for p in own if on_track(state, p) and own.count(p) == 1 and state.options["barriers"]]
        if pairs and random.random() < 0.3:
            return random.choice(pairs)
        free = [
            progress
            for progress in range(length(state))
            if _is_free(state, absolute(state, colour, progress))
        ]
    return random.choice(free or [YARD])


def _is_free(state: State, number: int) -> bool:
    return not standing_on(state, number) and number not in state.trapdoors


def _somebody_throws(random: Random, state: State) -> State:
    may_throw = [c for c in led(state) if state.options["neutral"] or not is_home(state, c)]
    state = replace(state, colour=random.choice(may_throw))
    if state.options["three_throws"] and reference.stuck(state):
        state.missed = random.choice([0, 1, 2])
    return state


def random_throw(random: Random, state: State) -> tuple[int, str | None, State]:
    """A die, one of the legal moves (None = forfeited), and the state after it."""
    die = random.choice(state.options["die_faces"])
    after: list[tuple[str | None, State]] = [*reference.legal(state, die).items()]
    forfeited = reference.forfeit(state, die)
    if forfeited is not None:
        after.append((None, forfeited))
    return die, *random.choice(after)
