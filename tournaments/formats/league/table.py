"""The table of a League: wins–losses, head-to-head wins, then the chain [T7] (tournament-rules §3.5)."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rules import PAWNS, RULE_SETS, Ends, Text
from tournaments.formats import draws, judging, phrases, tiebreaks
from tournaments.formats.championship import WINS
from tournaments.formats.contest import Contest, EntrantSeat, Result
from tournaments.formats.errors import FormatError
from tournaments.formats.settings import Settings, choice_setting, integer_setting
from tournaments.formats.tiebreaks import Criterion, MissingFigures, TieBreakRanking
from tournaments.formats.verdict import Column, DrawNeeded, Points, Standings, Unfinished

LOSSES = Column("losses", Text("Losses"), Text("loss"), Text("losses"))
PAWNS_FOR = Column(
    "pawns_for",
    Text("Counted pawns"),
    Text("counted pawn"),
    Text("counted pawns"),
)
PAWNS_AGAINST = Column(
    "pawns_against",
    Text("against"),
    Text("pawn against"),
    Text("pawns against"),
)


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of criteria in their order [T7], and its name; the lot always comes last."""

    label: Text
    criteria: tuple[str, ...]


_WITHOUT_TIME = ("head-to-head wins", "head-to-head pawns", "pawns", "pawns scored", "completed colours")
#: The ways to decide among players with the same wins and losses.
CHAINS: Mapping[str, Chain] = {
    "full": Chain(
        Text("all criteria of the regulations"),
        (*_WITHOUT_TIME, "time of won games"),
    ),
    "without time": Chain(
        Text("all but the time of won games"),
        _WITHOUT_TIME,
    ),
    "head-to-head wins": Chain(Text("head-to-head wins only"), ("head-to-head wins",)),
}


@dataclass(frozen=True, slots=True)
class WinLossRecord:
    """Wins and losses of a player."""

    wins: int
    losses: int

    def __str__(self) -> str:
        return f"{self.wins}–{self.losses}"


