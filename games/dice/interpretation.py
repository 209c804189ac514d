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
            "That is very rare, though somewhere it happens by chance. Look at the die (worn edges, "
            "a flaw, a table that is not level) and at the record (mistyped throws), and throw this "
            "die some hundred times beside the game. It says nothing about people."
        ),
    ),
    (
        0.01,
        Text(
            "That is rare for a single sample, but over a season of some hundred games chance alone "
            "gives a few of them. One such value is no reason to doubt the die; the same die again "
            "and again would be."
        ),
    ),
    (
        0.05,
        Text("Common among many games: of 100 fair dice about five look like this or worse."),
    ),
    (0.99, Text("Nothing unusual.")),
    (
        math.inf,
        Text(
            "The counts are more even than chance usually makes them: only 1 sample in 100 is as "
            "even. Among many games that happens too."
        ),
    ),
)


def meaning(found: Statistics) -> Text:
    """What the counts say about the die, in plain words."""
    if not found.is_enough:
        return Text(
            "{throws} throws are too few to say anything about this die: with fewer than {needed} "
            "even a perfect one often looks uneven.",
            throws=found.throws,
            needed=found.needed,
        )
    if found.fit is None:
        return Text("All faces of this die are the same: there is nothing to compare.")
    return _of_fit(found.fit)


def meaning_of_wait(wait: Wait) -> Text:
    """How long somebody had to wait for a 6, and how often chance alone makes it so long."""
    if wait.throws == 0:
        return Text("Nobody had to wait for a 6.")
    counted = Text("The longest wait for a 6: {throws} throws in a row without one.", throws=wait.throws)
    if wait.chance is None:
        return counted
    often = how_often(wait.chance)
    return Text(
        "{counted} In that many throws a wait as long or longer comes by chance {often}.",
        counted=counted,
        often=often,
    )


def among(games: int) -> Text:
    """What to bear in mind where the p values of several games stand below one another."""
    return Text(
        "One fair die in twenty has a p below 0.05 by chance. Of {games} games the smallest p is "
        "below {least:.4f} half of the time: small values in a list mean nothing by themselves.",
        games=games,
        least=1 - 0.5 ** (1 / games),
    )


def p_value(fit: Fit) -> Text:
    """The p value in figures."""
    if fit.p < 0.0001:
        return Text("< 0.0001")
    return Figure(fit.p, ".4f")


def _of_fit(fit: Fit) -> Text:
    often, told = how_often(fit.p), p_value(fit)
    sign = "" if told.en.startswith("<") else "= "
    size = next(text for bound, text in _SIZES if fit.p < bound)
    return Text(
        "p {sign}{told}: a fair die gives counts as uneven as these or more so {often}. {size}",
        sign=sign,
        told=told,
        often=often,
        size=size,
    )


def how_often(chance: float) -> Text:
    """A probability as people say it: in about 34 of 100 cases, in about 1 of 2,900."""
    if chance < 1e-6:
        return Text("in less than 1 of 1,000,000 cases")
    if chance >= 0.995:
        return Text("nearly always")
    if chance >= 0.095:
        share = round(100 * chance)
        return Text("in about {share} of 100 cases", share=share)
    cases = float(f"{1 / chance:.2g}")
    return Text("in about 1 of {cases:,.0f} cases", cases=cases)
