"""The state of an event: its rows, loaded once, as the values that the sporting rules judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from games.access import rows_where
from games.domain.counters import NOTHING, captures
from games.domain.events.endings import winner_by_places
from games.domain.known_result import board_of, pawns_of, seconds_of
from games.enums import ENTERED, Decision, GameState
from games.models import Game, Player
from rules import Starter, Text, may_be_youngest
from tournaments.formats import (
    Contest,
    Departure,
    Entrant,
    EntrantSeating,
    FormatError,
    NextGame,
    Result,
    Verdict,
    phrases,
)
from tournaments.models import Draw, Entry, Event, EventGame, ReportLine
from tournaments.player_refs import ref, resolve

#: Conditions of the players who are entered in an event, and of its games.
_OF_ENTRIES = f"id IN (SELECT player_id FROM {Entry._meta.db_table} WHERE event_id = %s)"
_OF_GAMES = f"id IN (SELECT game_id FROM {EventGame._meta.db_table} WHERE event_id = %s)"


def by_name(player: Player) -> str:
    """Return the name that the public sees."""
    return player.shown_as


@dataclass(frozen=True)
class EventState:
    """An event with its entries, draws and games, and what the sporting rules say to it."""

    event: Event
    entries: tuple[Entry, ...]
    draws: tuple[Draw, ...]
    games: tuple[EventGame, ...]
    report: tuple[ReportLine, ...]
    #: The names of players in sentences and tables.
    player_name: Callable[[Player], str] = by_name
    #: What was read of the rows of games, by number: a state made from this one reads only those that are others.
    results: dict[int, tuple[Game, Result]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def load(cls, event: Event, player_name: Callable[[Player], str] = by_name) -> EventState:
        """Load the event as the database has it now. Six queries."""
        entries = rows_where(Entry, "event_id = %s ORDER BY seed, key", event.pk)
        draws = rows_where(Draw, "event_id = %s ORDER BY made_at, subject", event.pk)
        played = rows_where(EventGame, "event_id = %s ORDER BY number", event.pk)
        report = rows_where(ReportLine, "event_id = %s ORDER BY id", event.pk)
        # After their rows: what came meanwhile is left over.
        players = {each.pk: each for each in rows_where(Player, _OF_ENTRIES, event.pk)}
        games = {each.pk: each for each in rows_where(Game, _OF_GAMES, event.pk)}
        rows: list[Entry | Draw | EventGame | ReportLine] = [*entries, *draws, *played, *report]
        for row in rows:
            row.event = event
        for entry in entries:
            entry.player = players[entry.player_id]
        for place in played:
            place.game = games[place.game_id]
        return cls(event, tuple(entries), tuple(draws), tuple(played), tuple(report), player_name)

    @classmethod
    def of(cls, event_id: int) -> EventState:
        return cls.load(Event.objects.select_related("season").get(pk=event_id))

    def calling(self, called: Callable[[Player], str]) -> EventState:
        return replace(self, player_name=called)

    def name(self, entry: Entry) -> str:
        return self.player_name(entry.player)

    @cached_property
    def by_key(self) -> dict[str, Entry]:
        return {entry.key: entry for entry in self.entries}

    @cached_property
    def names(self) -> dict[str, str]:
        """Key of an entry → name."""
        return {entry.key: self.name(entry) for entry in self.entries}

    def numbered(self, entry: Entry) -> str:
        """Start number and name."""
        return f"{entry.number} {self.name(entry)}"

    @cached_property
    def players(self) -> dict[str, str]:
        return {str(entry.player_id): self.name(entry) for entry in self.entries}

    def called(self, said: Text) -> Text:
        """Return a stored sentence, which calls players by their ids, with the names of this state."""
        return said if self.player_name is ref else resolve(said, self.players)

    @cached_property
    def contest(self) -> Contest[Any]:
        results = tuple(self._result(game) for game in self.games if self._has_result(game))
        return replace(self.contest_without_results, results=results)

    @cached_property
    def with_result(self) -> frozenset[int]:
        return frozenset(game.number for game in self.games if self._has_result(game))

    @cached_property
    def verdict(self) -> Verdict:
        return self.event.format.judge(self.contest)

    @property
    def begun(self) -> frozenset[int]:
        """Return the numbers of the games that have begun, and were not abandoned."""
        return frozenset(game.number for game in self.games if is_played(game))

    @property
    def due(self) -> tuple[NextGame, ...]:
        """List the games that can be started now: due by the sporting rules, and not begun yet."""
        begun = self.begun
        return tuple(game for game in self.verdict.next_games if game.number not in begun)

    @cached_property
    def due_before(self) -> Callable[[int], NextGame | None]:
        """Return a game, by its number, as the current results before it would have it; None if they have none."""
        return self.event.format.dues_before(self.contest)

    def seating(self, game: Game) -> EntrantSeating:
        return EntrantSeating.from_leaders(
            {self._keys[player]: colours for player, colours in game.seating.items()}
        )

    @cached_property
    def _keys(self) -> dict[str, str]:
        return {str(entry.player_id): entry.key for entry in self.entries}

    @cached_property
    def contest_without_results(self) -> Contest[Any]:
        """Return the contest as it is drawn, without its results: who plays, and who sits where."""
        return Contest(
            settings=self.event.format_settings,
            rules=self.event.rules_name,
            options=self.event.options,
            entrants=tuple(
                Entrant(
                    entry.key,
                    self.name(entry),
                    entry.seed,
                    entry.team,
                    tuple(entry.groups),
                    entry.presence == Entry.Presence.PRESENT,
                )
                for entry in self.entries
            ),
            draws=tuple(draw.value for draw in self.draws),
            results=(),
            departures=tuple(
                Departure(entry.key, entry.left_after)
                for entry in self.entries
                if entry.left_after is not None
            ),
            running=tuple(game.number for game in self.games if game.game.state == GameState.RUNNING),
            youngest=self._youngest,
            youngest_is_said=any(entry.youngest for entry in self.entries),
        )

    @property
    def _youngest(self) -> tuple[str, ...]:
        """Return the entries that may be the youngest player's, if the rules of the game let the youngest start.

        Those named by the organiser; without any, by the dates of birth as far as they are known.
        """
        if self.event.rules.starter is not Starter.YOUNGEST:
            return ()
        said = tuple(entry.key for entry in self.entries if entry.youngest)
        return said or may_be_youngest({entry.key: entry.player.born for entry in self.entries})

    def outcome(self, played: EventGame) -> Text | None:
        """Say who has won a game that has ended; None without a winner."""
        try:
            keys = self.event.format.winners(self.contest.settings, self._result(played))
        except FormatError:  # a result that does not count
            keys = ()
        won = (played.game.winner_id, played.awarded_to.player_id if played.awarded_to else None)
        named = [
            entry for entry in self.entries if entry.key in keys or (not keys and entry.player_id in won)
        ]
        return phrases.won_by([self.name(entry) for entry in named]) if named else None

    def _has_result(self, played: EventGame) -> bool:
        """Check whether it has ended with a winner: not abandoned.

        An adjudication that is level at the top is a result where the format shares what places give.
        """
        is_decided = played.game.winner_id is not None or self.event.format.level_results_count
        return played.game.state == GameState.ENDED and is_decided

    def check_decided(self, played: EventGame) -> None:
        """Raise ``FormatError`` for a game that ended without a winner where the format has no use for that.

        A format that adjudicates no such game at all refuses it by itself, before any throw.
        """
        if played.game.state != GameState.ENDED or self._has_result(played):
            return
        result = self._result(played)
        won = replace(result, awarded_to=result.level[0][0])
        self.event.format.judge(replace(self.contest, results=(*self.contest.results, won)))
        level = self.contest.names(key for group in result.level if len(group) > 1 for key in group)
        raise FormatError("throws", Text("level: {who} throw, the highest wins", who=level))

    def _result(self, played: EventGame) -> Result:
        known = self.results.get(played.number)
        if known is None or known[0] is not played.game:
            known = self.results[played.number] = played.game, self._read_result(played)
        return known[1]

    def _read_result(self, played: EventGame) -> Result:
        return Result(
            number=played.number,
            rules=played.game.rules_name,
            seating=self.seating(played.game),
            places=tuple(played.game.places),
            awarded_to=self._awarded_to(played),
            pawns=pawns_of(played.game),
            seconds=seconds_of(played.game),
            is_entered=_is_entered(played),
            is_adjudicated=played.game.decided_by == Decision.ADJUDICATION,
            level=tuple(tuple(self._keys[player] for player in group) for group in played.game.ranking),
            board=board_of(played.game),
            captures=captures(played.game.tallies or NOTHING),
        )

    def _awarded_to(self, played: EventGame) -> str | None:
        """Return the key of a winner without places: entered, awarded, adjudicated or corrected.

        Nor do they with a neutral colour, however the game ended ([D12]).
        """
        game = played.game
        if played.awarded_to_id is not None and game.decided_by != Decision.CORRECTION:
            return next(entry.key for entry in self.entries if entry.pk == played.awarded_to_id)
        if game.decided_by in ("", Decision.PLAY) and game.rules.neutral is None:
            return None
        if winner_by_places(game.rules, game.seating, game.places) is not None:
            return None
        return None if game.winner_id is None else self._keys[str(game.winner_id)]


def _is_entered(played: EventGame) -> bool:
    """Check whether the result was typed in; one that was imported as awarded was given away."""
    decided_by = played.game.decided_by
    awarded = played.awarded_to_id is not None and decided_by == Decision.RESULT
    return decided_by in ENTERED and not awarded


def is_played(played: EventGame) -> bool:
    """Check whether the game counts for its number: a prepared one is still to begin, an abandoned one makes room."""
    return played.game_id is not None and played.game.state not in (GameState.CREATED, GameState.ABANDONED)


def is_prepared(played: EventGame) -> bool:
    """Check whether the game was made and is still to begin."""
    return played.game_id is not None and played.game.state == GameState.CREATED
