"""Every address of the interface that takes a POST honours ``Idempotency-Key``, or stands here with the reason."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.generators import SchemaGenerator
from rest_framework.test import APIClient

from config.openapi_cache import docs_page
from config.site_pages import reference_file
from games.api.problems import page_not_found
from games.enums import Role
from games.models import AccessToken, Game, Permit, Player, RememberedAnswer
from tests.games.conftest import NOW
from tests.tournaments.conftest import YELLOW_STARTS, new_event, start
from tests.tournaments.result_import.lists import cups
from tournaments import services
from tournaments.files.result_import.long_lists import hand_in
from tournaments.models import Event, Season
from tournaments.webhooks import services as subscribing

INTERFACE = "api/v1/"
#: Address → why it needs no key.
WITHOUT = {
    "api/v1/games/<uuid:pk>/throws/": "a throw is recognised by the id of its event",
    "api/v1/tokens/": "the answer shows the text of a token, which nobody keeps",
    "api/v1/tokens/<int:pk>/": "what is revoked stays so",
    "api/v1/rules/moves/": "nothing is kept",
}


def addresses(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every address below, as it is written in the URL configuration, and what stands behind it."""
    for pattern in resolver.url_patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield path, pattern.callback
        else:
            yield from addresses(pattern, path)


def takes(view: Callable[..., Any], method: str) -> bool:
    """Whether a view of Django REST framework has something to do for the method."""
    actions = getattr(view, "actions", None)
    return hasattr(view.cls, method) if actions is None else method in actions  # type: ignore[attr-defined]


def written(method: str) -> list[str]:
    """The addresses of the interface that take the method."""
    found = dict(addresses(get_resolver()))
    return [path for path, view in found.items() if hasattr(view, "cls") and takes(view, method)]


@pytest.fixture
def things(db: None, cup: Event) -> dict[str, str]:
    """What the parts of addresses stand for: one thing of each kind."""
    person = User.objects.create_user("somebody")
    permit = Permit.objects.create(person=person, role=Role.VIEWER, place="site", granted_at=NOW)
    game: Game = start(cup, rounds=YELLOW_STARTS).game
    webhook = subscribing.subscribe(
        event_id=cup.pk, url="https://example.org/", kinds=["game.ended"], actor="test", now=NOW
    )
    delivery = subscribing.ping(webhook_id=webhook.pk, actor="test", now=NOW)
    asked = hand_in(cups(12), actor="test", now=NOW)
    return {
        "games/<uuid:pk>": str(game.pk),
        "tokens/<int:pk>": str(AccessToken.issue(name="test")[0].pk),
        "permits/<int:pk>": str(permit.pk),
        "players/<uuid:pk>": str(game.seats.all()[0].player_id),
        "templates/<slug:key>": "xmadn",
        "seasons/<slug:slug>": cup.season.slug,
        "events/<slug:slug>": cup.slug,
        "entries/<slug:key>": "entry-1",
        "compensation/<uuid:player>": str(game.seats.all()[0].player_id),
        "rankings/<slug:slug>": "3t",
        "draws/<slug:subject>": "pairs",
        "games/<int:number>": "1",
        # Of halls; whoever looks at the key does so before it is looked for them.
        "people/<slug:key>": "entry-1",
        "rounds/<slug:subject>": "round-1",
        "claims/<int:claim>": "1",
        "slips/<int:claim>": "1",
        "webhooks/<int:pk>": str(webhook.pk),
        "webhooks/<int:webhook>": str(webhook.pk),
        "deliveries/<uuid:uuid>": str(delivery.uuid),
        "imports/<int:pk>": str(asked.pk),
    }


def reached(path: str, things: dict[str, str]) -> str:
    """The address of one thing of each kind that it names."""
    return "/" + re.sub(r"(\w+/)(<\w+:\w+>)", lambda part: part[1] + things[part[0]], path)


def test_the_interface_is_made_of_views_that_can_be_looked_at() -> None:
    others = {view for path, view in addresses(get_resolver()) if "api/" in path and not hasattr(view, "cls")}
    assert others == {page_not_found, docs_page, reference_file}  # they only read


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root")


@pytest.fixture
def client_of_root(root: User) -> APIClient:
    client = APIClient()
    client.force_login(root)
    return client


@pytest.mark.parametrize("method", ["post", "patch", "delete"])
def test_every_address_that_writes_honours_the_key(
    things: dict[str, str], root: User, client_of_root: APIClient, method: str
) -> None:
    """The key stands for something else already: whoever looks at it refuses, before it looks at anything else."""
    RememberedAnswer.objects.create(who=f"user:{root.pk}", key="k", status=201, created_at=NOW)
    paths = written(method)
    assert paths
    for path in paths:
        answer = getattr(client_of_root, method)(reached(path, things), {}, headers={"Idempotency-Key": "k"})
        honours = answer.status_code == 422 and answer.json()["type"].endswith(":id-reused")
        assert honours == (path not in WITHOUT), path


def test_an_entry_taken_back_again_is_answered_as_the_first_time(
    season: Season, players: list[Player], client_of_root: APIClient
) -> None:
    event = new_event(season)
    services.enter(event_id=event.pk, player=players[0], actor="test", now=NOW)
    for again in (False, True):
        answer = client_of_root.delete(
            f"/api/v1/events/{event.slug}/entries/entry-1/", headers={"Idempotency-Key": "k"}
        )
        assert (answer.status_code, answer.content) == (204, b"")
        assert ("Idempotent-Replayed" in answer) is again
        assert "Content-Type" not in answer


def test_the_description_tells_the_key_where_it_is_honoured() -> None:
    described = {
        (method, re.sub(r"{\w+}", "*", path))
        for path, operations in SchemaGenerator().get_schema(public=True)["paths"].items()
        for method, operation in operations.items()
        for told in operation.get("parameters", [])
        if told["name"] == "Idempotency-Key" and "maxLength" in told["schema"]
    }
    honouring = {
        (method, "/" + re.sub(r"<\w+:\w+>", "*", path))
        for method in ("post", "patch", "delete")
        for path in written(method)
        if path not in WITHOUT
    }
    assert described == honouring
