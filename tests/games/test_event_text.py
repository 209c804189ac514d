"""What happened beside throws, in words."""

import pytest

from games.domain.events import EVENT_TYPES, kinds_that
from games.enums import EventKind
from rules import Literal

NAMES = {"a": "Anna", "b": "Bert", "c": "Cleo"}
IRREGULAR = {
    "die": 4,
    "happened": "red moved five fields",
    "paragraph": "§6",
    "ruling": "stands",
    "reason": "",
}
#: Kind, what is told, in English, in German.
EVENTS = [
    (
        EventKind.START_THROWS,
        {"throws": {"yellow": 6, "red": 3}},
        "Throws for the start: yellow 6, red 3",
        "Auswürfeln: Gelb 6, Rot 3",
    ),
    (EventKind.START, {"starter": "yellow"}, "Yellow starts", "Gelb beginnt"),
    *(
        (
            EventKind.START,
            {"starter": "red", "published_seed": "tea", fields: []},
            f"Red starts; {fields} drawn from the published seed “tea”",
            f"Rot beginnt; {german} gelost aus dem veröffentlichten Startwert „tea“",
        )
        for fields, german in (("trapdoors", "Falltüren"), ("wormholes", "Wurmlöcher"))
    ),
    (EventKind.POSITION, {"reason": "upset"}, "Board set by hand: upset", "Brett von Hand gestellt: upset"),
    (EventKind.DICE_COMMITMENT, {}, "Online dice promised", "Online-Würfel versprochen"),
    (
        EventKind.DICE_SEED,
        {"side": "b", "seed": "x"},
        "Bert added a text to the dice",
        "Bert hat einen Text zu den Würfeln beigetragen",
    ),
    (
        EventKind.DICE_REVEAL,
        {"seed": "x"},
        "Seed of the dice shown",
        "Schlüssel der Würfel gezeigt",
    ),
    (
        EventKind.VOID_DIE,
        {"die": None, "reason": "askew"},
        "Void die, thrown again: askew",
        "Ungültiger Würfel, neu gewürfelt: askew",
    ),
    (
        EventKind.IRREGULAR,
        IRREGULAR,
        "Irregular throw 4 (§6, stands): red moved five fields",
        "Regelwidriger Wurf 4 (§6, bleibt bestehen): red moved five fields",
    ),
    (
        EventKind.PENALTY,
        {"colour": "red", "field": "17", "reason": "touched the die"},
        "Penalty, the red pawn on 17 goes to the yard: touched the die",
        "Strafe, Figur von Rot auf 17 geht auf B: touched the die",
    ),
    (
        EventKind.TAKE_BACK,
        {"throws": 1, "reason": ""},
        "Last entry taken back",
        "Letzter Eintrag zurückgenommen",
    ),
    (
        EventKind.BRING_BACK,
        {"throws": 3, "reason": "it was right"},
        "Last 3 entries brought back: it was right",
        "Letzte 3 Einträge zurückgeholt: it was right",
    ),
    (EventKind.CLOCK, {"action": "limit"}, "Time limit reached", "Zeit abgelaufen"),
    (EventKind.CLOCK, {"action": "set", "minutes": 60}, "Time limit: 60 min", "Zeitlimit: 60 min"),
    (EventKind.CLOCK, {"action": "set", "minutes": 0}, "No time limit", "Kein Zeitlimit"),
    (EventKind.NOTE, {"text": "dark"}, "Note: dark", "Notiz: dark"),
    (EventKind.CALL, {"text": "who?"}, "Call for the referee: who?", "Ruf nach dem Schiedsrichter: who?"),
    (EventKind.ANSWER, {"text": "red"}, "Answer of the referee: red", "Antwort des Schiedsrichters: red"),
    (
        EventKind.ADJUDICATION,
        {
            "method": "saved-pawns",
            "values": {"yellow": 2, "red": 1, "green": 1},
            "ranking": [["a"], ["b", "c"]],
            "reason": "time",
        },
        "Adjudicated by saved pawns, 1. Anna, 2. Bert = Cleo: time – yellow 2, red 1, green 1",
        "Gewertet (Figuren im Ziel): 1. Anna, 2. Bert = Cleo: time – Gelb 2, Rot 1, Grün 1",
    ),
    (
        EventKind.AWARD,
        {"winner": "a", "places": ["red"], "reason": "Bert is ill"},
        "Awarded to Anna (places: red): Bert is ill",
        "Kampflos gewertet für Anna (Plätze: Rot): Bert is ill",
    ),
    (
        EventKind.ABANDON,
        {"reason": "fire"},
        "Abandoned without a result: fire",
        "Ohne Ergebnis abgebrochen: fire",
    ),
    (
        EventKind.RESULT,
        {"winner": "b", "places": ["red", "yellow"]},
        "Result entered: Bert has won (places: red, yellow)",
        "Ergebnis eingetragen: Bert hat gewonnen (Plätze: Rot, Gelb)",
    ),
    (
        EventKind.CONFIRMATION,
        {"player": None, "official": "M. Richter"},
        "M. Richter confirmed the result",
        "M. Richter hat das Ergebnis bestätigt",
    ),
    (
        EventKind.CORRECTION,
        {"winner": "a", "places": [], "reason": "mixed up"},
        "Correction proposed, Anna has won: mixed up",
        "Korrektur vorgeschlagen, Anna hat gewonnen: mixed up",
    ),
    (EventKind.APPROVAL, {"correction": 7}, "Correction approved", "Korrektur genehmigt"),
    (
        EventKind.WITHDRAWAL,
        {"correction": 7, "reason": "it was right"},
        "Correction withdrawn: it was right",
        "Korrektur zurückgezogen: it was right",
    ),
    (
        EventKind.COMPLETION,
        {"pawns": {"red": 2}, "seconds": 3600},
        "Result completed, pawns at home: red 2, 60 min",
        "Ergebnis ergänzt, Figuren im Ziel: Rot 2, 60 min",
    ),
    (
        EventKind.COMPLETION,
        {"pawns": {}, "seconds": 20},
        "Result completed, 1 min",
        "Ergebnis ergänzt, 1 min",
    ),
    (
        EventKind.UNDO,
        {"reason": "the wrong line"},
        "Result undone: the wrong line",
        "Ergebnis rückgängig gemacht: the wrong line",
    ),
    (
        EventKind.REDACTION,
        {"events": {"4": "00", "9": "01"}},
        "A name was taken out of the words of event 4, 9",
        "Ein Name wurde aus dem Text von Ereignis 4, 9 entfernt",
    ),
]


@pytest.mark.parametrize(("kind", "payload", "en", "de"), EVENTS, ids=[str(event[0]) for event in EVENTS])
def test_an_event_is_told_in_both_languages(
    kind: EventKind, payload: dict[str, object], en: str, de: str
) -> None:
    display = EVENT_TYPES[kind].display
    assert display is not None
    assert display(payload, NAMES) == Literal(en=en, de=de)


def test_every_kind_has_words_but_those_that_pages_tell_otherwise() -> None:
    wordless = kinds_that(lambda each: each.display is None)
    assert wordless == [EventKind.CREATED, EventKind.THROW, EventKind.END]
    assert {event[0] for event in EVENTS} == EVENT_TYPES.keys() - wordless


def test_every_kind_that_the_code_speaks_of_is_in_the_registry() -> None:
    assert set(EventKind) <= EVENT_TYPES.keys()
    assert all(kind == happening.kind for kind, happening in EVENT_TYPES.items())
