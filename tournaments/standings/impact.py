"""The impact of a change on an event that is being played, graded from nothing at all to forbidden."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from rules import Text
from tournaments.formats import NextGame, Points, Verdict, phrases


class Grade(Enum):
    """How severely a change affects what has been played or announced."""

    NOTICE = "notice"
    WARNING = "warning"
    REFUSED = "refused"


class ConsequenceKind(Enum):
    """What a consequence is about."""

    DECISION = "decision"
    COUNTED = "counted"
    ORDER = "order"
    FIGURES = "figures"
    MISSING = "missing"
    STARTER = "starter"
    DRAW = "draw"
    PLANNED = "planned"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Consequence:
    """One difference, in words; ``games`` are the numbers of the games that it is about, if it is about games."""

    grade: Grade
    text: Text
    kind: ConsequenceKind
    games: tuple[int, ...] = ()


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
        found = [_notice(ConsequenceKind.NOTHING, Text("nothing that was played or planned changes"))]
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
        yield _warning(
            ConsequenceKind.DECISION, Text("the event is over: {winner} has won", winner=names[would.winner])
        )


def _counted(before: Verdict, after: Verdict) -> Iterator[Consequence]:
    """Yield games that would no longer count, count only then, or give something else."""
    was = {game.number: game for game in before.games}
    would = {game.number: game for game in after.games}
    if gone := sorted(set(was) - set(would)):
        yield _warning(
            ConsequenceKind.COUNTED, Text("no longer counted: {names}", names=phrases.games(gone)), gone
        )
    if more := sorted(set(would) - set(was)):
        yield _warning(ConsequenceKind.COUNTED, Text("counted: {names}", names=phrases.games(more)), more)
    if other := sorted(
        number for number in set(was) & set(would) if was[number].scores != would[number].scores
    ):
        yield _warning(
            ConsequenceKind.COUNTED, Text("other points: {names}", names=phrases.games(other)), other
        )


def _order(before: Verdict, after: Verdict, names: Mapping[str, str]) -> Iterator[Consequence]:
    was = {row.entrant: row.place for row in before.standings.rows}
    for row in after.standings.rows:
        if row.place != was.get(row.entrant, row.place):
            place, now = phrases.place(row.place), phrases.place(was[row.entrant])
            yield _warning(
                ConsequenceKind.ORDER,
                Text("{name}: {place} (was {now})", name=names[row.entrant], place=place, now=now),
            )


def _figures(before: Verdict, after: Verdict, names: Mapping[str, str]) -> Iterator[Consequence]:
    """Yield figures of the table that would change, and such as would be missing."""
    was = {row.entrant: _by_column(before, row.figures) for row in before.standings.rows}
    heads = {column.key: column.name for column in after.standings.columns}
    for row in after.standings.rows:
        earlier, now = was.get(row.entrant, {}), _by_column(after, row.figures)
        other = [
            Text(
                "{column} {now} (was {earlier})",
                column=heads[key],
                now=_shown_figure(now[key]),
                earlier=_shown_figure(earlier[key]),
            )
            for key in now
            if key in earlier and now[key] != earlier[key]
        ]
        if other:
            listed, name = phrases.join_names(other), names[row.entrant]
            yield _notice(ConsequenceKind.FIGURES, Text("{name}: {listed}", name=name, listed=listed))
    missing = {each.text for each in before.standings.unfinished}
    for each in after.standings.unfinished:
        if each.text not in missing:
            yield _warning(ConsequenceKind.MISSING, Text("in the table {each}", each=each.text))


def _by_column(verdict: Verdict, figures: Sequence[Points | None]) -> dict[str, Points | None]:
    return {column.key: figure for column, figure in zip(verdict.standings.columns, figures, strict=True)}


def _shown_figure(figure: Points | None) -> Points | str:
    return "–" if figure is None else figure


def _next(before: Verdict, after: Verdict) -> Iterator[Consequence]:
    was = {game.number: (game.starter, game.seating) for game in before.next_games}
    for game in after.next_games:
        if was.get(game.number, (game.starter, game.seating)) != (game.starter, game.seating):
            yield _warning(
                ConsequenceKind.STARTER, _starts_otherwise(game, was[game.number][0]), [game.number]
            )
    if new := {draw.subject for draw in after.draws} - {draw.subject for draw in before.draws}:
        for draw in after.draws:
            if draw.subject in new:
                yield _warning(ConsequenceKind.DRAW, Text("to be drawn: {draw}", draw=draw.name))


def _starts_otherwise(game: NextGame, was: str | None) -> Text:
    if game.starter and was:
        return Text(
            "{game} begins with {colour} instead of {was}: {reason}",
            game=game.name,
            colour=phrases.colour(game.starter),
            was=phrases.colour(was),
            reason=game.starter_reason,
        )
    return Text("{game} begins otherwise: {reason}", game=game.name, reason=game.starter_reason)


def _planned(before: Verdict, after: Verdict) -> Iterator[Consequence]:
    """Yield games that are to be played only then, or no longer – but for those that count or no longer count."""
    counted = {game.number for game in (*before.games, *after.games)}
    was, would = _open(before) - counted, _open(after) - counted
    due = {game.number for game in after.next_games}
    if more := sorted((would - was) & due):
        yield _notice(ConsequenceKind.PLANNED, Text("next up: {names}", names=phrases.games(more)), more)
    if more := sorted((would - was) - due):
        yield _notice(
            ConsequenceKind.PLANNED, Text("still to be played: {names}", names=phrases.games(more)), more
        )
    if fewer := sorted(was - would):
        yield _notice(
            ConsequenceKind.PLANNED, Text("no longer needed: {names}", names=phrases.games(fewer)), fewer
        )


def _open(verdict: Verdict) -> set[int]:
    return {game.number for game in verdict.next_games} | set(verdict.to_come)


def _refused(message: Text) -> Consequence:
    return Consequence(Grade.REFUSED, message, ConsequenceKind.DECISION)


def _warning(kind: ConsequenceKind, message: Text, games: Sequence[int] = ()) -> Consequence:
    return Consequence(Grade.WARNING, message, kind, tuple(games))


def _notice(kind: ConsequenceKind, message: Text, games: Sequence[int] = ()) -> Consequence:
    return Consequence(Grade.NOTICE, message, kind, tuple(games))
