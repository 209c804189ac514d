"""Reading what must happen back from its sentences, so that tests check what people are told."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules import Text

#: Names of the games → how they ended: who won, or what everybody got.
Course = Mapping[str, Any]
#: Something that a course fulfils or not.
Atom = tuple[Any, ...]


@dataclass(frozen=True)
class Saying:
    """``player`` reaches ``goal`` if all atoms of one of the ``ways`` hold."""

    player: str
    goal: str
    ways: frozenset[frozenset[Atom]]

    def holds(self, course: Course) -> bool:
        """Whether the games went so."""
        return any(all(_holds(atom, course) for atom in way) for way in self.ways)


def _holds(atom: Atom, course: Course) -> bool:
    kind, game, *rest = atom
    if kind == "won":
        return bool(set(course[game]) == set(rest[0]))
    player, other, difference = rest
    points = course[game]
    return bool(points[player] - (points[other] if other else 0) >= difference)


def read(text: Text, keys: Mapping[str, str]) -> Saying:
    """The saying of a sentence; ``keys`` of players by name."""
    found = re.fullmatch(r"(\w+) clinches (.+?) ((?:with|if) .+)", text.en)
    assert found, text.en
    assert text.de != text.en
    player, goal, ways = found.groups()
    return Saying(
        keys[player], goal, frozenset(_atoms(way, keys[player], keys) for way in ways.split(", or "))
    )


def _game(text: str) -> str:
    """``Game 7`` or ``Game 7 of the Final Series``."""
    found = re.match(r"Game \d+(?: of the \w+ Series)?", text)
    assert found, text
    return found[0]


def _atoms(way: str, player: str, keys: Mapping[str, str]) -> frozenset[Atom]:
    if found := re.fullmatch(r"with a win in (.+)", way):
        return frozenset({("won", _game(found[1]), (player,))})
    if found := re.fullmatch(r"if (.+) share (Game .+)", way):
        return frozenset({("won", _game(found[2]), _players(found[1], keys))})
    if found := re.fullmatch(r"if (.+)", way):
        wins = re.findall(r"(\w+) wins (Game \d+(?: of the \w+ Series)?)", found[1])
        assert len(wins) == found[1].count(" wins ")
        return frozenset(("won", _game(game), (keys[name],)) for name, game in wins)
    found = re.fullmatch(r"with (.+) in (Game .+)", way)
    assert found, way
    return frozenset(
        _points(part, player, _game(found[2]), keys) for part in re.split(r" and (?=at)", found[1])
    )


def _players(listed: str, keys: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(sorted(keys[name] for name in re.split(r", | and ", listed)))


def _points(part: str, player: str, game: str, keys: Mapping[str, str]) -> Atom:
    number = int(found[0]) if (found := re.search(r"\d+", part)) else 0
    last = part.split()[-1]
    if "as many" in part:
        return ("points", game, player, keys[last], 0)
    if "more than" in part:
        assert part.startswith("at least")
        return ("points", game, player, keys[last], number)
    if "fewer than" in part:
        assert part.startswith("at most")
        return ("points", game, player, keys[last], -number)
    assert re.fullmatch(r"at least \d+ GPP", part), part
    return ("points", game, player, None, number)
