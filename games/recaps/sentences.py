"""The sentences of a game's report: each says a figure of ``GameFacts``, nothing is added and nothing left to chance.

Where a fact can be put in several ways the figures choose, so that the same game reads the same every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from games.recaps.facts import Capture, GameFacts, Played, Side
from rules.board import COLOUR_NAMES
from rules.i18n import Text, join_names, joined, opening

#: So many steps behind and fewer: it was close.
CLOSE = 10
_MONTHS = (
    Text("January"),
    Text("February"),
    Text("March"),
    Text("April"),
    Text("May"),
    Text("June"),
    Text("July"),
    Text("August"),
    Text("September"),
    Text("October"),
    Text("November"),
    Text("December"),
)


def report_on(facts: GameFacts) -> Text:
    """The game in plain sentences: a paragraph each on the players, the course, and the end; what is not known
    is left out."""
    return paragraphs([_opening(facts), _course(facts), _ending(facts)])


def paragraphs(parts: Iterable[Iterable[Text]]) -> Text:
    """Sentences put together, a blank line between paragraphs; empty ones are left out."""
    entries = [list(part) for part in parts]
    return joined("\n\n", [joined(" ", part) for part in entries if part])


def day(when: date) -> Text:
    """``21 November 2026``, ``21. November 2026``."""
    month = _MONTHS[when.month - 1]
    return Text("{day} {month} {year}", day=when.day, month=month, year=when.year)


def varied(figure: int, *ways: Text) -> Text:
    """One of several ways to say the same, chosen by a figure of what is told."""
    return ways[figure % len(ways)]


def count(number: int, one: Text, many: Text) -> Text:
    """A number with its noun."""
    noun = one if number == 1 else many
    return Text("{number} {noun}", number=number, noun=noun)


def times(number: int) -> Text:
    """How often something happened: ``once``, ``3 times``."""
    return Text("once") if number == 1 else Text("{number} times", number=number)


# -- who played ------------------------------------------------------------------------------------


def _opening(facts: GameFacts) -> Iterator[Text]:
    who = join_names([_with_colours(side) for side in facts.sides])
    if facts.day is None:
        yield Text("{who} played by {rules} rules.", who=who, rules=facts.rules)
    else:
        when = day(facts.day)
        yield Text("On {when}, {who} played by {rules} rules.", when=when, who=who, rules=facts.rules)
    if facts.starter:
        yield _start(facts)


def _start(facts: GameFacts) -> Text:
    colour, name = COLOUR_NAMES[facts.starter], facts.side_of(facts.starter).name
    said = Text("{name} started with {colour}", name=name, colour=colour)
    if facts.why is None:
        return Text("{said}.", said=said)
    return Text("{said} ({why}).", said=said, why=facts.why)


def _with_colours(side: Side) -> Text:
    colours = join_names([COLOUR_NAMES[colour] for colour in side.colours])
    return Text("{side} ({colours})", side=side.name, colours=colours)


# -- how it went -----------------------------------------------------------------------------------


def _course(facts: GameFacts) -> Iterator[Text]:
    played = facts.played
    if played is None:
        return
    yield from _captured(facts, played)
    yield from _led(played)
    yield from _came_home(facts, played)
    if played.longest_wait > 1:
        yield Text("The longest wait for a six was {longest_wait} throws.", longest_wait=played.longest_wait)


def _captured(facts: GameFacts, played: Played) -> Iterator[Text]:
    total = sum(side.captures for side in facts.sides)
    first, dearest = played.first_capture, played.dearest_capture
    if total == 0:
        yield Text("No pawn was captured.")
        return
    pawns = count(total, Text("pawn was captured"), Text("pawns were captured"))
    by = join_names(
        [Text("{captures} by {side}", side=side.name, captures=side.captures) for side in facts.sides]
    )
    yield Text("{pawns}: {by}.", pawns=pawns, by=by, context="captures")
    if first is not None:
        what = _capture(first)
        yield Text("The first capture came on throw {throw}: {what}.", throw=first.throw, what=what)
    if dearest is not None and dearest != first and dearest.fields > 0:
        what, fields = (
            _capture(dearest),
            count(dearest.fields, Text("field"), Text("fields")),
        )
        second = _verb_second(dearest)
        yield varied(
            dearest.throw,
            Text(
                "The most costly capture, {fields} from the start, came on throw {throw}: {what}.",
                fields=fields,
                throw=dearest.throw,
                what=what,
            ),
            Text(
                "On throw {throw} {second}, which had come {fields}, further than any other captured pawn.",
                throw=dearest.throw,
                second=second,
                fields=fields,
            ),
        )


def _capture(capture: Capture) -> Text:
    by, of = COLOUR_NAMES[capture.by], COLOUR_NAMES[capture.of]
    return Text("{by} captured a pawn of {of}", by=by, of=of, context="a main clause")


def _verb_second(capture: Capture) -> Text:
    by, of = COLOUR_NAMES[capture.by], COLOUR_NAMES[capture.of]
    return Text("{by} captured a pawn of {of}", by=by, of=of)


def _led(played: Played) -> Iterator[Text]:
    lead = played.lead
    if lead is None:
        return
    if lead.changes == 0:
        yield Text(
            "By steps to go, {lead} took the lead on throw {throw} and kept it.",
            lead=lead.name,
            throw=lead.throw,
        )
        return
    yield Text(
        "By steps to go, the lead changed {times}; {lead} took it for good on throw {throw} of {throws}.",
        times=times(lead.changes),
        lead=lead.name,
        throw=lead.throw,
        throws=played.throws,
    )


def _came_home(facts: GameFacts, played: Played) -> Iterator[Text]:
    for place, home in enumerate(played.homes):
        colour = COLOUR_NAMES[home.colour]
        name = next((side.name for side in facts.sides if home.colour in side.colours), "")
        who = Text("{colour} ({name})", colour=colour, name=name) if name else colour
        if place == 0:
            yield Text(
                "{who} was home first, on throw {throw}.",
                who=opening(who),
                throw=home.throw,
            )
        else:
            yield varied(
                place,
                Text(
                    "Then came {who} on throw {throw}.",
                    who=who,
                    throw=home.throw,
                ),
                Text(
                    "On throw {throw} {who} was home.",
                    throw=home.throw,
                    who=who,
                ),
            )


# -- how it ended ----------------------------------------------------------------------------------


def _ending(facts: GameFacts) -> Iterator[Text]:
    played = facts.played
    if played is None and facts.verdict is None:
        yield Text("The game was not recorded throw by throw; its result is known.")
    if facts.verdict is not None:
        yield sentence(facts.verdict)
    if facts.winner or facts.played:
        yield _won(facts)
    if played is not None:
        yield from _left(facts, played)
    if facts.order:
        yield Text("The players in order: {order}.", order=facts.order)
    elif len(facts.places) > 1:
        colours = join_names([COLOUR_NAMES[colour] for colour in facts.places])
        yield Text("The colours came home in this order: {colours}.", colours=colours)


def _closed(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def _won(facts: GameFacts) -> Text:
    """Who won, and after what; of a game without a winner how long it was."""
    lasted = _lasted(facts)
    if not facts.winner:
        return Text("It was played{lasted}.", lasted=lasted)
    if facts.for_places:
        first = Text("{winner} was the first to have all colours home", winner=facts.winner)
        if not lasted.en:
            return Text("{first}.", first=first)
        return Text("{first}; the game was over{lasted}.", first=first, lasted=lasted)
    if facts.played is None:
        return Text("{winner} won{lasted}.", winner=facts.winner, lasted=lasted)
    return varied(
        facts.played.throws,
        Text("{winner} won{lasted}.", winner=facts.winner, lasted=lasted),
        Text("The winner{lasted}: {winner}.", lasted=lasted, winner=facts.winner),
    )


def _lasted(facts: GameFacts) -> Text:
    """`` after 412 throws and 93 minutes``, as far as it is known."""
    known = []
    if facts.played is not None:
        known.append(count(facts.played.throws, Text("throw"), Text("throws", context="dative")))
    if facts.minutes is not None:
        known.append(count(facts.minutes, Text("minute"), Text("minutes")))
    if not known:
        return Text("")
    text = join_names(known)
    return Text(" after {told}", told=text)


def _left(facts: GameFacts, played: Played) -> Iterator[Text]:
    behind = {name: steps for name, steps in played.left.items() if name != facts.winner}
    if not behind:
        return
    ordered = sorted(behind.items(), key=lambda item: item[1])
    text = join_names([Text("{name} {steps}", name=name, steps=steps) for name, steps in ordered])
    if facts.winner and ordered[0][1] <= CLOSE:
        yield Text("It was close; steps left to go: {told}.", told=text)
    else:
        yield Text("Steps left to go: {told}.", told=text)


def sentence(text: Text) -> Text:
    """Words as a sentence of their own: they begin with a capital and end with a full stop."""
    begun = opening(text)
    return begun.map(_closed)
