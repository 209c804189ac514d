"""The playoffs of a League: Qualifying Series and Final Series (tournament-rules §3.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules import Plural, Text, Verbatim
from tournaments.formats import colour_pairs, draws, judging, phrases
from tournaments.formats.contest import EntrantSeating, Result
from tournaments.formats.league.rounds import LeagueContest, games_in, withdrawn_entrants
from tournaments.formats.league.table import LeagueTable
from tournaments.formats.starters import rearguard_of
from tournaments.formats.tiebreaks import Split, TieBreakRanking
from tournaments.formats.verdict import DrawNeeded, IgnoredGame, NextGame


@dataclass(frozen=True, slots=True)
class Series:
    """A series of ``higher`` seed against ``lower``; ``wins`` decide it.

    ``head_start`` wins are credited to the higher seed. They count in the score and in the numbers of the
    games: with a head start of one the first game played is Game 2.
    """

    higher: str
    lower: str
    wins: int
    head_start: int

    @property
    def players(self) -> tuple[str, str]:
        """Return both players, the higher seed first."""
        return self.higher, self.lower

    @property
    def most_games(self) -> int:
        """Return the number of the last game there can be."""
        return 2 * self.wins - 1

    def stand(self, winners: Mapping[int, str]) -> SeriesStand:
        """Replay the winners by game number up to a gap or the decision."""
        score = {self.higher: self.head_start, self.lower: 0}
        number = self.head_start + 1
        while max(score.values()) < self.wins and number in winners:
            score[winners[number]] += 1
            number += 1
        return SeriesStand(self, score[self.higher], score[self.lower])


@dataclass(frozen=True, slots=True)
class SeriesStand:
    """The score of a series, head start included."""

    series: Series
    higher: int
    lower: int

    @property
    def played(self) -> range:
        return range(self.series.head_start + 1, self.higher + self.lower + 1)

    @property
    def next_number(self) -> int:
        return self.higher + self.lower + 1

    @property
    def winner(self) -> str | None:
        if self.higher == self.series.wins:
            return self.series.higher
        return self.series.lower if self.lower == self.series.wins else None

    def won_by(self, player: str) -> SeriesStand:
        """Return the score after one more game."""
        higher = player == self.series.higher
        return replace(self, higher=self.higher + higher, lower=self.lower + (not higher))

    @property
    def loser(self) -> str | None:
        if self.winner is None:
            return None
        return self.series.lower if self.winner == self.series.higher else self.series.higher


NAMES = {
    "qualifying": Text("Qualifying Series"),
    "final": Text("Final Series"),
}


@dataclass(frozen=True)
class PlayoffStage:
    """A series of the playoffs, and its score.

    The event numbers its games ``base`` + the number within the series; there are numbers for the longest
    series possible and for the head start, so they never depend on how a series went.
    """

    key: str
    base: int
    stand: SeriesStand
    results: tuple[Result, ...]
    forfeited: frozenset[int]
    ignored: tuple[IgnoredGame, ...]

    def describe(self, own: str) -> Text:
        """Describe the series and its score as one of the two sees it: ``Final Series 4–2``."""
        stand, name = self.stand, NAMES[self.key]
        score = (stand.higher, stand.lower) if own == stand.series.higher else (stand.lower, stand.higher)
        return Text("{name} {own}–{other}", name=name, own=score[0], other=score[1])


def stages(contest: LeagueContest, table: LeagueTable, ranking: TieBreakRanking) -> tuple[PlayoffStage, ...]:
    """List the series that have their players, the Qualifying Series first."""
    settings = contest.settings
    (best, *others), base = ranking.order, games_in(contest)
    found: list[PlayoffStage] = []
    if settings.playoffs == "qualifying and final":
        if len(others) > 1:
            qualifying = _series(contest, table, others[0], others[1], settings.qualifying_wins)
            found.append(_stage(contest, "qualifying", base, qualifying))
            if found[0].stand.winner is None:
                return tuple(found)
            others = [found[0].stand.winner]
        base += 2 * settings.qualifying_wins - 1
    if others:
        found.append(_stage(contest, "final", base, final_series(contest, table, best, others[0])))
    return tuple(found)


def final_series(contest: LeagueContest, table: LeagueTable, best: str, other: str) -> Series:
    """Set up the Final Series of the 1st of the table against another."""
    return _series(contest, table, best, other, contest.settings.final_wins)


def _series(contest: LeagueContest, table: LeagueTable, higher: str, lower: str, wins: int) -> Series:
    """Return the head start: the higher seed has it unless both had the same record in the round-robins."""
    level = table.record(higher) == table.record(lower)
    return Series(higher, lower, wins, 0 if level else contest.settings.head_start)


def _stage(contest: LeagueContest, key: str, base: int, series: Series) -> PlayoffStage:
    numbers = range(base + 1, base + series.most_games + 1)
    handed_in = {result.number: result for result in contest.results if result.number in numbers}
    fitting = {
        number - base: result
        for number, result in handed_in.items()
        if set(result.seating.entrants) == set(series.players)
    }
    winners = {number: judging.winner(result) for number, result in fitting.items()}
    forfeits: dict[int, Result] = {}
    left = withdrawn_entrants(contest) & set(series.players)
    if len(left) == 1:
        (present,) = set(series.players) - left
        seating = EntrantSeating.from_leaders(dict.fromkeys(series.players, ()))
        for number in range(series.head_start + 1, series.most_games + 1):
            if number not in fitting:
                forfeits[number] = Result(base + number, contest.rules, seating, awarded_to=present)
                winners[number] = present
    stand = series.stand(winners)
    return PlayoffStage(
        key,
        base,
        stand,
        tuple(fitting.get(number) or forfeits[number] for number in stand.played),
        frozenset(base + number for number in stand.played if number in forfeits),
        tuple(
            IgnoredGame(number, _not_counted(contest, stand, number - base, number - base in fitting))
            for number in handed_in
            if number - base not in stand.played or number - base not in fitting
        ),
    )


def _not_counted(contest: LeagueContest, stand: SeriesStand, number: int, fits: bool) -> Text:
    if not fits:
        return Text(
            "does not count: by the results as they stand, this series is between {players}",
            players=contest.names(stand.series.players),
        )
    if stand.winner is not None and number >= stand.next_number:
        return Text("does not count: the series was decided before")
    if number <= stand.series.head_start:
        return Text("does not count: this game is the head start")
    return Text(
        "does not count before Game {next_number} of the series has a result", next_number=stand.next_number
    )


# -- next ------------------------------------------------------------------------------------------


def pair_needed(contest: LeagueContest, stage: PlayoffStage) -> DrawNeeded | None:
    """Return the choice of the pair by the higher seed before the series, where it is needed and not made."""
    needed = _pair_choice(stage)
    asked = contest.settings.pair_choice == "asked" and contest.draw(needed.subject) is None
    return needed if asked else None


def _pair_choice(stage: PlayoffStage) -> DrawNeeded:
    name = Text("Choice of the pair for the {name}", name=NAMES[stage.key])
    players = stage.stand.series.players
    return colour_pairs.draw_between(players, colour_pairs.SIDE_BY_SIDE_4, f"pairs-{stage.key}", name)


def next_game(contest: LeagueContest, stage: PlayoffStage) -> NextGame:
    """Return the next game of a series; the rearguard colour of the higher seed starts (tournament-rules §2)."""
    series = stage.stand.series
    order = draws.order_drawn(contest, _pair_choice(stage)) or series.players
    led = dict(zip(order, colour_pairs.PAIRS[contest.rules], strict=True))
    seating = EntrantSeating.from_leaders({player: led[player] for player in series.players})
    higher, name = contest.name(series.higher), NAMES[stage.key]
    start = rearguard_of(seating, series.higher, Text("{higher} is the higher seed", higher=higher))
    return NextGame(
        number=stage.base + stage.stand.next_number,
        name=game_name(stage, stage.base + stage.stand.next_number),
        rules=contest.rules,
        seating=seating,
        starter=start.colour,
        starter_reason=start.reason,
        reason=Text(
            "{name}, first to {wins}: {score}", name=name, wins=series.wins, score=_score(contest, stage)
        ),
    )


def game_name(stage: PlayoffStage, number: int) -> Text:
    """Return the series and the number within it, which counts the head start."""
    return Text("{name}, {game}", name=NAMES[stage.key], game=phrases.games([number - stage.base]))


def _score(contest: LeagueContest, stage: PlayoffStage) -> Text:
    stand = stage.stand
    text = f"{contest.name(stand.series.higher)} {stand.higher}, {contest.name(stand.series.lower)} {stand.lower}"
    if not stand.series.head_start:
        return Verbatim(text)
    return Plural(
        "{told} (Game 1 is the head start of {higher})",
        "{told} (Games 1 to {n} are the head start of {higher})",
        stand.series.head_start,
        told=text,
        higher=contest.name(stand.series.higher),
    )


# -- places ----------------------------------------------------------------------------------------


def apply_playoffs(ranking: TieBreakRanking, found: Sequence[PlayoffStage]) -> TieBreakRanking:
    """Return the ranking of the round-robins, with the places that the playoffs have decided."""
    tiers, splits = list(ranking.tiers), list(ranking.splits)
    for stage in found:
        winner, loser = stage.stand.winner, stage.stand.loser
        if winner is None or loser is None:
            continue
        top = 1 if stage.key == "qualifying" else 0
        tiers[top], tiers[top + 1] = (winner,), (loser,)
        splits[top] = _scores(stage)
        if top:
            splits[0] = _says(Text("1st after the round-robins"))
        if top + 2 < len(tiers):
            splits[top + 1] = _says(Text("played in the {name}", name=NAMES[stage.key]))
    return TieBreakRanking(tuple(tiers), tuple(splits), ranking.missing)


def _scores(stage: PlayoffStage) -> Split:
    return lambda own, _other: stage.describe(own)


def _says(reason: Text) -> Split:
    return lambda _own, _other: reason
