"""The statistics of a die as pages show them."""

from __future__ import annotations

from dataclasses import dataclass

from games.dice.interpretation import meaning, meaning_of_wait, p_value
from games.dice.statistics import Statistics
from rules.i18n import Text
from rules.rule_sets import SIX


@dataclass(frozen=True, slots=True)
class DicePresenter:
    """A die with what its figures mean."""

    found: Statistics

    @property
    def meaning(self) -> Text:
        """What the counts say about the die."""
        return meaning(self.found)

    @property
    def meaning_of_wait(self) -> Text | None:
        """How long somebody waited for a 6; nothing for a die without one."""
        return None if self.found.wait is None else meaning_of_wait(self.found.wait)

    @property
    def p_value(self) -> Text | None:
        """The p value in figures, if there is one."""
        return None if self.found.fit is None else p_value(self.found.fit)

    @property
    def sixes(self) -> int | None:
        """How often the 6 was thrown, if the die has one."""
        return next((face.counted for face in self.found.faces if face.face == SIX), None)
