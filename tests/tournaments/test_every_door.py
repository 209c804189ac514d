"""No door without its guard: whatever can be sent to the site is written down, or closed to whoever has no role."""

import sys
import uuid
from collections.abc import Iterator
from itertools import product
from types import ModuleType
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from rest_framework import serializers, viewsets

from config.not_modified import with_not_modified
from config.urls import urlpatterns
from games.models import AccessToken, Player
from tests.openapi import committed
from tests.tournaments.conftest import new_event
from tests.tournaments.dashboard import staff
from tests.tournaments.event_state import everything
from tests.tournaments.hall.halls import new_hall
from tests.tournaments.operations import API, OPEN_OPERATIONS, OPEN_PAGES, OPERATIONS, UNSAFE, offered, routes
from tournaments.models import Event, Season

pytestmark = [pytest.mark.django_db, pytest.mark.long]

#: What stands for each part of an address; whether there is such a row must not matter.
_FILLED = {"uuid": str(uuid.UUID(int=7)), "int": "1", "slug": "cup", "str": "x", "path": "x"}
#: Routes that are told by a pattern, and an address of each.
_BY_PATTERN = {
    "^api/": "api/x",
    r"^.*\.(csv|ics|pdf)$": "x.pdf",
    "admin/(?P<url>.*)$": "admin/x",
}


def address_of(route: str) -> str:
    if route in _BY_PATTERN:
        return f"/{_BY_PATTERN[route]}"
    if route.startswith("admin/^(?P<app_label>"):
        return "/admin/games/"
    parts = []
    # The addresses of earlier versions.
    for part in route.replace("^([^/]+)/history/([^/]+)/$", "1/history/1/").split("/"):
        before, _, rest = part.partition("<")
        kind, _, after = rest.partition(">")
        converter = kind.partition(":")[0] if ":" in kind else "str"
        parts.append(f"{before}{_FILLED[converter]}{after}" if rest else part)
    assert not set("^$()?") & set("".join(parts)), f"{route}: what stands here?"
    return "/" + "/".join(parts)


def is_closed(answer: Any) -> bool:
    """Whether it is refused: for good, for want of a role, by the way to the login, or because nothing is there."""
    status = answer.status_code
    return status in (401, 403, 404, 405) or (status == 302 and "/login/" in answer["Location"])


def open_doors(client: Client, below: str = "") -> list[str]:
    """Everything that can be sent by whoever ``client`` is, to closed routes that begin so, and is not refused."""
    found = []
    for route in (route for route, _ in routes() if route.startswith(below) and route not in OPEN_PAGES):
        for method in UNSAFE:
            if not is_closed(getattr(client, method)(address_of(route), {}, content_type="application/json")):
                found.append(f"{method.upper()} {route}")
    return found


def unwritten() -> set[str]:
    """Operations of the interface that nobody has written down with its roles."""
    return {operation for _, _, operation in offered()} - OPERATIONS.keys()


# -- as the site is ------------------------------------------------------------------------------------


def test_every_operation_of_the_interface_is_written_down_with_its_roles() -> None:
    found = {operation for _, _, operation in offered()}
    assert (found - OPERATIONS.keys(), OPERATIONS.keys() - found) == (set(), set())


def test_every_operation_that_the_description_tells_is_written_down_with_its_roles() -> None:
    told = committed()["paths"]
    writing = {
        f"{method.upper()} {address.removeprefix('/' + API)}"
        for address, methods in told.items()
        for method in methods
        if method in UNSAFE
    }
    by_roles = {operation for operation in OPERATIONS if not operation.startswith("GET ")}
    assert writing == by_roles | OPEN_OPERATIONS


def test_whoever_is_unknown_can_send_nothing_but_a_login(db: None) -> None:
    assert open_doors(Client()) == []
    assert {route for route, _ in routes()} >= OPEN_PAGES


def test_staff_with_every_permission_of_django_and_no_role_can_send_nothing_either(db: None) -> None:
    person = User.objects.create_user("clerk", is_staff=True)
    person.user_permissions.set(Permission.objects.all())
    client = Client()
    client.force_login(person)
    # Nobody is signed out on the way; to one's own account one may send.
    assert [door for door in open_doors(client) if " accounts/security/" not in door] == []


