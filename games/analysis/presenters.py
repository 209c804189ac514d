"""What the page and the command show of an analysis: names, percentage points, moves in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from games.access import translate_text
from games.analysis.summary import Account, Analysis, AnalysisStep, Weighed
from games.domain.events import EVENT_TYPES
from games.domain.move_text import describe_throw
from games.models import Game, GameAnalysis
from games.queries.seats import seated_names
from games.queries.timeline import RecentEvent, events_at
from rules import Text

#: How many throws and decisions are shown.
MOST = 10


@dataclass(frozen=True, slots=True)
class ThrowCard:
    """A throw in words."""

    weighed: Weighed
    name: str
    played: Text
    better: Text | None
    #: Of whom the chance changed most, from where to where.
    whose: str
    before: int
    after: int


class AnalysisPresenter:
    """An analysis as it is shown. Three queries, as soon as throws are asked for in words."""

    def __init__(self, game: Game, stored: GameAnalysis) -> None:
        self.game, self.stored = game, stored
        self.analysis = Analysis.from_json(stored.found or {})

    @cached_property
    def _names(self) -> dict[str, str]:
        return seated_names(self.game)

    @cached_property
    def _thrown(self) -> Mapping[int, RecentEvent]:
        shown = [*self.analysis.decisive[:MOST], *self.analysis.costly[:MOST]]
        return events_at(self.game, [each.step.number for each in shown], self._names)

    @property
    def accounts(self) -> list[tuple[str, str, Account]]:
        """Name and first colour of the players in the order of the seats, and what came together for them."""
        return [
            (self._names[account.player], self.game.seating[account.player][0], account)
            for account in self.analysis.accounts
        ]

    @cached_property
    def decisive(self) -> list[ThrowCard]:
        """The throws that changed most."""
        return [self._card(each, self._thrown) for each in self.analysis.decisive[:MOST]]

    @cached_property
    def costly(self) -> list[ThrowCard]:
        """The decisions that lost most."""
        return [self._card(each, self._thrown) for each in self.analysis.costly[:MOST]]

    def mistake_at(self, number: int) -> ThrowCard | None:
        """The throw of that event, where another move is shown to be better; no query where none is."""
        mistakes = (each for each in self.analysis.costly if each.step.number == number)
        return next(
            (self._card(each, events_at(self.game, [number], self._names)) for each in mistakes), None
        )

    @property
    def jumps(self) -> list[tuple[int, int, str]]:
        """What was no throw: the number of its event, how many throws went before, and what it is called."""
        found: list[tuple[int, int, str]] = []
        throws = 0
        for each in self.analysis.weighed_steps:
            throws += each.step.is_throw
            if not each.step.is_throw:
                label = translate_text(EVENT_TYPES[each.step.kind].label)
                found.append((each.step.number, throws, label))
        return found

    def _card(self, each: Weighed, thrown: Mapping[int, RecentEvent]) -> ThrowCard:
        step, event = each.step, thrown[each.step.number]
        most = max(range(len(each.before)), key=lambda player: abs(each.changed[player]))
        return ThrowCard(
            each,
            self._names[self.analysis.players[step.player]],
            event.text,
            _better(self.game, event, step) if step.best else None,
            self._names[self.analysis.players[most]],
            round(100 * each.before[most]),
            round(100 * step.after[most]),
        )


def _better(game: Game, thrown: RecentEvent, step: AnalysisStep) -> Text:
    assert thrown.before is not None
    play = game.play_after(thrown.before)
    return describe_throw(
        play, step.die, next(move for move in play.moves(step.die) if move.token == step.best)
    )
