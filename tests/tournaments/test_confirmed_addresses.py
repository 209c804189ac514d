"""An address is an account's once the link that was sent there was opened."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail as outgoing
from django.test import Client

from games.access import mail
from games.enums import Role
from tests.tournaments.conftest import with_role
from tournaments.models import Event

pytestmark = pytest.mark.django_db
ADDRESS, PASSWORD = "chair@club.example", "quick brown fox"
#: Who invites → their role and its place, and the role that they give there.
INVITERS = {
    "organiser of an event": (Role.ORGANISER, "event:cup", "referee"),
    "owner": (Role.OWNER, "site", "organiser"),
}


@pytest.fixture
def posted(settings: Any, django_capture_on_commit_callbacks: Any) -> Any:
    """Mail is on; what was posted in a block, once it was tried."""
    settings.DEFAULT_FROM_EMAIL = "league@example.org"
    return django_capture_on_commit_callbacks


def letter(text: str) -> str:
    """Return the path in the last letter."""
    mail.delivered()
    found = re.search(r"http://testserver(/accounts/\S+)", str(outgoing.outbox[-1].body))
    assert found is not None, text
    return found[1]


def invite(inviter: str, posted: Any) -> tuple[Client, dict[str, str]]:
    """Have somebody invited with the address; the browser of the inviter, and the links by the way they went."""
    role, place, offered = INVITERS[inviter]
    client = with_role(role, place)
    sent = {"person": "mallory", "email": ADDRESS, "role": offered, "place": place}
    with posted(execute=True):
        page = client.post(f"/access/?place={place}", sent)
    shown = re.search(r'href="(/accounts/join/[^"]+)"', page.content.decode())
    assert shown is not None
    return client, {"shown": shown[1], "mailed": letter("invitation")}


def opened(link: str) -> Client:
    client = Client()
    client.post(link, {"name": "mallory", "password": PASSWORD})
    assert "_auth_user_id" in client.session
    return client


#: By which link an account is opened that was made with the address → whether the address is kept.
OPENED = [("shown", False), ("mailed", True), ("forgotten", True), ("nobody opens it", None)]


@pytest.mark.parametrize("inviter", INVITERS)
@pytest.mark.parametrize(("way", "is_kept"), OPENED)
def test_an_address_that_others_have_typed_is_kept_by_the_link_that_was_sent_there(
    cup: Event, posted: Any, inviter: str, way: str, is_kept: bool | None
) -> None:
    _inviter, links = invite(inviter, posted)
    assert links["shown"] != links["mailed"]
    if way == "forgotten":
        with posted(execute=True):
            Client().post("/accounts/forgotten/", {"who": ADDRESS})
        links[way] = letter("forgotten")
    if way in links:
        opened(links[way])
    account = User.objects.get(username="mallory")
    if is_kept is not None:
        assert account.email == (ADDRESS if is_kept else "")
        assert [Client().get(link).status_code for link in links.values()] == [403] * len(links)


def test_a_new_link_is_sent_as_another_one_too(cup: Event, posted: Any) -> None:
    client, first = invite("organiser of an event", posted)
    account = User.objects.get(username="mallory")
    with posted(execute=True):
        client.post(f"/access/accounts/{account.pk}/link/", {"place": "event:cup"})
    again = letter("new link")
    assert [Client().get(link).status_code for link in first.values()] == [403, 403]
    opened(again)
    account.refresh_from_db()
    assert account.email == ADDRESS
