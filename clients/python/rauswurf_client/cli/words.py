"""What the command says, in English and German."""

from __future__ import annotations

import os

from rauswurf_client.errors import Language

GERMAN = {
    "No site. Set RAUSWURF_SITE or run: rauswurf-cli login ADDRESS": (
        "Keine Adresse. RAUSWURF_SITE setzen oder ausführen: rauswurf-cli login ADRESSE"
    ),
    "Others can read {file}, and a token is in it. Run: chmod 600 {file}": (
        "Andere können {file} lesen, und darin steht ein Token. Ausführen: chmod 600 {file}"
    ),
    "{file} cannot be read: {reason}": "{file} ist nicht lesbar: {reason}",
    "Token (leave blank to read only): ": "Token (leer lassen, um nur zu lesen): ",
    "Saved in {file}": "Gespeichert in {file}",
    "Rule: {rule}": "Regel: {rule}",
    "Field: {field}": "Feld: {field}",
    "Right would be: {fix}": "Richtig wäre: {fix}",
    "{site} does not answer.": "{site} antwortet nicht.",
    "{event} has no game {number}.": "{event} hat kein Spiel {number}.",
    "{event} has several running games: {numbers}. Name one, as in {event}/{example}.": (
        "In {event} laufen mehrere Spiele: {numbers}. Eines nennen, etwa {event}/{example}."
    ),
    "{event} has no running game.": "In {event} läuft kein Spiel.",
    "{name} is not a file of this kind. There are: {names}": "{name} gibt es hier nicht. Es gibt: {names}",
    "Place": "Platz",
    "Player": "Name",
    "Game": "Spiel",
    "Status": "Stand",
    "Winner": "Sieg",
    "No table yet.": "Noch keine Tabelle.",
    "No games yet.": "Noch keine Spiele.",
    "created": "angelegt",
    "running": "läuft",
    "ended": "beendet",
    "abandoned": "abgebrochen",
    "{name} to throw": "{name} ist am Wurf",
    "{name} wins.": "{name} gewinnt.",
    "The game is over.": "Das Spiel ist zu Ende.",
    "The game has not started.": "Das Spiel hat nicht begonnen.",
    "start throws": "Würfe um den Start",
    "start": "Beginn",
    "position": "Stellung gesetzt",
    "dice commitment": "Würfel versiegelt",
    "dice seed": "Würfelzahl",
    "void die": "ungültiger Würfel",
    "take back": "zurückgenommen",
    "bring back": "zurückgeholt",
    "irregular throw": "regelwidriger Wurf",
    "penalty": "Strafe",
    "clock": "Uhr",
    "note": "Notiz",
    "call": "Ruf nach dem Schiedsrichter",
    "answer": "Antwort",
    "adjudication": "Wertung",
    "award": "kampflos",
    "abandon": "abgebrochen",
    "end": "Ende",
    "dice reveal": "Würfel offengelegt",
    "result": "Ergebnis",
    "confirmation": "Bestätigung",
    "correction": "Korrektur",
    "approval": "Genehmigung",
    "withdrawal": "zurückgezogen",
    "completion": "ergänzt",
    "undo": "rückgängig",
    "1–6 throw · u undo · b board · q quit": "1–6 Wurf · u zurück · b Brett · q Ende",
    "s start · or the letter of the colour that starts · q quit": (
        "s beginnen · oder der Buchstabe der Farbe, die beginnt · q Ende"
    ),
    "Not recorded: {throws}": "Nicht aufgezeichnet: {throws}",
    "{die}: which move?": "{die}: welcher Zug?",
    "no move": "kein Zug",
    "Recorded: {throw}": "Aufgezeichnet: {throw}",
    "Undone.": "Zurückgenommen.",
    "No connection. 1 throw not sent yet.": "Keine Verbindung. 1 Wurf noch nicht gesendet.",
    "No connection. {number} throws not sent yet.": "Keine Verbindung. {number} Würfe noch nicht gesendet.",
    "No connection. Try again with the next key.": "Keine Verbindung. Mit der nächsten Taste noch einmal versuchen.",
    "Somebody else has recorded. Check the board.": "Jemand anderes hat aufgezeichnet. Bitte das Brett prüfen.",
    "Watch a game: the board, then every throw as it comes": "Spiel verfolgen: das Brett, dann jeder Wurf",
    "Show the table of an event": "Tabelle eines Turniers",
    "List the games of an event with their winners": "Spiele eines Turniers und wer gewonnen hat",
    "Record a game by keyboard": "Spiel mit der Tastatur aufzeichnen",
    "Save a file: tables as CSV or PDF, calendars, records": (
        "Datei speichern: Tabellen als CSV oder PDF, Kalender, Protokolle"
    ),
    "Save the address of the site and a token": "Adresse der Seite und Token speichern",
    "Rauswurf in the terminal": "Rauswurf im Terminal",
    "JSON instead of text": "JSON statt Text",
    "address of the site; else RAUSWURF_SITE, else what login saved": (
        "Adresse der Seite; sonst RAUSWURF_SITE, sonst was login gespeichert hat"
    ),
    "id or address of a game, EVENT/NUMBER, or EVENT with one running game": (
        "Kennung oder Adresse eines Spiels, TURNIER/NUMMER oder TURNIER mit einem laufenden Spiel"
    ),
    "short name or address of an event": "Kurzname oder Adresse eines Turniers",
    "EVENT, ranking:LIST, season:NAME, player:ID or game:ID": (
        "TURNIER, ranking:LISTE, season:NAME, player:ID oder game:ID"
    ),
    "which file, such as table.csv": "welche Datei, etwa table.csv",
    "where to; - is the terminal": "wohin; - ist das Terminal",
    "COMMAND": "BEFEHL",
    "GAME": "SPIEL",
    "EVENT": "TURNIER",
    "WHAT": "WOVON",
    "FILE": "DATEI",
    "show the board once": "das Brett einmal zeigen",
    "everything after this event": "alles nach diesem Ereignis",
    "Exit codes: 0 done, 1 refused by the site, 2 wrong usage, 3 no connection, 4 not allowed.": (
        "Rückgabewert: 0 erledigt, 1 von der Seite abgelehnt, 2 falscher Aufruf, 3 keine Verbindung, 4 nicht erlaubt."
    ),
    # What argparse says by itself, as far as this command gives it cause; Python 3.11 to 3.13.
    "usage: ": "Aufruf: ",
    "positional arguments": "Angaben",
    "options": "Optionen",
    "show this help message and exit": "diese Hilfe",
    "%(prog)s: error: %(message)s\n": "%(prog)s: Fehler: %(message)s\n",
    "argument %(argument_name)s: %(message)s": "%(argument_name)s: %(message)s",
    "the following arguments are required: %s": "es fehlt: %s",
    "unrecognized arguments: %s": "nicht bekannt: %s",
    "invalid choice: %(value)r (choose from %(choices)s)": "%(value)r gibt es nicht, sondern: %(choices)s",
    "invalid %(type)s value: %(value)r": "%(value)r ist keine ganze Zahl",
    "expected one argument": "eine Angabe fehlt",
    "ignored explicit argument %r": "%r gehört nicht dazu",
}


def system_language() -> Language:
    """German where the machine speaks German, else English."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if told := os.environ.get(variable):
            return "de" if told.lower().startswith("de") else "en"
    return "en"


class Voice:
    """Says things in one language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language

    def say(self, text: str, **names: object) -> str:
        """A sentence, by its English words."""
        return (GERMAN[text] if self.language == "de" else text).format(**names)

    def word(self, text: str) -> str:
        """A word of the site's, where it is known; as it is where it is not."""
        return GERMAN.get(text, text) if self.language == "de" else text

    def of(self, said: object) -> str:
        """What the site has said in both languages."""
        return str(said.get(self.language, "")) if isinstance(said, dict) else ""
