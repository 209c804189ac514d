"""What is given by a role ends with it; it is told before; and nothing that is given lasts for ever by itself."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from rest_framework.test import APIClient

from games.access import COMMAND, NotAllowed, Principal, services, with_account
from games.access.principal import Grant
from games.enums import Role
from games.models import AccessToken, Game, Permit, SecurityEvent
from tests.games.conftest import client_of, client_with
from tests.games.pages import assert_is_sound

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
TOKENS, PERMITS = "/api/v1/tokens/", "/api/v1/permits/"


def admitted(name: str, role: Role, place: str = "site", by: str = "command") -> Permit:
    person, _ = User.objects.get_or_create(username=name)
    return Permit.objects.create(person=person, role=role, place=place, granted_by=by, granted_at=NOW)


def logged_in(name: str) -> APIClient:
    client = APIClient()
    client.force_login(User.objects.get(username=name))
    return client


def make_token(client: APIClient, role: str = "recorder", place: str = "site", **more: Any) -> dict[str, Any]:
    answer = client.post(TOKENS, {"name": f"{role} of {place}", "role": role, "place": place, **more})
    assert answer.status_code == 201, answer.content
    found: dict[str, Any] = answer.json()
    return found


def make_permit(client: APIClient, name: str, role: str = "referee", place: str = "site") -> int:
    User.objects.get_or_create(username=name)
    answer = client.post(PERMITS, {"person": name, "role": role, "place": place})
    assert answer.status_code == 201, answer.content
    return int(answer.json()["id"])


def holds(token: dict[str, Any]) -> bool:
    return client_of(token["token"]).get(TOKENS).status_code != 401


def stands(permit: int) -> bool:
    return Permit.objects.get(pk=permit).revoked_at is None


# -- what ends -----------------------------------------------------------------------------------------


def test_with_a_token_ends_what_was_made_by_it_and_by_that() -> None:
    owner = client_with(Role.OWNER)
    program = make_token(owner, "organiser")
    board = make_token(client_of(program["token"]))
    permit = make_permit(client_of(program["token"]), "ref")
    deputy = make_token(owner, "owner")
    below = make_token(client_of(deputy["token"]), "organiser")
    furthest = make_token(client_of(below["token"]))
    assert owner.delete(f"{TOKENS}{program['id']}/").status_code == 204
    assert not holds(board)
    assert not stands(permit)
    assert holds(below)
    assert owner.delete(f"{TOKENS}{deputy['id']}/").status_code == 204
    assert not holds(below)
    assert not holds(furthest)


def test_with_a_permit_ends_what_its_person_made_in_its_place_and_nothing_elsewhere(game: Game) -> None:
    here, place = admitted("anna", Role.ORGANISER, f"game:{game.pk}"), f"game:{game.pk}"
    other = Game.objects.create(rules_name="mhd", seated=[], title="other", created_at=NOW)
    admitted("anna", Role.ORGANISER, f"game:{other.pk}")
    anna = logged_in("anna")
    mine, elsewhere = make_token(anna, place=place), make_token(anna, place=f"game:{other.pk}")
    deputy, of_others = (
        make_permit(anna, "ref", place=place),
        make_token(client_with(Role.OWNER), place=place),
    )
    assert client_with(Role.OWNER).delete(f"{PERMITS}{here.pk}/").status_code == 204
    assert (holds(mine), holds(elsewhere), stands(deputy), holds(of_others)) == (False, True, False, True)


def test_what_a_person_could_still_give_by_another_permit_stays(game: Game) -> None:
    narrow, wide = admitted("anna", Role.ORGANISER, f"game:{game.pk}"), admitted("anna", Role.ORGANISER)
    made = make_token(logged_in("anna"), place=f"game:{game.pk}")
    owner = client_with(Role.OWNER)
    owner.delete(f"{PERMITS}{narrow.pk}/")
    assert holds(made)
    owner.delete(f"{PERMITS}{wide.pk}/")
    assert not holds(made)


def test_a_whole_line_of_people_ends_with_the_first_and_each_end_is_noted() -> None:
    first = admitted("anna", Role.OWNER)
    second = make_permit(logged_in("anna"), "bert", "organiser")
    third = make_permit(logged_in("bert"), "cora", "referee")
    token = make_token(logged_in("bert"), "recorder")
    services.revoke(permit_id=first.pk, by=COMMAND, now=NOW)
    assert not any(map(stands, (second, third)))
    assert not holds(token)
    noted = SecurityEvent.objects.filter(kind__in=("permit revoked", "token revoked")).values_list(
        "about", "actor"
    )
    people = {f"user:{Permit.objects.get(pk=pk).person_id}" for pk in (first.pk, second, third)}
    assert {about for about, _ in noted} == {*people, f"token:{token['id']}"}
    assert {actor for _, actor in noted} == {"command"}


def test_two_who_have_admitted_each_other_are_no_endless_line() -> None:
    one = admitted("anna", Role.OWNER)
    other = make_permit(logged_in("anna"), "bert", "owner")
    Permit.objects.filter(pk=one.pk).update(granted_by=f"user:{User.objects.get(username='bert').pk}")
    services.revoke(permit_id=other, by=COMMAND, now=NOW)
    assert not stands(one.pk)


def test_what_ended_by_itself_and_what_was_revoked_before_is_left_as_it_is() -> None:
    program = make_token(client_with(Role.OWNER), "organiser")
    before = make_token(client_of(program["token"]))
    services.revoke_token(token_id=before["id"], by=COMMAND, now=NOW)
    services.revoke_token(token_id=program["id"], by=COMMAND, now=NOW + timedelta(hours=1))
    assert AccessToken.objects.get(pk=before["id"]).revoked_at == NOW


def test_nothing_is_given_by_a_role_that_has_just_been_revoked() -> None:
    """A request that was let in a moment before its token, or permit, was revoked gives nothing any more."""
    token = AccessToken.issue(name="program", role="organiser", place="site", revoked_at=NOW)[0]
    permit = admitted("anna", Role.ORGANISER)
    callers = (
        Principal(f"token:{token.pk}", (Grant(Role.ORGANISER, "site"),)),
        with_account(permit.person),
    )
    Permit.objects.update(revoked_at=NOW)
    User.objects.create_user("ref")
    for by in callers:
        with pytest.raises(NotAllowed):
            services.issue_token(name="x", role=Role.VIEWER, by=by, now=NOW)
        with pytest.raises(NotAllowed):
            services.grant(person="ref", role=Role.VIEWER, place="site", by=by, now=NOW)
    assert AccessToken.objects.count() == 1


# -- told before it happens ----------------------------------------------------------------------------


def test_the_page_tells_what_goes_too_before_anything_is_revoked(game: Game) -> None:
    permit = admitted("anna", Role.ORGANISER)
    anna = logged_in("anna")
    made = make_token(anna, place=f"game:{game.pk}")
    make_permit(anna, "bert")
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    url = f"/access/permits/{permit.pk}/revoke/"
    asked = root.post(url, {"place": "site"})
    text = assert_is_sound(asked, "en")
    assert made["name"] in text
    assert "bert" in text
    assert "2 more end with it" in text
    assert stands(permit.pk)
    assert holds(made)
    later = make_token(anna)
    seen = asked.context["seen"]
    assert root.post(url, {"place": "site", "seen": seen}).status_code == 200
    assert stands(permit.pk)
    asked = root.post(url, {"place": "site", "seen": seen})
    answer = root.post(url, {"place": "site", "seen": asked.context["seen"]})
    assert answer.status_code == 302
    assert not stands(permit.pk)
    assert not holds(made)
    assert not holds(later)


@pytest.mark.parametrize("door", ["token", "permit", "own token"])
def test_revoking_asks_first_also_where_nothing_follows(door: str) -> None:
    """The page asks without a script: one button ends it, the other way leads back."""
    user = User.objects.create_superuser("root")
    permit = admitted("anna", Role.ORGANISER)
    token = AccessToken.issue(name="board 3", created_by=f"user:{user.pk}")[0]
    root = Client()
    root.force_login(user)
    of = permit if "permit" in door else token
    url = {
        "token": f"/access/tokens/{token.pk}/revoke/",
        "permit": f"/access/permits/{permit.pk}/revoke/",
        "own token": f"/accounts/security/tokens/{token.pk}/revoke/",
    }[door]
    body = {"place": "site"}
    page = root.post(url, body).content.decode()
    assert '<input type="hidden" name="seen" value="">' in page
    assert "end with it" not in page
    of.refresh_from_db()
    assert of.revoked_at is None
    assert root.post(url, {**body, "seen": ""}).status_code == 302
    of.refresh_from_db()
    assert of.revoked_at is not None


def test_whoever_may_not_revoke_is_not_told_what_would_follow() -> None:
    permit = admitted("anna", Role.ORGANISER)
    make_permit(logged_in("anna"), "secret-name")
    admitted("bert", Role.ORGANISER)
    answer = logged_in("bert").post(f"/access/permits/{permit.pk}/revoke/")
    assert answer.status_code == 403
    assert b"secret-name" not in answer.content


@pytest.mark.parametrize(
    ("page", "sent"),
    [
        ("{deputy}/change/", {"username": "deputy", "is_active": ""}),
        ("{deputy}/delete/", {"post": "yes"}),
        ("", {"action": "delete_selected", "_selected_action": "{deputy}", "post": "yes"}),
    ],
)
def test_with_an_account_that_is_shut_or_deleted_ends_what_it_has_given(
    page: str, sent: dict[str, str]
) -> None:
    deputy = User.objects.create_superuser("deputy")
    made = make_token(logged_in("deputy"), "owner")
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    sent = {name: value.format(deputy=deputy.pk) for name, value in sent.items()}
    assert root.post(f"/admin/auth/user/{page.format(deputy=deputy.pk)}", sent).status_code == 302
    assert not User.objects.filter(pk=deputy.pk, is_active=True).exists()
    assert not holds(made)


# -- nothing lasts for ever by itself ------------------------------------------------------------------


def test_a_token_of_which_nothing_is_said_holds_for_a_year_by_every_door(capsys: Any) -> None:
    owner = client_with(Role.OWNER)
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    with time_machine.travel(NOW, tick=False):
        make_token(owner)
        root.post("/access/", {"name": "x", "role": "viewer", "place": "site"})
        root.post("/access/", {"name": "x", "role": "viewer", "place": "site", "hours": ""})
        call_command("create_token", "x")
        services.issue_token(name="x", role=Role.VIEWER, by=COMMAND, now=NOW)
    made = AccessToken.objects.exclude(name="test")
    assert [token.expires_at for token in made] == [NOW + timedelta(days=365)] * 5


def test_a_token_holds_until_it_is_revoked_where_that_is_said(capsys: Any) -> None:
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    make_token(client_with(Role.OWNER), expires_at=None)
    root.post("/access/", {"name": "x", "role": "viewer", "place": "site", "hours": "never"})
    call_command("create_token", "x", "--no-end")
    made = AccessToken.objects.exclude(name="test")
    assert [token.expires_at for token in made] == [None] * 3
    with pytest.raises(CommandError, match="not allowed with"):
        call_command("create_token", "x", "--no-end", "--days=3")


@pytest.mark.parametrize(("days", "expected"), [(30, 30), (0, None), (-1, None), (10**12, 36_525)])
def test_the_setting_says_how_long(settings: Any, days: int, expected: int | None) -> None:
    settings.TOKEN_DAYS = days
    token, _ = services.issue_token(name="x", role=Role.VIEWER, by=COMMAND, now=NOW)
    assert token.expires_at == (None if expected is None else NOW + timedelta(days=expected))
