"""The base class of tournament formats: how an event is judged, and all that other packages need of it.

A format is an object without state. Its callers read the settings of an event with ``settings.read``, put
them with entrants, draws and results into a ``Contest``, and call ``judge``. Rankings, forecasts,
planning, pages and the import of past results ask for the rest; what most formats say is the default here.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Generic, Protocol

from games.domain.place_points import PlacePoints
from rules import Ends, Text
from tournaments.formats.contest import Contest, DrawOutcome, Result, SettingsType
from tournaments.formats.verdict import DrawNeeded, NextGame, Verdict


class PastGame(Protocol):
    """A game as it was typed: who led which colours, and how it ended; ``winner`` where the places do not tell it."""

    @property
    def seats(self) -> Mapping[str, tuple[str, ...]]: ...

    @property
    def winner(self) -> str | None: ...

    @property
    def pawns(self) -> Mapping[str, int]: ...

    def result(self, number: int) -> Result:
        """Return the game as its format judges it."""


@dataclass(frozen=True, slots=True)
class NumberedGames:
    """The numbers of the games, in the order in which they were typed; the draws with what was drawn."""

    numbers: tuple[int, ...]
    draws: tuple[tuple[DrawNeeded, DrawOutcome], ...] = ()


class Discipline(Enum):
    """Three at the board with two colours each, or two (tournament-rules §1)."""

    TRIPLE = "3t"
    DOUBLE = "2t"


@dataclass(frozen=True, slots=True)
class RankingRules:
    """What an event of a format is in the rankings.

    ``shares_tied_games``: its tied games are half a win each whatever the year (TripleAthlon [T5]);
    otherwise the version in force decides (§8). ``has_gpp``: the first figure of its table are GPP.
    """

    discipline: Discipline
    shares_tied_games: bool = False
    has_gpp: bool = False

    @property
    def compensated(self) -> bool:
        """Whether there are CP: the 3T World Rankings have them."""
        return self.discipline is Discipline.TRIPLE


class Format(ABC, Generic[SettingsType]):
    """The sporting rules of one kind of event."""

    #: The key under which it is stored.
    key: str
    #: The name that is shown.
    name: Text
    #: For whom it is and how it is won, in a sentence, for the choice of a format; may be empty.
    purpose = Text("")
    #: The rule sets an event may have (rulebook §7); the first is the default.
    rule_sets: tuple[str, ...]
    least_players: int
    most_players: int
    #: Settings, by name, that the form of a new event shows besides the first one.
    asked: tuple[str, ...] = ()
    #: The class of its settings: ``settings.read(json)``, ``settings.described()``.
    settings: type[SettingsType]
    #: Whether somebody can leave for good while the others play on [T12].
    players_may_leave = False
    #: Whether its games may have every option that their rules allow: no table rests on how they end.
    options_are_free = False
    #: Whether the rules of the game say who starts, the youngest player by some of them (rulebook §10).
    starter_by_rules = False
    #: Whether its table counts the pawns at home at the end of every game [T7].
    counts_pawns = False
    #: Whether all players meet each other at boards of two, so that a cross table shows all of it.
    is_round_robin = False
    #: Whether it seats a hall, round after round: people come late, leave, and get a start number.
    seats_a_hall = False
    #: What its events are in the rankings; None: they give no ranking points.
    honoured: RankingRules | None = None
    #: Whether an adjudication that is level at the top is a result: its table shares what places give.
    level_results_count = False
    #: Whether forecasts simulate its events.
    is_simulated = True
    #: Number of the first imported game; None if the schedule numbers games.
    first_number: int | None = 1

    @property
    def possible_players(self) -> range:
        return range(self.least_players, self.most_players + 1)

    @abstractmethod
    def judge(self, contest: Contest[SettingsType]) -> Verdict:
        """Return everything that follows from the contest.

        A pure function of its argument. Raises ``FormatError`` for an impossible rule set, draw or result.
        """

    def dues_before(self, contest: Contest[SettingsType]) -> Callable[[int], NextGame | None]:
        """Return a game, by its number, as the results before it would have it; None if they have none."""

        def due(number: int) -> NextGame | None:
            earlier = tuple(result for result in contest.results if result.number < number)
            games = self.judge(replace(contest, results=earlier)).next_games
            return next((game for game in games if game.number == number), None)

        return due

    # -- games and their points --------------------------------------------------------------------

    def disciplines(self, rules: str) -> tuple[str, ...]:
        """List the rule sets by which the games of an event of that rule set are played in turn."""
        return (rules,)

    def place_points(self, settings: SettingsType, ends: Ends) -> PlacePoints | None:
        """Return what finishing places give in a game that ends so; None where they give nothing."""
        return None

    def winners(self, settings: SettingsType, result: Result) -> tuple[str, ...]:
        """Return who has won a game that its points decide, several who are tied; none where the rules of play do.

        Raises ``FormatError`` for a result that cannot count.
        """
        return ()

    def has_playoffs(self, settings: SettingsType) -> bool:
        """Check whether some of the players go on to playoffs: the unit ``verdict.PLAYOFFS``."""
        return False

    def scheduled_games(self, settings: SettingsType) -> int | None:
        """Return how many games are scheduled, where extra games may follow them; None where none are."""
        return None

    def game_range(self, settings: SettingsType, players: int) -> tuple[int, int] | None:
        """Return how many games ``players`` players play at least and at most; None where that is not known before."""
        games = self.scheduled_games(settings)
        return None if games is None else (games, games)

    def counted_pawns(self, result: Result) -> Mapping[str, int] | None:
        """Return the pawns that a game counts for each entrant [T7]; None where none are counted or known."""
        return None

    # -- past results, typed in (docs/use/past-seasons.md) -----------------------------------------

    def rules_to_choose(self, rules: str) -> tuple[str, ...]:
        """List the rule sets that can be given for a past game; none where they follow from its number."""
        return self.disciplines(rules)

    def rules_of_past_game(self, rules: str, before: Sequence[str], text: str) -> str:
        """Return the rule set of the next game after ``before``; ``text`` is one of ``rules_to_choose``, or empty.

        Raises ``FormatError`` whose field is a column of the list where it has to be given.
        """
        return rules

    def pairs_of_past_game(self, rules: str, game_rules: str) -> str:
        """Return the rule set whose pair order defines how the players of a game are listed."""
        return game_rules

    def colours_in(self, game_rules: str, pair: tuple[str, ...]) -> tuple[str, ...]:
        """Return the colours, in a game by these rules, of the player who leads that pair."""
        return pair

    def check_past_game(self, game: PastGame) -> None:
        """Raise ``FormatError`` whose field is a column of the list unless everything that a table counts is given."""

    def number_past_games(
        self, settings: Mapping[str, object], rules: str, players: Sequence[str], games: Sequence[PastGame]
    ) -> NumberedGames:
        """Number the games, given in the order in which they were played, and infer the draws behind them.

        Raises ``FormatError`` for settings, or with field ``games[0]`` … for the first game that has no
        number.
        """
        return NumberedGames(tuple(range(1, len(games) + 1)))