@dataclass(frozen=True)
class LeagueTable:
    """The table that ``results`` make among ``players`` (keys, in the order in which to list equals)."""

    contest: Contest[Any]
    players: tuple[str, ...]
    results: tuple[Result, ...]
    chain: str

    def record(self, player: str) -> WinLossRecord:
        won, played = self._won[player], self._played[player]
        return WinLossRecord(won, played - won)

    @cached_property
    def _won(self) -> Counter[str]:
        return Counter(judging.winner(result) for result in self.results)

    @cached_property
    def _played(self) -> Counter[str]:
        return Counter(player for result in self.results for player in result.seating.entrants)

    def ranking(self) -> TieBreakRanking:
        """Rank all players, with what decided between neighbours."""
        by_record = Criterion(
            self._records, lambda own, other, _: Text("{own} to {other}", own=own[-1], other=other[-1])
        )
        return tiebreaks.rank_entrants(
            self.players,
            [by_record, *self._chain.values(), tiebreaks.by_lot(self._lot)],
        )

    def further(
        self, group: Sequence[str], still_open: Collection[frozenset[str]]
    ) -> Mapping[str, Any] | None:
        """Return what parts players level by wins–losses and head-to-head wins, whatever the open games bring.

        The figures of the next criterion that parts them, all equal if only a lot does; None where a pairing that is
        ``still_open`` counts for that criterion or one before it, or its figures are missing.
        """
        among = any(pairing <= set(group) for pairing in still_open)
        touched = any(pairing & set(group) for pairing in still_open)
        for name, criterion in self._chain.items():
            if name == "head-to-head wins":
                continue
            if among if name == "head-to-head pawns" else touched:
                return None
            figures = criterion.figures(group)
            if isinstance(figures, MissingFigures):
                return None
            if figures is not None and len(set(figures.values())) > 1:
                return figures
        return self._lot(group) or dict.fromkeys(group, 0)

    @cached_property
    def _chain(self) -> Mapping[str, Criterion]:
        """Map the names of the criteria behind wins–losses to them, in their order, without the lot."""
        known: dict[str, Criterion] = {
            "head-to-head wins": Criterion(self._head_to_head_wins, _describe_head_to_head),
            "head-to-head pawns": self._pawns(Text("head-to-head pawn difference"), self._among),
            "pawns": self._pawns(Text("counted-pawn difference"), self._of),
            "pawns scored": Criterion(
                lambda group: _summed(group, self._of(group), counted_pawns),
                tiebreaks.describe_counts(Text("counted pawns")),
            ),
            "completed colours": Criterion(
                self._completed, tiebreaks.describe_counts(Text("completed colours"))
            ),
            "time of won games": Criterion(self._time_of_won_games, _describe_time),
        }
        return {name: known[name] for name in CHAINS[self.chain].criteria}

    def standings(self, ranking: TieBreakRanking) -> Standings:
        """Build the table in the order of a ranking, with the counted pawns as far as they are known.

        They are left out only where they decide nothing and those of no game are known.
        """
        pawns = [counted_pawns(result) for result in self.results]
        known = [each for each in pawns if each is not None]
        columns, unfinished = [WINS, LOSSES], self.unfinished
        if known or not pawns or "pawns" in CHAINS[self.chain].criteria:
            columns += [PAWNS_FOR, PAWNS_AGAINST]
        else:
            unfinished = ()
        figures: dict[str, tuple[Points, ...]] = {}
        for player in self.players:
            record, own = self.record(player), [each for each in known if player in each]
            scored = sum(each[player] for each in own)
            against = sum(sum(each.values()) for each in own) - scored
            figures[player] = (record.wins, record.losses, scored, against)[: len(columns)]
        table = tiebreaks.standings(ranking, self.contest.by_seed, columns, figures)
        return replace(table, unfinished=unfinished)

    @property
    def unfinished(self) -> tuple[Unfinished, ...]:
        """Return the error of the games without counted pawns, if there are any."""
        games = tuple(sorted(result.number for result in self.results if counted_pawns(result) is None))
        if not games:
            return ()
        return (Unfinished((PAWNS_FOR.key, PAWNS_AGAINST.key), games, _missing(games).text),)

    # -- the criteria --------------------------------------------------------------------------------

    def _records(self, group: Sequence[str]) -> Mapping[str, Any]:
        """Return wins minus losses, of equal ones more wins; at the end of the League simply the wins."""
        records = {player: self.record(player) for player in group}
        return {
            player: (record.wins - record.losses, record.wins, str(record))
            for player, record in records.items()
        }

    def _among(self, group: Sequence[str]) -> list[Result]:
        return [result for result in self.results if set(result.seating.entrants) <= set(group)]

    def _of(self, group: Sequence[str]) -> list[Result]:
        return [result for result in self.results if set(result.seating.entrants) & set(group)]

    def _head_to_head_wins(self, group: Sequence[str]) -> Mapping[str, int]:
        winners = [judging.winner(result) for result in self._among(group)]
        return {player: winners.count(player) for player in group}

    def _pawns(self, message: Text, games: Callable[[Sequence[str]], list[Result]]) -> Criterion:
        """Return counted pawns minus those of the opponents, over the ``games`` of a group."""

        def describe(own: int, other: int, _: int) -> Text:
            return Text("{message} {own:+d} to {other:+d}", message=message, own=own, other=other)

        return Criterion(lambda group: _summed(group, games(group), _pawn_balance), describe)

    def _completed(self, group: Sequence[str]) -> Mapping[str, int] | MissingFigures | None:
        """Count completed colours; in 2T, where one colour is enough, they say nothing that the wins do not."""
        if RULE_SETS[self.contest.rules].ends is not Ends.FIRST_PLAYER:
            return None
        return _summed(group, self._of(group), completed_colours)

    def _time_of_won_games(self, group: Sequence[str]) -> Mapping[str, int] | None:
        """Return negated seconds: shorter is better; ``None`` if a game has no duration."""
        seconds = dict.fromkeys(group, 0)
        for result in self._of(group):
            winner = judging.winner(result)
            if winner in seconds:
                if result.seconds is None:
                    return None
                seconds[winner] -= result.seconds
        return seconds

    def _lot(self, group: Sequence[str]) -> Mapping[str, int] | None:
        return draws.drawn_lot(self.contest, lot_needed(self.contest, group))


def lot_needed(contest: Contest[Any], group: Sequence[str]) -> DrawNeeded:
    return draws.lot_needed(contest.names(group), group)


def _summed(
    group: Sequence[str],
    results: Sequence[Result],
    count: Callable[[Result], Mapping[str, int] | None],
) -> Mapping[str, int] | MissingFigures:
    counts = {result.number: count(result) for result in results}
    if without := [number for number, counted in counts.items() if counted is None]:
        return _missing(without)
    known = [counted for counted in counts.values() if counted is not None]
    return {player: sum(counted.get(player, 0) for counted in known) for player in group}


def _missing(numbers: Sequence[int]) -> MissingFigures:
    """Make the error that lists the games without known counted pawns."""
    return MissingFigures(Text("pawns of {games} are missing", games=phrases.games(sorted(numbers))))


def _describe_head_to_head(own: int, other: int, size: int) -> Text:
    if size == 2:
        return Text("head-to-head {own}–{other}", own=own, other=other)
    return Text("head-to-head wins {own} to {other}", own=own, other=other)


def _describe_time(own: int, other: int, _: int) -> Text:
    return Text(
        "time of won games {own} to {other}", own=phrases.duration(-own), other=phrases.duration(-other)
    )


# -- counted pawns (§1) ----------------------------------------------------------------------------


def counted_pawns(result: Result) -> dict[str, int] | None:
    """Return the pawns at home of each player: of the best colour (2T: 4–x), of both colours (2T+: 8–x).

    A game that was awarded without known pawns counts 4–0 (2T+ 8–0) [T12]. None if the pawns of
    who lost are not known: those of who won follow from that.
    """
    both = RULE_SETS[result.rules].ends is Ends.FIRST_PLAYER
    winner = judging.winner(result)
    counted = {winner: 2 * PAWNS if both else PAWNS}
    for seat in result.seating.seats:
        if seat.entrant != winner:
            own = _known(result, seat)
            if own is None:
                return None
            counted[seat.entrant] = sum(own) if both else max(own)
    return {key: counted[key] for key in result.seating.entrants}


