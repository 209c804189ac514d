"""What a change does to an event that is being played, by grades: from nothing at all to what must not be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from rules.i18n import Text
from tournaments.formats import Verdict, phrases
from tournaments.formats.verdict import Points


class Grade(Enum):
    """How much a change touches what has been played or announced."""

    NOTICE = "notice"
    WARNING = "warning"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Consequence:
    """One thing that would be different, in words."""

    grade: Grade
    told: Text


def consequences(before: Verdict, after: Verdict, names: Mapping[str, str]) -> tuple[Consequence, ...]:
    """Everything that is different, the gravest first; ``names`` are entrant → name.

    Refused is only what reopens a decided event or gives it another winner (tournament-rules §3).
    """
    found = [
        *_decision(before, after, names),
        *_counted(before, after),
        *_order(before, after, names),
        *_figures(before, after, names),
        *_next(before, after),
        *_planned(before, after),
    ]
    if not found:
        found = [
            _notice(
                "nothing that was played or planned changes", "nichts Gespieltes oder Geplantes ändert sich"
            )
        ]
    grades = list(Grade)
    return tuple(sorted(found, key=lambda each: grades.index(each.grade), reverse=True))


def _decision(before: Verdict, after: Verdict, names: Mapping[str, str]) -> Iterator[Consequence]:
    was, would = before.finished, after.finished
    if was and not would:
        yield _refused(
            "the event is decided, and it would be open again",
            "das Turnier ist entschieden, und es wäre wieder offen",
        )
    elif was and would and was.winner != would.winner:
        yield _refused(
            f"{names[was.winner]} has won the event, and it would be {names[would.winner]}",
            f"{names[was.winner]} hat das Turnier gewonnen, und es wäre {names[would.winner]}",
        )
    elif would and not was:
        yield _warning(
            f"the event would be over: {names[would.winner]} would have won",
            f"das Turnier wäre zu Ende: {names[would.winner]} hätte gewonnen",
        )


def _counted(before: Verdict, after: Verdict) -> Iterator[Consequence]:
    """Games that would no longer count, count only then, or give something else."""
    was = {game.number: game for game in before.games}
    would = {game.number: game for game in after.games}
    if gone := sorted(set(was) - set(would)):
        names = phrases.games(gone)
        yield _warning(f"would not count any more: {names.en}", f"würden nicht mehr zählen: {names.de}")
    if more := sorted(set(would) - set(was)):
        names = phrases.games(more)
        yield _warning(f"would count then: {names.en}", f"würden dann zählen: {names.de}")
    if other := sorted(
        number for number in set(was) & set(would) if was[number].scores != would[number].scores
    ):
        names = phrases.games(other)
        yield _warning(f"would give other points: {names.en}", f"gäben andere Punkte: {names.de}")


def _order(before: Verdict, after: Verdict, names: Mapping[str, str]) -> Iterator[Consequence]:
    was = {row.entrant: row.place for row in before.standings.rows}
    for row in after.standings.rows:
        if row.place != was.get(row.entrant, row.place):
            place, now = phrases.place(row.place), phrases.place(was[row.entrant])
            yield _warning(
                f"{names[row.entrant]} would be in {place.en}, not {now.en}",
                f"{names[row.entrant]} stünde auf {place.de} statt {now.de}",
            )


def _figures(before: Verdict, after: Verdict, names: Mapping[str, str]) -> Iterator[Consequence]:
    """Figures of the table that would be others, and such as would be missing."""
    was = {row.entrant: _by_column(before, row.figures) for row in before.standings.rows}
    heads = {column.key: column.name for column in after.standings.columns}
    for row in after.standings.rows:
        earlier, now = was.get(row.entrant, {}), _by_column(after, row.figures)
        other = [
            Text(
                f"{heads[key].en} {now[key]} instead of {earlier[key]}",
                f"{heads[key].de} {now[key]} statt {earlier[key]}",
            )
            for key in now
            if key in earlier and now[key] != earlier[key]
        ]
        if other:
            listed, name = phrases.listed(other), names[row.entrant]
            yield _notice(
                f"{name} would have in the table: {listed.en}", f"{name} hätte in der Tabelle: {listed.de}"
            )
    missing = {each.told for each in before.standings.unfinished}
    for each in after.standings.unfinished:
        if each.told not in missing:
            yield _warning(f"in the table {each.told.en}", f"für die Tabelle: {each.told.de}")


def _by_column(verdict: Verdict, figures: Sequence[Points]) -> dict[str, Points]:
    return {column.key: figure for column, figure in zip(verdict.standings.columns, figures, strict=True)}


def _next(before: Verdict, after: Verdict) -> Iterator[Consequence]:
    was = {game.number: (game.starter, game.seating) for game in before.next_games}
    for game in after.next_games:
        if was.get(game.number, (game.starter, game.seating)) != (game.starter, game.seating):
            yield _warning(
                f"{game.name.en} would begin otherwise: {game.starter_reason.en}",
                f"{game.name.de} begänne anders: {game.starter_reason.de}",
            )
    if new := {draw.subject for draw in after.draws} - {draw.subject for draw in before.draws}:
        for draw in after.draws:
            if draw.subject in new:
                yield _warning(f"to be held then: {draw.name.en}", f"dann nötig: {draw.name.de}")


def _planned(before: Verdict, after: Verdict) -> Iterator[Consequence]:
    was, would = _open(before), _open(after)
    if more := sorted(would - was):
        names = phrases.games(more)
        yield _notice(f"to be played in addition: {names.en}", f"zusätzlich zu spielen: {names.de}")
    if fewer := sorted(was - would):
        names = phrases.games(fewer)
        yield _notice(f"not to be played any more: {names.en}", f"nicht mehr zu spielen: {names.de}")


def _open(verdict: Verdict) -> set[int]:
    return {game.number for game in verdict.next_games} | set(verdict.to_come)


def _refused(en: str, de: str) -> Consequence:
    return Consequence(Grade.REFUSED, Text(en, de))


def _warning(en: str, de: str) -> Consequence:
    return Consequence(Grade.WARNING, Text(en, de))


def _notice(en: str, de: str) -> Consequence:
    return Consequence(Grade.NOTICE, Text(en, de))
