"""Formats and rule sets for programs: everything that there is to set, with meaning, default and limits."""

from typing import Any

import pytest
from django.test import Client

from rules import RULE_SETS
from rules.rule_sets import OPTIONS
from tournaments.formats import FORMATS, FormatError

pytestmark = pytest.mark.django_db


def listed(client: Client, what: str) -> dict[str, Any]:
    answer = client.get(f"/api/v1/{what}/")
    assert answer.status_code == 200
    found = answer.json()
    assert found["next"] is None
    return {each["key"]: each for each in found["results"]}


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
        defaults = {
            option["key"]: OPTIONS[option["key"]].validate(option["default"]) for option in each["options"]
        }
        assert defaults == {name: getattr(RULE_SETS[key], name) for name in OPTIONS}
        for option in each["options"]:
            for choice in option["choices"]:
                OPTIONS[option["key"]].validate(choice["value"])
