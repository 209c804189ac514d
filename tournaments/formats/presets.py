"""Events that are played again and again under a name of their own: a format with its settings, as data."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules import Text


@dataclass(frozen=True, slots=True)
class Preset:
    """A format by its key, the rule set, and the settings that are not its defaults."""

    key: str
    name: Text
    format: str
    rules: str
    settings: Mapping[str, object]


#: What open tournaments have in common, and what those have that count saved pawns.
_OPEN: Mapping[str, object] = {"table_size": 4}
_SAVED_PAWNS: Mapping[str, object] = {"scoring": "saved-pawns", "unfinished": "saved-pawns", "finals": "none"}

PRESETS: Mapping[str, Preset] = {
    preset.key: preset
    for preset in (
        # tournament-rules §3.5: 6 DRRs and both series.
        Preset(
            "xleague",
            Text("XLeague"),
            "league",
            "xmadn-2t",
            {"drrs": 6, "playoffs": "qualifying and final", "qualifying_wins": 3, "final_wins": 4},
        ),
        # tournament-rules §3.5: 2T+, 1 DRR and a final game between the two best [T8].
        Preset(
            "b-day-league",
            Text("B-Day League"),
            "league",
            "xmadn-2t+",
            {"drrs": 1, "playoffs": "final", "final_wins": 1, "head_start": 0},
        ),
        # tournament-rules §4: the open tournaments of clubs and charities.
        Preset(
            "turnier",
            Text("Tournament (Wiesloch, Saarland)"),
            "open",
            "schmidt-classic",
            {**_OPEN, "rounds": 3, "minutes": 50, "final_minutes": 60, "team_final": "final"},
        ),
        Preset(
            "dohna",
            Text("Publisher’s series (Dohna)"),
            "open",
            "schmidt-classic",
            {
                **_OPEN,
                "rounds": 4,
                "minutes": 30,
                "place_points": [5, 3, 2, 1, 0, 0],
                "unfinished": "remaining-steps",
            },
        ),
        Preset(
            "lions",
            Text("Lions Club"),
            "open",
            "schmidt",
            {**_OPEN, **_SAVED_PAWNS, "rounds": 4, "minutes": 30},
        ),
        Preset(
            "lions-erfurt",
            Text("Lions Club Erfurt"),
            "open",
            "schmidt",
            {**_OPEN, **_SAVED_PAWNS, "rounds": 5, "minutes": 12, "team_size": 2},
        ),
        Preset(
            "storzingen",
            Text("Storzingen"),
            "open",
            "schmidt",
            {**_OPEN, "rounds": 3, "scoring": "home-yard-capture", "unfinished": "home-yard-capture"},
        ),
        Preset(
            "weidenberg",
            Text("Weidenberg"),
            "open",
            "schmidt-classic",
            {
                **_OPEN,
                "rounds": 3,
                "place_points": [55, 30, 10, 0, 0, 0],
                "finals": "final and small final",
            },
        ),
        # The best two of each table go on, until four are left [T23].
        Preset(
            "knock-out",
            Text("Knock-out of fours"),
            "open",
            "schmidt-classic",
            {**_OPEN, "going_on": 2},
        ),
    )
}
