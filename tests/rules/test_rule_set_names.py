"""What rule sets are called, and how they are told in a sentence."""

from rules import RULE_SETS, rule_set_name
from rules.option_labels import RULE_SET_NAMES


def test_every_rule_set_is_called_something_of_its_own_in_both_languages() -> None:
    assert RULE_SET_NAMES.keys() == RULE_SETS.keys()
    for language in ("en", "de"):
        assert len({name.of(language) for name in RULE_SET_NAMES.values()}) == len(RULE_SETS)


def test_rules_that_nobody_knows_are_called_by_their_name() -> None:
    assert rule_set_name("of-the-club").de == "of-the-club"