def test_a_link_with_the_role_of_an_organiser_opens_no_desk(cup: Event) -> None:
    """Neither to look nor to send: it is for boards."""
    new_hall(cup.season, 4)
    client = Client()
    client.get(f"/enter/{AccessToken.issue(name='board', role='organiser', place='site')[1]}/")
    before = everything()
    for page in (
        *("new/", "new/championship/", "events/cup/", "events/cup/games/", "events/cup/games/1/start/"),
        *(
            "events/cup/first-game/",
            "events/cup/board/",
            "events/hall/check-in/",
            "events/hall/check-in/add/",
        ),
        *("events/hall/check-in/people/entry-1/", "events/hall/check-in/tap/"),
    ):
        for answer in (client.get(f"/organise/{page}"), client.post(f"/organise/{page}", {})):
            assert answer.status_code in (403, 405), page
    assert everything() == before
    assert client.get("/admin/").status_code == 302
    assert 'href="/organise/"' not in client.get("/").content.decode()


def test_options_is_answered_at_every_address_without_a_look_at_anything(
    db: None, django_assert_num_queries: Any
) -> None:
    root, allowed = staff("root", is_superuser=True), {}
    with django_assert_num_queries(0):
        for route, client in product((route for route, _ in routes()), (Client(), root)):
            answer = client.options(address_of(route))
            assert (answer.status_code, answer.content) == (204, b""), route
            allowed[route] = answer.get("Allow")
    assert len(allowed) > 400
    assert allowed["api/v1/events/<slug:slug>/slips/claim/"] == "OPTIONS, POST"
    assert allowed["api/v1/players/"] == "GET, HEAD, OPTIONS, POST"
    assert allowed["api/v1/games/<uuid:pk>/events/"] == "GET, HEAD, OPTIONS"
    of_interface = [route for route, view in routes() if hasattr(view, "cls")]
    assert [route for route in of_interface if not allowed[route]] == []


# -- planted -------------------------------------------------------------------------------------------


class Unguarded(viewsets.ModelViewSet[Player]):
    """A viewset that says nothing of what it takes."""

    queryset = Player.objects.all()
    permission_classes: list[Any] = []

    class Serializer(serializers.ModelSerializer[Player]):
        class Meta:
            model = Player
            fields = ["name"]

    serializer_class = Serializer


class Forgotten(viewsets.ModelViewSet[Player]):
    """A viewset that says nothing, not even that it is open."""

    queryset = Player.objects.all()
    serializer_class = Unguarded.Serializer


@csrf_exempt
@require_POST
def unguarded_page(request: HttpRequest) -> HttpResponse:
    """A page that asks nobody who they are."""
    return HttpResponse("done")


@pytest.fixture
def planted(db: None, settings: Any) -> Iterator[Any]:
    """A function that adds a door to the site."""
    module = ModuleType("planted_urls")
    sys.modules[module.__name__] = module

    def plant(route: str, view: Any) -> None:
        module.urlpatterns = [path(route, view), *urlpatterns]  # type: ignore[attr-defined]
        settings.ROOT_URLCONF = ""
        settings.ROOT_URLCONF = module.__name__

    yield plant
    del sys.modules[module.__name__]


def test_a_viewset_without_its_guard_is_noticed(planted: Any) -> None:
    planted("api/v1/planted/", Unguarded.as_view({"post": "create", "get": "list"}))
    assert "POST planted/" in unwritten()
    assert "POST api/v1/planted/" in open_doors(Client(), "api/v1/p")


def test_a_viewset_that_forgot_to_say_what_it_takes_is_closed_and_noticed(planted: Any) -> None:
    planted("api/v1/planted/", Forgotten.as_view({"post": "create", "get": "list"}))
    assert "POST planted/" in unwritten()
    root = staff("root", is_superuser=True)
    for client in (Client(), root):
        assert client.post("/api/v1/planted/", {"name": "x"}).status_code in (401, 403)
        assert client.get("/api/v1/planted/").status_code in (401, 403)
    assert not Player.objects.exists()


def test_a_page_without_its_guard_is_noticed(planted: Any) -> None:
    planted("planted/", unguarded_page)
    assert "POST planted/" in open_doors(Client(), "planted")


