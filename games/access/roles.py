"""Roles and what they allow: one table, from which all checks and explanations are derived."""

from collections.abc import Mapping

from games.enums import Action, Role
from rules import Text

_SEE = frozenset({Action.SEE_UNPUBLISHED})
_RECORD = _SEE | {Action.RECORD}
_REFEREE = _RECORD | {Action.RULE, Action.CORRECT, Action.APPROVE}
_ORGANISE = _REFEREE | {Action.ORGANISE, Action.GRANT, Action.AUDIT}

#: Who may do what: in the place of the role and everywhere within it.
PERMISSIONS: Mapping[Role, frozenset[Action]] = {
    Role.OWNER: frozenset(Action),
    Role.ORGANISER: _ORGANISE,
    Role.REFEREE: _REFEREE,
    Role.RECORDER: _RECORD,
    Role.VIEWER: _SEE,
}

#: What somebody does in each role, for those who choose one.
ROLES_IN_WORDS: Mapping[Role, Text] = {
    Role.OWNER: Text("Owner – everything, and decides who organises"),
    Role.ORGANISER: Text("Organiser – players, draws, games, settings, access"),
    Role.REFEREE: Text("Referee – games, rulings, check-in, slips"),
    Role.RECORDER: Text("Recorder – records throws"),
    Role.VIEWER: Text("Viewer – sees what is not public"),
}


def roles_for(action: Action) -> tuple[Role, ...]:
    """List the roles that allow the action, the highest first."""
    return tuple(role for role in Role if action in PERMISSIONS[role])


def to_admit(role: Role) -> Action:
    """Return the action that granting or revoking the role needs."""
    return Action.OWN if role in (Role.OWNER, Role.ORGANISER) else Action.GRANT
