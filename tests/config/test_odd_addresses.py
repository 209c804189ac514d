"""Addresses that nobody has given out are not found, and break nothing."""

from collections.abc import Iterable
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client

from games.models import Player
from tests.tournaments import doors

pytestmark = [pytest.mark.django_db, pytest.mark.long]
BEYOND = "9" * 30
#: What each database cannot hold, and with it what is no id and an id of another kind: once is enough for that.
WORST, ODD = "a\x00b", [BEYOND, "a\x00b"]
if connection.vendor == "sqlite":
    WORST, ODD = BEYOND, [BEYOND, "712", "ä ö" * 100]
PARTS = {
    "uuid": ["00000000-0000-0000-0000-000000000000"],
    "slug": ["712"],
    "int": ["0", BEYOND],
    "str": ODD,
    "path": ODD,
}


def broken(client: Client, paths: Iterable[str]) -> list[str]:
    return [path for path in paths if client.get(quote(path, safe="/?=")).status_code >= 500]


def test_no_address_breaks_the_site_for_a_stranger(db: None) -> None:
    assert broken(Client(raise_request_exception=False), doors.paths(PARTS)) == []


@pytest.mark.both_databases
def test_no_address_breaks_the_site_for_who_may_do_everything(staff: Client) -> None:
    assert broken(staff, doors.paths(PARTS)) == []


@pytest.mark.both_databases
def test_no_id_breaks_the_way_from_a_row_to_its_page(staff: Client) -> None:
    kinds = ContentType.objects.values_list("pk", flat=True)
    assert broken(staff, [f"/admin/r/{kind}/{odd}/" for kind in kinds for odd in ODD]) == []


@pytest.mark.both_databases
def test_no_filter_breaks_a_list_of_the_admin(staff: Client) -> None:
    columns = {
        f"/admin/{model._meta.label_lower.replace('.', '/')}/": [
            field.name for field in model._meta.get_fields()
        ]
        for model in admin.site._registry
    }
    lists = [path for path in columns if staff.get(path).status_code == 200]
    assert len(lists) > 8
    asked = [f"{path}?{name}={WORST}" for path in lists for name in columns[path]]
    assert broken(staff, asked) == []


@pytest.mark.both_databases
@pytest.mark.parametrize("search", ["a\x00b", BEYOND, "x" * 3000])
@pytest.mark.parametrize("path", ["/players/", "/api/v1/players/"])
def test_nobody_has_a_name_that_no_text_can_hold(client: Client, path: str, search: str) -> None:
    Player.objects.create(name="Anna Amsel")
    assert b"Amsel" in client.get(path, {"search": "ams"}).content
    assert b"Amsel" not in client.get(path, {"search": search}).content
