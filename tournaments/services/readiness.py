"""The preflight check: whether the event can be finished with these players and settings, or what is missing."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from django.utils import timezone

from games.domain.aggregate import GameAggregate
from games.domain.events import EVENT_TYPES, EventContext
from games.domain.state import State
from games.enums import EventKind
from games.errors import RecordingError
from games.models.player import folded
from rules import RulesError, Text
from rules.seating import seating
from tournaments.formats import EntrantSeating, NextGame, phrases
from tournaments.formats.simulate import Stand, Wins, best_seed_wins, last_one_wins, rehearse
from tournaments.services.starters import FurnitureInput, to_lay
from tournaments.standings.event_state import EventState


class Readiness(Enum):
    """What a finding says of whether the event can begin and be finished."""

    FINE = "fine"
    WARNING = "warning"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding, in words."""

    grade: Readiness
    sentence: Text


def preflight(event_state: EventState) -> tuple[Finding, ...]:
    """Report what keeps the event from being played to its end, what is odd, and the proof that it can be.

    The proof is a rehearsal: the event is played through twice from its current state, once with one player ahead
    in everything and once with all players level, by the very rules that judge it later (``formats.dry_run``). Every
    game in it is begun as it would be at the board.
    """
    missing = [Finding(Readiness.MISSING, text) for text in event_state.verdict.missing]
    if not missing and not event_state.verdict.finished:
        missing = list(_rehearsed(event_state))
    return (*missing, *_odd(event_state))


def _rehearsed(event_state: EventState) -> Iterator[Finding]:
    format = event_state.event.format
    contest, left_out = format.shortened(event_state.contest)
    try:
        runs = [
            rehearse(format, contest, _begun_first(event_state, wins))
            for wins in (best_seed_wins, last_one_wins)
        ]
    except _CannotBegin as fault:
        yield Finding(Readiness.MISSING, fault.text)
        return
    stopped = [run.stopped_by for run in runs if run.stopped_by is not None]
    if stopped:
        yield Finding(
            Readiness.MISSING,
            Text("the event cannot be finished: {told}", told=stopped[0]),
        )
        return
    short, long = (phrases.games_to_play(run.games + left_out) for run in runs)
    yield Finding(
        Readiness.FINE,
        Text(
            "played through: {short} if one player is ahead in everything, {long} if all stay level",
            short=short,
            long=long,
        ),
    )


class _CannotBegin(Exception):
    """A game that the rules of play refuse to begin, in words."""

    def __init__(self, game: NextGame, refused: Text) -> None:
        super().__init__(refused.en)
        self.text = Text("{game} cannot begin: {refused}", game=game.name, refused=refused)


def _begun_first(event_state: EventState, wins: Wins) -> Wins:
    """Wrap ``wins`` to try the start of each kind of board once, before its first game is won."""
    tried: set[tuple[str, EntrantSeating]] = set()

    def begun(game: NextGame, stand: Stand) -> str:
        if (game.rules, game.seating) not in tried:
            _try(event_state, game)
            tried.add((game.rules, game.seating))
        return wins(game, stand)

    return begun


def _try(event_state: EventState, game: NextGame) -> None:
    """Begin a game by the very code that begins it later (``games.domain.events.setup``); nothing is stored."""
    try:
        rules = event_state.event.rules_of(game.rules)
        seats = {seat.entrant: list(seat.colours) for seat in game.seating.seats}
        seating(rules, seats)
        data = {
            "starter": game.starter or game.seating.colours[0],
            "how": {},
            **to_lay(rules, FurnitureInput()),
        }
        start, state = EVENT_TYPES[EventKind.START], State(rules, seats)
        context = EventContext(1, timezone.now(), "", GameAggregate(state))
        start.apply(state, start.complete(state, data, context), context)
    except (RulesError, RecordingError) as refused:
        raise _CannotBegin(game, refused.message) from refused


def _odd(event_state: EventState) -> Iterator[Finding]:
    event, season = event_state.event, event_state.event.season
    if not season.starts_on <= event.starts_on <= season.ends_on:
        yield _warning(
            Text(
                "{starts_on} is not in the season, {season_starts_on} to {ends_on}",
                starts_on=event.starts_on,
                season_starts_on=season.starts_on,
                ends_on=season.ends_on,
            ),
        )
    names = Counter(folded(event_state.name(entry)) for entry in event_state.entries)
    for entry in event_state.entries:
        if names[folded(event_state.name(entry))] > 1:
            name = event_state.name(entry)
            yield _warning(
                Text("several players are called {name}: a nickname tells them apart", name=name),
            )


def _warning(message: Text) -> Finding:
    return Finding(Readiness.WARNING, message)
