"""Rounds and finals: which draw seats whom at which table, and what the tables' games are called.

A draw lists the seats of all tables, table by table, each with as many seats as the board has; an empty text is an
empty seat. Games are numbered through all rounds, table by table; the finals follow the last round, always in the
same order, so that no number ever moves.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count

from rules import RuleSet, Text
from tournaments import seating
from tournaments.formats import colour_pairs, phrases
from tournaments.formats.contest import Contest, DrawOutcome, Entrant, EntrantSeat, EntrantSeating
from tournaments.formats.errors import FormatError
from tournaments.formats.open.settings import APART, EQUALS, OpenSettings
from tournaments.formats.verdict import DrawNeeded, NextGame, PlannedGame, PlannedRound, SeatingWanted

OpenContest = Contest[OpenSettings]

FINAL, SMALL_FINAL, TEAM_FINAL = "final", "small-final", "team-final"
FINALS = {FINAL: Text("Final"), SMALL_FINAL: Text("Small final"), TEAM_FINAL: Text("Team final")}

#: What the subjects of the draws of rounds begin with; their numbers follow.
_ROUND = "round-"
#: The most draws that are remembered with their tables.
_REMEMBERED = 32
#: Fewer people than this make no round.
LEAST_PEOPLE = seating.FEWEST


def round_subject(number: int) -> str:
    return f"{_ROUND}{number}"


def is_round(subject: str) -> bool:
    """Whether the draw of that subject seats a round, and not a final or a lot among those who are level."""
    return subject.startswith(_ROUND)


def seats_people(subject: str) -> bool:
    """Whether the draw of that subject seats people at tables, as rounds and finals do."""
    return is_round(subject) or subject in FINALS


def number_of_round(subject: str) -> int:
    """Return which round the draw of that subject seats; 0 for any other draw."""
    return int(subject.removeprefix(_ROUND)) if is_round(subject) else 0


def minutes_of(settings: OpenSettings, subject: str) -> int:
    """Return how many minutes that round or final has; 0 where there is no limit."""
    return (settings.final_minutes if subject in FINALS else 0) or settings.minutes


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round: the number and name of its game, and who sits there."""

    number: int
    name: Text
    seating: EntrantSeating


@dataclass(frozen=True, slots=True)
class Stage:
    """A round or a final that has been drawn. ``last`` is the number of its last table.

    ``alone`` are those who have no opponent.
    """

    subject: str
    name: Text
    tables: tuple[Table, ...]
    alone: tuple[str, ...]
    first: int
    last: int
    is_annulled: bool
    is_closed: bool

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(range(self.first, self.last + 1))

    @property
    def seated(self) -> tuple[str, ...]:
        return (*(key for table in self.tables for key in table.seating.entrants), *self.alone)

    def open_tables(self, played: frozenset[int]) -> tuple[Table, ...]:
        """List the tables that wait for a result; ``played`` are the numbers of those that have one."""
        if self.is_annulled or self.is_closed:
            return ()
        return tuple(table for table in self.tables if table.number not in played)


@dataclass(frozen=True, slots=True)
class Schedule:
    """The rounds that are drawn, in their order, and the finals that are drawn."""

    rounds: tuple[Stage, ...]
    finals: tuple[Stage, ...]

    @property
    def stages(self) -> tuple[Stage, ...]:
        """List the rounds and the finals, in the order of their numbers."""
        return (*self.rounds, *self.finals)

    @property
    def counted(self) -> tuple[Stage, ...]:
        return tuple(each for each in self.rounds if not each.is_annulled)

    def final(self, subject: str) -> Stage | None:
        return next((each for each in self.finals if each.subject == subject), None)


# -- seats -----------------------------------------------------------------------------------------


def seats_at_board(contest: OpenContest) -> tuple[tuple[str, ...], ...]:
    """List the colours of each seat of a board, in playing direction."""
    return colours_of_seats(contest.rules_of(contest.rules))


def colours_of_seats(rules: RuleSet) -> tuple[tuple[str, ...], ...]:
    """List the colours of each seat of a board by these rules, in playing direction."""
    seats = max(colour_pairs.players_possible(rules, colour_pairs.USUAL))
    return colour_pairs.led_together(rules, seats, colour_pairs.USUAL)


def table_size(contest: OpenContest) -> int:
    return min(contest.settings.table_size, len(seats_at_board(contest)))


def table_sizes(people: int, size: int) -> tuple[int, ...]:
    """List the sizes of the tables of a round (``seating.table_sizes``); none where too few are there."""
    return seating.table_sizes(people, size) if people >= LEAST_PEOPLE else ()


def seating_wanted(contest: OpenContest) -> SeatingWanted:
    settings = contest.settings
    return SeatingWanted(
        seats=len(seats_at_board(contest)),
        size=table_size(contest),
        teams_apart=settings.team_mates == APART,
        equals_meet=settings.meet == EQUALS,
    )


def in_play(contest: OpenContest) -> tuple[Entrant, ...]:
    """List who can be seated: they are there and have not left."""
    left = {each.entrant for each in contest.departures}
    return tuple(each for each in contest.by_seed if each.is_present and each.key not in left)


# -- what is drawn ---------------------------------------------------------------------------------


def schedule(contest: OpenContest) -> Schedule:
    """Read the draws. Raises ``FormatError`` whose field is the subject for one that cannot be."""
    rounds: list[Stage] = []
    number = 0
    for index in count(1):
        draw = contest.draw(round_subject(index))
        if draw is None:
            break
        stage = _stage(contest, draw, number)
        rounds.append(stage)
        number = stage.last
    finals: list[Stage] = []
    for subject in FINALS:
        draw = contest.draw(subject)
        # The final and the small final have one table each, whether they are played or not.
        before = number + {FINAL: 0, SMALL_FINAL: 1, TEAM_FINAL: 2}[subject]
        if draw is not None:
            finals.append(_stage(contest, draw, before))
    return Schedule(tuple(rounds), tuple(finals))


