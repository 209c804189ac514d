"""The impact of a change on an event that is being played, graded from nothing at all to forbidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from rules.i18n import Text
from tournaments.formats import Verdict, phrases
from tournaments.formats.verdict import Points


class Grade(Enum):
    """How severely a change affects what has been played or announced."""

    NOTICE = "notice"
    WARNING = "warning"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Consequence:
    """One difference, in words."""

    grade: Grade
    told: Text


def impact_of(before: Verdict, after: Verdict, names: Mapping[str, str]) -> tuple[Consequence, ...]:
    """List everything that is different, the gravest first; ``names`` are entrant → name.

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
        found = [_notice(Text("nothing that was played or planned changes"))]
    grades = list(Grade)
    return tuple(sorted(found, key=lambda each: grades.index(each.grade), reverse=True))


def _decision(before: Verdict, after: Verdict, names: Mapping[str, str]) -> Iterator[Consequence]:
    was, would = before.finished, after.finished
    if was and not would:
        yield _refused(
            Text("the event is decided, and it would be open again"),
        )
    elif was and would and was.winner != would.winner:
        yield _refused(
            Text(
                "{winner} has won the event, and it would be {now_winner}",
                winner=names[was.winner],
                now_winner=names[would.winner],
            ),
        )
    elif would and not was:
        yield _warning(Text("this decides the event: {winner} wins", winner=names[would.winner]))


def _counted(before: Verdict, after: Verdict) -> Iterator[Consequence]:
    """Yield games that would no longer count, count only then, or give something else."""
    was = {game.number: game for game in before.games}
    would = {game.number: game for game in after.games}
    if gone := sorted(set(was) - set(would)):
        names = phrases.games(gone)
        yield _warning(Text("no longer counts: {names}", names=names))
    if more := sorted(set(would) - set(was)):
        names = phrases.games(more)
        yield _notice(Text("counts: {names}", names=names))
    if other := sorted(
        number for number in set(was) & set(would) if was[number].scores != would[number].scores
    ):
        names = phrases.games(other)
        yield _warning(Text("gives other points: {names}", names=names))


def _order(before: Verdict, after: Verdict, names: Mapping[str, str]) -> Iterator[Consequence]:
    was = {row.entrant: row.place for row in before.standings.rows}
    for row in after.standings.rows:
        if row.place != was.get(row.entrant, row.place):
            place, earlier = phrases.place(row.place), phrases.place(was[row.entrant])
            yield _warning(
                Text(
                    "{entrant}: {place} (was {before})",
                    entrant=names[row.entrant],
                    place=place,
                    before=earlier,
                ),
            )


def _figures(before: Verdict, after: Verdict, names: Mapping[str, str]) -> Iterator[Consequence]:
    """Yield figures of the table that would change, and such as would be missing."""
    was = {row.entrant: _by_column(before, row.figures) for row in before.standings.rows}
    heads = {column.key: column.name for column in after.standings.columns}
    for row in after.standings.rows:
        earlier, now = was.get(row.entrant, {}), _by_column(after, row.figures)
        other = [
            Text(
                "{column} {now} instead of {earlier}",
                column=heads[key],
                now=now[key],
                earlier=earlier[key],
            )
            for key in now
            if key in earlier and now[key] != earlier[key]
        ]
        if other:
            listed, name = phrases.join_names(other), names[row.entrant]
            yield _notice(Text("{name} in the table: {listed}", name=name, listed=listed))
    missing = {each.told for each in before.standings.unfinished}
    for each in after.standings.unfinished:
        if each.told not in missing:
            yield _warning(Text("in the table {each}", each=each.told))


def _by_column(verdict: Verdict, figures: Sequence[Points]) -> dict[str, Points]:
    return {column.key: figure for column, figure in zip(verdict.standings.columns, figures, strict=True)}


def _next(before: Verdict, after: Verdict) -> Iterator[Consequence]:
    was = {game.number: (game.starter, game.seating) for game in before.next_games}
    for game in after.next_games:
        if was.get(game.number, (game.starter, game.seating)) != (game.starter, game.seating):
            yield _warning(
                Text(
                    "{game} begins differently: {starter_reason}",
                    game=game.name,
                    starter_reason=game.starter_reason,
                ),
            )
    if new := {draw.subject for draw in after.draws} - {draw.subject for draw in before.draws}:
        for draw in after.draws:
            if draw.subject in new:
                yield _warning(Text("draw next: {draw}", draw=draw.name))


def _planned(before: Verdict, after: Verdict) -> Iterator[Consequence]:
    was, would = _open(before), _open(after)
    due, counted = {game.number for game in after.next_games}, {game.number for game in after.games}
    if upcoming := sorted((would - was) & due):
        yield _notice(Text("next up: {names}", names=phrases.games(upcoming)))
    if more := sorted(would - was - due):
        yield _notice(Text("also to be played: {names}", names=phrases.games(more)))
    if fewer := sorted(was - would - counted):
        yield _notice(Text("no longer to be played: {names}", names=phrases.games(fewer)))


def _open(verdict: Verdict) -> set[int]:
    return {game.number for game in verdict.next_games} | set(verdict.to_come)


def _refused(message: Text) -> Consequence:
    return Consequence(Grade.REFUSED, message)


def _warning(message: Text) -> Consequence:
    return Consequence(Grade.WARNING, message)


def _notice(message: Text) -> Consequence:
    return Consequence(Grade.NOTICE, message)
