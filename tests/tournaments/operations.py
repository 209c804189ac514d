"""Every operation that is not for everybody, and whose it is: written by hand from docs/reference/access.md,
not from the code.

A new operation is written down here, with the roles that the documentation gives it, before it passes the tests.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.permissions import SAFE_METHODS

from games.api.permissions import GuardedView
from games.enums import Role

#: The roles of each row of docs/reference/access.md.
SEE = "owner organiser referee recorder viewer"
RECORD = "owner organiser referee recorder"
RULE = CORRECT = APPROVE = "owner organiser referee"
ORGANISE = GRANT = AUDIT = "owner organiser"
OWN = "owner"

#: Roles → operations, addresses below /api/v1/.
_BY_ROLES = {
    # What happens at a board as it happens.
    RECORD: """
        POST games/
        POST games/{id}/start/
        POST games/{id}/start-throws/
        POST games/{id}/throws/
        POST games/{id}/roll/
        POST games/{id}/take-back/
        POST games/{id}/bring-back/
        POST games/{id}/note/
        POST games/{id}/clock/
        POST games/{id}/call/
        POST games/{id}/confirmation/
        POST games/{id}/dice-commitment/
        POST games/{id}/dice-seed/
    """,
    # What a referee decides, results and corrections; how the die of a game behaves.
    RULE: """
        POST games/{id}/void-die/
        POST games/{id}/irregular-throw/
        POST games/{id}/penalty/
        POST games/{id}/position/
        POST games/{id}/answer/
        POST games/{id}/adjudication/
        POST games/{id}/award/
        POST games/{id}/abandon/
        POST games/{id}/result/
        POST games/{id}/correction/
        POST games/{id}/approval/
        POST games/{id}/withdrawal/
        POST games/{id}/undo/
        POST games/{id}/completion/
        GET games/{id}/correction/
        POST events/{slug}/results/
        GET events/{slug}/people/
        PATCH events/{slug}/people/{key}/
        POST events/{slug}/check-in/
        POST events/{slug}/check-in/undo/
        POST events/{slug}/away/
        POST events/{slug}/walk-ins/
        POST events/{slug}/sheets/
        POST events/{slug}/claims/{claim}/confirm/
        GET events/{slug}/rounds/{subject}/tables/
        POST events/{slug}/rounds/{subject}/clock/
    """,
    # Players, seasons, events, entries, draws, the games of events, webhooks; roles; who did what.
    ORGANISE: """
        POST players/
        PATCH players/{id}/
        POST seasons/
        POST seasons/{slug}/medal-game/
        PATCH rankings/{slug}/settings/
        POST history/
        GET history/imports/{id}/
        DELETE history/imports/{id}/
        POST events/
        PATCH events/{slug}/
        POST events/{slug}/hold/
        POST events/{slug}/entries/
        DELETE events/{slug}/entries/{key}/
        POST events/{slug}/entries/{key}/leave/
        PUT events/{slug}/seeds/
        PUT events/{slug}/youngest/
        PATCH events/{slug}/times/
        POST events/{slug}/draws/
        POST events/{slug}/draws/{subject}/void/
        POST events/{slug}/announced/
        POST events/{slug}/rounds/plan/
        POST events/{slug}/rounds/{subject}/publish/
        POST events/{slug}/rounds/{subject}/withdraw/
        POST events/{slug}/rounds/{subject}/close/
        POST events/{slug}/games/
        POST events/{slug}/games/prepare/
        POST events/{slug}/games/{number}/board/
        POST events/{slug}/games/{number}/forfeit/
        GET events/{slug}/audit/
        GET tokens/
        POST tokens/
        GET tokens/{id}/
        DELETE tokens/{id}/
        GET permits/
        POST permits/
        GET permits/{id}/
        DELETE permits/{id}/
        GET webhooks/
        POST webhooks/
        GET webhooks/{id}/
        PATCH webhooks/{id}/
        DELETE webhooks/{id}/
        POST webhooks/{id}/ping/
        POST webhooks/{id}/rotate/
        GET webhooks/{id}/deliveries/
        GET webhooks/{id}/deliveries/{uuid}/
    """,
}
#: Operation → the roles to which it is open.
OPERATIONS: Mapping[str, frozenset[Role]] = {
    operation.strip(): frozenset(map(Role, roles.split()))
    for roles, operations in _BY_ROLES.items()
    for operation in operations.split("\n")
    if operation.strip()
}
#: Pages to which anybody may send something, by their routes: each looks at it itself, or does nothing but to forget.
OPEN_PAGES = {
    "accounts/login/",
    "accounts/logout/",
    "favicon.ico",
    "admin/login/",
    "admin/logout/",
    "admin/password_change/",  # leads to the account page
    "i18n/setlang/",
    "enter/<str:text>/",
    "leave/",
    # Of a hall: without an account, within limits (tests/tournaments/hall/test_registration.py, test_door.py).
    "events/<slug:slug>/register/",
    "events/<slug:slug>/register/<int:number>/<slug:token>/",
    "events/<slug:slug>/here/<slug:code>/",
    "api/v1/rules/moves/",
    # The code of a slip opens its table: the services look at it (tests/tournaments/hall/test_results.py).
    "api/v1/events/<slug:slug>/slips/claim/",
    "api/v1/events/<slug:slug>/slips/<int:claim>/withdraw/",
}
#: What anybody may ask by POST: nothing is kept of it, or a code is looked at that only a slip of paper has.
OPEN_OPERATIONS = {
    "POST rules/moves/",
    "POST events/{slug}/slips/claim/",
    "POST events/{slug}/slips/{claim}/withdraw/",
}
UNSAFE = ("post", "put", "patch", "delete")
API = "api/v1/"


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every route of the site with what answers there."""
    for each in (resolver or get_resolver()).url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each, route)
        elif isinstance(each, URLPattern):
            yield route, each.callback


def offered() -> Iterator[tuple[str, str, str]]:
    """Method, route and operation of all that a view of the interface answers and not everybody may ask."""
    for route, callback in routes():
        view = getattr(callback, "cls", None)
        if not route.startswith(API) or view is None:
            continue
        told = getattr(callback, "initkwargs", {})
        for method in ("get", *UNSAFE):
            if not takes(callback, method):
                continue
            is_open = told.get("read_permission", getattr(view, "read_permission", None)) is None
            if method.upper() in SAFE_METHODS and (is_open or not issubclass(view, GuardedView)):
                continue
            operation = f"{method.upper()} {named(route.removeprefix(API))}"
            if operation not in OPEN_OPERATIONS:
                yield method, f"/{route}", operation


def takes(callback: Any, method: str) -> bool:
    """Whether a view of the interface has something to do for the method."""
    actions = getattr(callback, "actions", None)
    is_there = method in actions if actions else hasattr(callback.cls, method)
    return is_there and method in callback.cls.http_method_names


def named(route: str) -> str:
    """A route as it is written above: the name of each part in braces, a row's own key called id."""
    parts = (
        "{" + part[1:-1].partition(":")[2].replace("pk", "id") + "}" if part.startswith("<") else part
        for part in route.split("/")
    )
    return "/".join(parts)
