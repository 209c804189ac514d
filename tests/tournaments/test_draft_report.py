"""*Draft a report* at the desk: the event or a game as it stands, in both languages, for its organisers."""

import re
from html import unescape

import pytest
from django.test import Client

from games.enums import EventKind, Role
from games.models import Player
from tests.tournaments.conftest import NAMES, YELLOW_STARTS, start, win
from tests.tournaments.dashboard import organiser as organiser, staff_with
from tests.tournaments.slips import enter
from tournaments.models import Event
from tournaments.organiser import draft_report
from tournaments.services import Slip

pytestmark = pytest.mark.django_db
EVENT, GAME = "/organise/events/cup/draft-report/", "/organise/events/cup/games/1/draft-report/"


def drafts(client: Client, address: str, language: str = "en") -> dict[str, str]:
    """The texts of the page by language, in their order."""
    page = client.get(address, headers={"accept-language": language}).content.decode()
    return {code: unescape(text) for code, text in re.findall(r'id="report-(\w+)"[^>]*>([^<]*)</p>', page)}


def test_a_draft_says_how_the_event_stands(organiser: Client, cup: Event) -> None:
    assert "No game counts yet." in drafts(organiser, EVENT)["en"]
    enter(cup, 1)
    assert f"Game 1 went to {NAMES[1]}." in drafts(organiser, EVENT)["en"]
    enter(cup, 2, Slip(places=("red",)))
    found = drafts(organiser, EVENT)
    assert f"The final table: 1. {NAMES[1]} (2 wins), 2. {NAMES[0]} (0 wins)" in found["en"]
    assert f"Endstand: 1. {NAMES[1]} (2 Siege)" in found["de"]
    assert drafts(organiser, EVENT) == found


def test_a_draft_of_a_game_follows_its_correction_and_the_names_of_today(
    organiser: Client, cup: Event
) -> None:
    enter(cup, 1)
    found = drafts(organiser, GAME)
    assert f"{NAMES[1]} won" in found["en"]
    assert f"{NAMES[1]} gewann" in found["de"]
    Player.objects.filter(name=NAMES[1]).update(nickname="Blitz")
    assert "Blitz won" in drafts(organiser, GAME)["en"]


def test_only_organisers_draft_and_only_what_has_a_result(organiser: Client, cup: Event) -> None:
    enter(cup, 1)
    referee = staff_with(Role.REFEREE)
    for address in (EVENT, GAME):
        assert Client().get(address).status_code == 302
        assert referee.get(address).status_code == 403
        assert organiser.post(address).status_code == 405
    for address in ("/organise/events/cup/games/2/draft-report/", "/organise/events/none/draft-report/"):
        assert organiser.get(address).status_code == 404


def test_a_game_recorded_throw_by_throw_says_its_throws_captures_and_order(
    organiser: Client, series: Event
) -> None:
    begun = start(series, rounds=YELLOW_STARTS).game
    game = win(begun, "yellow", "red", "black", "green", "blue", "violet")
    found = drafts(organiser, f"/organise/events/{series.slug}/games/1/draft-report/")
    throws = sum(event.kind == EventKind.THROW for event in game.log)
    assert f"{throws} throws were recorded." in found["en"]
    assert f"{throws} Würfe sind aufgezeichnet." in found["de"]
    counted = game.tallies["colours"]
    captures = [sum(counted[colour]["captures"] for colour in colours) for colours in game.seating.values()]
    by = [f"{number} by {name}" for number, name in zip(captures, NAMES, strict=True)]
    assert f"Pawns captured: {by[0]}, {by[1]} and {by[2]}." in found["en"]
    assert f"The players in order: 1. {NAMES[0]}, 2. {NAMES[1]}, 3. {NAMES[2]}." in found["en"]


def test_long_lists_are_cut_and_say_so(
    organiser: Client, cup: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft_report, "MOST_NAMED", 1)
    enter(cup, 1)
    found = drafts(organiser, EVENT)
    assert "with 3 players." in found["en"]
    assert "; 2 more follow." in found["en"]
    assert "; 2 weitere folgen." in found["de"]
