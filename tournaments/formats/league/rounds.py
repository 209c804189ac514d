"""The double round-robins of a League: what is scheduled, played, forfeited, and next (tournament-rules §3.5)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from rules import Text
from tournaments.formats import colour_pairs, phrases
from tournaments.formats.contest import Contest, DrawOutcome, EntrantSeating, Result
from tournaments.formats.errors import FormatError
from tournaments.formats.league.table import LeagueSettings
from tournaments.formats.starters import rearguard_of
from tournaments.formats.verdict import DrawNeeded, IgnoredGame, NextGame, PlannedGame, PlannedRound

#: Three players, places from 0: Game 1 #1–#2, Game 2 #3–#1, Game 3 #2–#3, then Games 4–6 in free order
#: #2–#1, #1–#3, #3–#2.
_THREE = (((0, 1),), ((2, 0),), ((1, 2),), ((1, 0), (0, 2), (2, 1)))


@dataclass(frozen=True, slots=True)
class AtBoard:
    """A game of a double round-robin, named by its pairing; ``meeting`` is 1, or 2 with the first-named swapped."""

    number: int
    first: str
    second: str
    meeting: int

    @property
    def players(self) -> frozenset[str]:
        return frozenset((self.first, self.second))


Block = tuple[AtBoard, ...]


def double_round_robin(order: Sequence[str], first_number: int) -> tuple[Block, ...]:
    """List the games in blocks for players in schedule order, numbered from ``first_number``.

    Three players: the published order. More: a block is a round of the circle method, in which no one plays
    twice, and the second half repeats the first with the first-named swapped [T6].
    """
    number = first_number
    blocks: list[Block] = []
    met: set[frozenset[str]] = set()
    for places in _THREE if len(order) == 3 else _circle(len(order)):
        block: list[AtBoard] = []
        for first, second in places:
            players = frozenset((order[first], order[second]))
            block.append(AtBoard(number, order[first], order[second], 2 if players in met else 1))
            met.add(players)
            number += 1
        blocks.append(tuple(block))
    return tuple(blocks)


def _circle(players: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Pair by the circle method, both halves: #1 stays, the others move on; of an odd number one pauses."""
    seats = players + players % 2
    first_half = []
    for turn in range(seats - 1):
        circle = [0, *(1 + (seat + turn) % (seats - 1) for seat in range(seats - 1))]
        facing = [(circle[seat], circle[-1 - seat]) for seat in range(seats // 2)]
        # Who stays would be named first in every game: they are in every other one.
        games = [pair[::-1] if 0 in pair and turn % 2 else pair for pair in facing]
        first_half.append(tuple(game for game in games if max(game) < players))
    return (*first_half, *(tuple((second, first) for first, second in games) for games in first_half))


LeagueContest = Contest[LeagueSettings]


@dataclass
class Rounds:
    """How the double round-robins stand.

    ``results`` are those that count, unplayed games forfeited by a player who left included; ``open`` are the
    drawn games still to be played, in blocks; ``not_drawn`` stand for those whose players are not known yet: as many
    of every pairing as there will be. ``draw`` is the draw of schedule places that is due.
    """

    results: dict[int, Result] = field(default_factory=dict)
    forfeited: set[int] = field(default_factory=set)
    cancelled: list[int] = field(default_factory=list)
    ignored: list[IgnoredGame] = field(default_factory=list)
    open: list[Block] = field(default_factory=list)
    not_drawn: list[AtBoard] = field(default_factory=list)
    draw: DrawNeeded | None = None

    @property
    def complete(self) -> bool:
        return not self.open and not self.not_drawn


def games_in(contest: LeagueContest) -> int:
    return contest.settings.drrs * games_each(contest)


def games_each(contest: LeagueContest) -> int:
    players = len(contest.entrants)
    return players * (players - 1)


def withdrawn_entrants(contest: LeagueContest) -> frozenset[str]:
    return frozenset(departure.entrant for departure in contest.departures)


def struck_results(contest: LeagueContest) -> frozenset[str]:
    """Return who left before half of the round-robin games were played, and is struck from the table [T12]."""
    total, percent = games_in(contest), contest.settings.struck_before
    return frozenset(each.entrant for each in contest.departures if each.after * 100 < percent * total)


def ranked_players(contest: LeagueContest) -> tuple[str, ...]:
    """Return those who are in the table, by seed."""
    out = struck_results(contest)
    return tuple(key for key in contest.keys if key not in out)


def rounds(contest: LeagueContest) -> Rounds:
    """Return the double round-robins as they stand; the next one is drawn when all games before it are done."""
    found = Rounds()
    results = {result.number: result for result in contest.results}
    for number in range(1, contest.settings.drrs + 1):
        first_number = (number - 1) * games_each(contest) + 1
        draw = contest.draw(f"drr-{number}")
        if draw is None:
            if found.complete:
                found.draw = _places_needed(contest, number)
            _not_drawn(contest, found, results, first_number)
            continue
        for block in double_round_robin(_order(contest, draw), first_number):
            still_open = tuple(game for game in block if not _settled(contest, found, results, game))
            if still_open:
                found.open.append(still_open)
    return found


def _places_needed(contest: LeagueContest, number: int) -> DrawNeeded:
    """Return the draw of the schedule places of a double round-robin: thrown for, highest #1 … lowest last."""
    present = [key for key in contest.keys if key not in withdrawn_entrants(contest)]
    return DrawNeeded(
        subject=f"drr-{number}",
        name=Text("Positions in double round-robin {number}", number=number),
        items=tuple(present),
        places=tuple(Text("#{place}", place=place) for place in range(1, len(present) + 1)),
    )


def _order(contest: LeagueContest, draw: DrawOutcome) -> tuple[str, ...]:
    """List all players in the order of the schedule places; those who had left before the draw come last."""
    entrants = contest.keys
    drawn = set(draw.order)
    if len(drawn) < len(draw.order) or not set(entrants) - withdrawn_entrants(contest) <= drawn <= set(
        entrants
    ):
        raise FormatError(
            draw.subject,
            Text(
                "each of {items} is needed once, not {order}",
                items=", ".join(entrants),
                order=", ".join(draw.order) or Text("nothing"),
            ),
        )
    return draw.order + tuple(key for key in entrants if key not in drawn)


def _not_drawn(
    contest: LeagueContest, found: Rounds, results: Mapping[int, Result], first_number: int
) -> None:
    """Add the games of a double round-robin whose schedule places are not drawn: their results must wait."""
    order = sorted(contest.keys, key=lambda key: key in withdrawn_entrants(contest))
    for block in double_round_robin(order, first_number):
        for game in block:
            if len(game.players - struck_results(contest)) == 2:
                found.not_drawn.append(game)
            if game.number in results:
                found.ignored.append(
                    IgnoredGame(
                        game.number,
                        Text("does not count before the schedule positions are drawn"),
                    )
                )


def _settled(contest: LeagueContest, found: Rounds, results: Mapping[int, Result], game: AtBoard) -> bool:
    """Settle a scheduled game in ``found`` if nothing is left to be played of it; return whether that is so."""
    left, out = withdrawn_entrants(contest) & game.players, struck_results(contest) & game.players
    result = results.get(game.number)
    if result is not None:
        reason = _not_counted(contest, result, game, out)
        if reason is None:
            found.results[game.number] = result
            return True
        found.ignored.append(IgnoredGame(game.number, reason))
        if out:
            return True
    if out or len(left) == 2:
        found.cancelled.append(game.number)
    elif left:
        (winner,) = game.players - left
        seating = seating_of(contest, game)
        found.results[game.number] = Result(game.number, contest.rules, seating, awarded_to=winner)
        found.forfeited.add(game.number)
    return bool(left or out)


def _not_counted(contest: LeagueContest, result: Result, game: AtBoard, out: Collection[str]) -> Text | None:
    """Explain why a recorded result does not count; None if it does."""
    if out:
        return Text(
            "does not count: {who} left and is struck from the table [T12]", who=contest.names(sorted(out))
        )
    if set(result.seating.entrants) != game.players:
        return Text(
            "does not count: {played} played, but {due} are to play this game",
            played=contest.names(result.seating.entrants),
            due=contest.names((game.first, game.second)),
        )
    return None


def seating_of(contest: LeagueContest, game: AtBoard) -> EntrantSeating:
    """Return who leads which pair in a game of a double round-robin [T1]."""
    black, green = colour_pairs.PAIRS[contest.rules]
    players = (game.first, game.second)
    if game.meeting == 2 and contest.settings.meetings == "same":
        players = (game.second, game.first)
    pair = dict(zip(players, (black, green), strict=True))
    return EntrantSeating.from_leaders({key: pair[key] for key in (game.first, game.second)})


def name_of(contest: LeagueContest, number: int, players: Sequence[str]) -> Text:
    first, second = (contest.name(key) for key in players)
    return Text("{game}: {first} – {second}", game=phrases.games([number]), first=first, second=second)


def schedule(contest: LeagueContest, found: Rounds) -> tuple[PlannedRound, ...]:
    """List the rounds of all double round-robins; of those that are drawn with the games still to be played.

    Three players have no rounds: their double round-robin is one.
    """
    still_open = {game.number for block in found.open for game in block}
    each, listed = games_each(contest), []
    for drr in range(1, contest.settings.drrs + 1):
        first, draw = (drr - 1) * each + 1, contest.draw(f"drr-{drr}")
        name = Text("Double round-robin {number}", number=drr)
        if draw is None:
            listed.append(PlannedRound(name, first, first + each - 1, ()))
            continue
        blocks = double_round_robin(_order(contest, draw), first)
        if len(contest.entrants) == 3:
            listed.append(_planned(contest, name, sum(blocks, ()), still_open))
            continue
        for number, block in enumerate(blocks, start=1):
            of_drr = Text("{name}, round {number}", name=name, number=number)
            listed.append(_planned(contest, of_drr, block, still_open))
    return tuple(listed)


def _planned(contest: LeagueContest, name: Text, games: Block, still_open: Collection[int]) -> PlannedRound:
    planned = []
    for game in games:
        if game.number in still_open:
            seating = seating_of(contest, game)
            planned.append(PlannedGame(game.number, seating, rearguard_of(seating, game.first, name).colour))
    return PlannedRound(name, games[0].number, games[-1].number, tuple(planned))


def next_games(contest: LeagueContest, found: Rounds) -> tuple[NextGame, ...]:
    """List the games of the first open block that can be played now, those that are running included.

    No one plays two games at once, and no more games than there are boards.
    """
    block = found.open[0] if found.open else ()
    running = [game for game in block if game.number in contest.running]
    busy = {player for game in running for player in game.players}
    free = len(contest.running) < contest.settings.boards
    due = [game for game in block if game in running or (free and not game.players & busy)]
    return tuple(_next(contest, game) for game in due)


def fixed_games(contest: LeagueContest, found: Rounds) -> tuple[NextGame, ...]:
    """List all drawn games still to be played: none of them depends on how another ends."""
    return tuple(_next(contest, game) for block in found.open for game in block)


def scheduled_game(contest: LeagueContest, number: int) -> NextGame | None:
    """Return a game of the double round-robins; None before its draw, and where one of its players has left."""
    games = games_each(contest)
    drr = (number - 1) // games + 1
    draw = contest.draw(f"drr-{drr}")
    if draw is None:
        return None
    game = _by_number(_order(contest, draw), (drr - 1) * games + 1)[number]
    return None if game.players & withdrawn_entrants(contest) else _next(contest, game)


@lru_cache(maxsize=64)
def _by_number(order: tuple[str, ...], first_number: int) -> Mapping[int, AtBoard]:
    return {game.number: game for block in double_round_robin(order, first_number) for game in block}


def _next(contest: LeagueContest, game: AtBoard) -> NextGame:
    """Return the starter: the rearguard colour of the first-named player (tournament-rules §2)."""
    seating = seating_of(contest, game)
    start = rearguard_of(
        seating,
        game.first,
        Text("{name} is named first", name=contest.name(game.first)),
    )
    drr = (game.number - 1) // games_each(contest) + 1
    return NextGame(
        number=game.number,
        name=name_of(contest, game.number, (game.first, game.second)),
        rules=contest.rules,
        seating=seating,
        starter=start.colour,
        starter_reason=start.reason,
        reason=Text(
            "double round-robin {drr} of {drrs}, meeting {meeting} of the two",
            drr=drr,
            drrs=contest.settings.drrs,
            meeting=game.meeting,
        ),
    )
