"""Who has which place: rulebook §8.6, §9, [D12], [D23]."""

from rules import RULE_SETS, Game

SEATS = {"Anna": ["yellow"], "Bert": ["green"], "Cora": ["red"]}
RULES = RULE_SETS["mhd"].but(neutral="black", ends="first colour")


def test_with_a_neutral_colour_nothing_is_decided_before_its_last_pawn_is_home() -> None:
    # Yellow is home, the neutral black is not: Bert throws, and may still bring it home and win [D12].
    game = Game.at("4x10 a,b,c,d/30,b,c,d/B,B,B,B/30,b,c,d G0", RULES, SEATS, finished=["yellow"])
    assert not game.over
    assert (game.winner, game.ranking) == (None, ())
