"""What a referee's phone says by itself, beside what it records (``Happening.offline``); it fills in ``{n}`` and the
like.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.i18n import Text

WORDS: Mapping[str, Text] = {
    # -- the die and the pawns
    "to throw": Text("{colour} to throw, {player}.", "{colour} ist am Wurf, {player}."),
    "attempt": Text("attempt {n} of 3", "Versuch {n} von 3"),
    "which pawn": Text("Which pawn moves with the {die}?", "Welche Figur zieht mit der {die}?"),
    "no move short": Text("no move", "kein Zug"),
    "moves": Text("{n} moves", "{n} Züge"),
    "one of": Text("1 of {n}", "1 von {n}"),
    "has won": Text("{player} has won.", "{player} hat gewonnen."),
    "clock runs": Text("Clock", "Uhr"),
    "clock stands": Text("Clock paused", "Uhr steht"),
    "clock at its limit": Text("Time limit reached", "Zeit abgelaufen"),
    # -- the board, read out
    "yard": Text("{n} in the yard", "{n} auf B"),
    "track": Text("on {field}", "auf {field}"),
    "home": Text("home on {field}", "im Ziel auf {field}"),
    "absent": Text("not in play", "spielt nicht mit"),
    # -- what waits on the phone
    "one waits": Text("1 entry waits", "1 Eintrag wartet"),
    "many wait": Text("{n} entries wait", "{n} Einträge warten"),
    "no connection": Text("no connection, just go on", "keine Verbindung, einfach weitermachen"),
    "sending": Text("being sent", "wird gesendet"),
    "log in": Text(
        "The login has ended. Log in to send what waits; until then nothing is lost.",
        "Die Anmeldung ist abgelaufen. Zum Senden anmelden; bis dahin geht nichts verloren.",
    ),
    "needs connection": Text(
        "This needs a connection, and everything that waits must have been sent before.",
        "Das braucht eine Verbindung, und was wartet, muss vorher gesendet sein.",
    ),
    "only with a connection": Text(
        "No connection now, and this needs one: the site judges it, or somebody else has to see it. A note or a call"
        " for the referee can be recorded meanwhile.",
        "Gerade keine Verbindung, und das braucht eine: die Seite beurteilt es, oder jemand anderes muss es sehen."
        " Eine Notiz oder ein Ruf nach dem Schiedsrichter lässt sich inzwischen aufzeichnen.",
    ),
    "call waits": Text(
        "No connection now: the call waits on this phone and is sent as soon as there is one. Until then nobody hears"
        " it.",
        "Gerade keine Verbindung: der Ruf wartet auf diesem Gerät und wird gesendet, sobald eine da ist. Bis dahin"
        " hört ihn niemand.",
    ),
    "not kept": Text(
        "This browser keeps nothing: without a connection, entries are lost when the page is closed.",
        "Dieser Browser bewahrt nichts auf: ohne Verbindung gehen Einträge verloren, wenn die Seite geschlossen wird.",
    ),
    "not opened offline": Text(
        "Without a connection this page cannot be opened again in this browser (it needs https). Leave it open.",
        "Ohne Verbindung lässt sich diese Seite in diesem Browser nicht wieder öffnen (dazu braucht es https)."
        " Bitte offen lassen.",
    ),
    # -- two referees
    "same": Text(
        "Somebody else has recorded the same in the meantime; it stands once.",
        "Jemand anderes hat inzwischen dasselbe aufgezeichnet; es steht einmal da.",
    ),
    "conflict": Text("Two have recorded", "Zwei haben aufgezeichnet"),
    "refused": Text("The site refuses an entry", "Die Seite lehnt einen Eintrag ab"),
    "on the site": Text("On the site, after entry {n}", "Auf der Seite, nach Eintrag {n}"),
    "on this phone": Text("Waiting on this phone", "Wartet auf diesem Gerät"),
    "record after": Text("Record after theirs: {what}", "Danach aufzeichnen: {what}"),
    "cannot follow": Text(
        "{what}: cannot be played on the board as it now stands.",
        "{what}: lässt sich auf dem Brett, wie es jetzt steht, nicht spielen.",
    ),
    "drop first": Text("Drop it: {what}", "Weglassen: {what}"),
    "drop all": Text("Drop everything that waits here ({n})", "Alles weglassen, was hier wartet ({n})"),
    "call chief": Text("Call the chief referee", "Oberschiedsrichter rufen"),
    "called": Text(
        "The chief referee has been called; what waits stays here.",
        "Der Oberschiedsrichter ist gerufen; was wartet, bleibt hier.",
    ),
    "call text": Text(
        "Two have recorded after entry {n}. On the site: {theirs}. On the phone: {mine}.",
        "Zwei haben nach Eintrag {n} aufgezeichnet. Auf der Seite: {theirs}. Auf dem Gerät: {mine}.",
    ),
    "dropped": Text("Dropped entries ({n}), to download", "Weggelassene Einträge ({n}) zum Herunterladen"),
}