ELSEWHERE = "https://stats.example"
#: What browsers send and read without asking anybody (Fetch, "CORS-safelisted").
SAFELISTED = {"accept", "accept-language"}


def names(answer: Any, header: str) -> set[str]:
    return {name.strip().lower() for name in answer.get(header, "").split(",")} - {""}


def preflight(path: str, method: str, *headers: str) -> Any:
    asked = {"origin": ELSEWHERE, "access-control-request-method": method}
    return Client().options(path, headers={**asked, "access-control-request-headers": ", ".join(headers)})


def is_let_through(answer: Any, method: str, *headers: str) -> bool:
    """Whether a browser sends the request after this answer, as Fetch has it: POST needs no permission."""
    origin = answer.get("Access-Control-Allow-Origin")
    methods = names(answer, "Access-Control-Allow-Methods") | {"get", "head", "post"}
    allowed = names(answer, "Access-Control-Allow-Headers") | SAFELISTED
    return (
        answer.status_code < 300 and origin == "*" and method.lower() in methods and set(headers) <= allowed
    )


@pytest.mark.parametrize("headers", [(), ("if-none-match",), ("accept", "last-event-id")])
def test_reading_is_let_through(headers: tuple[str, ...]) -> None:
    assert is_let_through(preflight("/api/v1/players/", "GET", *headers), "GET", *headers)


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("POST", ("content-type",)),
        ("PUT", ("content-type",)),
        ("PATCH", ("content-type",)),
        ("DELETE", ()),
        ("GET", ("authorization",)),
        ("POST", ("idempotency-key",)),
    ],
)
@pytest.mark.parametrize("path", ["/api/v1/players/", "/api/v1/rules/moves/", "/api/v1/nothing/"])
def test_writing_and_tokens_are_not(path: str, method: str, headers: tuple[str, ...]) -> None:
    assert not is_let_through(preflight(path, method, *headers), method, *headers)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_what_browsers_post_without_asking_is_not_read_and_its_answer_not_shown(kind: str) -> None:
    answer = Client().generic("POST", "/api/v1/rules/moves/", "{}", kind, headers={"origin": ELSEWHERE})
    assert answer.status_code == 415
    assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.parametrize("query", ["", "?limit=0"])
def test_what_is_read_is_shown_with_what_it_needs(query: str) -> None:
    answer = Client().get(f"/api/v1/players/{query}", headers={"origin": ELSEWHERE})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert names(answer, "Access-Control-Expose-Headers") >= {"etag", "ratelimit", "retry-after", "link"}


def test_a_table_and_its_repeat_are_shown_too(season: Season) -> None:
    event = new_event(season)
    path = f"/api/v1/events/{event.slug}/standings/"
    first = Client().get(path, headers={"origin": ELSEWHERE})
    again = Client().get(path, headers={"origin": ELSEWHERE, "if-none-match": first["ETag"]})
    assert [each["Access-Control-Allow-Origin"] for each in (first, again)] == ["*", "*"]
    assert (first.status_code, again.status_code) == (200, 304)
    passed_on: list[Any] = []

    def django(environ: Any, start_response: Any) -> list[bytes]:
        passed_on.append(environ)
        return []

    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": path, "HTTP_IF_NONE_MATCH": first["ETag"]}
    with_not_modified(django)(environ | {"HTTP_ORIGIN": ELSEWHERE}, lambda *_: None)
    assert passed_on, "the short way knows nothing of other sites"


def test_who_is_signed_in_is_a_stranger_to_other_sites(db: None) -> None:
    """A browser shows an answer to a request with cookies only where it allows credentials and names the origin."""
    client = staff("dora", is_superuser=True)
    for address in ("/api/v1/players/", "/api/v1/tokens/", "/api/v1/docs/?script"):
        answer = client.get(address, headers={"origin": ELSEWHERE})
        assert answer["Access-Control-Allow-Origin"] == "*", address
        assert "Access-Control-Allow-Credentials" not in answer


@pytest.mark.parametrize("address", ["/", "/players/", "/accounts/login/", "/admin/login/", "/healthz"])
def test_pages_are_shown_to_no_other_site(address: str) -> None:
    assert "Access-Control-Allow-Origin" not in Client().get(address, headers={"origin": ELSEWHERE})
