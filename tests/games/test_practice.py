"""The page to practise on: for everybody, without an account, and nothing of it is kept."""

import json
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.views.game import SEATINGS
from rules import RULE_SETS
from tests.games.pages import assert_is_sound

pytestmark = pytest.mark.django_db


def test_whoever_asks_gets_a_board_without_a_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name, seats in SEATINGS.items():
        with django_assert_num_queries(0):
            answer = client.get("/practice/", {"rules": name})
        text = assert_is_sound(answer, "en")
        assert not answer.cookies.keys() - {"csrftoken"}
        assert len(re.findall(r'data-die="\d"', text)) == len(set(RULE_SETS[name].die_faces)), name
        carried = re.search(r'<script type="application/json">(.*?)</script>', text)
        assert carried
        told = json.loads(carried[1])
        assert told["state"] == "running"
        assert [each["key"] for each in told["colours"]] == list(RULE_SETS[name].layout().colours)
        assert len(re.findall("data-turn=", text)) == sum(map(len, seats)), name


def test_nothing_on_the_page_can_be_sent_that_only_the_site_could_judge(client: Client) -> None:
    text = client.get("/practice/").content.decode()
    kept = {"take-back", "bring-back", "penalty", "void-die", "note", "clock"}
    assert set(re.findall(r'data-send="([a-z-]+)/"', text)) == kept
    assert client.get("/practice/", {"rules": "chess"}).status_code == 404
