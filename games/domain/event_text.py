"""What happened at a board beside throws, in words: rulings, notes, the clock, how a game ended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from games.domain.clock import Action
from games.domain.events.undo_result import TYPING_ERROR
from games.enums import EventKind
from rules.adjudication import METHODS
from rules.board import COLOUR_NAMES
from rules.i18n import Text, Verbatim, joined, opening

if TYPE_CHECKING:
    from games.models import GameEvent

Payload = Mapping[str, Any]
#: Player id → the name that the public sees.
Names = Mapping[str, str]

#: What a referee can rule on an irregular throw.
RULINGS: Mapping[str, Text] = {
    "stands": Text("stands", "bleibt bestehen"),
    "corrected": Text("corrected", "berichtigt"),
    "penalty": Text("penalty", "Strafe"),
}
CLOCK: Mapping[Action, Text] = {
    Action.START: Text("The clock is started", "Die Uhr läuft"),
    Action.PAUSE: Text("The clock is paused", "Die Uhr steht"),
    Action.RESUME: Text("The clock goes on", "Die Uhr läuft weiter"),
    Action.LIMIT: Text("The time limit is reached", "Die Zeit ist abgelaufen"),
}


def retold(event: GameEvent, names: Names) -> Text:
    """An event of one of the ``RETOLD`` kinds in words."""
    return RETOLD[event.kind](event.payload, names)


def verdict(event: GameEvent, names: Names) -> Text:
    """What an event that decided a game says, beside who has won."""
    if event.kind == EventKind.CORRECTION:
        return _because(event.payload, Text("Corrected", "Korrigiert"))
    return retold(event, names)


def reason_of_undo(reason: str) -> Text:
    """Why a result was undone; the usual reason in both languages."""
    return Text("typing error", "Tippfehler") if reason == TYPING_ERROR else Verbatim(reason)


def result_in_words(payload: Payload, names: Names) -> Text:
    """A result that was told: "Anna has won (places: red, yellow)"."""
    winner = names[payload["winner"]]
    return _placed(payload, Text(f"{winner} has won", f"{winner} hat gewonnen"))


def _start_throws(payload: Payload, names: Names) -> Text:
    thrown = _counted(payload["throws"])
    return Text(f"Throws for the start: {thrown.en}", f"Würfe um den Beginn: {thrown.de}")


def _start(payload: Payload, names: Names) -> Text:
    name, seed = COLOUR_NAMES[payload["starter"]], payload.get("published_seed", "")
    begins = opening(name)
    starts = Text(f"{begins.en} starts", f"{begins.de} beginnt")
    if not seed:
        return starts
    what = Text("trapdoors", "Falltüren") if "trapdoors" in payload else Text("wormholes", "Wurmlöcher")
    return Text(
        f"{starts.en}; {what.en} drawn from the published seed “{seed}”",
        f"{starts.de}; {what.de} gelost aus dem veröffentlichten Startwert „{seed}“",
    )


def _position(payload: Payload, names: Names) -> Text:
    reason = payload["reason"]
    return Text(f"Board set by hand: {reason}", f"Brett von Hand gestellt: {reason}")


def _dice_commitment(payload: Payload, names: Names) -> Text:
    return Text("Online dice are promised", "Online-Würfel sind versprochen")


def _dice_seed(payload: Payload, names: Names) -> Text:
    who = names[payload["side"]]
    return Text(f"{who} adds a text to the dice", f"{who} trägt einen Text zu den Würfeln bei")


def _dice_reveal(payload: Payload, names: Names) -> Text:
    return Text("The seed of the dice is shown", "Der Schlüssel der Würfel ist aufgedeckt")


def _void_die(payload: Payload, names: Names) -> Text:
    die = _die(payload)
    return Text(
        f"Void die{die}, thrown again: {payload['reason']}",
        f"Ungültiger Würfel{die}, neu gewürfelt: {payload['reason']}",
    )


def _irregular(payload: Payload, names: Names) -> Text:
    die, ruling = _die(payload), RULINGS[payload["ruling"]]
    what = "; ".join(filter(None, (payload["happened"], payload["reason"])))
    return Text(
        f"Irregular throw{die} ({payload['paragraph']}, {ruling.en}): {what}",
        f"Regelwidriger Wurf{die} ({payload['paragraph']}, {ruling.de}): {what}",
    )


def _penalty(payload: Payload, names: Names) -> Text:
    name = COLOUR_NAMES[payload["colour"]]
    return Text(
        f"Penalty, the {name.en} pawn on {payload['field']} goes to the yard: {payload['reason']}",
        f"Strafe, Figur von {name.de} auf {payload['field']} geht auf B: {payload['reason']}",
    )


def _take_back(payload: Payload, names: Names) -> Text:
    entries = _entries(payload["throws"])
    return _because(payload, Text(f"{entries.en} taken back", f"{entries.de} zurückgenommen"))


def _bring_back(payload: Payload, names: Names) -> Text:
    entries = _entries(payload["throws"])
    return _because(payload, Text(f"{entries.en} brought back", f"{entries.de} zurückgeholt"))


def _clock(payload: Payload, names: Names) -> Text:
    return CLOCK[Action(payload["action"])]


def _note(payload: Payload, names: Names) -> Text:
    return Text(f"Note: {payload['text']}", f"Notiz: {payload['text']}")


def _call(payload: Payload, names: Names) -> Text:
    return Text(f"Call for the referee: {payload['text']}", f"Ruf nach dem Schiedsrichter: {payload['text']}")


def _answer(payload: Payload, names: Names) -> Text:
    return Text(
        f"Answer of the referee: {payload['text']}", f"Antwort des Schiedsrichters: {payload['text']}"
    )


def _adjudication(payload: Payload, names: Names) -> Text:
    method, worth = METHODS[payload["method"]].name, _counted(payload["values"])
    told = Text(
        f"Adjudicated by {method.en}: {worth.en}; {ranked(payload['ranking'], names)}",
        f"Gewertet nach {method.de}: {worth.de}; {ranked(payload['ranking'], names)}",
    )
    return _because(payload, told)


def _award(payload: Payload, names: Names) -> Text:
    winner = names[payload["winner"]]
    told = Text(f"Awarded to {winner}", f"Kampflos gewertet für {winner}")
    return _because(payload, _placed(payload, told))


def _abandon(payload: Payload, names: Names) -> Text:
    return _because(payload, Text("Abandoned without a result", "Ohne Ergebnis abgebrochen"))


def _result(payload: Payload, names: Names) -> Text:
    told = result_in_words(payload, names)
    return Text(f"Result entered: {told.en}", f"Ergebnis eingetragen: {told.de}")


def _confirmation(payload: Payload, names: Names) -> Text:
    who = names[payload["player"]] if payload["player"] else payload["official"]
    return Text(f"{who} confirms the result", f"{who} bestätigt das Ergebnis")


def _correction(payload: Payload, names: Names) -> Text:
    told = result_in_words(payload, names)
    return _because(payload, Text(f"Correction proposed, {told.en}", f"Korrektur vorgeschlagen, {told.de}"))


def _approval(payload: Payload, names: Names) -> Text:
    return Text("The correction is approved", "Die Korrektur ist genehmigt")


def _withdrawal(payload: Payload, names: Names) -> Text:
    return _because(payload, Text("The correction is withdrawn", "Die Korrektur ist zurückgezogen"))


def _completion(payload: Payload, names: Names) -> Text:
    added = Text("Result completed", "Ergebnis ergänzt")
    if payload["pawns"]:
        pawns = _counted(payload["pawns"])
        added = Text(f"{added.en}, pawns at home: {pawns.en}", f"{added.de}, Figuren im Ziel: {pawns.de}")
    if payload["seconds"] is not None:
        minutes = round(payload["seconds"] / 60) or 1
        added = Text(f"{added.en}, {minutes} min", f"{added.de}, {minutes} min")
    return added


def _undo(payload: Payload, names: Names) -> Text:
    why = reason_of_undo(payload["reason"])
    return Text(f"The result is undone: {why.en}", f"Das Ergebnis ist rückgängig gemacht: {why.de}")


#: The kinds that have words here; throws, the creation and the end at the board are told otherwise.
RETOLD: Mapping[str, Callable[[Payload, Names], Text]] = {
    EventKind.START_THROWS: _start_throws,
    EventKind.START: _start,
    EventKind.POSITION: _position,
    EventKind.DICE_COMMITMENT: _dice_commitment,
    EventKind.DICE_SEED: _dice_seed,
    EventKind.DICE_REVEAL: _dice_reveal,
    EventKind.VOID_DIE: _void_die,
    EventKind.IRREGULAR: _irregular,
    EventKind.PENALTY: _penalty,
    EventKind.TAKE_BACK: _take_back,
    EventKind.BRING_BACK: _bring_back,
    EventKind.CLOCK: _clock,
    EventKind.NOTE: _note,
    EventKind.CALL: _call,
    EventKind.ANSWER: _answer,
    EventKind.ADJUDICATION: _adjudication,
    EventKind.AWARD: _award,
    EventKind.ABANDON: _abandon,
    EventKind.RESULT: _result,
    EventKind.CONFIRMATION: _confirmation,
    EventKind.CORRECTION: _correction,
    EventKind.APPROVAL: _approval,
    EventKind.WITHDRAWAL: _withdrawal,
    EventKind.COMPLETION: _completion,
    EventKind.UNDO: _undo,
}


# -- pieces ----------------------------------------------------------------------------------------


def ranked(ranking: Sequence[Sequence[str]], names: Names) -> str:
    """Players from first to last, those who are level joined: "1. Anna, 2. Bert = Cora"."""
    places, told = 1, []
    for group in ranking:
        told.append(f"{places}. {' = '.join(names[player] for player in group)}")
        places += len(group)
    return ", ".join(told)


def _because(payload: Payload, told: Text) -> Text:
    reason = payload["reason"]
    return Text(f"{told.en}: {reason}", f"{told.de}: {reason}") if reason else told


def _placed(payload: Payload, told: Text) -> Text:
    """With the colours in finishing order, where they are told."""
    if not payload["places"]:
        return told
    places = joined(", ", (COLOUR_NAMES[colour] for colour in payload["places"]))
    return Text(f"{told.en} (places: {places.en})", f"{told.de} (Plätze: {places.de})")


def _die(payload: Payload) -> str:
    return "" if payload["die"] is None else f" {payload['die']}"


def _entries(number: int) -> Text:
    """What was taken or brought back: throws and rulings alike."""
    if number == 1:
        return Text("The last entry was", "Der letzte Eintrag wurde")
    return Text(f"The last {number} entries were", f"Die letzten {number} Einträge wurden")


def _counted(numbers: Mapping[str, int]) -> Text:
    """Colours with a number each: "yellow 6, red 4"."""
    return joined(
        ", ",
        (
            Text("{colour} {number}", "{colour} {number}", colour=COLOUR_NAMES[colour], number=number)
            for colour, number in numbers.items()
        ),
    )
