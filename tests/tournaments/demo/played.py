"""What commands say, and what holds of every event that has played itself."""

from io import StringIO
from typing import Any

from django.core.management import call_command
from django.utils.translation import override

from games.domain.hash_chain import first_break
from games.services.projections import differences
from tournaments.models import Event
from tournaments.standings.event_state import EventState
from tournaments.standings.projection import as_text, build_projection


def said(*arguments: str, **options: Any) -> str:
    with override("en"):
        call_command(*arguments, stdout=(out := StringIO()), **options)
    return out.getvalue()


def assert_all_is_well(event: Event) -> None:
    assert as_text(build_projection(EventState.load(event))) == event.projection
    for played in event.games.select_related("game"):
        assert first_break(played.game.events.all()) is None
        assert differences(played.game) == []
