"""The year of an XMädn league: three sub-seasons of three 3T events, each up to a Major, and four doubles events.

The regulations fix the formats, the levels and the three Majors (tournament-rules §3, §6). Which event is in
which week, and how long it is, is this league's custom: a default, to be changed before the season is created.
"""

from __future__ import annotations

from rules.i18n import Text
from tournaments.formats.presets import PRESETS
from tournaments.season_templates.template import PlannedEvent, Play, SeasonTemplate, Stretch


def _first_to(wins: int, rules: str) -> Play:
    return Play("championship", rules, {"wins": wins})


def _grand_prix(games: int) -> Play:
    return Play("gp-series", "xmadn-gp", {"games": games})


def _preset(key: str) -> Play:
    preset = PRESETS[key]
    return Play(preset.format, preset.rules, preset.settings)


_GP_PLUS = Play("gp-plus-series", "xmadn-gp+", {"games": 4})
_TRIPLE_ATHLON = Play("triple-athlon", "xmadn-3t", {"wins": 3})
_CHALLENGERS = Play("challengers", "xmadn-2t", {"wins": 3})
_LEAGUE_AND_FINAL = Play("league", "xmadn-2t", {"drrs": 2, "playoffs": "final", "final_wins": 3})

# Level 1 is first-to-2 and level 2 first-to-3, as in the examples of tournament-rules §6.
_SPRING = (
    PlannedEvent("spring-3t-open", "Spring 3T Open {year}", 1, week=3, play=_first_to(2, "xmadn-3t")),
    PlannedEvent("spring-grand-prix", "Spring Grand Prix {year}", 2, week=7, play=_grand_prix(8)),
    PlannedEvent("world-masters", "World Masters {year}", 3, week=13, play=_first_to(4, "xmadn-3t+")),
)
_SUMMER = (
    PlannedEvent("summer-gp-plus", "Summer GP+ {year}", 1, week=20, play=_GP_PLUS),
    PlannedEvent("summer-triple-athlon", "Summer TripleAthlon {year}", 2, week=24, play=_TRIPLE_ATHLON),
    PlannedEvent("gp-world-series", "GP World Series {year}", 3, week=30, play=_grand_prix(16)),
)
_AUTUMN = (
    PlannedEvent("autumn-3t-plus-open", "Autumn 3T+ Open {year}", 1, week=37, play=_first_to(2, "xmadn-3t+")),
    PlannedEvent("autumn-3t-cup", "Autumn 3T Cup {year}", 2, week=41, play=_first_to(3, "xmadn-3t")),
    PlannedEvent(
        "world-championship", "World Championship {year}", 4, week=48, play=_first_to(5, "xmadn-3t")
    ),
)
_DOUBLES = (
    PlannedEvent("b-day-league", "B-Day League {year}", 1, week=10, play=_preset("b-day-league")),
    PlannedEvent("xleague", "XLeague {year}", 2, week=16, play=_preset("xleague")),
    PlannedEvent("challengers", "Challengers {year}", 1, week=34, play=_CHALLENGERS),
    PlannedEvent("autumn-2t-league", "Autumn 2T League {year}", 1, week=44, play=_LEAGUE_AND_FINAL),
)

XMADN = SeasonTemplate(
    key="xmadn",
    name=Text("XMädn season"),
    about=Text(
        "Three sub-seasons of three 3T events – levels 1 and 2, then a Major – and four doubles "
        "events in between."
    ),
    slug="xmadn-{year}",
    season="XMädn {year}",
    stretches=(
        Stretch(Text("Spring"), _SPRING),
        Stretch(Text("Summer"), _SUMMER),
        Stretch(Text("Autumn"), _AUTUMN),
        Stretch(Text("Doubles"), _DOUBLES),
    ),
)
