"""Links and printed codes that are out open until their end: these were made before, with the key of the samples."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client

from games.access.lifetimes import Purpose, opened
from games.models import AccessToken, Player
from tournaments.models import Draw, Entry, Event
from tournaments.services import hall

pytestmark = pytest.mark.django_db
MADE = datetime(2026, 11, 28, 10, tzinfo=UTC)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)

#: Addresses, how long each opens, and the answer after that.
LINKS = {
    "setup": ("/setup/IiI:1xXFDs:DFPdr2b2R8XakdfnIKT_uAyoJ5wSeMUy60FZkZjkBSA/", DAY, 403),
    "e-mail address": (
        "/accounts/email/.eJyrVkpMTs4vzStRsjLXUUpKTcsvSlWyUsrPSXFIzilN0kutSMwtyElV0lFKTEkpSi0uBkrmpZajStYCAE99GFk:1xXFDs:yXzwJKqurM_Ol73HoHXOedmchXcLxDZXVwmLec6Be6I/",
        DAY,
        403,
    ),
    "account": ("/accounts/join/Nw/diqzs0-67d27db5a11b90a87254c416407a27d7/", 7 * DAY, 403),
    "account, mailed": ("/accounts/join/Nw/diqzs0-ee08f67d3d0f662a62320ce1255eee44/", 7 * DAY, 403),
    "league": ("/accounts/start/Nw/diqzs0-1c777969eae71449b213f09c31decc7a/", 7 * DAY, 403),
    "league, mailed": ("/accounts/start/Nw/diqzs0-42024805740c33ffb079008dbb7be4e8/", 7 * DAY, 403),
    "own data": (
        "/your-data/0000000000000000000000000000002a:1xXFDs:FijNsX3kSyufiByy5AcK6HbAf0ZVHhtB9jQl6kYG90g/",
        31 * DAY,
        404,
    ),
}
BOARD, BOARD_DIGEST = (
    "/enter/rauswurf_sample-sample-sample-sample-sample-sample-/",
    "aa09b2fbc0242911053cc5e4f3385e937fc392c5768d200748adedda9ba8997e",
)


@pytest.fixture(autouse=True)
def key(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the key of the samples", []
    settings.WHO_MAY_START = "invited"


@pytest.mark.parametrize("name", LINKS)
def test_a_link_that_is_out_opens_until_its_end(name: str) -> None:
    User.objects.create(pk=7, username="anna", email="old@club.example", password="!of the samples")
    Player.objects.create(pk=UUID(int=42), name="Anna")
    path, life, after = LINKS[name]
    for moment, expected in ((MADE, 200), (MADE + life - MINUTE, 200), (MADE + life + MINUTE, after)):
        with time_machine.travel(moment, tick=False):
            assert Client().get(path).status_code == expected, moment


def test_the_link_of_a_board_that_is_out_opens() -> None:
    AccessToken.objects.create(name="board 3", digest=BOARD_DIGEST, place="site")
    assert Client().get(BOARD).status_code == 302


def test_a_form_that_was_opened_before_can_be_sent() -> None:
    form = "IjAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2NyI:1xXFDs:KMpYQhv-uH7D3Vx_HMnK_G3gvI7mRmIWbqd8SbhTtCI"
    with time_machine.travel(MADE + timedelta(hours=11), tick=False):
        assert opened(Purpose.REGISTRATION_FORM, form) == "0123456789abcdef01234567"


def test_codes_on_paper_and_personal_links_that_are_out_open() -> None:
    assert hall.slip_token(Draw(event_id=5, pk=11), 3) == "59df8c76f8e1349e11cd"
    entry = Entry(key="k9", registered="mark of a form")
    assert hall.personal_token(Event(slug="hall"), entry) == "8a6c1a4c1df58a947d4e"
    assert hall.is_personal_token(Event(slug="hall"), entry, "8a6c1a4c1df58a947d4e")