def _stage(contest: OpenContest, draw: DrawOutcome, before: int) -> Stage:
    seats = seats_at_board(contest)
    _check(contest, draw, len(seats))
    stage = _drawn(draw.subject, draw.order, seats, before)
    return replace(stage, is_annulled=draw.is_annulled, is_closed=draw.is_closed)


@lru_cache(maxsize=_REMEMBERED)
def _drawn(subject: str, order: tuple[str, ...], seats: tuple[tuple[str, ...], ...], before: int) -> Stage:
    """Seat the order of a draw, which is read with every result of its round; ``before`` is the last number before."""
    name = FINALS.get(subject) or Text("Round {number}", number=number_of_round(subject))
    boards = [order[at : at + len(seats)] for at in range(0, len(order), len(seats))]
    is_single = len(boards) == 1 and subject in (FINAL, SMALL_FINAL)
    tables, alone = list[Table](), list[str]()
    for index, board in enumerate(boards, start=1):
        seated = [EntrantSeat(key, led) for key, led in zip(board, seats, strict=True) if key]
        if len(seated) > 1:
            called = name if is_single else Text("{stage}, Table {table}", stage=name, table=index)
            tables.append(Table(before + index, called, EntrantSeating(tuple(seated))))
        else:
            alone += [seat.entrant for seat in seated]
    return Stage(
        subject,
        name,
        tuple(tables),
        tuple(alone),
        first=before + 1,
        last=before + len(boards),
        is_annulled=False,
        is_closed=False,
    )


def _check(contest: OpenContest, draw: DrawOutcome, seats: int) -> None:
    """Raise ``FormatError`` unless the draw has whole tables, and each player at most one seat."""
    if not draw.order or len(draw.order) % seats:
        raise FormatError(
            draw.subject,
            Text(
                "every table has {seats} seats, empty ones among them; {listed} are not whole tables",
                seats=seats,
                listed=len(draw.order),
            ),
        )
    if draw.subject in (FINAL, SMALL_FINAL) and len(draw.order) > seats:
        raise FormatError(draw.subject, Text("there is one table with {seats} seats", seats=seats))
    strangers = sorted(set(draw.items) - set(contest.keys))
    twice = sorted(key for key, times in Counter(draw.items).items() if times > 1)
    for wrong in (strangers, twice):
        if wrong:
            raise FormatError(
                draw.subject,
                Text("everybody who is entered has at most one seat; wrong: {who}", who=", ".join(wrong)),
            )


# -- what is to be drawn ---------------------------------------------------------------------------


def round_needed(contest: OpenContest, number: int, there: Sequence[str]) -> DrawNeeded:
    """Return the draw of that round, among those who are there."""
    sizes = table_sizes(len(there), table_size(contest))
    return _needed(contest, round_subject(number), Text("Round {number}", number=number), tuple(there), sizes)


def final_needed(contest: OpenContest, subject: str, items: Sequence[str]) -> DrawNeeded:
    """Return the draw of the colours of a final of one table."""
    return _needed(contest, subject, FINALS[subject], tuple(items), (len(items),))


def team_final_needed(contest: OpenContest, teams: Sequence[Sequence[str]]) -> DrawNeeded:
    """Return the draw of the team final: one member of each team at every table."""
    boards = max(len(members) for members in teams)
    items = tuple(key for members in teams for key in members)
    sizes = tuple(sum(len(members) > board for members in teams) for board in range(boards))
    needed = _needed(contest, TEAM_FINAL, FINALS[TEAM_FINAL], items, sizes)
    return replace(needed, groups=tuple(map(tuple, teams)))


def _needed(
    contest: OpenContest, subject: str, name: Text, items: tuple[str, ...], sizes: Sequence[int]
) -> DrawNeeded:
    seats = seats_at_board(contest)
    places: list[Text] = []
    empty: list[int] = []
    for table, size in enumerate(sizes, start=1):
        taken = {seat * len(seats) // size for seat in range(size)}
        for seat, led in enumerate(seats):
            if seat not in taken:
                empty.append(len(places))
            places.append(Text("Table {table}, {colours}", table=table, colours=phrases.colours(led)))
    return DrawNeeded(subject, name, items, tuple(places), tuple(empty), seating=seating_wanted(contest))


# -- what is played --------------------------------------------------------------------------------


def next_game(contest: OpenContest, table: Table) -> NextGame:
    """Return the game of a table: of one throw each, the highest starts (§2)."""
    return NextGame(
        number=table.number,
        name=table.name,
        rules=contest.rules,
        seating=table.seating,
        starter=None,
        starter_reason=Text("to be thrown for: everybody throws once, the highest throw starts"),
        reason=Text("drawn: {names}", names=contest.names(table.seating.entrants)),
        to_throw=tuple(seat.colours[0] for seat in table.seating.seats),
    )


def planned(drawn: Schedule, played: frozenset[int]) -> tuple[PlannedRound, ...]:
    """List the rounds that are drawn, with the games that are still to be played."""
    return tuple(
        PlannedRound(
            stage.name,
            stage.first,
            stage.last,
            tuple(PlannedGame(table.number, table.seating, None) for table in stage.open_tables(played)),
        )
        for stage in drawn.stages
        if not stage.is_annulled
    )
