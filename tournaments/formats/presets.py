"""Events that are played again and again under a name of their own: a format with its settings, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.i18n import Text


@dataclass(frozen=True, slots=True)
class Preset:
    """A format by its key, the rule set, and the settings that are not its defaults."""

    key: str
    name: Text
    format: str
    rules: str
    settings: Mapping[str, object]


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
    )
}
