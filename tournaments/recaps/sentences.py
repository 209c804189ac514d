"""The sentences of an event's report: each says a figure of ``EventFacts``, nothing is added."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from games.recaps.sentences import count, day, paragraphs, sentence, times, varied
from rules.i18n import Plural, Text, Verbatim, join_names, joined
from tournaments.recaps.facts import EventFacts, RecapGame, RecapRow, RecordSet

#: So many rows of a table, and games one by one, are told; longer ones stand on the event's page.
MOST_TOLD = 12
_THROWS = Text("throw"), Text("throws")


def report_on(facts: EventFacts) -> Text:
    """The event in plain sentences: who played what, how it went, the table, what it gave and the records."""
    return paragraphs([_opening(facts), _course(facts), _table(facts), _honours(facts), _records(facts)])


def _opening(facts: EventFacts) -> Iterator[Text]:
    players, when = len(facts.players), _when(facts)
    who = join_names([Verbatim(name) for name in facts.players]) if 0 < players <= MOST_TOLD else None
    many = count(players, Text("player"), Text("players", context="dative"))
    names = Text(": {who}", who=who) if who else Text("")
    yield Text(
        "{name} ({format}, {rules}, level {level}, season {season}) was played {when} with {many}{names}.",
        name=facts.name,
        format=facts.format,
        rules=facts.rules,
        level=facts.level,
        season=facts.season,
        when=when,
        many=many,
        names=names,
    )
    if facts.hold is not None:
        yield sentence(facts.hold)


def _when(facts: EventFacts) -> Text:
    first = day(facts.first_day)
    if facts.last_day is None or facts.last_day == facts.first_day:
        return Text("on {first}", first=first)
    last = day(facts.last_day)
    return Text("from {first} to {last}", first=first, last=last)


# -- how it went -----------------------------------------------------------------------------------


def _course(facts: EventFacts) -> Iterator[Text]:
    if not facts.games:
        yield Text("No game counts yet.")
        return
    yield Plural("{n} game counts.", "{n} games count.", len(facts.games))
    if len(facts.games) <= MOST_TOLD:
        yield from (_won(game) for game in facts.games if game.winners)
    yield from _led(facts)
    if len(long := [game for game in facts.games if game.throws]) > 1:
        yield _longest(long)
    if facts.decision is None:
        said = sentence(facts.outlook)
        yield Text("It is not decided yet. {said}", said=said)
        return
    won = facts.decision
    reason = sentence(won.reason)
    yield varied(
        len(facts.games),
        Text("{winner} won the event, decided by {game}.", winner=won.winner, game=won.game),
        Text("{winner} won the event with {game}.", game=won.game, winner=won.winner),
    )
    yield reason


def _won(game: RecapGame) -> Text:
    names = join_names([Verbatim(name) for name in game.winners])
    throws = count(game.throws, Text("throw"), Text("throws", context="dative")) if game.throws else None
    after = Text(" after {throws}", throws=throws) if throws else Text("")
    if len(game.winners) > 1:
        return Text("{game} was tied between {names}{after}.", game=game.name, names=names, after=after)
    return Text("{game} went to {names}{after}.", game=game.name, names=names, after=after)


def _led(facts: EventFacts) -> Iterator[Text]:
    if len(facts.games) < 2 or not facts.on_top:
        return
    first, *others = facts.on_top
    if not others:
        yield Text(
            "{first} led alone after {game}; nobody else did after that.",
            first=first.name,
            game=first.game,
        )
        return
    text = join_names(
        [Text("{each} ({game})", each=each.name, game=each.game) for each in facts.on_top[-MOST_TOLD:]]
    )
    yield Text("The lead changed {changes}: {told}.", changes=times(len(others)), told=text)


def _longest(games: list[RecapGame]) -> Text:
    longest, shortest = max(games, key=_throws), min(games, key=_throws)
    many, few = count(_throws(longest), *_THROWS), count(_throws(shortest), *_THROWS)
    return Text(
        "The longest game was {longest} ({many}), the shortest {shortest} ({few}).",
        longest=longest.name,
        many=many,
        shortest=shortest.name,
        few=few,
    )


def _throws(game: RecapGame) -> int:
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
            Text("{place}. {name} ({figure})", place=row.place, name=row.name, figure=row.figure)
            for row in shown
        ),
    )
    more = len(rows) - MOST_TOLD
    rest = Text("; {more} more follow", more=more) if more > 0 else Text("")
    head = Text("The final table") if facts.decision else Text("The table")
    yield Text("{head}: {told}{rest}.", head=head, told=told, rest=rest)
    for above, row in pairwise(shown):
        if above.figure == row.figure and above.place != row.place:
            yield _parted(above, row)


def _parted(above: RecapRow, row: RecapRow) -> Text:
    return Text(
        "{above} is above {row} with the same figure: {reason}.",
        above=above.name,
        row=row.name,
        reason=above.reason,
    )


# -- what it gave ----------------------------------------------------------------------------------


def _honours(facts: EventFacts) -> Iterator[Text]:
    if facts.gave:
        text = ", ".join(f"{each.name} {each.points}" for each in facts.gave[:MOST_TOLD])
        yield Text("Ranking points: {told}.", told=text)
    if facts.titles and facts.decision:
        won = facts.decision.winner
        many = count(facts.titles, Text("event"), Text("events"))
        yield Text("{won} has now won {many} for ranking points.", won=won, many=many)
    if facts.crown and facts.decision:
        won = facts.decision.winner
        yield Text("{won} has thus won all Majors of the season, the Triple Crown.", won=won)


def _records(facts: EventFacts) -> Iterator[Text]:
    if not facts.records:
        return
    each = [_record(record) for record in facts.records]
    told = joined("; ", each)
    yield Text("Records under these rules: {told}.", told=told)


def _record(record: RecordSet) -> Text:
    holder = f"{record.holder}, " if record.holder else ""
    return Text(
        "{kind}: {record} ({holder}{game})",
        kind=record.kind,
        record=record.value,
        holder=holder,
        game=record.game,
    )
