"""Permission checks: whether a caller may do something somewhere is decided here and nowhere else."""

from django.http import Http404

from games.access import scopes
from games.access.principal import Principal
from games.access.roles import roles_for
from games.access.scopes import Scope
from games.enums import Action
from games.errors import RecordingError
from rules import Text, joined


class NotAllowed(RecordingError):
    """The caller lacks the permission; the message names the roles and places that would grant it."""

    kind = "permission-denied"
    status = 403
    title = Text("Not allowed")


def is_allowed(caller: Principal, action: Action, where: Scope) -> bool:
    """Check whether the caller has a role that allows the action, in one of the places around it."""
    return caller.may_everything or where.is_within(caller.places_to(action))


def check_allowed(caller: Principal, action: Action, where: Scope) -> None:
    """Raise ``NotAllowed`` unless the caller has the permission, ``Http404`` where they may not see what is there."""
    if is_allowed(caller, action, where):
        return
    if not where.is_public() and not is_allowed(caller, Action.SEE_UNPUBLISHED, where):
        raise Http404
    needed = [*where.known, *(place for place in where.further() if place not in where.known)]
    roles = roles_for(action)
    raise NotAllowed(
        Text(
            "Not allowed: {action}. It needs one of these roles: {roles}; for one of these places: {places}.",
            action=action.value,
            roles=joined(", ", (role.text for role in roles)),
            places=joined(", ", map(scopes.describe_place, needed)),
        ),
        roles=[role.value for role in roles],
        places=needed,
    )
