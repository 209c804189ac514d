"""TripleAthlon: games under three sets of rules in turn, the first to win a number of them (tournament-rules §3.4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.domain.place_points import PlacePoints
from rules import Ends, StartingColour, Text, Verbatim
from tournaments.formats import colour_pairs, draws, ordering, phrases, starters, tiebreaks, validation
from tournaments.formats import wins as game_wins
from tournaments.formats.base import Format
from tournaments.formats.championship import WINS, ChampionshipSettings
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.clinching.search import decide
from tournaments.formats.contest import Contest, EntrantSeat, EntrantSeating, Result
from tournaments.formats.disciplines import Discipline, RankingRules
from tournaments.formats.errors import FormatError
from tournaments.formats.grand_prix import points as gp_points
from tournaments.formats.grand_prix.points import GrandPrixPoints
from tournaments.formats.settings import choice_setting
from tournaments.formats.triple_athlon.clinching import UNDIVIDED, TripleAthlonTree, winners_of_a_gp_game
from tournaments.formats.verdict import (
    DrawNeeded,
    Finished,
    NextGame,
    Points,
    Score,
    ScoredGame,
    Verdict,
    nothing,
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
class TripleAthlonSettings(ChampionshipSettings):
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
        return _gp_winners(settings, result)

    def game_range(self, settings: TripleAthlonSettings, players: int) -> tuple[int, int]:
        """Return the games until somebody has the wins."""
        return game_wins.game_range(settings.wins, players)

    def judge(self, contest: TripleContest) -> Verdict:
        """Judge the event: finished when one player alone is at the top with the wins needed.

        Later results do not count. Two players can reach the wins at once, with half a win each: then they
        play on until one is ahead.
        """
        validation.check_rules(contest, self.rule_sets)
        disciplines = _disciplines(contest)
        for result in contest.results:
            _check(contest, result, disciplines)
        missing = validation.missing_players(contest, self.least_players, self.most_players)
        connected, waiting = ordering.gapless(contest.results)
        wins: dict[str, Points] = {entrant.key: 0 for entrant in contest.entrants}
        games: list[ScoredGame] = []
        finished: Finished | None = None
        for result in connected:
            games.append(_counted(contest, result))
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
            ignored=(ordering.played_on(connected, finished.number) if finished else ()) + waiting,
            standings=tiebreaks.by_one_figure(contest.by_seed, WINS, wins),
            next_games=(_next(contest, connected, games, seating, disciplines),) if ready and seating else (),
            to_come=(),
            cancelled=(),
            finished=finished,
            outlook=finished.reason if finished else _outlook(contest, wins),
            decided=(lambda: _decided(contest, wins, len(games), disciplines)) if ready else nothing,
        )

    def disciplines(self, rules: str) -> tuple[str, ...]:
        """List all three, whatever the letters."""
        return tuple(DISCIPLINES)

    def place_points(self, settings: TripleAthlonSettings, ends: Ends) -> PlacePoints | None:
        return gp_points.place_points(settings.table, settings.bonus, ends)

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
    draw = contest.draw(LETTERS)
    return () if draw is None else draws.check_draw(_letters_needed(), draw).order


def _draws(
    contest: TripleContest, seating: EntrantSeating | None, disciplines: Sequence[str]
) -> tuple[DrawNeeded, ...]:
    letters = () if disciplines else (_letters_needed(),)
    return letters if seating else (*letters, colour_pairs.draw_needed(contest))


def _seated(seating: EntrantSeating, rules: str) -> EntrantSeating:
    return EntrantSeating(
        tuple(EntrantSeat(seat.entrant, _colours_in(rules, seat.colours)) for seat in seating.seats)
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
    validation.check_game_rules(result, expected)
    validation.check_players(contest, result)
    if result.rules == "xmadn-gp":
        validation.check_for_places(contest, result)
        gp_points.check_all_placed(result)
    else:
        game_wins.check_won(result)


def _gpp(settings: TripleAthlonSettings) -> GrandPrixPoints:
    return GrandPrixPoints(settings.table, settings.bonus)


def _most_gpp(settings: TripleAthlonSettings, result: Result) -> tuple[str, ...]:
    """Return the players with the most GPP of a GP game, bonus included."""
    points = _gpp(settings).points_for(result)
    best = max(points.values())
    return tuple(key for key in points if points[key] == best)


def _gp_winners(settings: TripleAthlonSettings, result: Result) -> tuple[str, ...]:
    if result.rules != "xmadn-gp":
        return ()
    gp_points.check_all_placed(result)
    best = _most_gpp(settings, result)
    if settings.tied_gp == "shared":
        return best
    return (next(key for colour in result.places if (key := result.seating.leader(colour)) in best),)


def _share(key: str, winners: Sequence[str]) -> Points:
    """Give one win a game; two tied winners get half a win each [T5]."""
    if key not in winners:
        return 0
    return 1 if len(winners) == 1 else Fraction(1, len(winners))


def _counted(contest: TripleContest, result: Result) -> ScoredGame:
    if result.rules == "xmadn-gp":
        reason = _gpp(contest.settings).describe(result, contest.called)
    else:
        reason = game_wins.describe_win(contest, result)
    won = _gp_winners(contest.settings, result) or (game_wins.winner(result),)
    winners = tuple(entrant.key for entrant in contest.by_seed if entrant.key in won)
    return ScoredGame(
        number=result.number,
        name=_name(result.number, result.rules),
        scores=tuple(Score(entrant.key, _share(entrant.key, winners)) for entrant in contest.by_seed),
        winners=winners,
        reason=reason,
    )


def _name(number: int, rules: str) -> Text:
    game, played = phrases.games([number]), DISCIPLINES[rules]
    return Text("{game} ({played})", game=game, played=played)


# -- what follows ----------------------------------------------------------------------------------


def _finished(contest: TripleContest, wins: Mapping[str, Points], number: int) -> Finished | None:
    most = max(wins.values())
    leaders = [key for key, won in wins.items() if won == most]
    if most < contest.settings.wins or len(leaders) > 1:
        return None
    name, game, count = contest.name(leaders[0]), phrases.games([number]), WINS.count(most)
    return Finished(
        leaders[0],
        number,
        Text(
            "{name} has {count} after {game}, {wins} were needed",
            name=name,
            count=count,
            game=game,
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
    winners = tuple(entrant.key for entrant in contest.by_seed if entrant.key in best)
    points = _gpp(contest.settings).points_for(previous)[winners[0]]
    return starters.first_colour_of_a_winner(
        previous, winners, Text("{points} GPP", points=points), contest.names(winners)
    )


def _decided(
    contest: TripleContest, wins: Mapping[str, Points], played: int, disciplines: Sequence[str]
) -> tuple[Decided, ...]:
    """Return what is certain before the end; it depends on when the GP games come, so the letters must be drawn."""
    tree = TripleAthlonTree(
        wins={entrant.key: wins[entrant.key] for entrant in contest.by_seed},
        needed=contest.settings.wins,
        played=played,
        gp_place=disciplines.index("xmadn-gp"),
        gp_winners=winners_of_a_gp_game(_gpp(contest.settings), contest.settings.tied_gp == "shared"),
    )
    return (decide(tree, contest.called, Text("the event"), unit=UNDIVIDED),)


def _outlook(contest: TripleContest, wins: Mapping[str, Points]) -> Text:
    needed = contest.settings.wins
    if wins and max(wins.values()) >= needed:
        return Text("several have the {needed} wins needed: they play on until one is ahead", needed=needed)
    needs = []
    for entrant in contest.by_seed:
        more = WINS.count(needed - wins[entrant.key])
        needs.append(Text("{entrant} {more}", entrant=entrant.name, more=more))
    listing = phrases.join_names(needs) if needs else Text("nobody is entered")
    return Text("still needed: {listing}", listing=listing)
