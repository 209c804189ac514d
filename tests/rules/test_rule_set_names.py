"""What rule sets are called, and how they are told in a sentence."""

from rules import RULE_SETS
from rules.rule_set_names import CALLED, rule_set_name, rule_set_summary


def test_every_rule_set_is_called_something_of_its_own_in_both_languages() -> None:
    assert CALLED.keys() == RULE_SETS.keys()
    for language in ("en", "de"):
        assert len({name.of(language) for name in CALLED.values()}) == len(RULE_SETS)


def test_rules_that_nobody_knows_are_called_by_their_name() -> None:
    assert rule_set_name("of-the-club").de == "of-the-club"


def test_the_sentence_says_how_many_colours_there_are_and_what_ends_a_game() -> None:
    assert (
        rule_set_summary(RULE_SETS["xmadn-3t"]).en
        == "a board of 6 colours; the first colour home ends the game"
    )
    data = {name: rule_set_summary(rules).de for name, rules in RULE_SETS.items()}
    assert data["schmidt"].startswith("ein Brett mit 4 Farben; die erste Farbe")
    assert "Spieler" in data["xmadn-2t+"]
    assert len({data[name] for name in ("xmadn-3t", "xmadn-3t+", "xmadn-gp", "xmadn-gp+")}) == 4
