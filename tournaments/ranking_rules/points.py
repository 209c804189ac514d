"""The ranking points of an event, or of a part of one that counts by itself (tournament-rules §6)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from rules import Text
from tournaments.formats import Contest, Entrant, Points, Standings, Verdict, phrases
from tournaments.formats.base import RankingRules
from tournaments.ranking_rules.formatting import format_points
from tournaments.ranking_rules.rule_versions import TiedGame, in_force_on

#: Basic points: 1st, 2nd with at least a game won, all others (3rd, or 2nd without one).
FIRST, SECOND, OTHERS = 7, 4, 2


@dataclass(frozen=True, slots=True)
class WonGame:
    """A game that counts: who won it, several when tied; ``by_best_colour`` are its players, highest colour first."""

    number: int
    winners: tuple[str, ...]
    by_best_colour: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """The place of a player at the end."""

    player: str
    place: int
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Award:
    """CP given by the organiser, with their reason."""

    points: Points
    reason: str


@dataclass(frozen=True, slots=True)
class ConcludedEvent:
    """A concluded event or part of one. Head starts are no games, so they are not among ``games``.

    ``shares_tied_games``: half a win each whatever the year. ``compensated``: whether it gives CP at all
    (the 3T World Rankings do). ``awarded``: CP given by the organiser, by player.
    """

    ended_on: date
    level: int
    players: tuple[Entrant, ...]
    places: tuple[FinalPlace, ...]
    games: tuple[WonGame, ...]
    shares_tied_games: bool = False
    compensated: bool = False
    awarded: Mapping[str, Award] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerPoints:
    """What it gave to one player. ``tp`` is ``basic`` × the level."""

    player: str
    place: int
    shared: bool
    basic: int
    tp: int
    wp: Points
    cp: Points
    tp_reason: Text
    wp_reason: Text
    cp_reason: Text

    @property
    def total(self) -> Points:
        return self.tp + self.wp + self.cp


def score_event(outcome: ConcludedEvent) -> tuple[PlayerPoints, ...]:
    """The points of all players who have a place, in the order of the places, by the version of the day it ended."""
    wins = {placed.player: _wins(outcome, placed.player) for placed in outcome.places}
    before = {
        placed.player: _basic(placed, sum(wins[placed.player].values())) * outcome.level
        + sum(wins[placed.player].values())
        for placed in outcome.places
    }
    return tuple(_of(outcome, placed, wins[placed.player], before) for placed in outcome.places)


def _of(
    outcome: ConcludedEvent, placed: FinalPlace, wins: Mapping[int, Points], before: Mapping[str, Points]
) -> PlayerPoints:
    wp = _plain(sum(wins.values()))
    basic = _basic(placed, wp)
    cp, cp_reason = _compensation(outcome, placed, before)
    return PlayerPoints(
        player=placed.player,
        place=placed.place,
        shared=placed.shared,
        basic=basic,
        tp=basic * outcome.level,
        wp=wp,
        cp=cp,
        tp_reason=_tp_reason(outcome, placed, basic, wp),
        wp_reason=_wp_reason(outcome, placed.player, wins),
        cp_reason=cp_reason,
    )


def _plain(points: Points) -> Points:
    """The same, a whole number as such."""
    return int(points) if points == int(points) else points


# -- TP --------------------------------------------------------------------------------------------


def _basic(placed: FinalPlace, wp: Points) -> int:
    """Players who share 2nd place both count as 2nd."""
    if placed.place == 1:
        return FIRST
    return SECOND if placed.place == 2 and wp >= 1 else OTHERS


def _tp_reason(outcome: ConcludedEvent, placed: FinalPlace, basic: int, wp: Points) -> Text:
    where, basics = phrases.place(placed.place), f"{basic} × {outcome.level}"
    if placed.place != 2:
        return Text("{where}, level {level}: {basics}", where=where, level=outcome.level, basics=basics)
    with_win = Text("with a win") if wp >= 1 else Text("without a win")
    shared = Text("shared ") if placed.shared else Text("")
    return Text(
        "{shared}{where} {with_win}, level {level}: {basics}",
        shared=shared,
        where=where,
        with_win=with_win,
        level=outcome.level,
        basics=basics,
    )


# -- WP --------------------------------------------------------------------------------------------


def _wins(outcome: ConcludedEvent, player: str) -> dict[int, Points]:
    """Map number of a game → what it gave to the player, of the games that they won or in which they were tied."""
    tied = TiedGame.SHARED if outcome.shares_tied_games else in_force_on(outcome.ended_on).tied_game
    return {game.number: _share(game, player, tied) for game in outcome.games if player in game.winners}


def _share(game: WonGame, player: str, tied: TiedGame) -> Points:
    """One WP a game won; a tied one by the version in force."""
    if len(game.winners) == 1 or tied is TiedGame.EACH:
        return 1
    if tied is TiedGame.SHARED:
        return Fraction(1, len(game.winners))
    return int(player == next(each for each in game.by_best_colour if each in game.winners))


#: What a tied game gave.
_OF_A_TIE: Mapping[Points, Text] = {
    0: Text("nothing: another's best colour finished higher"),
    1: Text("1 WP"),
    Fraction(1, 2): Text("½ WP"),
    Fraction(1, 3): Text("⅓ WP"),
}


def _wp_reason(outcome: ConcludedEvent, player: str, wins: Mapping[int, Points]) -> Text:
    tied = {game.number for game in outcome.games if player in game.winners and len(game.winners) > 1}
    entries = []
    if alone := [number for number in wins if number not in tied]:
        entries.append(Text("won {games}", games=phrases.games(alone)))
    for share, gave in _OF_A_TIE.items():
        if numbers := [number for number in wins if number in tied and wins[number] == share]:
            entries.append(Text("tied in {games} ({gave})", games=phrases.games(numbers), gave=gave))
    return phrases.join_names(entries) if entries else Text("no game won")


# -- CP --------------------------------------------------------------------------------------------


def _compensation(
    outcome: ConcludedEvent, placed: FinalPlace, before: Mapping[str, Points]
) -> tuple[Points, Text]:
    """To the winner as much as puts them the margin ahead of all below; and what the organiser awarded."""
    margin = in_force_on(outcome.ended_on).margin
    if not outcome.compensated or margin is None:
        return 0, Text("none in this list and year")
    if placed.place != 1:
        return 0, Text("only for the winner")
    cp, reason = _to_the_winner(outcome, placed.player, before, margin)
    award = outcome.awarded.get(placed.player)
    if award is None:
        return cp, reason
    return _plain(cp + award.points), Text(
        "{reason}; {more} awarded by the organiser: {award_reason}",
        reason=reason,
        more=format_points(award.points),
        award_reason=award.reason,
    )


def _to_the_winner(
    outcome: ConcludedEvent, winner: str, before: Mapping[str, Points], margin: Fraction
) -> tuple[Points, Text]:
    others: Sequence[str] = [player for player in before if player != winner]
    if not others:
        return 0, Text("nobody below")
    best = max(others, key=lambda player: before[player])
    name = {entrant.key: entrant.name for entrant in outcome.players}[best]
    own, other = format_points(before[winner]), format_points(before[best])
    cp = _plain(max(Fraction(0), before[best] + margin - before[winner]))
    if not cp:
        return cp, Text("not needed: {own} points to {other} of {name}", own=own, other=other, name=name)
    return cp, Text(
        "{own} points to {other} of {name}: {written} ahead with {cp}",
        own=own,
        other=other,
        name=name,
        written=format_points(margin),
        cp=format_points(cp),
    )


# -- what of an event is concluded, and what each part gave ----------------------------------------


#: The key of the whole event among its parts.
WHOLE = "event"


@dataclass(frozen=True, slots=True)
class ConcludedPart:
    """A concluded part of an event, or all of it (``name`` is None).

    ``games``: the numbers of those that made its table. ``is_unit``: whether the 2T Rankings count it as a unit – the
    parts, and events without parts.
    """

    key: str
    name: Text | None
    standings: Standings
    games: frozenset[int]
    is_unit: bool


def parts(verdict: Verdict) -> tuple[ConcludedPart, ...]:
    """What is concluded so far: the parts in order, then the event."""
    found = [
        ConcludedPart(unit.key, unit.name, unit.standings, frozenset(unit.games), is_unit=True)
        for unit in verdict.units
    ]
    if verdict.finished:
        numbers = frozenset(game.number for game in verdict.games)
        found.append(ConcludedPart(WHOLE, None, verdict.standings, numbers, is_unit=not verdict.units))
    return tuple(found)


def points_of(
    part: ConcludedPart,
    contest: Contest[Any],
    verdict: Verdict,
    honoured: RankingRules,
    *,
    level: int,
    ended_on: date,
    awarded: Mapping[str, Award],
) -> tuple[PlayerPoints, ...]:
    """What it gave; ``awarded`` (CP by the key of the entrant) counts for the whole event alone."""
    return score_event(
        ConcludedEvent(
            ended_on=ended_on,
            level=level,
            players=contest.entrants,
            places=tuple(FinalPlace(row.entrant, row.place, row.shared) for row in part.standings.rows),
            games=_games(contest, verdict, part.games),
            shares_tied_games=honoured.shares_tied_games,
            compensated=honoured.compensated,
            awarded=awarded if part.key == WHOLE else {},
        )
    )


def gpp_of(part: ConcludedPart, honoured: RankingRules) -> dict[str, int]:
    """GPP by the key of the entrant, of an event that is played for them."""
    return {row.entrant: int(row.main) for row in part.standings.rows} if honoured.has_gpp else {}


def _games(contest: Contest[Any], verdict: Verdict, numbers: Collection[int]) -> tuple[WonGame, ...]:
    """The games of these numbers that count. One that gave its winner nothing was not played for a win (Game 0)."""
    seated = {result.number: result for result in contest.results}
    games = []
    for game in verdict.games:
        if game.number not in numbers:
            continue
        gave = {score.entrant: score.points for score in game.scores}
        result = seated.get(game.number)
        places = [result.seating.leader(colour) for colour in result.places] if result else []
        winners = tuple(winner for winner in game.winners if gave[winner] > 0)
        games.append(WonGame(game.number, winners, tuple(dict.fromkeys(places))))
    return tuple(games)
