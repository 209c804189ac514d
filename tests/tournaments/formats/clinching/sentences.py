"""Reading what must happen back from its sentences, English and German, so that tests check what people are told."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules import Text

#: Names of the games → how they ended: who won, or what everybody got.
Course = Mapping[str, Any]
#: Something that a course fulfils or not, and a key by which the two languages are compared.
Atom = tuple[Any, ...]

PLACES = {"1st place": "Platz 1", "1st place and the Final Series": "Platz 1 und die Finalserie"}
GOALS = {**PLACES, "the Final Series": "die Finalserie", "the playoffs": "die Playoffs"}


@dataclass(frozen=True)
class Saying:
    """``player`` reaches ``goal`` if all atoms of one of the ``ways`` hold."""

    player: str
    goal: str
    ways: frozenset[frozenset[Atom]]

    def holds(self, course: Course) -> bool:
        """Whether the games went so."""
        return any(all(_holds(atom, course) for atom in way) for way in self.ways)

    @property
    def games(self) -> set[str]:
        """The games it speaks of."""
        return {atom[1] for way in self.ways for atom in way}


def _holds(atom: Atom, course: Course) -> bool:
    kind, game, *rest = atom
    if kind == "won":
        return bool(set(course[game]) == set(rest[0]))
    player, other, difference = rest
    points = course[game]
    return bool(points[player] - (points[other] if other else 0) >= difference)


def read(text: Text, keys: Mapping[str, str]) -> Saying:
    """The saying of a sentence; ``keys`` of players by name. Both languages must say the same."""
    english, german = _english(text.en, keys), _german(text.de, keys)
    assert english == german, text
    return english


def _english(sentence: str, keys: Mapping[str, str]) -> Saying:
    found = re.fullmatch(r"(\w+) clinches (.+?) ((?:with|if) .+)", sentence)
    assert found, sentence
    player, goal, ways = found.groups()
    return _saying(keys[player], goal, ways.split(", or "), keys, _english_atoms)


def _german(sentence: str, keys: Mapping[str, str]) -> Saying:
    found = re.fullmatch(r"(\w+) hat (.+?) sicher: (.+)", sentence)
    assert found, sentence
    player, goal, ways = found.groups()
    (english_goal,) = (en for en, de in GOALS.items() if de == goal)
    return _saying(keys[player], english_goal, re.split(r" oder (?=mit|wenn)", ways), keys, _german_atoms)


def _saying(
    player: str,
    goal: str,
    ways: list[str],
    keys: Mapping[str, str],
    atoms: Callable[[str, str, Mapping[str, str]], frozenset[Atom]],
) -> Saying:
    return Saying(player, goal, frozenset(atoms(way, player, keys) for way in ways))


def _game(text: str) -> str:
    """``Game 7`` or ``Spiel 7 der Finalserie`` → its number, and the series."""
    number = re.match(r"(?:Game|Spiel) (\d+)", text)
    assert number, text
    series = (
        " of the Final Series" if "Final" in text else " of the Qualifying Series" if "Quali" in text else ""
    )
    return f"Game {number[1]}{series}"


def _english_atoms(way: str, player: str, keys: Mapping[str, str]) -> frozenset[Atom]:
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
        _points(
            part, player, _game(found[2]), keys, ("at least", "at most", "as many", "more than", "fewer than")
        )
        for part in re.split(r" and (?=at)", found[1])
    )


def _german_atoms(way: str, player: str, keys: Mapping[str, str]) -> frozenset[Atom]:
    if found := re.fullmatch(r"mit einem Sieg in (.+)", way):
        return frozenset({("won", _game(found[1]), (player,))})
    if found := re.fullmatch(r"wenn (.+) sich (Spiel .+) teilen", way):
        return frozenset({("won", _game(found[2]), _players(found[1], keys))})
    if found := re.fullmatch(r"wenn (.+) gewinnt", way):
        wins = re.findall(r"(\w+) (Spiel \d+(?: der \w+serie)?)", found[1])
        return frozenset(("won", _game(game), (keys[name],)) for name, game in wins)
    found = re.fullmatch(r"mit (.+) in (Spiel .+)", way)
    assert found, way
    return frozenset(
        _points(
            part,
            player,
            _game(found[2]),
            keys,
            ("mindestens", "höchstens", "so viele", "mehr als", "weniger als"),
        )
        for part in re.split(r" und (?=mindestens|höchstens)", found[1])
    )


def _players(listed: str, keys: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(sorted(keys[name] for name in re.split(r", | and | und ", listed)))


def _points(part: str, player: str, game: str, keys: Mapping[str, str], words: tuple[str, ...]) -> Atom:
    least, most, as_many, more, fewer = words
    number = int(found[0]) if (found := re.search(r"\d+", part)) else 0
    last = part.split()[-1]
    if as_many in part:
        return ("points", game, player, keys[last], 0)
    if more in part:
        assert part.startswith(least)
        return ("points", game, player, keys[last], number)
    if fewer in part:
        assert part.startswith(most)
        return ("points", game, player, keys[last], -number)
    assert re.fullmatch(rf"{least} \d+ GPP", part), part
    return ("points", game, player, None, number)
