"""Grand Prix series: n counted GP games, most GPP win (tournament-rules §3.2)."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.domain.place_points import PlacePoints
from rules import Ends, Text
from tournaments.formats.contest import Contest, Result
from tournaments.formats.errors import FormatError
from tournaments.formats.grand_prix import points as gp_points
from tournaments.formats.grand_prix.lead import Swing
from tournaments.formats.grand_prix.points import Gains, GrandPrixPoints
from tournaments.formats.grand_prix.points_series import PointsSeries, SeriesSettings
from tournaments.formats.verdict import Column


@dataclass(frozen=True)
class GPSeriesSettings(SeriesSettings):
    """The settings of a GP series; the points changed over the years (tournament-rules §8)."""

    table: tuple[int, ...] = gp_points.table_setting()
    bonus: int = gp_points.bonus_setting()

    def check(self) -> None:
        """Refuse a table that gives all players the same in every game: a tie would never end."""
        if self.grand_prix.swing().points == 0:
            raise FormatError(
                "table",
                Text(
                    "all players would always get the same, so nobody could ever win; the first place must "
                    "give more than the last, or the bonus more than 0"
                ),
            )

    @property
    def grand_prix(self) -> GrandPrixPoints:
        return GrandPrixPoints(self.table, self.bonus)


class GPSeries(PointsSeries[GPSeriesSettings]):
    """n counted games of three players with opposite colours, played for the places of the colours."""

    key = "gp-series"
    name = Text("GP series")
    purpose = Text("Everybody leads two colours. Every place in every game gives points.")
    rule_sets = ("xmadn-gp",)
    settings = GPSeriesSettings
    column = Column("gpp", Text("GPP"), Text("GPP"), Text("GPP"))

    def place_points(self, settings: GPSeriesSettings, ends: Ends) -> PlacePoints | None:
        return gp_points.place_points(settings.table, settings.bonus, ends)

    def check_places(self, result: Result) -> None:
        """Check that all colours have a place, the last one too (rulebook §9)."""
        gp_points.check_all_placed(result)

    def points(self, settings: GPSeriesSettings, result: Result) -> Mapping[str, int]:
        return settings.grand_prix.points_for(result)

    def describe_points(self, contest: Contest[GPSeriesSettings], result: Result) -> Text:
        """Describe the GPP of every colour in finishing order, and who had the bonus."""
        return contest.settings.grand_prix.describe(result, contest.called)

    def gains(self, contest: Contest[GPSeriesSettings]) -> Gains:
        return contest.settings.grand_prix.gains()

    def swing(self, contest: Contest[GPSeriesSettings]) -> Swing:
        return contest.settings.grand_prix.swing()
