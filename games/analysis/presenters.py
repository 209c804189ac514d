"""What the page and the command show of an analysis: names, percentage points, moves in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext as _

import rules
from games.analysis.jobs import can_be_requested, is_waiting
from games.analysis.summary import Account, Analysis, AnalysisStep, Weighed
from games.domain.events import EVENT_TYPES
from games.domain.move_text import describe_throw
from games.drawing import symbols
from games.drawing.chart import WIDTH
from games.drawing.svg_builder import escape_text, tag
from games.models import Game, GameAnalysis
from games.queries.seats import seated_names
from games.queries.timeline import RecentEvent, events_at
from rules import Figure, Text

#: How many throws and decisions are shown.
MOST = 10


def points(value: float) -> str:
    """A change of a chance in percentage points with its sign: ``+12.3``."""
    if abs(rounded := round(100 * value, 1)) < 0.05:
        return Figure(0, ".1f").of(get_language() or "en")
    return Figure(rounded, "+.1f").of(get_language() or "en").replace("-", "−")


@dataclass(frozen=True, slots=True)
class AccountCard:
    """Luck and decisions of a player."""

    name: str
    colour: str
    account: Account
    luck: str
    luck_margin: str
    loss: str
    loss_margin: str

    @property
    def share(self) -> int | None:
        """How many of a hundred decisions were the best as far as is known; ``None`` without any."""
        account = self.account
        return round(100 * account.best / account.decisions) if account.decisions else None


@dataclass(frozen=True, slots=True)
class ThrowCard:
    """A throw in words."""

    weighed: Weighed
    name: str
    colour: str
    die: int
    played: Text
    better: Text | None
    #: Of whom the chance changed most, from where to where.
    whose: str
    before: int
    after: int
    loss: str
    loss_margin: str


@dataclass(frozen=True, slots=True)
class AnalysisOffer:
    """What there is instead of an analysis: it is being made, or the viewer can ask for it."""

    is_waiting: bool
    may_request: bool


def offer_analysis(game: Game, *, may_organise: bool) -> AnalysisOffer:
    """What a page says of a game that has ended and has no analysis. Two queries at most."""
    waits = is_waiting(game)
    return AnalysisOffer(waits, not waits and may_organise and can_be_requested(game))


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
    def accounts(self) -> list[AccountCard]:
        """The players in the order of the seats."""
        return [
            AccountCard(
                self._names[account.player],
                self.game.seating[account.player][0],
                account,
                points(account.luck),
                points(account.luck_margin).lstrip("+"),
                points(account.loss).lstrip("+"),
                points(account.loss_margin).lstrip("+"),
            )
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
                label = EVENT_TYPES[each.step.kind].label.of(get_language() or "en")
                found.append((each.step.number, throws, label))
        return found

    @property
    def chart(self) -> SafeString:
        """Luck and losses as bars."""
        words = (
            _("Luck of the dice and what decisions lost, in percentage points"),
            _("luck"),
            _("lost"),
        )
        return mark_safe(bars(self.accounts, words))

    def _card(self, each: Weighed, thrown: Mapping[int, RecentEvent]) -> ThrowCard:
        step, event = each.step, thrown[each.step.number]
        most = max(range(len(each.before)), key=lambda player: abs(each.changed[player]))
        return ThrowCard(
            each,
            self._names[self.analysis.players[step.player]],
            step.colour,
            step.die,
            event.text,
            _better(self.game, event, step) if step.best else None,
            self._names[self.analysis.players[most]],
            round(100 * each.before[most]),
            round(100 * step.after[most]),
            points(step.loss).lstrip("+"),
            points(step.loss_margin).lstrip("+"),
        )


def _better(game: Game, thrown: RecentEvent, step: AnalysisStep) -> Text:
    assert thrown.before is not None
    play = rules.Game.at(thrown.before.position, game.rules, game.seating, finished=thrown.before.finished)
    return describe_throw(
        play, step.die, next(move for move in play.moves(step.die) if move.token == step.best)
    )


# -- luck and losses as bars: luck filled, what decisions lost hatched by its dashed outline -------


#: Heights of a player's part: their name, then two bars.
_NAME, _BAR, _GAP = 20, 18, 10
#: What stays free for figures beside the bars, on either side.
_ASIDE = 52


def bars(found: Sequence[AccountCard], said: tuple[str, str, str]) -> str:
    """The picture; ``said`` are its title and what luck and losses are called."""
    title, luck, lost = said
    reach = max([0.01, *(abs(value) for bar in found for value in (bar.account.luck, bar.account.loss))])
    scale = (WIDTH / 2 - _ASIDE) / reach
    height = len(found) * (_NAME + 2 * _BAR + _GAP)
    drawn = [tag("line", x1=WIDTH // 2, x2=WIDTH // 2, y1=_NAME, y2=height - _GAP, class_="curve-grid")]
    for number, bar in enumerate(found):
        top = number * (_NAME + 2 * _BAR + _GAP)
        badge = symbols.badge_at(bar.colour, f"8 {top + 10}")
        drawn += [badge, tag("text", escape_text(bar.name), x=20, y=top + 14, class_="curve-words bar-name")]
        drawn += _drawn(bar.account.luck, top + _NAME, scale, f"{luck} {bar.luck}", "bar-luck")
        drawn += _drawn(-bar.account.loss, top + _NAME + _BAR, scale, f"{lost} {bar.loss}", "bar-lost")
    return tag(
        "svg",
        tag("title", escape_text(title)),
        *drawn,
        viewBox=f"0 0 {WIDTH} {height}",
        class_="curve",
        role="img",
    )


def _drawn(value: float, top: int, scale: float, said: str, kind: str) -> list[str]:
    """A bar from the middle to its value, and what it is on the other side of the middle."""
    middle, length = WIDTH / 2, abs(value) * scale
    left = middle if value > 0 else middle - length
    aside = {"x": f"{middle - 6:g}", "text_anchor": "end"} if value > 0 else {"x": f"{middle + 6:g}"}
    return [
        tag("rect", x=f"{left:.1f}", y=top + 2, width=f"{length:.1f}", height=_BAR - 5, class_=kind),
        tag("text", escape_text(said), **aside, y=top + 13, class_="curve-words"),
    ]
