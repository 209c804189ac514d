"""No door without its guard: whatever can be sent to the site is written down, or closed to whoever has no role."""

import sys
import uuid
from collections.abc import Iterator
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

from config.urls import urlpatterns
from games.models import AccessToken, Player
from tests.openapi import committed
from tests.tournaments.dashboard import staff
from tests.tournaments.event_state import everything
from tests.tournaments.hall.halls import new_hall
from tests.tournaments.operations import API, OPEN_OPERATIONS, OPEN_PAGES, OPERATIONS, UNSAFE, offered, routes
from tournaments.models import Event

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
    root = staff("root", is_superuser=True)
    found = set()
    with django_assert_num_queries(0):
        for route, _ in routes():
            for client in (Client(), root):
                answer = client.options(address_of(route))
                assert (answer.status_code, answer.content) == (204, b""), route
                found.add((route, answer.get("Allow")))
    allowed = dict(found)
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
