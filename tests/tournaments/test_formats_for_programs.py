"""Formats and rule sets for programs: everything that there is to set, with meaning, default and limits."""

from typing import Any

import pytest
from django.test import Client

from rules import RULE_SETS
from rules.rule_sets import OPTIONS
from tests.tournaments.planted_format import Race
from tournaments.formats import FORMATS, FormatError
from tournaments.formats.presets import PRESETS

pytestmark = pytest.mark.django_db


def listed(client: Client, what: str) -> dict[str, Any]:
    answer = client.get(f"/api/v1/{what}/")
    assert answer.status_code == 200
    found = answer.json()
    assert found["next"] is None
    return {each["key"]: each for each in found["results"]}


def is_said(text: dict[str, str]) -> bool:
    """Whether it is said in both languages, in words of their own or in figures."""
    return bool(text["en"] and text["de"])


def test_every_format_is_told_with_every_setting(client: Client) -> None:
    found = listed(client, "formats")
    assert list(found) == list(FORMATS)
    for key, each in found.items():
        settings = FORMATS[key].settings.described()
        assert [setting["key"] for setting in each["settings"]] == [setting.name for setting in settings]
        assert set(each["rule_sets"]) <= set(RULE_SETS)
        assert all(is_said(setting["name"]) and is_said(setting["meaning"]) for setting in each["settings"])
    presets = {preset["key"] for each in found.values() for preset in each["presets"]}
    assert presets == set(PRESETS)


def test_the_defaults_and_limits_of_settings_are_those_that_are_taken(client: Client) -> None:
    for key, each in listed(client, "formats").items():
        settings = FORMATS[key].settings
        defaults = {setting["key"]: setting["default"] for setting in each["settings"]}
        settings.read(defaults)
        kinds = {setting.name: setting.kind for setting in settings.described()}
        for setting in each["settings"]:
            name, kind = setting["key"], kinds[setting["key"]]
            for choice in setting["choices"]:
                assert kind.read(name, choice["value"]) == choice["value"]
            if setting["kind"] == "integer":
                assert kind.read(name, setting["least"]) == setting["least"]
                assert kind.read(name, setting["most"]) == setting["most"]
                for beyond in (setting["least"] - 1, setting["most"] + 1):
                    with pytest.raises(FormatError):
                        kind.read(name, beyond)
            if setting["kind"] == "integers":
                longest, most = setting["longest"], setting["most"]
                assert kind.read(name, [most] * longest) == (most,) * longest
                for wrong in ([most] * (longest + 1), [most + 1] * longest):
                    with pytest.raises(FormatError):
                        kind.read(name, wrong)


def test_every_rule_set_is_told_with_every_option(client: Client) -> None:
    found = listed(client, "rule-sets")
    assert list(found) == list(RULE_SETS)
    for key, each in found.items():
        rules = RULE_SETS[key]
        assert [option["key"] for option in each["options"]] == list(OPTIONS)
        assert each["board"] == rules.board
        assert each["colours"] == list(rules.layout().colours)
        for option in each["options"]:
            known = OPTIONS[option["key"]]
            assert is_said(option["name"])
            assert is_said(option["meaning"])
            assert known.validate(option["default"]) == getattr(rules, option["key"])
            for choice in option["choices"]:
                known.validate(choice["value"])
                assert is_said(choice["name"])


def test_a_format_that_is_added_is_told_without_another_line(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted."""
    monkeypatch.setitem(FORMATS, Race.key, Race())
    told = listed(client, "formats")[Race.key]
    assert [(each["key"], each["kind"]) for each in told["settings"]][:2] == [
        ("laps", "integer"),
        ("table", "integers"),
    ]
