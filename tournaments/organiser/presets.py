"""Presets as people choose them: the settings in words."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.formats import FORMATS
from tournaments.formats.presets import Preset
from tournaments.organiser.i18n import translate_text


@dataclass(frozen=True, slots=True)
class PresetCard:
    """A preset as it is chosen."""

    preset: Preset

    @property
    def facts(self) -> str:
        """The settings that most look at, and all that are not the usual ones, in words."""
        format = FORMATS[self.preset.format]
        made, described = format.settings.read(self.preset.settings), format.settings.described()
        asked = (described[0].name, *format.asked)
        values = [(each, getattr(made, each.name)) for each in described]
        shown = [
            (each, value) for each, value in values if value and (each.name in asked or value != each.default)
        ]
        return " · ".join(
            f"{translate_text(each.label)}: {translate_text(each.kind.in_words(value))}"
            for each, value in shown
        )
