"""Every sentence of a game's report says a figure of its facts; what is not known is not said."""

import re
from dataclasses import replace
from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from games.recaps.facts import CameHome, Capture, GameFacts, LeadChanges, Played, Side
from games.recaps.sentences import paragraphs, report_on
from rules.i18n import Literal
from rules.rule_set_names import rule_set_name

BOARD = ("yellow", "black", "blue", "red", "green", "violet")
SIDES = (
    Side("Änne", ("yellow", "black"), 70, 48, 31),
    Side("Bert", ("blue", "red"), 66, 44, 52),
    Side("Cora", ("green", "violet"), 71, 42, 51),
)
PLAYED = Played(
    throws=1182,
    longest_wait=26,
    first_capture=Capture(26, "green", "red", 4),
    dearest_capture=Capture(950, "blue", "violet", 43),
    homes=(CameHome("green", 1182),),
    lead=LeadChanges(23, "Cora", 669),
    left={"Änne": 106, "Bert": 108},
)
FACTS = GameFacts(
    rules=rule_set_name("xmadn-3t"),
    sides=SIDES,
    day=date(2026, 11, 14),
    starter="blue",
    why=Literal(en="Blue had the highest throw, 6", de="Blau hatte den höchsten Wurf, 6"),
    minutes=93,
    winner="Cora",
    places=("green",),
    order="",
    for_places=False,
    verdict=None,
    played=PLAYED,
)


def test_a_game_that_was_recorded_throw_by_throw() -> None:
    text = report_on(FACTS)
    assert text.en == (
        "On 14 November 2026, Änne (yellow and black), Bert (blue and red) and Cora (green and violet) played by"
        " XMädn 3T rules. Bert started with blue (Blue had the highest throw, 6).\n\n"
        "134 pawns were captured: 48 by Änne, 44 by Bert and 42 by Cora. The first capture came on throw 26: green"
        " captured a pawn of red. The most costly capture, 43 fields from the start, came on throw 950: blue captured"
        " a pawn of violet. By steps to go, the lead changed 23 times; Cora took it for good on throw 669 of 1182."
        " Green (Cora) was home first, on throw 1182. The longest wait for a six was 26 throws.\n\n"
        "Cora won after 1182 throws and 93 minutes. Steps left to go: Änne 106 and Bert 108."
    )
    assert text.de == (
        "Am 14. November 2026 spielten Änne (Gelb und Schwarz), Bert (Blau und Rot) und Cora (Grün und Violett) nach"
        " den Regeln von XMädn 3T. Bert begann mit Blau (Blau hatte den höchsten Wurf, 6).\n\n"
        "134 Figuren wurden geschlagen: 48 von Änne, 44 von Bert und 42 von Cora. Zum ersten Mal geschlagen wurde mit"
        " Wurf 26: Grün schlug eine Figur von Rot. Am meisten kostete Wurf 950, 43 Felder nach dem Start: Blau schlug"
        " eine Figur von Violett. Nach Restschritten wechselte die Führung 23-mal; endgültig übernahm sie Cora mit"
        " Wurf 669 von 1182. Grün (Cora) war zuerst im Ziel, mit Wurf 1182. Am längsten blieb eine Sechs 26 Würfe"
        " aus.\n\n"
        "Cora gewann nach 1182 Würfen und 93 Minuten. Restschritte: Änne 106 und Bert 108."
    )


def test_a_game_of_which_only_the_result_is_known_says_no_more_than_that() -> None:
    text = report_on(replace(FACTS, played=None, day=None, starter="", why=None, minutes=None))
    assert text.en == (
        "Änne (yellow and black), Bert (blue and red) and Cora (green and violet) played by XMädn 3T rules.\n\n"
        "The game was not recorded throw by throw; its result is known. Cora won."
    )
    assert text.de.endswith("nicht Wurf für Wurf aufgezeichnet; bekannt ist sein Ergebnis. Cora gewann.")


