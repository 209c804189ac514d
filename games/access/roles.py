"""Roles and what they allow: one table, from which everything that refuses or explains is derived."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.enums import Action, Role

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
    """The table as ``manage.py roles`` prints it and docs/reference/access.md shows it."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "| | " + " | ".join(role.text.en for role in Role) + " |"
    yield "|---|" + ":-:|" * len(Role)
    for action in Action:
        cells = ("yes" if action in TABLE[role] else "–" for role in Role)
        yield f"| {action.text.en} | " + " | ".join(cells) + " |"
