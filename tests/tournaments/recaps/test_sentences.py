"""Every sentence of an event's report says a figure of its facts, in both languages."""

import re
from dataclasses import replace
from datetime import date

from rules.i18n import Literal, Text, Verbatim
from rules.rule_set_names import rule_set_name
from tournaments.recaps.facts import (
    DecidingGame,
    EventFacts,
    GameOnTop,
    PointsGiven,
    RecapGame,
    RecapRow,
    RecordSet,
)
from tournaments.recaps.sentences import MOST_TOLD, report_on


def game(number: int) -> Text:
    return Literal(en=f"Game {number}", de=f"Spiel {number}")


def wins(number: int) -> Text:
    return Literal(en=f"{number} wins", de=f"{number} Siege")


FACTS = EventFacts(
    name="Cup",
    season="2026",
    format=Literal(en="Championship", de="Meisterschaft"),
    rules=rule_set_name("xmadn-3t"),
    level="2",
    first_day=date(2026, 10, 17),
    last_day=date(2026, 10, 18),
    players=("Änne", "Bert", "Cora"),
    games=(
        RecapGame(1, game(1), ("Cora",), 1182),
        RecapGame(2, game(2), ("Änne",), 912),
        RecapGame(3, game(3), ("Cora",), None),
    ),
    on_top=(GameOnTop(game(1), "Cora"), GameOnTop(game(3), "Cora")),
    table=(
        RecapRow(1, "Cora", wins(2), Literal(en="most wins", de="die meisten Siege")),
        RecapRow(2, "Bert", wins(1), Literal(en="the later win", de="der spätere Sieg")),
        RecapRow(3, "Änne", wins(1), Literal(en="the earlier win", de="der frühere Sieg")),
    ),
    decision=DecidingGame("Cora", game(3), Literal(en="Cora has 2 wins", de="Cora hat 2 Siege")),
    outlook=Verbatim(""),
    hold=None,
    gave=(PointsGiven("Cora", "8"), PointsGiven("Bert", "5½")),
    titles=4,
    crown=True,
    records=(
        RecordSet(
            Literal(en="Longest games", de="Längste Spiele"),
            Literal(en="1182 throws", de="1182 Würfe"),
            game(1),
            "",
        ),
        RecordSet(
            Literal(en="Most sixes", de="Meiste Sechsen"),
            Literal(en="91 sixes", de="91 Sechsen"),
            game(2),
            "Bert",
        ),
    ),
)


def test_an_event_that_is_decided() -> None:
    text = report_on(FACTS)
    assert text.en == (
        "Cup (Championship, XMädn 3T, level 2, season 2026) was played from 17 October 2026 to 18 October 2026 with"
        " 3 players: Änne, Bert and Cora.\n\n"
        "3 games count. Game 1 went to Cora after 1182 throws. Game 2 went to Änne after 912 throws. Game 3 went to"
        " Cora. The lead changed once: Cora (Game 1) and Cora (Game 3). The longest game was Game 1"
        " (1182 throws), the shortest Game 2 (912 throws). Cora won the event with Game 3. Cora has 2 wins.\n\n"
        "The final table: 1. Cora (2 wins), 2. Bert (1 wins), 3. Änne (1 wins). Bert is above Änne with the same"
        " figure: the later win.\n\n"
        "Ranking points: Cora 8, Bert 5½. Cora has now won 4 events for ranking points. Cora has thus won all Majors"
        " of the season, the Triple Crown.\n\n"
        "Records under these rules: Longest games: 1182 throws (Game 1); Most sixes: 91 sixes (Bert, Game 2)."
    )
    assert text.de == (
        "Cup (Meisterschaft, XMädn 3T, Stufe 2, Saison 2026) fand vom 17. Oktober 2026 bis 18. Oktober 2026 mit"
        " 3 Spielern statt: Änne, Bert und Cora.\n\n"
        "Es zählen 3 Spiele. Spiel 1 ging nach 1182 Würfen an Cora. Spiel 2 ging nach 912 Würfen an Änne. Spiel 3 ging"
        " an Cora. Die Führung wechselte einmal: Cora (Spiel 1) und Cora (Spiel 3). Am längsten war Spiel 1 (1182"
        " Würfe), am kürzesten Spiel 2 (912 Würfe). Cora gewann das Turnier mit Spiel 3. Cora hat 2 Siege.\n\n"
        "Endstand: 1. Cora (2 Siege), 2. Bert (1 Siege), 3. Änne (1 Siege). Bert steht bei gleichem Stand vor Änne:"
        " der spätere Sieg.\n\n"
        "Ranglistenpunkte: Cora 8, Bert 5½. Cora hat damit 4 Turniere um Ranglistenpunkte gewonnen. Cora hat damit"
        " alle Majors der Saison gewonnen, die Triple Crown.\n\n"
        "Rekorde nach diesen Regeln: Längste Spiele: 1182 Würfe (Spiel 1); Meiste Sechsen: 91 Sechsen (Bert, Spiel 2)."
    )


def test_an_event_that_is_not_decided_says_what_is_still_needed_and_no_winner() -> None:
    outlook = Literal(en="still needed: Cora 1 win", de="noch nötig: Cora 1 Sieg")
    text = report_on(replace(FACTS, decision=None, outlook=outlook, gave=(), last_day=None))
    assert "was played on 17 October 2026 with 3 players" in text.en
    assert "It is not decided yet. Still needed: Cora 1 win." in text.en
    assert "Noch ist nichts entschieden. Noch nötig: Cora 1 Sieg." in text.de
    assert "The table: 1. Cora" in text.en
    assert not re.search("winner|final|Triple|ranking points", text.en)


def test_an_event_without_games_says_so() -> None:
    text = report_on(
        replace(
            FACTS, games=(), on_top=(), table=(), decision=None, gave=(), titles=0, crown=False, records=()
        )
    )
    assert text.en.endswith("\n\nNo game counts yet.")
    assert text.de.endswith("\n\nNoch zählt kein Spiel.")


def test_a_long_table_and_many_games_are_cut_and_say_so() -> None:
    rows = tuple(RecapRow(n, f"P{n}", wins(50 - n), Verbatim("")) for n in range(1, 31))
    games = tuple(RecapGame(n, game(n), ("P1",), None) for n in range(1, 31))
    text = report_on(replace(FACTS, table=rows, games=games, players=tuple(row.name for row in rows)))
    assert "30 players." in text.en
    assert f"; {30 - MOST_TOLD} more follow." in text.en
    assert f"; {30 - MOST_TOLD} weitere folgen." in text.de
    assert "Game 7 went" not in text.en