def test_what_decided_a_game_that_was_not_played_out_is_told_in_the_words_of_the_log() -> None:
    verdict = Literal(
        en="Awarded to Cora: Bert had to go", de="Kampflos gewertet für Cora: Bert musste gehen"
    )
    text = report_on(replace(FACTS, verdict=verdict, order="1. Cora, 2. Änne = Bert", played=None))
    assert "Awarded to Cora: Bert had to go. Cora won after 93 minutes." in text.en
    assert "Kampflos gewertet für Cora: Bert musste gehen. Cora gewann nach 93 Minuten." in text.de
    assert text.de.endswith("Die Reihenfolge: 1. Cora, 2. Änne = Bert.")


def test_in_a_game_that_goes_on_for_the_places_nobody_is_said_to_have_won() -> None:
    """There the points tell who has; whoever is home first may have fewer."""
    text = report_on(replace(FACTS, for_places=True, order="1. Cora, 2. Änne, 3. Bert"))
    assert "Cora was the first to have all colours home; the game was over after 1182 throws" in text.en
    assert "Cora hatte als Erstes alle Farben im Ziel; zu Ende war das Spiel nach 1182 Würfen" in text.de
    assert "won" not in text.en
    assert "gewann" not in text.de


def test_a_lead_that_nobody_else_took_and_a_game_without_captures() -> None:
    sides = tuple(replace(side, captures=0) for side in SIDES)
    played = replace(
        PLAYED, first_capture=None, dearest_capture=None, lead=LeadChanges(0, "Cora", 3), left={"Bert": 2}
    )
    text = report_on(replace(FACTS, sides=sides, played=played))
    assert "No pawn was captured." in text.en
    assert "Cora took the lead on throw 3 and kept it." in text.en
    assert "ging Cora mit Wurf 3 in Führung und blieb es." in text.de
    assert text.en.endswith("It was close; steps left to go: Bert 2.")


numbers = st.integers(0, 2000)
captures = st.builds(Capture, numbers, st.sampled_from(BOARD), st.sampled_from(BOARD), st.integers(0, 47))
facts = st.builds(
    GameFacts,
    rules=st.just(Literal(en="XMädn", de="XMädn")),
    sides=st.tuples(
        st.builds(Side, st.just("A"), st.just(("yellow", "black", "blue")), numbers, numbers, numbers),
        st.builds(Side, st.just("B"), st.just(("red", "green", "violet")), numbers, numbers, numbers),
    ),
    day=st.none() | st.dates(),
    starter=st.sampled_from(("", *BOARD)),
    why=st.none(),
    minutes=st.none() | numbers,
    winner=st.sampled_from(("", "A", "B")),
    places=st.sampled_from(((), ("red",), BOARD)),
    order=st.sampled_from(("", "1. A, 2. B")),
    for_places=st.booleans(),
    verdict=st.none() | st.just(Literal(en="Awarded", de="Kampflos")),
    played=st.none()
    | st.builds(
        Played,
        throws=numbers,
        longest_wait=numbers,
        first_capture=st.none() | captures,
        dearest_capture=st.none() | captures,
        homes=st.lists(st.builds(CameHome, st.sampled_from(BOARD), numbers), max_size=6).map(tuple),
        lead=st.none() | st.builds(LeadChanges, numbers, st.sampled_from("AB"), numbers),
        left=st.dictionaries(st.sampled_from("AB"), numbers),
    ),
)


@settings(max_examples=60)
@given(facts)
def test_every_number_in_every_sentence_is_a_figure_of_the_facts_in_both_languages(facts: GameFacts) -> None:
    known = {int(number) for number in re.findall(r"\d+", repr(facts))}
    known.add(sum(side.captures for side in facts.sides))
    text = report_on(facts)
    for words in (text.en, text.de):
        assert {int(number) for number in re.findall(r"\d+", words)} <= known
        assert "None" not in words
        assert "  " not in words
    assert sorted(re.findall(r"\d+", text.en)) == sorted(re.findall(r"\d+", text.de))
    assert text == report_on(facts)


def test_paragraphs_without_a_sentence_leave_no_gap() -> None:
    assert paragraphs([[], [Literal(en="a.", de="b.")], [], [Literal(en="c.", de="d.")]]) == Literal(
        en="a.\n\nc.", de="b.\n\nd."
    )
