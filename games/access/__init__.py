"""Authentication and authorisation: roles in scopes, callers, permissions (docs/reference/access.md)."""

from games.access.admin import (
    ENTERING,
    ByRole,
    ByRoleInGame,
    ForSuperusers,
    games_within,
    may_enter,
    may_everywhere,
    may_somewhere,
)
from games.access.authentication import actor_of
from games.access.client_ip import address_of
from games.access.decorators import require_permission, signed_in, translate_text
from games.access.following import Given, followers_of, followers_of_account
from games.access.lifetimes import LIFETIMES, LONGER, MOST_DAYS, Purpose, end_of, opened, signed
from games.access.permissions import NotAllowed, check_allowed, is_allowed
from games.access.persons import find_persons, has_another_approver, is_same_person
from games.access.phone_link import PhoneLink, link_for_phones, qr_code
from games.access.principal import ANONYMOUS, COMMAND, Principal, with_account, with_token
from games.access.rate_limit import (
    ARRIVING,
    DRAWING,
    LOGGING_IN,
    READING,
    REGISTERING,
    WRITING,
    RateLimit,
    RateLimitStatus,
)
from games.access.roles import PERMISSIONS, role_in_words, roles_for, to_admit
from games.access.scopes import EVERYWHERE, SITE, Scope, ScopeProvider, scope_around, scope_of_game
from games.access.services import Lasting, grant, issue_token
from games.access.signing_in import sign_in

__all__ = [
    "ANONYMOUS",
    "ARRIVING",
    "COMMAND",
    "DRAWING",
    "ENTERING",
    "EVERYWHERE",
    "LIFETIMES",
    "LOGGING_IN",
    "LONGER",
    "MOST_DAYS",
    "PERMISSIONS",
    "READING",
    "REGISTERING",
    "SITE",
    "WRITING",
    "ByRole",
    "ByRoleInGame",
    "ForSuperusers",
    "Given",
    "Lasting",
    "NotAllowed",
    "PhoneLink",
    "Principal",
    "Purpose",
    "RateLimit",
    "RateLimitStatus",
    "Scope",
    "ScopeProvider",
    "__all__",
    "actor_of",
    "address_of",
    "check_allowed",
    "end_of",
    "find_persons",
    "followers_of",
    "followers_of_account",
    "games_within",
    "grant",
    "has_another_approver",
    "is_allowed",
    "is_same_person",
    "issue_token",
    "link_for_phones",
    "may_enter",
    "may_everywhere",
    "may_somewhere",
    "opened",
    "qr_code",
    "require_permission",
    "role_in_words",
    "roles_for",
    "scope_around",
    "scope_of_game",
    "sign_in",
    "signed",
    "signed_in",
    "to_admit",
    "translate_text",
    "with_account",
    "with_token",
]