def _pawn_balance(result: Result) -> Mapping[str, int] | None:
    """Return the counted pawns of each player minus those of the opponent."""
    pawns = counted_pawns(result)
    return None if pawns is None else {key: 2 * own - sum(pawns.values()) for key, own in pawns.items()}


def completed_colours(result: Result) -> dict[str, int] | None:
    """Count the colours each player brought home completely; None if the pawns are not known.

    A game that was awarded without known pawns counts as both of the winner's colours [T12].
    """
    winner = judging.winner(result)
    completed = {}
    for seat in result.seating.seats:
        own = _known(result, seat)
        if own is None and seat.entrant != winner:
            return None
        # A winner without known pawns: both, as a game that counts completed colours ends with the second.
        completed[seat.entrant] = len(seat.colours) if own is None else own.count(PAWNS)
    if _is_given_away(result):
        completed[winner] = 2
    return completed


def _known(result: Result, seat: EntrantSeat) -> Sequence[int] | None:
    """Sum up the pawns of a player's colours; None if those of one of them are not known."""
    if _is_given_away(result):
        return [0 for _ in seat.colours]
    own = [result.pawns[colour] for colour in seat.colours if colour in result.pawns]
    return own if len(own) == len(seat.colours) else None


def _is_given_away(result: Result) -> bool:
    """Check whether somebody was awarded the game, so that the pawns follow from that."""
    return result.awarded_to is not None and not result.pawns and not result.is_entered


# -- settings; every decision marked [T] is one of them --------------------------------------------


PLAYOFF_CHOICES = {
    "none": Text("none"),
    "final": Text("a Final Series between the two best"),
    "qualifying and final": Text(
        "2nd against 3rd in the Qualifying Series, its winner against 1st in the Final Series"
    ),
}

MEETINGS = {
    "alternate": Text("the first-named leads the pair with black, so the pairs change hands"),
    "same": Text("the first-named of the first meeting leads the pair with black in both"),
}

PAIR_CHOICE = {
    "black": Text("takes the pair with black"),
    "asked": Text("asked before the series"),
}


@dataclass(frozen=True)
class LeagueSettings(Settings):
    """k double round-robins, and what follows them."""

    drrs: int = integer_setting(
        6,
        least=1,
        most=20,
        usual=(1, 2, 4, 6),
        label=Text("Double round-robins"),
        about=Text("In each of them everybody meets everybody twice (§3.5)."),
    )
    playoffs: str = choice_setting(
        "none",
        ways=PLAYOFF_CHOICES,
        label=Text("Playoffs"),
        about=Text("What follows the double round-robins (§3.5) [T8]."),
    )
    qualifying_wins: int = integer_setting(
        3,
        least=1,
        most=20,
        label=Text("Wins in the Qualifying Series"),
        about=Text("Wins needed, the head start included (§3.5)."),
    )
    final_wins: int = integer_setting(
        4,
        least=1,
        most=20,
        label=Text("Wins in the Final Series"),
        about=Text("Wins needed, the head start included (§3.5)."),
    )
    head_start: int = integer_setting(
        1,
        least=0,
        most=19,
        label=Text("Head start"),
        about=Text(
            "Wins credited to the higher seed of a series, unless both had the same wins and losses "
            "in the round-robins (§3.5)."
        ),
    )
    pair_choice: str = choice_setting(
        "black",
        ways=PAIR_CHOICE,
        label=Text("Pair of the higher seed"),
        about=Text("The higher seed of a series chooses the pair of colours for it [T2]."),
    )
    meetings: str = choice_setting(
        "alternate",
        ways=MEETINGS,
        label=Text("Pairs in the two meetings"),
        about=Text("Who leads which pair in the two games of a double round-robin [T1]."),
    )
    tie_breaks: str = choice_setting(
        "full",
        ways={name: chain.label for name, chain in CHAINS.items()},
        label=Text("Tied on wins and losses"),
        about=Text("What decides then; in the end the lot [T7]."),
    )
    struck_before: int = integer_setting(
        50,
        least=0,
        most=100,
        label=Text("Struck before (percent)"),
        about=Text(
            "A player who leaves before this share of the round-robin games is struck from the "
            "table; later the unplayed games are forfeited [T12]."
        ),
    )
    boards: int = integer_setting(
        1,
        least=1,
        most=10,
        label=Text("Boards"),
        about=Text("How many games can be played at once (§3.5)."),
    )

    def check(self) -> None:
        """Refuse a series that would be over before it begins."""
        played = {"none": [], "final": ["final_wins"]}.get(self.playoffs, ["qualifying_wins", "final_wins"])
        for name in played:
            if self.head_start >= getattr(self, name):
                raise FormatError(
                    "settings.head_start",
                    Text(
                        "with a head start of {head_start} a series of {length} would be over before it begins; "
                        "the head start must be smaller",
                        head_start=self.head_start,
                        length=getattr(self, name),
                    ),
                )
