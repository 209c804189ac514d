"""The sentences of an event's write-up: each says a figure of ``EventFacts``, nothing is added."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from games.recaps.sentences import count, day, paragraphs, sentence, varied
from rules.i18n import Plural, Text, joined, listed
from tournaments.recaps.facts import EventFacts, GameTold, RecordSet, Row

#: So many rows of a table, and games one by one, are told; longer ones stand on the event's page.
MOST_TOLD = 12
_GAMES = Text("game", "Spiel"), Text("games", "Spiele")
_THROWS = Text("throw", "Wurf"), Text("throws", "Würfe")


def write_up(facts: EventFacts) -> Text:
    """The event in plain sentences: who played what, how it went, the table, what it gave and the records."""
    return paragraphs([_opening(facts), _course(facts), _table(facts), _honours(facts), _records(facts)])


def _opening(facts: EventFacts) -> Iterator[Text]:
    players, when = len(facts.players), _when(facts)
    who = listed([Text(name, name) for name in facts.players]) if 0 < players <= MOST_TOLD else None
    many = count(players, Text("player", "Spieler"), Text("players", "Spielern"))
    names = Text(f": {who.en}", f": {who.de}") if who else Text("", "")
    yield Text(
        f"{facts.name} ({facts.format.en}, rules {facts.rules}, level {facts.level}, season {facts.season}) was "
        f"held {when.en} with {many.en}{names.en}.",
        f"{facts.name} ({facts.format.de}, Regeln {facts.rules}, Stufe {facts.level}, Saison {facts.season}) fand "
        f"{when.de} mit {many.de} statt{names.de}.",
    )
    if facts.hold is not None:
        yield sentence(facts.hold)


def _when(facts: EventFacts) -> Text:
    first = day(facts.first_day)
    if facts.last_day is None or facts.last_day == facts.first_day:
        return Text(f"on {first.en}", f"am {first.de}")
    last = day(facts.last_day)
    return Text(f"from {first.en} to {last.en}", f"vom {first.de} bis {last.de}")


# -- how it went -----------------------------------------------------------------------------------


def _course(facts: EventFacts) -> Iterator[Text]:
    if not facts.games:
        yield Text("No game counts yet.", "Noch zählt kein Spiel.")
        return
    yield Plural("{n} game counts.", "{n} games count.", len(facts.games))
    if len(facts.games) <= MOST_TOLD:
        yield from (_won(game) for game in facts.games if game.winners)
    yield from _led(facts)
    if len(long := [game for game in facts.games if game.throws]) > 1:
        yield _longest(long)
    if facts.decision is None:
        said = sentence(facts.outlook)
        yield Text(f"It is not decided yet. {said.en}", f"Noch ist nichts entschieden. {said.de}")
        return
    won = facts.decision
    reason = sentence(won.reason)
    yield varied(
        len(facts.games),
        Text(
            f"{won.winner} won the event, decided by {won.game.en}.",
            f"{won.winner} gewann; entscheidend: {won.game.de}.",
        ),
        Text(
            f"With {won.game.en} {won.winner} was the winner.",
            f"Mit {won.game.de} stand der Sieg fest: {won.winner}.",
        ),
    )
    yield reason


def _won(game: GameTold) -> Text:
    names = listed([Text(name, name) for name in game.winners])
    throws = count(game.throws, Text("throw", "Wurf"), Text("throws", "Würfen")) if game.throws else None
    after = Text(f" after {throws.en}", f" nach {throws.de}") if throws else Text("", "")
    if len(game.winners) > 1:
        return Text(
            f"{game.name.en} was shared by {names.en}{after.en}.",
            f"{game.name.de} teilten sich {names.de}{after.de}.",
        )
    return Text(
        f"{game.name.en} went to {names.en}{after.en}.", f"{game.name.de} ging{after.de} an {names.de}."
    )


def _led(facts: EventFacts) -> Iterator[Text]:
    if len(facts.games) < 2 or not facts.on_top:
        return
    first, *others = facts.on_top
    if not others:
        yield Text(
            f"{first.name} was alone on top of the table after {first.game.en}, and nobody else was after that.",
            f"Allein an der Spitze stand {first.name} nach {first.game.de}, danach niemand anders mehr.",
        )
        return
    told = listed(
        [
            Text(f"{each.name} ({each.game.en})", f"{each.name} ({each.game.de})")
            for each in facts.on_top[-MOST_TOLD:]
        ]
    )
    changes = count(len(others), Text("time", "Mal"), Text("times", "Mal"))
    yield Text(
        f"The top of the table changed {changes.en}: {told.en}.",
        f"Die Tabellenspitze wechselte {changes.de}: {told.de}.",
    )


def _longest(games: list[GameTold]) -> Text:
    longest, shortest = max(games, key=_throws), min(games, key=_throws)
    many, few = count(_throws(longest), *_THROWS), count(_throws(shortest), *_THROWS)
    return Text(
        f"The longest game was {longest.name.en} ({many.en}), the shortest {shortest.name.en} ({few.en}).",
        f"Am längsten war {longest.name.de} ({many.de}), am kürzesten {shortest.name.de} ({few.de}).",
    )


def _throws(game: GameTold) -> int:
    assert game.throws is not None
    return game.throws


# -- the table -------------------------------------------------------------------------------------


def _table(facts: EventFacts) -> Iterator[Text]:
    rows = facts.table
    if not rows:
        return
    shown = rows[:MOST_TOLD]
    told = joined(
        ", ",
        (
            Text(
                "{place}. {name} ({figure})",
                "{place}. {name} ({figure})",
                place=row.place,
                name=row.name,
                figure=row.figure,
            )
            for row in shown
        ),
    )
    more = len(rows) - MOST_TOLD
    rest = Text(f"; {more} more follow", f"; {more} weitere folgen") if more > 0 else Text("", "")
    head = Text("The final table", "Endstand") if facts.decision else Text("The table", "Zwischenstand")
    yield Text(f"{head.en}: {told.en}{rest.en}.", f"{head.de}: {told.de}{rest.de}.")
    for above, row in pairwise(shown):
        if above.figure == row.figure and above.place != row.place:
            yield _parted(above, row)


def _parted(above: Row, row: Row) -> Text:
    return Text(
        f"{above.name} is above {row.name} with the same figure: {above.reason.en}.",
        f"{above.name} steht bei gleichem Stand vor {row.name}: {above.reason.de}.",
    )


# -- what it gave ----------------------------------------------------------------------------------


def _honours(facts: EventFacts) -> Iterator[Text]:
    if facts.gave:
        told = ", ".join(f"{each.name} {each.points}" for each in facts.gave[:MOST_TOLD])
        yield Text(f"Ranking points: {told}.", f"Ranglistenpunkte: {told}.")
    if facts.titles and facts.decision:
        won = facts.decision.winner
        many = count(facts.titles, Text("event", "Turnier"), Text("events", "Turniere"))
        yield Text(
            f"{won} has now won {many.en} for ranking points.",
            f"{won} hat damit {many.de} um Ranglistenpunkte gewonnen.",
        )
    if facts.crown and facts.decision:
        won = facts.decision.winner
        yield Text(
            f"{won} has thus won all Majors of the season, the Triple Crown.",
            f"{won} hat damit alle Majors der Saison gewonnen, die Triple Crown.",
        )


def _records(facts: EventFacts) -> Iterator[Text]:
    if not facts.records:
        return
    each = [_record(record) for record in facts.records]
    told = Text("; ".join(one.en for one in each), "; ".join(one.de for one in each))
    yield Text(f"Records under these rules: {told.en}.", f"Rekorde nach diesen Regeln: {told.de}.")


def _record(record: RecordSet) -> Text:
    holder = f"{record.holder}, " if record.holder else ""
    return Text(
        f"{record.kind.en}: {record.value.en} ({holder}{record.game.en})",
        f"{record.kind.de}: {record.value.de} ({holder}{record.game.de})",
    )
