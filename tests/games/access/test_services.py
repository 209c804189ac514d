"""Tokens and permits by REST: given by those who may, shown once, listed with their place, revoked."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from games.enums import Role
from games.models import AccessToken, Game, Permit, RememberedAnswer, SecurityEvent
from games.models.event import Immutable
from tests.games.conftest import client_of, client_with, token_with

pytestmark = pytest.mark.django_db
TOKENS, PERMITS = "/api/v1/tokens/", "/api/v1/permits/"


@pytest.fixture
def owner(db: None) -> APIClient:
    return client_with(Role.OWNER)


@pytest.mark.both_databases
def test_a_token_is_made_shown_once_used_and_revoked(owner: APIClient, game: Game) -> None:
    made = owner.post(TOKENS, {"name": "board 3", "role": "recorder", "place": f"game:{game.pk}"})
    assert made.status_code == 201, made.content
    assert made["Cache-Control"] == "no-store"
    assert made.json()["link"].endswith(f"/enter/{made.json()['token']}/")
    board = client_of(made.json()["token"])
    body = {"expected": game.number, "die": 5}
    assert board.post(f"/api/v1/games/{game.pk}/throws/", body).status_code == 201
    found = owner.get(f"{TOKENS}{made.json()['id']}/").json()
    assert "token" not in found
    assert found["last_used_at"] is not None
    assert owner.delete(f"{TOKENS}{found['id']}/").status_code == 204
    assert board.get(TOKENS).status_code == 401
    assert owner.delete(f"{TOKENS}{found['id']}/").status_code == 204
    kinds = list(SecurityEvent.objects.order_by("pk").values_list("kind", "about", "role"))
    about = f"token:{found['id']}"
    assert kinds == [("token issued", about, "recorder"), ("token revoked", about, "recorder")]


def test_the_text_of_a_token_is_kept_nowhere_not_even_for_a_repeat(owner: APIClient) -> None:
    body, headers = {"name": "x", "role": "viewer"}, {"Idempotency-Key": "6f1c2b"}
    answers = [owner.post(TOKENS, body, headers=headers).json() for _ in range(2)]
    assert answers[0]["token"] != answers[1]["token"]
    assert not RememberedAnswer.objects.exists()
    assert answers[0]["token"] not in str([*AccessToken.objects.values(), *SecurityEvent.objects.values()])


@pytest.mark.both_databases
def test_a_person_is_admitted_once_and_revoked(owner: APIClient) -> None:
    person = User.objects.create_user("ref")
    body = {"person": "ref", "role": "referee", "place": "site"}
    assert [owner.post(PERMITS, body).status_code for _ in range(2)] == [201, 200]
    permit = Permit.objects.get()
    assert (permit.person, permit.granted_by) == (person, f"token:{AccessToken.objects.get().pk}")
    assert owner.delete(f"{PERMITS}{permit.pk}/").status_code == 204
    assert owner.post(PERMITS, body).status_code == 201
    assert [found["revoked_at"] is None for found in owner.get(PERMITS).json()["results"]] == [True, False]


@pytest.mark.parametrize("role", Role)
def test_organisers_admit_those_below_and_owners_everybody(role: Role) -> None:
    for path, body in ((TOKENS, {"name": "x"}), (PERMITS, {"person": "ref"})):
        User.objects.get_or_create(username="ref")
        wanted = {**body, "role": role.value, "place": "site"}
        high = role in (Role.OWNER, Role.ORGANISER)
        assert client_with(Role.ORGANISER).post(path, wanted).status_code == (403 if high else 201)
        assert client_with(Role.OWNER).post(path, wanted).status_code in (200, 201)
        assert client_with(Role.REFEREE).post(path, wanted).status_code == 403


@pytest.mark.parametrize("role", Role)
def test_permits_and_tokens_are_revoked_by_those_who_could_give_them(role: Role) -> None:
    person = User.objects.create_user("ref")
    high = role in (Role.OWNER, Role.ORGANISER)
    for client, status in (
        (client_with(Role.REFEREE), 403),
        (client_with(Role.ORGANISER), 403 if high else 204),
        (client_with(Role.OWNER), 204),
    ):
        now = timezone.now()
        permit = Permit.objects.create(person=person, role=role.value, place="site", granted_at=now)
        token = AccessToken.issue(name="x", role=role.value)[0]
        for path, row in ((PERMITS, permit), (TOKENS, token)):
            assert client.delete(f"{path}{row.pk}/").status_code == status
            row.refresh_from_db()
            assert (row.revoked_at is not None) == (status == 204)
        Permit.objects.filter(revoked_at=None).update(revoked_at=now)


@pytest.mark.parametrize(
    ("path", "change"),
    [
        (TOKENS, {"name": ""}),
        (TOKENS, {"name": "x" * 101}),
        (TOKENS, {"name": "two\nlines"}),
        (TOKENS, {"role": "king"}),
        (TOKENS, {"role": None}),
        (TOKENS, {"place": "moon"}),
        (TOKENS, {"place": "game:1"}),
        (TOKENS, {"place": ["site"]}),
        (TOKENS, {"place": "event:\x00"}),
        (TOKENS, {"place": "x" * 1000}),
        (TOKENS, {"expires_at": "yesterday"}),
        (TOKENS, {"expires_at": "2020-01-01T00:00:00Z"}),
        (PERMITS, {"person": "nobody"}),
        (PERMITS, {"person": "\x00"}),
        (PERMITS, {"place": "board:"}),
    ],
)
def test_what_cannot_be_given_is_refused_and_changes_nothing(
    owner: APIClient, path: str, change: dict[str, Any]
) -> None:
    User.objects.create_user("ref")
    usual = {"name": "x"} if path == TOKENS else {"person": "ref"}
    answer = owner.post(path, {**usual, "role": "referee", "place": "site", **change})
    assert answer.status_code == 400, answer.content
    assert answer.json()["messages"].keys() == {"de", "en"}
    assert (AccessToken.objects.count(), Permit.objects.count()) == (1, 0)
    assert not SecurityEvent.objects.exists()


@pytest.mark.both_databases
def test_a_list_tells_its_place_and_what_is_within(owner: APIClient, game: Game) -> None:
    AccessToken.issue(name="board", place=f"game:{game.pk}")
    assert [found["name"] for found in owner.get(TOKENS).json()["results"]] == ["board", "test"]
    found = owner.get(TOKENS, {"place": f"game:{game.pk}"}).json()["results"]
    assert [token["name"] for token in found] == ["board"]
    assert owner.get(TOKENS, {"place": "moon"}).status_code == 400
    narrow = client_with(Role.ORGANISER, f"game:{game.pk}")
    assert narrow.get(TOKENS).status_code == 403
    assert narrow.get(TOKENS, {"place": f"game:{game.pk}"}).status_code == 200


# -- the last use ----------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_the_last_use_is_kept_to_the_minute_and_costs_a_statement_only_then(game: Game) -> None:
    text = token_with(Role.RECORDER, last_used_at=timezone.now() - timedelta(minutes=2))
    costs = []
    for _ in range(3):
        with CaptureQueriesContext(connection) as queries:
            client_of(text).get(f"/api/v1/games/{game.pk}/")
        costs.append(len(queries))
    assert [cost - costs[-1] for cost in costs] == [1, 0, 0]
    used = AccessToken.objects.get().last_used_at
    assert used is not None
    assert timezone.now() - used < timedelta(minutes=1)


# -- security events --------------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "statement", ["UPDATE games_securityevent SET actor = 'x'", "DELETE FROM games_securityevent"]
)
def test_the_database_itself_keeps_security_events(owner: APIClient, statement: str) -> None:
    owner.post(TOKENS, {"name": "x", "role": "viewer"})
    refused = pytest.raises(DatabaseError, match="never changed or deleted")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    event = SecurityEvent.objects.get()
    for change in (event.save, event.delete):
        with pytest.raises(Immutable):
            change()
