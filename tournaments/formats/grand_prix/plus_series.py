"""GP+ series: n counted GP+ games, most GPP win (tournament-rules §3.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

from games.domain.place_points import PlacePoints
from rules import Ends, Text
from tournaments.formats import phrases
from tournaments.formats.contest import Contest, Result
from tournaments.formats.errors import FormatError
from tournaments.formats.grand_prix.lead import Swing
from tournaments.formats.grand_prix.points import Gains
from tournaments.formats.grand_prix.points_series import PointsSeries, SeriesSettings
from tournaments.formats.settings import integer_list_setting
from tournaments.formats.verdict import Column


@dataclass(frozen=True)
class GPPlusSettings(SeriesSettings):
    """The settings of a GP+ series."""

    table: tuple[int, ...] = integer_list_setting(
        (4, 2, 1),
        most=999,
        label=Text("GPP of the players"),
        about=Text("Grand Prix points of the players in the order of bringing both colours home (§3.3)."),
    )

    def check(self) -> None:
        """Refuse a table that gives all players the same in every game: a tie would never end."""
        if self.table[0] == self.table[-1]:
            raise FormatError(
                "table",
                Text(
                    "all players would always get the same, so nobody could ever win; the first place must "
                    "give more than the last"
                ),
            )


class GPPlusSeries(PointsSeries[GPPlusSettings]):
    """n counted games of three players with opposite colours, played for the places of the players."""

    key = "gp-plus-series"
    name = Text("GP+ series")
    purpose = Text("Like a GP series, with points for bringing both colours home.")
    rule_sets = ("xmadn-gp+",)
    settings = GPPlusSettings
    column = Column("gpp", Text("GPP"), Text("GPP"), Text("GPP"))

    def place_points(self, settings: GPPlusSettings, ends: Ends) -> PlacePoints | None:
        return PlacePoints(settings.table) if ends is Ends.ALL_PLAYERS else None

    def check_places(self, result: Result) -> None:
        """Check that the game ended when two players had both colours home (rulebook §9)."""
        before = Result(result.number, result.rules, result.seating, result.places[:-1])
        ended = len(result.players_home) == 2 and len(before.players_home) == 1
        if not ended:
            placed = ", ".join(result.places) or Text("none")
            raise result.error(
                "places",
                Text(
                    "the game ends when two players have both colours home, the last colour in places being "
                    "the second of one of them, not: {placed}",
                    placed=placed,
                ),
            )

    def points(self, settings: GPPlusSettings, result: Result) -> Mapping[str, int]:
        """Return GPP in the order of bringing both colours home; who has not done so when the game ends is last."""
        return dict(zip(_order(result), settings.table, strict=True))

    def describe_points(self, contest: Contest[GPPlusSettings], result: Result) -> Text:
        """Describe the players in the order of bringing both colours home, with their GPP."""
        given = [f"{contest.name(key)} {gpp}" for key, gpp in self.points(contest.settings, result).items()]
        order = phrases.names(given)
        return Text("both colours home: {order}", order=order)

    def gains(self, contest: Contest[GPPlusSettings]) -> Gains:
        table = contest.settings.table
        return frozenset(
            (table[first], table[second], table[third]) for first, second, third in permutations(range(3))
        )

    def swing(self, contest: Contest[GPPlusSettings]) -> Swing:
        """Return first against last: any two players can finish so in any game, whatever the third does."""
        return Swing(most=contest.settings.table[0], least=contest.settings.table[-1])


def _order(result: Result) -> tuple[str, ...]:
    home = result.players_home
    return home + tuple(key for key in result.seating.entrants if key not in home)
