"""A whole small day of a hall by the services: from the announcement to the winner of the final."""

from typing import Any

import pytest

from tests.tournaments.hall.halls import (
    WHO,
    again,
    entered,
    in_seat_order,
    new_hall,
    published,
    state,
)
from tournaments import services
from tournaments.models import Entry, Event, Season
from tournaments.services import hall
from tournaments.standings.hall import rounds_of
from tournaments.standings.queries import load_standings

pytestmark = pytest.mark.django_db
DUE = ("round-1", "round-2", "round-3")


def lots_held(event: Event) -> None:
    """Hold what is drawn among those who are level, where it is due."""
    for needed in state(event).verdict.draws:
        if needed.subject.startswith("lot-"):
            services.draw_from_seed(event_id=event.pk, subject=needed.subject, seed="lot", **WHO)


def test_a_day_of_sixteen_ends_with_the_winner_of_the_final(season: Season) -> None:
    event = new_hall(season)
    assert [entry.presence for entry in event.entries.all()] == [Entry.Presence.ANNOUNCED] * 16
    hall.check_in(event_id=event.pk, who=list(range(1, 16)), **WHO)
    late = hall.walk_in(
        event_id=event.pk, player="Walk In", description=hall.Description(team="Team 9"), **WHO
    )
    assert (late.number, late.presence, late.team) == (17, Entry.Presence.PRESENT, "Team 9")
    for subject in DUE:
        round_ = published(event)
        assert round_.subject == subject
        assert sorted(key for table in round_.people for key in table) == sorted(
            entry.key for entry in event.entries.filter(presence="present")
        )
        entered(event, in_seat_order(round_))
    met = [pair for round_ in rounds_of(state(event)) for table in round_.people for pair in _pairs(table)]
    assert len(set(met)) == len(met)
    lots_held(event)
    final = published(event, "final")
    (sheet,) = in_seat_order(final)
    entered(event, [sheet])
    lots_held(event)
    table = load_standings(again(event))
    assert table["status"] == Event.Status.FINISHED
    assert table["finished"]["winner"] == sheet.slip.order[0]
    assert table["rows"][0]["entrant"] == sheet.slip.order[0]
    checked = list(hall.verify_draws(again(event)))
    assert [each.subject for each in checked] == [*DUE, "final"]
    assert all(not each.wrong for each in checked)


def _pairs(table: Any) -> list[frozenset[str]]:
    return [frozenset((one, other)) for one in table for other in table if one < other]
