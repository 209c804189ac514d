"""The games that the vectors begin with."""

from rules import RULE_SETS, Game, RuleSet
from tests.rules.vectors import Vector, changes


def rule_set(vector: Vector) -> RuleSet:
    return RULE_SETS[vector["rules"]].but(**changes(vector))


def game_at(vector: Vector) -> Game:
    return Game.at(vector["position"], rule_set(vector), vector["seats"], finished=vector.get("finished"))
