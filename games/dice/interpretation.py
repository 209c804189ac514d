"""What the figures of a die mean, in words: how often chance alone gives as much. Never an accusation.

A p value says nothing about what caused the counts, least of all about anybody at the board; so the
words name chance first, and causes only of the die and of the record.
"""

from __future__ import annotations

import math

from games.dice.statistics import Fit, Statistics, Wait
from rules.i18n import Figure, Text

#: Upper bounds of p, the least first, and what is said below each.
_SIZES = (
    (
        0.001,
        Text(
            "That is very rare, and yet chance gives it to somebody, somewhere. It is a reason to look at the die"
            " (worn edges, a flaw, a table that is not level) and at the record (mistyped throws), and to throw"
            " this die some hundred times beside the game. About people it says nothing.",
            "Das ist sehr selten, und doch trifft der Zufall irgendwo irgendwen damit. Es ist ein Anlass, den Würfel"
            " anzusehen (abgenutzte Kanten, ein Fehler, ein schiefer Tisch) und die Aufzeichnung (vertippte Würfe),"
            " und mit diesem Würfel neben dem Spiel einige hundert Mal zu würfeln. Über Menschen sagt es nichts.",
        ),
    ),
    (
        0.01,
        Text(
            "That is rare for a single sample, but over a season of some hundred games chance alone gives a few"
            " of them. One such value is no reason to doubt the die; the same die again and again would be.",
            "Für eine einzelne Stichprobe ist das selten, über eine Saison mit einigen hundert Spielen ergibt es der"
            " Zufall allein aber ein paar Mal. Ein einzelner solcher Wert ist kein Grund, am Würfel zu zweifeln;"
            " derselbe Würfel immer wieder wäre einer.",
        ),
    ),
    (
        0.05,
        Text(
            "That happens all the time where many games are looked at: of 100 even dice about five look like this"
            " or worse.",
            "Das kommt ständig vor, wo man viele Spiele ansieht: von 100 gleichmäßigen Würfeln sehen etwa fünf"
            " so aus oder schlimmer.",
        ),
    ),
    (0.99, Text("Nothing unusual.", "Nichts Ungewöhnliches.")),
    (
        math.inf,
        Text(
            "The counts are even more level than chance usually makes them: so level or more so they are in only"
            " 1 of 100 samples. In many games that happens too.",
            "Die Zahlen liegen sogar gleichmäßiger beieinander, als der Zufall es meistens ergibt: so gleichmäßig"
            " oder noch gleichmäßiger sind sie nur in 1 von 100 Stichproben. Bei vielen Spielen kommt auch das vor.",
        ),
    ),
)


def meaning(found: Statistics) -> Text:
    """What the counts say about the die, in plain words."""
    if not found.is_enough:
        return Text(
            f"{found.throws} throws are too few to say anything about this die: with fewer than {found.needed}"
            " even a perfect one often looks uneven.",
            f"{found.throws} Würfe sind zu wenige, um etwas über diesen Würfel zu sagen: mit weniger als"
            f" {found.needed} sieht auch ein vollkommener oft ungleichmäßig aus.",
        )
    if found.fit is None:
        return Text(
            "All faces of this die are the same: there is nothing to compare.",
            "Alle Seiten dieses Würfels sind gleich: es gibt nichts zu vergleichen.",
        )
    return _of_fit(found.fit)


def meaning_of_wait(wait: Wait) -> Text:
    """How long somebody had to wait for a 6, and how often chance alone makes it so long."""
    if wait.throws == 0:
        return Text("Nobody had to wait for a 6.", "Niemand musste auf eine 6 warten.")
    counted = Text(
        f"The longest wait for a 6: {wait.throws} throws in a row without one.",
        f"Die längste Wartezeit auf eine 6: {wait.throws} Würfe hintereinander ohne.",
    )
    if wait.chance is None:
        return counted
    often = how_often(wait.chance)
    return Text(
        f"{counted.en} In as many throws chance alone gives a wait as long or longer {often.en}.",
        f"{counted.de} Bei so vielen Würfen ergibt der Zufall allein {often.de} eine so lange oder längere.",
    )


def among(games: int) -> Text:
    """What to bear in mind where the p values of several games stand below one another."""
    return Text(
        "Every twentieth even die has a p below 0.05 by chance alone. Of {games} games the least of all p values"
        " is below {least:.4f} in half of all cases: that a list has small values means nothing by itself.",
        "Jeder zwanzigste gleichmäßige Würfel hat allein durch Zufall ein p unter 0,05. Bei {games} Spielen liegt"
        " der kleinste p-Wert in der Hälfte der Fälle unter {least:.4f}: dass in einer Liste kleine Werte"
        " stehen, bedeutet für sich genommen nichts.",
        games=games,
        least=1 - 0.5 ** (1 / games),
    )


def p_value(fit: Fit) -> Text:
    """The p value in figures."""
    if fit.p < 0.0001:
        return Text("< 0.0001", "< 0,0001")
    return Figure(fit.p, ".4f")


def _of_fit(fit: Fit) -> Text:
    often, told = how_often(fit.p), p_value(fit)
    sign = "" if told.en.startswith("<") else "= "
    size = next(text for bound, text in _SIZES if fit.p < bound)
    return Text(
        f"p {sign}{told.en}: if the die is even, chance alone gives counts as uneven as these, or more so,"
        f" {often.en}. {size.en}",
        f"p {sign}{told.de}: Ist der Würfel gleichmäßig, so ergibt der Zufall allein {often.de} so"
        f" ungleiche Zahlen oder noch ungleichere. {size.de}",
    )


def how_often(chance: float) -> Text:
    """A probability as people say it: in about 34 of 100 cases, in about 1 of 2,900."""
    if chance < 1e-6:
        return Text(
            "in less than 1 of 1,000,000 cases",
            "in weniger als 1 von 1.000.000 Fällen",
        )
    if chance >= 0.995:
        return Text("nearly always", "fast immer")
    if chance >= 0.095:
        share = round(100 * chance)
        return Text(f"in about {share} of 100 cases", f"in etwa {share} von 100 Fällen")
    cases = float(f"{1 / chance:.2g}")
    return Text(
        "in about 1 of {cases:,.0f} cases",
        "in etwa 1 von {cases:,.0f} Fällen",
        cases=cases,
    )
