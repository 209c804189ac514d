"""TripleAthlon: games under three sets of rules in turn, the first to win a number of them (tournament-rules §3.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm, prod

from games.domain.place_points import PlacePoints
from rules import Ends, StartingColour, Text, Verbatim
from tournaments.formats import colour_pairs, draws, judging, phrases, starters, tiebreaks
from tournaments.formats.base import Discipline, Format, RankingRules
from tournaments.formats.championship import WINS, ChampionshipSettings, still_needed
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.clinching.search import decide
from tournaments.formats.clinching.tree import Bound, Ending, Open, Tree, Winners
from tournaments.formats.contest import Contest, EntrantSeating, Result
from tournaments.formats.errors import FormatError
from tournaments.formats.grand_prix import points as gp_points
from tournaments.formats.grand_prix.points import GrandPrixPoints, GrandPrixSettings, dealings
from tournaments.formats.settings import choice_setting
from tournaments.formats.verdict import (
    DrawNeeded,
    Finished,
    NextGame,
    Points,
    Score,
    ScoredGame,
    Verdict,
    nothing,
    plain,
)

#: The three sets of rules, and how they are called.
DISCIPLINES = {
    "xmadn-3t": Text("3T"),
    "xmadn-3t+": Text("3T+"),
    "xmadn-gp": Text("GP"),
}

#: The subject of the draw that says which letter is which of them.
LETTERS = "letters"

LETTERS_BY = {
    "drawn": Text("drawn before Game 1"),
    "fixed": Text("A is 3T, B is 3T+, C is GP"),
}

TIED_GP = {
    "shared": Text("the tied winners share the win"),
    "best colour": Text("the tied player whose best colour finished higher wins"),
}


@dataclass(frozen=True)
class TripleAthlonSettings(GrandPrixSettings, ChampionshipSettings):
    """The settings of a TripleAthlon: those of a first-to-x event, and of its GP games."""

    letters: str = choice_setting(
        "drawn",
        ways=LETTERS_BY,
        label=Text("Letters"),
        about=Text("Which letter stands for which of 3T, 3T+ and GP [T4]."),
    )
    tied_gp: str = choice_setting(
        "shared",
        ways=TIED_GP,
        label=Text("Tied GP game"),
        about=Text("Who wins a GP game in which several have the most GPP [T5]."),
    )
    table: tuple[int, ...] = gp_points.table_setting()
    bonus: int = gp_points.bonus_setting()


TripleContest = Contest[TripleAthlonSettings]


class TripleAthlon(Format[TripleAthlonSettings]):
    """Games A, B, C, A, B, C …: 3T, 3T+ and GP, one win a game, first-to-x."""

    key = "triple-athlon"
    name = Text("TripleAthlon")
    purpose = Text("Three kinds of games in turn. First to the wins needed.")
    #: The event's own rule set says how the players sit; ``NextGame.rules`` says how each game is played.
    rule_sets = ("xmadn-3t",)
    least_players = most_players = 3
    settings = TripleAthlonSettings
    honoured = RankingRules(Discipline.TRIPLE, shares_tied_games=True)

    def winners(self, settings: TripleAthlonSettings, result: Result) -> tuple[str, ...]:
        """Return who has the most GPP of a GP game; where such a game is not shared, one by the best colour [T5]."""
        if result.rules != "xmadn-gp":
            return ()
        gp_points.check_all_placed(result)
        best = _most_gpp(settings, result)
        if settings.tied_gp == "shared":
            return best
        return (next(key for colour in result.places if (key := result.seating.leader(colour)) in best),)

    def game_range(self, settings: TripleAthlonSettings, players: int) -> tuple[int, int]:
        """Return the games until somebody has the wins."""
        return judging.game_range(settings.wins, players)

    def judge(self, contest: TripleContest) -> Verdict:
        """Judge the event: finished when one player alone is at the top with the wins needed.

        Later results do not count. Two players can reach the wins at once, with half a win each: then they
        play on until one is ahead.
        """
        judging.check_rules(contest, self.rule_sets)
        disciplines = _disciplines(contest)
        for result in contest.results:
            _check(contest, result, disciplines)
        missing = judging.missing_players(contest, self.possible_players)
        connected, waiting = judging.gapless(contest.results)
        wins: dict[str, Points] = dict.fromkeys(contest.keys, 0)
        games: list[ScoredGame] = []
        finished: Finished | None = None
        for result in connected:
            games.append(_counted(contest, result, self.winners(contest.settings, result)))
            wins = {key: won + _share(key, games[-1].winners) for key, won in wins.items()}
            finished = _finished(contest, wins, result.number)
            if finished:
                break
        seating = None if missing or finished else colour_pairs.drawn_seating(contest)
        due = () if missing or finished else _draws(contest, seating, disciplines)
        ready = seating is not None and not due
        return Verdict(
            missing=missing,
            draws=due,
            games=tuple(games),
            ignored=judging.played_on(connected, finished) + waiting,
            standings=tiebreaks.by_one_figure(contest.by_seed, WINS, wins),
            next_games=(_next(contest, connected, games, seating, disciplines),) if ready and seating else (),
            finished=finished,
            outlook=finished.reason if finished else _outlook(contest, wins),
            decided=(lambda: _decided(contest, wins, len(games), disciplines)) if ready else nothing,
        )

    def disciplines(self, rules: str) -> tuple[str, ...]:
        """List all three, whatever the letters."""
        return tuple(DISCIPLINES)

    def place_points(self, settings: TripleAthlonSettings, ends: Ends) -> PlacePoints | None:
        return settings.grand_prix.place_points(ends)

    def rules_of_past_game(self, rules: str, before: Sequence[str], text: str) -> str:
        """Return the rule set as given for the first three games; then they come in the same turn."""
        if text:
            return text
        if len(before) < len(DISCIPLINES):
            raise FormatError(
                "rules",
                Text("the first three games of a TripleAthlon tell their rules: 3t, 3t+ or gp"),
            )
        return before[-len(DISCIPLINES)]

    def pairs_of_past_game(self, rules: str, game_rules: str) -> str:
        """Return the rule set of the event: the pairs are its own."""
        return rules

    def colours_in(self, game_rules: str, pair: tuple[str, ...]) -> tuple[str, ...]:
        """Return the colours of a pair: in GP games opposite, each player keeping their rearguard colour."""
        return _colours_in(game_rules, pair)


# -- letters and seats -----------------------------------------------------------------------------


def _letters_needed() -> DrawNeeded:
    return DrawNeeded(
        subject=LETTERS,
        name=Text("Draw of the letters A, B and C"),
        items=tuple(DISCIPLINES),
        places=tuple(Verbatim(letter) for letter in "ABC"),
    )


def _disciplines(contest: TripleContest) -> tuple[str, ...]:
    """Return the rule sets of A, B and C; empty before they are drawn [T4]."""
    if contest.settings.letters == "fixed":
        return tuple(DISCIPLINES)
    return draws.order_drawn(contest, _letters_needed()) or ()


def _draws(
    contest: TripleContest, seating: EntrantSeating | None, disciplines: Sequence[str]
) -> tuple[DrawNeeded, ...]:
    letters = () if disciplines else (_letters_needed(),)
    return letters if seating else (*letters, colour_pairs.draw_needed(contest))


def _seated(seating: EntrantSeating, rules: str) -> EntrantSeating:
    return EntrantSeating.from_leaders(
        {key: _colours_in(rules, pair) for key, pair in seating.leaders.items()}
    )


def _colours_in(rules: str, pair: tuple[str, ...]) -> tuple[str, ...]:
    """Seat the players: for GP the pairs are opposite, each player keeping their rearguard colour."""
    if rules != "xmadn-gp":
        return pair
    rearguard = pair[0]
    (opposite,) = (each for each in colour_pairs.OPPOSITE_6 if rearguard in each)
    return (rearguard, *(colour for colour in opposite if colour != rearguard))


# -- games -----------------------------------------------------------------------------------------


def _check(contest: TripleContest, result: Result, disciplines: Sequence[str]) -> None:
    expected = (disciplines[(result.number - 1) % 3],) if disciplines else tuple(DISCIPLINES)
    judging.check_game_rules(result, expected)
    judging.check_players(contest, result)
    if result.rules == "xmadn-gp":
        judging.check_for_places(contest, result)
        gp_points.check_all_placed(result)
    else:
        judging.check_won(result)


def _most_gpp(settings: TripleAthlonSettings, result: Result) -> tuple[str, ...]:
    """Return the players with the most GPP of a GP game, bonus included."""
    return gp_points.leaders(settings.grand_prix.points_for(result))


def _share(key: str, winners: Sequence[str]) -> Points:
    """Give one win a game; two tied winners get half a win each [T5]."""
    return plain(Fraction(key in winners, len(winners)))


def _counted(contest: TripleContest, result: Result, best: Sequence[str]) -> ScoredGame:
    if result.rules == "xmadn-gp":
        reason = contest.settings.grand_prix.describe(result, contest.called)
    else:
        reason = judging.describe_win(contest, result)
    won = best or (judging.winner(result),)
    winners = tuple(key for key in contest.keys if key in won)
    return ScoredGame(
        number=result.number,
        name=_name(result.number, result.rules),
        scores=tuple(Score(key, _share(key, winners)) for key in contest.keys),
        winners=winners,
        reason=reason,
    )


def _name(number: int, rules: str) -> Text:
    return Text("{game} ({played})", game=phrases.games([number]), played=DISCIPLINES[rules])


# -- what follows ----------------------------------------------------------------------------------


def _finished(contest: TripleContest, wins: Mapping[str, Points], number: int) -> Finished | None:
    most, leaders = max(wins.values()), gp_points.leaders(wins)
    if most < contest.settings.wins or len(leaders) > 1:
        return None
    return Finished(
        leaders[0],
        number,
        Text(
            "{name} has {count} after {game}, {wins} were needed",
            name=contest.name(leaders[0]),
            count=WINS.count(most),
            game=phrases.games([number]),
            wins=contest.settings.wins,
        ),
    )


def _next(
    contest: TripleContest,
    connected: Sequence[Result],
    games: Sequence[ScoredGame],
    seating: EntrantSeating,
    disciplines: Sequence[str],
) -> NextGame:
    number = len(games) + 1
    place = (number - 1) % 3
    rules, letter = disciplines[place], "ABC"[place]
    start = _start(contest, connected[-1]) if connected else starters.thrown_for()
    seated = _seated(seating, rules)
    start = starters.at_the_board(start, seated, contest.settings.absent_starter)
    return NextGame(
        number=number,
        name=_name(number, rules),
        rules=rules,
        seating=seated,
        starter=start.colour,
        starter_reason=start.reason,
        reason=Text("letter {letter}, {rules}; nobody has won yet", letter=letter, rules=DISCIPLINES[rules]),
    )


def _start(contest: TripleContest, previous: Result) -> StartingColour:
    """Return the starter: after 3T and 3T+ the colour that clinched; after GP the first colour of a winner (§2)."""
    if previous.rules != "xmadn-gp":
        return starters.colour_that_clinched(previous)
    best = _most_gpp(contest.settings, previous)
    winners = tuple(key for key in contest.keys if key in best)
    points = contest.settings.grand_prix.points_for(previous)[winners[0]]
    return starters.first_colour_of_a_winner(
        previous, winners, Text("{points} GPP", points=points), contest.names(winners)
    )


def _decided(
    contest: TripleContest, wins: Mapping[str, Points], played: int, disciplines: Sequence[str]
) -> tuple[Decided, ...]:
    """Return what is certain before the end; it depends on when the GP games come, so the letters must be drawn."""
    tree = TripleAthlonTree(
        wins={key: wins[key] for key in contest.keys},
        needed=contest.settings.wins,
        played=played,
        gp_place=disciplines.index("xmadn-gp"),
        gp_winners=winners_of_a_gp_game(contest.settings.grand_prix, contest.settings.tied_gp == "shared"),
    )
    return (decide(tree, contest.called, unit=UNDIVIDED),)


def _outlook(contest: TripleContest, wins: Mapping[str, Points]) -> Text:
    needed = contest.settings.wins
    if wins and max(wins.values()) >= needed:
        return Text("several have the {needed} wins needed: they play on until one is ahead", needed=needed)
    return still_needed(contest, wins)


# -- clinching: halves of wins, and playing on from a tie at the top (§3.4, §5) --------------------


#: What magic numbers count: a shared win is none of them.
UNDIVIDED = Text("undivided wins")

#: The wins of all players, in parts of a win that are whole numbers.
Parts = tuple[int, ...]


@lru_cache(maxsize=64)
def winners_of_a_gp_game(points: GrandPrixPoints, shared: bool) -> frozenset[tuple[int, ...]]:
    """Enumerate who of three players can win a GP game, in every way the places can be dealt.

    Of several with the most GPP all, or – unless the win is ``shared`` – the one whose best colour was higher [T5].
    """
    found = set()
    for dealt in dealings():
        gpp = points.dealt(dealt)
        best = tuple(i for i, own in enumerate(gpp) if own == max(gpp))
        found.add(best if shared else (min(best, key=lambda i: min(dealt[i])),))
    return frozenset(found)


@dataclass(frozen=True)
class TripleAthlonTree(Tree[Parts]):
    """``wins`` so far, halves among them; ``gp_winners`` are the ways to win a GP game, by index of the players.

    Every third game is one, ``gp_place`` in the turn (from 0). A game gives one win in all, so how many have been
    played follows from the wins.

    The tree ends, though two who reach the wins needed at once play on: while they are level neither wins a 3T or
    3T+ game, else they lead and it is over. So the third player wins both of them in each turn, and gains two
    wins on players who share no more than the one of the GP game.
    """

    wins: Mapping[str, Points]
    needed: int
    played: int
    gp_place: int
    gp_winners: frozenset[tuple[int, ...]]

    @property
    def players(self) -> tuple[str, ...]:
        """List all players, in the order of ``wins``."""
        return tuple(self.wins)

    @cached_property
    def _parts(self) -> int:
        """Return into how many parts a win can be divided, so that all shares are whole numbers of them."""
        shares = [Fraction(1, len(winners)) for winners in self.gp_winners]
        return lcm(
            *(share.denominator for share in shares),
            *(Fraction(won).denominator for won in self.wins.values()),
        )

    @property
    def root(self) -> Parts:
        return tuple(int(won * self._parts) for won in self.wins.values())

    def endings_at_most(self) -> int:
        """Count the states: every share of the wins of a whole number of games; and those when two play on."""
        states = prod(max(1, self.needed * self._parts - won + 1) for won in self.root)
        return states // self._parts + 9 * self.needed * self._parts

    def final(self, state: Parts) -> Ending | None:
        """End when one player alone is at the top with the wins needed; below, equal wins share the place."""
        most = max(state)
        if most < self.needed * self._parts or state.count(most) > 1:
            return None
        places = (1 + sum(other > won for other in state) for won in state)
        return Ending({player: (place, place) for player, place in zip(self.players, places, strict=True)})

    def game(self, state: Parts) -> Open:
        """Let anybody win in 3T and 3T+; in GP several can share the win."""
        played = self.played + (sum(state) - sum(self.root)) // self._parts
        name = phrases.games([played + 1])
        if played % 3 != self.gp_place:
            return Open.won_by_one_of(name, self.players)
        outcomes = (tuple(self.players[i] for i in winners) for winners in sorted(self.gp_winners))
        return Open(name, tuple(outcomes))

    def won(self, state: Parts, winners: Winners) -> Parts:
        """Add a win, or a share of it for each winner."""
        share = self._parts // len(winners)
        return tuple(
            won + share * (player in winners) for player, won in zip(self.players, state, strict=True)
        )

    def bounds(self) -> Mapping[str, Bound]:
        """Leave all places open until it is over."""
        return {player: Bound((1, len(self.players)), None) for player in self.players}
