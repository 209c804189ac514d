"""Authentication and authorisation: roles in scopes, callers, permissions (docs/reference/access.md)."""

from games.access.admin import games_within, may_enter, may_everywhere, may_somewhere
from games.access.authentication import actor_of, rest_caller_of
from games.access.client_ip import address_of
from games.access.decorators import caller_of, require_permission, signed_in, translate_text
from games.access.lifetimes import LIFETIMES, Purpose, end_of
from games.access.permissions import NotAllowed, check_allowed, is_allowed
from games.access.persons import has_another_approver, is_same_person
from games.access.phone_link import link_for_phones
from games.access.plain_sql import rows_where
from games.access.principal import ANONYMOUS, COMMAND, Principal
from games.access.scopes import EVERYWHERE, SITE, Scope, event_beside, scope_around, scope_of_game
from games.access.services import followers_of

__all__ = [
    "ANONYMOUS",
    "COMMAND",
    "EVERYWHERE",
    "LIFETIMES",
    "SITE",
    "NotAllowed",
    "Principal",
    "Purpose",
    "Scope",
    "actor_of",
    "address_of",
    "caller_of",
    "check_allowed",
    "end_of",
    "event_beside",
    "followers_of",
    "games_within",
    "has_another_approver",
    "is_allowed",
    "is_same_person",
    "link_for_phones",
    "may_enter",
    "may_everywhere",
    "may_somewhere",
    "require_permission",
    "rest_caller_of",
    "rows_where",
    "scope_around",
    "scope_of_game",
    "signed_in",
    "translate_text",
]
