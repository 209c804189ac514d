"""Every setting of every format says in its help where the regulations have it."""

import re

import pytest

from tournaments.formats import FORMATS

SETTINGS = [(key, setting) for key, each in FORMATS.items() for setting in each.settings.described()]


@pytest.mark.parametrize(
    ("key", "setting"), SETTINGS, ids=[f"{key}-{setting.name}" for key, setting in SETTINGS]
)
def test_the_help_of_a_setting_cites_the_regulations_in_both_languages(key: str, setting: object) -> None:
    about = setting.about  # type: ignore[attr-defined]
    cited = [re.findall(r"§\d(?:\.\d)?|\[T\d+\]", sentence) for sentence in (about.en, about.de)]
    assert cited[0]
    assert cited[0] == cited[1]
