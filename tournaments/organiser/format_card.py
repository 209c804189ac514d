"""A format as people choose it: the board, for how many it is, how much play."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from rules import RULE_SETS, Game
from tournaments.forecasts.durations import Extent, extent_of
from tournaments.formats import Format


@dataclass(frozen=True, slots=True)
class FormatCard:
    """A format as it is chosen."""

    format: Format[Any]

    @property
    def picture(self) -> str:
        """The address of a picture of its board as a game begins."""
        rules = RULE_SETS[self.format.rule_sets[0]]
        colours = rules.layout().colours
        begun = Game.start(rules, {colour: (colour,) for colour in colours}, starter=colours[0])
        asked = urlencode({"rules": rules.name, "position": str(begun.position)})
        return f"{reverse('games:position')}?{asked}"

    @property
    def players(self) -> str:
        least, most = self.format.least_players, self.format.most_players
        if least == most:
            return ngettext("%(n)d player", "%(n)d players", least) % {"n": least}
        return gettext("%(least)d to %(most)d players") % {"least": least, "most": most}

    @property
    def extent_for(self) -> str:
        least = self.format.least_players
        if least == self.format.most_players:
            return ""
        return ngettext("with %(n)d player", "with %(n)d players", least) % {"n": least}

    @property
    def extent(self) -> Extent | None:
        """The amount of play with default settings and as few players as it takes."""
        format = self.format
        return extent_of(format, format.settings.read({}), format.rule_sets[0], format.least_players)
