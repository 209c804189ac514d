"""Roles and what they allow: one table, from which everything that refuses or explains is derived."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, StrEnum, unique

from rules.text import Text


@unique
class Role(StrEnum):
    """What somebody is in a place: a person by a permit, a program, a device or a board by its token."""

    OWNER = "owner"
    ORGANISER = "organiser"
    REFEREE = "referee"
    RECORDER = "recorder"
    VIEWER = "viewer"

    @property
    def text(self) -> Text:
        """Its name."""
        return _ROLES[self]


class Action(Enum):
    """What can be done: every address of the site needs one of these, or none where everybody may."""

    SEE_EMBARGOED = Text("see what is not public yet", "sehen, was noch nicht öffentlich ist")
    RECORD = Text(
        "record: begin a game, throws, take back, bring back, notes, clock, calls, confirmations",
        "aufzeichnen: ein Spiel beginnen, Würfe, zurücknehmen, zurückholen, Notizen, Uhr, Rufe, Bestätigungen",
    )
    RULE = Text(
        "rule: void dice, irregular throws, penalties, the board set by hand, answers to calls, adjudication, awards,"
        " games broken off, results typed in, completed and undone; read the die statistics",
        "entscheiden: ungültige und regelwidrige Würfe, Strafen, das Brett von Hand gestellt, Antworten auf Rufe,"
        " Wertung, Zuspruch, abgebrochene Spiele, Ergebnisse eingetippt, ergänzt und rückgängig gemacht; die"
        " Würfelstatistik lesen",
    )
    CORRECT = Text(
        "propose the correction of a finished game, and withdraw one's own",
        "die Korrektur eines beendeten Spiels vorschlagen und die eigene zurückziehen",
    )
    APPROVE = Text("approve the correction of somebody else", "die Korrektur von jemand anderem genehmigen")
    ORGANISE = Text(
        "organise: players, seasons, events, entries, draws, the games of events prepared, started, moved to a board"
        " and forfeited, another colour to start, the correction of anybody withdrawn, write-ups, CP, rankings, halls,"
        " webhooks, embargo",
        "veranstalten: Spieler, Saisons, Turniere, Meldungen, Auslosungen, die Spiele der Turniere vorbereitet,"
        " begonnen, an ein Brett verlegt und kampflos gewertet, eine andere Startfarbe, die Korrektur von jedem"
        " zurückgezogen, Texte, CP, Ranglisten, Hallen, Webhooks, Sperrfristen",
    )
    GRANT = Text(
        "admit referees, recorders and viewers: permits, tokens, links – and revoke them",
        "Schiedsrichter, Schreiber und Zuschauer zulassen: Rechte, Token, Links – und sie widerrufen",
    )
    AUDIT = Text("read who did what when", "lesen, wer wann was getan hat")
    OWN = Text("admit owners and organisers", "Eigentümer und Veranstalter zulassen")

    @property
    def text(self) -> Text:
        """What it is, in words."""
        return self.value


_ROLES: Mapping[Role, Text] = {
    Role.OWNER: Text("owner", "Eigentümer"),
    Role.ORGANISER: Text("organiser", "Veranstalter"),
    Role.REFEREE: Text("referee", "Schiedsrichter"),
    Role.RECORDER: Text("recorder", "Schreiber"),
    Role.VIEWER: Text("viewer", "Zuschauer"),
}

_SEE = frozenset({Action.SEE_EMBARGOED})
_RECORD = _SEE | {Action.RECORD}
_REFEREE = _RECORD | {Action.RULE, Action.CORRECT, Action.APPROVE}
_ORGANISE = _REFEREE | {Action.ORGANISE, Action.GRANT, Action.AUDIT}

#: Who may do what: in the place of the role and everywhere within it.
TABLE: Mapping[Role, frozenset[Action]] = {
    Role.OWNER: frozenset(Action),
    Role.ORGANISER: _ORGANISE,
    Role.REFEREE: _REFEREE,
    Role.RECORDER: _RECORD,
    Role.VIEWER: _SEE,
}


def roles_for(action: Action) -> tuple[Role, ...]:
    """The roles that may do it, the highest first."""
    return tuple(role for role in Role if action in TABLE[role])


def to_admit(role: Role) -> Action:
    """What it takes to give or take the role."""
    return Action.OWN if role in (Role.OWNER, Role.ORGANISER) else Action.GRANT


def table_as_markdown() -> str:
    """The table as ``manage.py roles`` prints it and docs/access.md shows it."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "| | " + " | ".join(role.text.en for role in Role) + " |"
    yield "|---|" + ":-:|" * len(Role)
    for action in Action:
        cells = ("yes" if action in TABLE[role] else "–" for role in Role)
        yield f"| {action.text.en} | " + " | ".join(cells) + " |"
