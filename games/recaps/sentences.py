"""The sentences of a game's write-up: each says a figure of ``GameFacts``, nothing is added and nothing left to chance.

Where a fact can be put in several ways the figures choose, so that the same game reads the same every time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from games.recaps.facts import Capture, GameFacts, Played, Side
from rules.board import COLOUR_NAMES
from rules.i18n import Text, joined, listed, opening

#: So many steps behind and fewer: it was close.
CLOSE = 10
_MONTHS = (
    Text("January", "Januar"),
    Text("February", "Februar"),
    Text("March", "März"),
    Text("April", "April"),
    Text("May", "Mai"),
    Text("June", "Juni"),
    Text("July", "Juli"),
    Text("August", "August"),
    Text("September", "September"),
    Text("October", "Oktober"),
    Text("November", "November"),
    Text("December", "Dezember"),
)


def write_up(facts: GameFacts) -> Text:
    """The game in plain sentences: a paragraph each on the players, the course, and the end; what is not known
    is left out."""
    return paragraphs([_opening(facts), _course(facts), _ending(facts)])


def paragraphs(parts: Iterable[Iterable[Text]]) -> Text:
    """Sentences put together, a blank line between paragraphs; empty ones are left out."""
    told = [list(part) for part in parts]
    return joined("\n\n", [joined(" ", part) for part in told if part])


def day(when: date) -> Text:
    """``21 November 2026``, ``21. November 2026``."""
    month = _MONTHS[when.month - 1]
    return Text(f"{when.day} {month.en} {when.year}", f"{when.day}. {month.de} {when.year}")


def varied(figure: int, *ways: Text) -> Text:
    """One of several ways to say the same, chosen by a figure of what is told."""
    return ways[figure % len(ways)]


def count(number: int, one: Text, many: Text) -> Text:
    """A number with its noun."""
    noun = one if number == 1 else many
    return Text(f"{number} {noun.en}", f"{number} {noun.de}")


# -- who played ------------------------------------------------------------------------------------


def _opening(facts: GameFacts) -> Iterator[Text]:
    who = listed([_with_colours(side) for side in facts.sides])
    if facts.day is None:
        yield Text(
            f"{who.en} played by the rules {facts.rules}.",
            f"{who.de} spielten nach den Regeln {facts.rules}.",
        )
    else:
        when = day(facts.day)
        yield Text(
            f"On {when.en}, {who.en} played by the rules {facts.rules}.",
            f"Am {when.de} spielten {who.de} nach den Regeln {facts.rules}.",
        )
    if facts.starter:
        yield _start(facts)


def _start(facts: GameFacts) -> Text:
    colour, name = COLOUR_NAMES[facts.starter], facts.side_of(facts.starter).name
    said = Text(f"{name} started with {colour.en}", f"{name} begann mit {colour.de}")
    if facts.why is None:
        return Text(f"{said.en}.", f"{said.de}.")
    return Text(f"{said.en} ({facts.why.en}).", f"{said.de} ({facts.why.de}).")


def _with_colours(side: Side) -> Text:
    colours = listed([COLOUR_NAMES[colour] for colour in side.colours])
    return Text(f"{side.name} ({colours.en})", f"{side.name} ({colours.de})")


# -- how it went -----------------------------------------------------------------------------------


def _course(facts: GameFacts) -> Iterator[Text]:
    played = facts.played
    if played is None:
        return
    yield from _captured(facts, played)
    yield from _led(played)
    yield from _came_home(facts, played)
    if played.longest_wait > 1:
        yield Text(
            f"The longest wait for a six was {played.longest_wait} throws in a row.",
            f"Am längsten blieb eine Sechs {played.longest_wait} Würfe in Folge aus.",
        )


def _captured(facts: GameFacts, played: Played) -> Iterator[Text]:
    total = sum(side.captures for side in facts.sides)
    first, dearest = played.first_capture, played.dearest_capture
    if total == 0:
        yield Text("No pawn was captured.", "Es wurde keine Figur geschlagen.")
        return
    pawns = count(
        total, Text("pawn was captured", "Figur wurde"), Text("pawns were captured", "Figuren wurden")
    )
    by = listed(
        [Text(f"{side.name} {side.captures}", f"{side.name} {side.captures}") for side in facts.sides]
    )
    yield Text(f"{pawns.en} (made by {by.en}).", f"{pawns.de} geschlagen (von {by.de}).")
    if first is not None:
        what = _capture(first)
        yield Text(
            f"The first capture came at event {first.number}: {what.en}.",
            f"Zum ersten Mal geschlagen wurde bei Ereignis {first.number}: {what.de}.",
        )
    if dearest is not None and dearest != first and dearest.fields > 0:
        what, fields = (
            _capture(dearest),
            count(dearest.fields, Text("field", "Feld"), Text("fields", "Felder")),
        )
        second = _verb_second(dearest)
        yield varied(
            dearest.number,
            Text(
                f"The most costly capture, {fields.en} from the starting field, came at event {dearest.number}: "
                f"{what.en}.",
                f"Am meisten kostete der Schlag bei Ereignis {dearest.number}, {fields.de} nach dem Anfangsfeld: "
                f"{what.de}.",
            ),
            Text(
                f"At event {dearest.number} {second.en}; that pawn had come {fields.en} from its starting field, "
                "further than any other that was captured.",
                f"Bei Ereignis {dearest.number} {second.de}; diese Figur war {fields.de} weit "
                "gekommen, keine andere geschlagene weiter.",
            ),
        )


def _capture(capture: Capture) -> Text:
    by, of = COLOUR_NAMES[capture.by], COLOUR_NAMES[capture.of]
    return Text(f"{by.en} captured a pawn of {of.en}", f"{by.de} schlug eine Figur von {of.de}")


def _verb_second(capture: Capture) -> Text:
    by, of = COLOUR_NAMES[capture.by], COLOUR_NAMES[capture.of]
    return Text(f"{by.en} captured a pawn of {of.en}", f"schlug {by.de} eine Figur von {of.de}")


def _led(played: Played) -> Iterator[Text]:
    lead = played.lead
    if lead is None:
        return
    if lead.changes == 0:
        yield Text(
            f"By the steps still to go, {lead.name} took the lead with throw {lead.throw} (event {lead.number}) and "
            "never lost it to anybody.",
            f"Nach den Schritten, die noch fehlten, ging {lead.name} mit Wurf {lead.throw} (Ereignis {lead.number}) in "
            "Führung und gab sie an niemanden mehr ab.",
        )
        return
    times = count(lead.changes, Text("time", "Mal"), Text("times", "Mal"))
    yield Text(
        f"By the steps still to go, the lead changed hands {times.en}; {lead.name} took it for good with throw "
        f"{lead.throw} of {played.throws} (event {lead.number}).",
        f"Nach den Schritten, die noch fehlten, wechselte die Führung {times.de}; endgültig übernahm sie {lead.name} "
        f"mit Wurf {lead.throw} von {played.throws} (Ereignis {lead.number}).",
    )


def _came_home(facts: GameFacts, played: Played) -> Iterator[Text]:
    for place, home in enumerate(played.homes):
        colour = COLOUR_NAMES[home.colour]
        name = next((side.name for side in facts.sides if home.colour in side.colours), "")
        who = Text(f"{colour.en} ({name})", f"{colour.de} ({name})") if name else colour
        if place == 0:
            yield Text(
                f"First to have all four pawns home was {who.en}, with throw {home.throw} (event {home.number}).",
                f"Als Erstes hatte {who.de} alle vier Figuren im Ziel, mit Wurf {home.throw} "
                f"(Ereignis {home.number}).",
            )
        else:
            yield varied(
                place,
                Text(
                    f"Then came {who.en} with throw {home.throw} (event {home.number}).",
                    f"Danach folgte {who.de} mit Wurf {home.throw} (Ereignis {home.number}).",
                ),
                Text(
                    f"With throw {home.throw} (event {home.number}) {who.en} was home.",
                    f"Mit Wurf {home.throw} (Ereignis {home.number}) war {who.de} im Ziel.",
                ),
            )


# -- how it ended ----------------------------------------------------------------------------------


def _ending(facts: GameFacts) -> Iterator[Text]:
    played = facts.played
    if played is None and facts.verdict is None:
        yield Text(
            "The game was not recorded throw by throw; its result is known.",
            "Das Spiel ist nicht Wurf für Wurf aufgezeichnet; bekannt ist sein Ergebnis.",
        )
    if facts.verdict is not None:
        yield sentence(facts.verdict)
    if facts.winner or facts.played:
        yield _won(facts)
    if played is not None:
        yield from _left(facts, played)
    if facts.order:
        yield Text(f"The players in order: {facts.order}.", f"Die Reihenfolge: {facts.order}.")
    elif len(facts.places) > 1:
        colours = listed([COLOUR_NAMES[colour] for colour in facts.places])
        yield Text(
            f"The colours came home in this order: {colours.en}.",
            f"Die Farben in der Reihenfolge: {colours.de}.",
        )


def _closed(sentence: str) -> str:
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def _won(facts: GameFacts) -> Text:
    """Who won, and after what; of a game without a winner how long it was."""
    lasted = _lasted(facts)
    if not facts.winner:
        return Text(f"It was played{lasted.en}.", f"Gespielt wurde{lasted.de}.")
    if facts.for_places:
        first = Text(
            f"{facts.winner} was the first to have all colours home",
            f"{facts.winner} hatte als Erstes alle Farben im Ziel",
        )
        if not lasted.en:
            return Text(f"{first.en}.", f"{first.de}.")
        return Text(
            f"{first.en}; the game was over{lasted.en}.", f"{first.de}; zu Ende war das Spiel{lasted.de}."
        )
    if facts.played is None:
        return Text(f"{facts.winner} won{lasted.en}.", f"{facts.winner} gewann{lasted.de}.")
    return varied(
        facts.played.throws,
        Text(f"{facts.winner} won{lasted.en}.", f"{facts.winner} gewann{lasted.de}."),
        Text(f"The winner{lasted.en}: {facts.winner}.", f"Es siegte{lasted.de} {facts.winner}."),
    )


def _lasted(facts: GameFacts) -> Text:
    """`` after 412 throws and 93 minutes``, as far as it is known."""
    known = []
    if facts.played is not None:
        known.append(count(facts.played.throws, Text("throw", "Wurf"), Text("throws", "Würfen")))
    if facts.minutes is not None:
        known.append(count(facts.minutes, Text("minute", "Minute"), Text("minutes", "Minuten")))
    if not known:
        return Text("", "")
    told = listed(known)
    return Text(f" after {told.en}", f" nach {told.de}")


def _left(facts: GameFacts, played: Played) -> Iterator[Text]:
    behind = {name: steps for name, steps in played.left.items() if name != facts.winner}
    if not behind:
        return
    ordered = sorted(behind.items(), key=lambda item: item[1])
    told = listed([Text(f"{name} {steps}", f"{name} {steps}") for name, steps in ordered])
    if facts.winner and ordered[0][1] <= CLOSE:
        yield Text(
            f"It was close: steps still to go in the end: {told.en}.",
            f"Es war knapp: am Ende fehlten {told.de} Schritte.",
        )
    else:
        yield Text(
            f"Steps still to go in the end: {told.en}.", f"Schritte, die am Ende noch fehlten: {told.de}."
        )


def sentence(text: Text) -> Text:
    """Words as a sentence of their own: they begin with a capital and end with a full stop."""
    begun = opening(text)
    return begun.map(_closed)
