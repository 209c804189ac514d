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
from games.access.authentication import AccessTokenAuthentication, actor_of, rest_caller_of
from games.access.client_ip import address_of, came_through_proxy, is_this_machine, origin_of
from games.access.decorators import (
    caller_of,
    giver_of,
    require_permission,
    signed_in,
    signed_in_just_now,
    translate_text,
)
from games.access.lifetimes import LIFETIMES, LONGER, MOST_DAYS, Purpose, end_of, opened, signed
from games.access.magic_links import remember_personal_link, rights_by_personal_links
from games.access.permissions import NotAllowed, check_allowed, is_allowed
from games.access.persons import find_persons, has_another_approver, is_same_person, names
from games.access.phone_link import link_for_phones, qr_code
from games.access.plain_sql import locked_game, rows_of, rows_where, seats_of_game, values_of
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
from games.access.roles import PERMISSIONS, ROLES_IN_WORDS, roles_for, to_admit
from games.access.scopes import (
    EVERYWHERE,
    SITE,
    Scope,
    event_beside,
    event_of,
    scope_around,
    scope_of_game,
    set_event,
)
from games.access.second_factor import LONGEST_NAME, NewFactor
from games.access.services import Given, Lasting, fingerprint_of, followers_of, grant, issue_token
from games.access.signing_in import sign_in
from games.access.site_name import USUAL, keep_site_name, paragraphs_of, text_of_host

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
    "LONGEST_NAME",
    "MOST_DAYS",
    "PERMISSIONS",
    "READING",
    "REGISTERING",
    "ROLES_IN_WORDS",
    "SITE",
    "USUAL",
    "WRITING",
    "AccessTokenAuthentication",
    "ByRole",
    "ByRoleInGame",
    "ForSuperusers",
    "Given",
    "Lasting",
    "NewFactor",
    "NotAllowed",
    "Principal",
    "Purpose",
    "RateLimit",
    "RateLimitStatus",
    "Scope",
    "actor_of",
    "address_of",
    "caller_of",
    "came_through_proxy",
    "check_allowed",
    "end_of",
    "event_beside",
    "event_of",
    "find_persons",
    "fingerprint_of",
    "followers_of",
    "games_within",
    "giver_of",
    "grant",
    "has_another_approver",
    "is_allowed",
    "is_same_person",
    "is_this_machine",
    "issue_token",
    "keep_site_name",
    "link_for_phones",
    "locked_game",
    "may_enter",
    "may_everywhere",
    "may_somewhere",
    "names",
    "opened",
    "origin_of",
    "paragraphs_of",
    "qr_code",
    "remember_personal_link",
    "require_permission",
    "rest_caller_of",
    "rights_by_personal_links",
    "roles_for",
    "rows_of",
    "rows_where",
    "scope_around",
    "scope_of_game",
    "seats_of_game",
    "set_event",
    "sign_in",
    "signed",
    "signed_in",
    "signed_in_just_now",
    "text_of_host",
    "to_admit",
    "translate_text",
    "values_of",
    "with_account",
    "with_token",
]
