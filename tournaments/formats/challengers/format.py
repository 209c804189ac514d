"""Challengers: 2T or 2T+ games of three players, of whom one always waits (tournament-rules §3.6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.domain.place_points import PlacePoints
from rules import Ends, StartingColour, Text
from tournaments.formats import colour_pairs, draws, judging, phrases, starters, tiebreaks
from tournaments.formats.base import Discipline, Format, RankingRules
from tournaments.formats.challengers.clinching import ChallengersTree
from tournaments.formats.championship import WINS, ChampionshipSettings, finished, still_needed
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.clinching.search import decide
from tournaments.formats.contest import Contest, EntrantSeat, EntrantSeating, Result
from tournaments.formats.grand_prix import points as gp_points
from tournaments.formats.grand_prix.points import GrandPrixSettings
from tournaments.formats.settings import choice_setting
from tournaments.formats.tiebreaks import TieBreakRanking
from tournaments.formats.verdict import (
    Column,
    DrawNeeded,
    Finished,
    IgnoredGame,
    NextGame,
    Points,
    Score,
    ScoredGame,
    Verdict,
    nothing,
)

# -- settings --------------------------------------------------------------------------------------

#: How Game 0 puts the players in order [T9].
GAME_0_ORDER = {
    "gpp": Text("most GPP, then the best colour"),
    "both home": Text("first with both colours home"),
}

#: Who makes room for the player who waits [T10].
MAKES_ROOM = {
    "loser": Text("the loser"),
    "longest": Text("the player longer at the board, after Game 1 the loser"),
}

#: Which pair a newcomer gets, and whether the other keeps theirs [T2].
NEWCOMER = {
    "gets the other": Text("the player who stays keeps the pair"),
    "by Game 0": Text("the higher of Game 0 has the pair with black"),
}

#: How players with equal wins are placed [T11].
EQUAL_WINS = {
    "by Game 0": Text("by their places in Game 0"),
    "shared": Text("they share the place"),
}

#: The higher of Game 0 chooses their pair for Game 1.
PAIR_CHOICE = {
    "black": Text("takes the pair with black"),
    "asked": Text("asked before Game 1"),
}


@dataclass(frozen=True)
class ChallengersSettings(GrandPrixSettings, ChampionshipSettings):
    """The settings of Challengers: those of a first-to-x event, and what is decided in [T2], [T9]–[T11]."""

    game_0: str = choice_setting(
        "gpp",
        ways=GAME_0_ORDER,
        label=Text("Order by Game 0"),
        about=Text("How Game 0, a GP game of all three, puts the players in order [T9]."),
    )
    makes_room: str = choice_setting(
        "loser",
        ways=MAKES_ROOM,
        label=Text("Who makes room"),
        about=Text("For the waiting player [T10]."),
    )
    newcomer: str = choice_setting(
        "gets the other",
        ways=NEWCOMER,
        label=Text("Pair of the newcomer"),
        about=Text("Which pair of colours the newcomer leads [T2]."),
    )
    equal_wins: str = choice_setting(
        "by Game 0",
        ways=EQUAL_WINS,
        label=Text("Equal wins"),
        about=Text("How 2nd and 3rd place are decided [T11]."),
    )
    pair_choice: str = choice_setting(
        "black",
        ways=PAIR_CHOICE,
        label=Text("Pair of the first of Game 0"),
        about=Text("How the pair of colours for Game 1 is chosen [T2]."),
    )
    table: tuple[int, ...] = gp_points.table_setting()
    bonus: int = gp_points.bonus_setting()


# -- the format ------------------------------------------------------------------------------------

GAME_0_RULES = "xmadn-gp"

PLACE_IN_GAME_0 = Column(
    "game_0", Text("Place in Game 0"), Text("place", context="a column"), Text("place", context="a column")
)


ChallengersContest = Contest[ChallengersSettings]


@dataclass(frozen=True)
class _CurrentBoard:
    """Who is at the board, each with their pair, the one who has been there longer first; and who waits."""

    seating: EntrantSeating
    waiting: str
    came_together: bool


@dataclass
class _Progress:
    """How far the event has come: the games that count, the wins from Game 1 on, and who sits where."""

    order: tuple[str, ...] = ()
    board: _CurrentBoard | None = None
    counted: list[Result] = field(default_factory=list)
    ignored: list[IgnoredGame] = field(default_factory=list)
    wins: dict[str, int] = field(default_factory=dict)
    finished: Finished | None = None


class Challengers(Format[ChallengersSettings]):
    """Game 0 gives an order; then 1st plays 2nd, the winner stays, the loser makes room; first-to-x.

    The event counts its games from 1, and Game 0 is the first of them: number n is called Game n − 1.
    """

    key = "challengers"
    name = Text("Challengers")
    purpose = Text("Two play, the third replaces the loser. First to the wins needed.")
    rule_sets = ("xmadn-2t", "xmadn-2t+")
    least_players = most_players = 3
    settings = ChallengersSettings
    honoured = RankingRules(Discipline.DOUBLE)
    first_number = 0

    def game_range(self, settings: ChallengersSettings, players: int) -> tuple[int, int]:
        """Return the games until somebody has the wins, and Game 0."""
        least, most = judging.game_range(settings.wins, players)
        return least + 1, most + 1

    def judge(self, contest: ChallengersContest) -> Verdict:
        """Judge the event: it is finished at once when somebody has the wins needed; later results do not count."""
        judging.check_rules(contest, self.rule_sets)
        for result in contest.results:
            _check(contest, result)
        missing = judging.missing_players(contest, self.possible_players)
        connected, waiting = judging.gapless(contest.results)
        course = _Progress(wins=dict.fromkeys(contest.keys, 0))
        if not missing:
            _follow(contest, course, connected)
        draw = None if missing or course.finished else _draw(contest, course)
        return Verdict(
            missing=missing,
            draws=(draw,) if draw else (),
            games=tuple(_counted(contest, result) for result in course.counted),
            ignored=(*course.ignored, *waiting),
            standings=tiebreaks.standings(_ranking(contest, course), contest.by_seed, *_columns(course)),
            next_games=() if missing or course.finished or draw else (_next(contest, course),),
            finished=course.finished,
            outlook=course.finished.reason if course.finished else still_needed(contest, course.wins),
            decided=(lambda: _decided(contest, course)) if course.board and not course.finished else nothing,
        )

    def place_points(self, settings: ChallengersSettings, ends: Ends) -> PlacePoints | None:
        """Return the GPP of the colours in Game 0."""
        return settings.grand_prix.place_points(ends)

    def winners(self, settings: ChallengersSettings, result: Result) -> tuple[str, ...]:
        """Return the first of the order that Game 0 gave [T9]."""
        if result.rules != GAME_0_RULES:
            return ()
        gp_points.check_all_placed(result)
        return _order(settings, result)[:1]

    def rules_to_choose(self, rules: str) -> tuple[str, ...]:
        """Return no rule set: they follow from the number, Game 0 first."""
        return ()

    def rules_of_past_game(self, rules: str, before: Sequence[str], text: str) -> str:
        """Return the rules of Game 0 for the first game."""
        return rules if before else GAME_0_RULES


def _check(contest: ChallengersContest, result: Result) -> None:
    """Check a result: number 1 is Game 0, a GP game of all three; the others are 2T or 2T+ games of two."""
    judging.check_game_rules(result, (GAME_0_RULES,) if result.number == 1 else (contest.rules,))
    judging.check_players(contest, result)
    if result.number == 1:
        judging.check_for_places(contest, result)
        gp_points.check_all_placed(result)
        return
    if len(result.seating.seats) != 2 or result.awarded_to not in (None, *result.seating.entrants):
        raise result.error(
            "seating",
            Text("two players are at the board, and the winner is one of them"),
        )
    judging.check_won(result)


# -- the course of the event -----------------------------------------------------------------------


def _follow(contest: ChallengersContest, course: _Progress, connected: Sequence[Result]) -> None:
    """Replay the games: who won, who stays. A result of others than those due stops the replay."""
    if not connected:
        return
    course.order = _order(contest.settings, connected[0])
    course.board = _first_board(contest, course.order)
    course.counted.append(connected[0])
    for index, result in enumerate(connected[1:], start=1):
        if course.finished or set(result.seating.entrants) != set(course.board.seating.entrants):
            course.ignored += _not_counted(contest, course, connected[index:])
            return
        winner = judging.winner(result)
        course.wins[winner] += 1
        course.counted.append(result)
        course.board = _after(contest, course.order, course.board, winner)
        course.finished = finished(contest, winner, course.wins[winner], result.number, _name(result.number))


def _order(settings: ChallengersSettings, game_0: Result) -> tuple[str, ...]:
    """Order the players by Game 0 [T9]."""
    if settings.game_0 == "both home":
        return game_0.players_home
    points = settings.grand_prix.points_for(game_0)
    by_best_colour = dict.fromkeys(map(game_0.seating.leader, game_0.places))
    return tuple(sorted(by_best_colour, key=lambda key: -points[key]))


def _pair_needed(order: Sequence[str]) -> DrawNeeded:
    name = Text("Choice of the pair for Game 1")
    return colour_pairs.draw_between(order[:2], colour_pairs.SIDE_BY_SIDE_4, "pairs-game-1", name)


def _first_board(contest: ChallengersContest, order: tuple[str, ...]) -> _CurrentBoard:
    """Seat Game 1: 1st against 2nd of Game 0, the 1st with the pair that they chose."""
    chosen = draws.order_drawn(contest, _pair_needed(order)) or order[:2]
    pair = dict(zip(chosen, colour_pairs.SIDE_BY_SIDE_4, strict=True))
    return _CurrentBoard(
        EntrantSeating.from_leaders({key: pair[key] for key in order[:2]}), order[2], came_together=True
    )


def _after(
    contest: ChallengersContest, order: tuple[str, ...], board: _CurrentBoard, winner: str
) -> _CurrentBoard:
    """Seat the next game: the loser makes room [T10], the newcomer gets their pair [T2]."""
    first, second = board.seating.seats
    loser = first if second.entrant == winner else second
    out = loser if contest.settings.makes_room == "loser" or board.came_together else first
    stays = second if out == first else first
    if contest.settings.newcomer == "by Game 0":
        pair = dict(
            zip(
                sorted((stays.entrant, board.waiting), key=order.index),
                colour_pairs.SIDE_BY_SIDE_4,
                strict=True,
            )
        )
        seats = (
            EntrantSeat(stays.entrant, pair[stays.entrant]),
            EntrantSeat(board.waiting, pair[board.waiting]),
        )
    else:
        seats = (stays, EntrantSeat(board.waiting, out.colours))
    return _CurrentBoard(EntrantSeating(seats), out.entrant, came_together=False)


def _not_counted(
    contest: ChallengersContest, course: _Progress, results: Sequence[Result]
) -> tuple[IgnoredGame, ...]:
    if course.finished:
        game = _name(course.finished.number)
        why = Text("does not count: {game} had decided the event", game=game)
    else:
        game = _name(results[0].number)
        due = contest.names(course.board.seating.entrants) if course.board else Text("")
        why = Text(
            "does not count: by the results as they stand, {game} is between {due}", game=game, due=due
        )
    return tuple(IgnoredGame(result.number, why) for result in results)


# -- the table -------------------------------------------------------------------------------------


def _ranking(contest: ChallengersContest, course: _Progress) -> TieBreakRanking:
    """Build the table: by wins from Game 1 on, then by place in Game 0 [T11]."""
    chain = [tiebreaks.by_figure(course.wins.__getitem__, tiebreaks.describe_figures(WINS))]
    if course.order and contest.settings.equal_wins == "by Game 0":
        chain.append(tiebreaks.by_figure(lambda key: -course.order.index(key), _describe_places))
    return tiebreaks.rank_entrants(contest.keys, chain)


def _describe_places(own: int, other: int, _: int) -> Text:
    return Text("{mine} in Game 0 to {theirs}", mine=phrases.place(1 - own), theirs=phrases.place(1 - other))


def _columns(course: _Progress) -> tuple[list[Column], Mapping[str, tuple[Points, ...]]]:
    if not course.order:
        return [WINS], {key: (won,) for key, won in course.wins.items()}
    figures = {key: (won, course.order.index(key) + 1) for key, won in course.wins.items()}
    return [WINS, PLACE_IN_GAME_0], figures


# -- games -----------------------------------------------------------------------------------------


def _name(number: int) -> Text:
    return phrases.games([number - 1])


def _counted(contest: ChallengersContest, result: Result) -> ScoredGame:
    """Score a game: Game 0 gives no wins, and its winner is the first of the order that it gave."""
    if result.number > 1:
        winner, reason = judging.winner(result), judging.describe_win(contest, result)
    else:
        winner = _order(contest.settings, result)[0]
        reason = contest.settings.grand_prix.describe(result, contest.called)
    return ScoredGame(
        number=result.number,
        name=_name(result.number),
        scores=tuple(Score(key, int(result.number > 1 and key == winner)) for key in result.seating.entrants),
        winners=(winner,),
        reason=reason,
    )


def _draw(contest: ChallengersContest, course: _Progress) -> DrawNeeded | None:
    """Return the draw due: the pairs of Game 0; before Game 1 the choice of its first, where they are asked."""
    if course.board is None:
        needed = _game_0_pairs(contest)
    elif contest.settings.pair_choice == "asked" and len(course.counted) == 1:
        needed = _pair_needed(course.order)
    else:
        return None
    return needed if contest.draw(needed.subject) is None else None


def _game_0_pairs(contest: ChallengersContest) -> DrawNeeded:
    needed = colour_pairs.draw_of(contest, colour_pairs.OPPOSITE_6)
    return replace(needed, name=Text("Draw of the allied colours of Game 0"))


def _next(contest: ChallengersContest, course: _Progress) -> NextGame:
    number = len(course.counted) + 1
    if course.board is None:
        drawn = colour_pairs.seating_of(contest, colour_pairs.OPPOSITE_6)
        assert drawn is not None
        seating = drawn
        start, reason = starters.thrown_for(), GAME_0_ORDER[contest.settings.game_0]
        reason = Text("the order by Game 0: {reason}", reason=reason)
    else:
        seating = course.board.seating
        start = starters.at_the_board(_start(contest, course), seating, contest.settings.absent_starter)
        reason = Text("{waits} waits", waits=contest.name(course.board.waiting))
    return NextGame(
        number=number,
        name=_name(number),
        rules=GAME_0_RULES if course.board is None else contest.rules,
        seating=seating,
        starter=start.colour,
        starter_reason=start.reason,
        reason=reason,
    )


def _start(contest: ChallengersContest, course: _Progress) -> StartingColour:
    """Return the starter: in Game 1 the rearguard colour of the 1st of Game 0; later the last clinching colour."""
    if len(course.counted) > 1:
        return starters.colour_that_clinched(course.counted[-1], _name(course.counted[-1].number))
    assert course.board is not None
    first = course.order[0]
    return starters.rearguard_of(
        course.board.seating, first, Text("{name} was 1st in Game 0", name=contest.name(first))
    )


def _decided(contest: ChallengersContest, course: _Progress) -> tuple[Decided, ...]:
    """Return what is certain before the end; the games are called by their names, so Game 1 is number 2."""
    assert course.board is not None
    first, second = course.board.seating.entrants
    tree = ChallengersTree(
        order=course.order,
        wins=course.wins,
        needed=contest.settings.wins,
        at_board=(first, second),
        came_together=course.board.came_together,
        next_number=len(course.counted),
        loser_makes_room=contest.settings.makes_room == "loser",
        equal_wins_shared=contest.settings.equal_wins == "shared",
    )
    return (decide(tree, contest.called),)
