"""The oracle: an event is played on with ``Format.judge`` itself, in every way, and what is claimed is compared.

Nothing of ``tournaments.formats.clinching`` is used to find the endings. A format says in which ways a game can end
(``ways``) and what two events must have in common to have the same future (``situation``).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.tournaments.formats.clinching import sentences
from tests.tournaments.formats.clinching.sentences import Course, Saying
from tournaments.formats import FORMATS, Contest, Verdict
from tournaments.formats.clinching.place_bounds import Decided, Prospect

#: One way in which the next game can end: the event after it, what everybody won with it, and how it went.
Way = tuple[Contest[Any], Mapping[str, Any], Any]
#: Places of everybody at the end, and what everybody won on the way there; in the order of the keys.
Ending = tuple[tuple[int, ...], tuple[Any, ...]]


def prospect_of(decided: Decided, entrant: str) -> Prospect:
    return next(each for each in decided.prospects if each.entrant == entrant)


def eliminated(decided: Decided, place: int) -> tuple[str, ...]:
    return tuple(each.entrant for each in decided.prospects if each.best > place)


@dataclass
class PlayingOn:
    """All endings of the events of one format, of everybody in the table; every situation is played on once."""

    format: str
    ways: Callable[[Contest[Any], Verdict], Iterable[Way]]
    situation: Callable[[Contest[Any], Verdict], Hashable]
    known: dict[Hashable, frozenset[Ending]] = field(default_factory=dict)

    def endings(self, contest: Contest[Any]) -> frozenset[Ending]:
        """Every ending there is from here."""
        verdict = FORMATS[self.format].judge(contest)
        places = {row.entrant: row.place for row in verdict.standings.rows}
        keys = sorted(places)
        if verdict.finished:
            return frozenset({(tuple(places[key] for key in keys), (0,) * len(keys))})
        situation = self.situation(contest, verdict)
        if situation not in self.known:
            self.known[situation] = frozenset(
                (places, tuple(now + later for now, later in zip(_own(won, keys), more, strict=True)))
                for after, won, _ in self.ways(contest, verdict)
                for places, more in self.endings(after)
            )
        return self.known[situation]


def _own(won: Mapping[str, Any], keys: Sequence[str]) -> tuple[Any, ...]:
    return tuple(won.get(key, 0) for key in keys)


def check_prospects(
    decided: Decided, keys: Sequence[str], endings: Iterable[Ending], magic: bool = True
) -> None:
    """Nothing is claimed that an ending denies; where the proof is exact, everything they have in common is."""
    every = list(endings)
    clinched = {each.entrant: each.best for each in decided.prospects if each.best == each.worst}
    out = {place: eliminated(decided, place) for place in range(1, len(keys))}
    for i, key in enumerate(keys):
        prospect = prospect_of(decided, key)
        reached = {places[i] for places, _ in every}
        assert prospect.best <= min(reached), (key, prospect, reached)
        assert prospect.worst >= max(reached), (key, prospect, reached)
        assert clinched.get(key, min(reached)) == min(reached)
        assert all(place < min(reached) for place, gone in out.items() if key in gone)
        missed = max((own[i] for places, own in every if places[i] > 1), default=-1)
        most = max(own[i] for _, own in every)
        if prospect.magic is not None:
            assert missed < prospect.magic, (key, prospect)
        if decided.proof.exact:
            assert (prospect.best, prospect.worst) == (min(reached), max(reached)), (key, prospect, reached)
            if magic:
                assert prospect.magic == (missed + 1 if missed < most else None), (
                    key,
                    prospect,
                    missed,
                    most,
                )


def check_sentences(
    decided: Decided,
    names: Mapping[str, str],
    courses: Sequence[tuple[Course, Mapping[str, int]]],
    goals: Mapping[str, int] | None = None,
    most_alternatives: int | None = 4,
) -> None:
    """What must happen: after the courses of the next games that a sentence tells, and after no others.

    ``courses`` are told with the worst place of everybody after them. Without a sentence there is nothing that
    makes the goal certain, it is certain already, or it takes too many alternatives (None: they are always told).
    """
    goals = goals or {"1st place": 1}
    keys = {name: key for key, name in names.items()}
    said = [sentences.read(told, keys) for told in decided.must_happen]
    for goal, place in goals.items():
        for key in names:
            if key not in {each.entrant for each in decided.prospects}:
                continue
            certain = [worst[key] <= place for _, worst in courses]
            mine = [each for each in said if (each.player, each.goal) == (key, goal)]
            if not mine:
                if decided.proof.exact and any(certain) and not all(certain):
                    assert most_alternatives is not None, (key, goal, courses)
                    assert _alternatives(courses, certain) > most_alternatives, (key, goal, courses)
                continue
            (saying,) = mine
            _check_saying(saying, courses, certain, decided.proof.exact)
    assert {(each.player, each.goal) for each in said} <= {(key, goal) for key in names for goal in goals}
    assert len({(each.player, each.goal) for each in said}) == len(said)


def _check_saying(
    saying: Saying, courses: Sequence[tuple[Course, Mapping[str, int]]], certain: Sequence[bool], exact: bool
) -> None:
    entries = [saying.holds(course) for course, _ in courses]
    assert any(entries), saying
    assert not all(entries), saying
    assert all(holds for holds, said in zip(certain, entries, strict=True) if said), saying
    if exact:
        assert entries == list(certain), saying
    # None of the ways is contained in another one.
    assert not any(one < other for one in saying.ways for other in saying.ways), saying


def _alternatives(courses: Sequence[tuple[Course, Mapping[str, int]]], certain: Sequence[bool]) -> int:
    """How many shortest conditions there are: those that hold, and without any one of their parts do not."""
    games = sorted(courses[0][0])
    found = []
    for condition in _conditions(games, [course for course, _ in courses]):
        if all(
            holds for (course, _), holds in zip(courses, certain, strict=True) if _fits(course, condition)
        ):
            found.append(condition)
    return sum(not any(other < one for other in found) for one in found)


def _conditions(games: Sequence[str], courses: Sequence[Course]) -> Iterator[frozenset[tuple[str, Any]]]:
    def extended(
        rest: Sequence[str], parts: frozenset[tuple[str, Any]]
    ) -> Iterator[frozenset[tuple[str, Any]]]:
        if not rest:
            yield parts
            return
        yield from extended(rest[1:], parts)
        for outcome in sorted({tuple(course[rest[0]]) for course in courses}):
            yield from extended(rest[1:], parts | {(rest[0], outcome)})

    yield from extended(games, frozenset())


def _fits(course: Course, condition: frozenset[tuple[str, Any]]) -> bool:
    return all(tuple(course[game]) == outcome for game, outcome in condition)
