"""What rule sets are called, and how they are told in a sentence."""

from __future__ import annotations

from rules import RULE_SETS
from rules.rule_set_names import CALLED, called, gist


def test_every_rule_set_is_called_something_of_its_own_in_both_languages() -> None:
    assert CALLED.keys() == RULE_SETS.keys()
    for language in ("en", "de"):
        assert len({name.of(language) for name in CALLED.values()}) == len(RULE_SETS)


def test_rules_that_nobody_knows_are_called_by_their_name() -> None:
    assert called("of-the-club").de == "of-the-club"


def test_the_sentence_says_how_many_colours_there_are_and_what_ends_a_game() -> None:
    assert (
        gist(RULE_SETS["xmadn-3t"]).en
        == "a board of 6 colours; the first colour with all pawns home ends the game"
    )
    told = {name: gist(rules).de for name, rules in RULE_SETS.items()}
    assert told["schmidt"].startswith("ein Brett mit 4 Farben; die erste Farbe")
    assert "Spieler" in told["xmadn-2t+"]
    assert len({told[name] for name in ("xmadn-3t", "xmadn-3t+", "xmadn-gp", "xmadn-gp+")}) == 4
