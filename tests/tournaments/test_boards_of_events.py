"""An event may be played on another board of as many colours (rulebook D2), on no other."""

import pytest

from games.errors import BadRequest
from tests.tournaments.conftest import new_event
from tournaments.models import Event, Season

pytestmark = pytest.mark.django_db


def test_a_longer_board_of_six_colours_is_an_option(season: Season) -> None:
    assert new_event(season, options={"board": "6x10"}).rules.board == "6x10"


def test_a_board_of_four_colours_is_refused_where_the_format_needs_six(season: Season) -> None:
    with pytest.raises(BadRequest, match="as many colours") as caught:
        new_event(season, options={"board": "4x10"})
    assert "Farben" in caught.value.message.de
    assert not Event.objects.exists()
