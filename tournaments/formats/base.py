"""What a tournament format is.

A format is an object without state. Whoever runs an event reads its settings with ``settings.read``, puts
them with entrants, draws and results into a ``Contest``, and asks ``judge`` what follows.
"""

from __future__ import annotations

from typing import Protocol

from rules.i18n import Text
from tournaments.formats.contest import Contest, SettingsType
from tournaments.formats.verdict import Verdict


class Format(Protocol[SettingsType]):
    """The sporting rules of one kind of event; ``key`` is what is stored, ``name`` what is shown."""

    @property
    def key(self) -> str: ...

    @property
    def name(self) -> Text: ...

    @property
    def rule_sets(self) -> tuple[str, ...]:
        """The rule sets an event of this format may have (rulebook §7)."""
        ...

    @property
    def least_players(self) -> int: ...

    @property
    def most_players(self) -> int: ...

    @property
    def players_may_leave(self) -> bool:
        """Whether somebody can leave for good while the others play on [T12]."""
        ...

    @property
    def options_are_free(self) -> bool:
        """Whether its games may have every option that their rules allow: no table rests on how they end."""
        ...

    @property
    def settings(self) -> type[SettingsType]:
        """The class of its settings: ``settings.read(json)``, ``settings.described()``."""
        ...

    def judge(self, contest: Contest[SettingsType]) -> Verdict:
        """Everything that follows from the contest as it stands.

        A function of its argument alone. ``FormatError`` for an impossible rule set, draw or result.
        """
        ...
