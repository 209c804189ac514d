"""Who is there: check-in, walk-ins, the waiting list, wishes; what is refused changes nothing."""

from typing import Any

import pytest

from games.errors import BadRequest
from tests.tournaments.hall.halls import WHO, again, new_hall, state
from tournaments.errors import EventStateConflict, FormatViolation
from tournaments.hall import services as hall
from tournaments.models import Entry, Event, Season

pytestmark = pytest.mark.django_db
Presence = Entry.Presence


def where(event: Event, number: int) -> str:
    """Where the person with that start number is."""
    return str(event.entries.get(number=number).presence)


def test_whoever_waits_moves_up_when_somebody_leaves(season: Season) -> None:
    event = new_hall(season, 5, settings={"places": 4})
    with pytest.raises(EventStateConflict, match="waiting list"):
        hall.check_in(event_id=event.pk, who=[5], **WHO)
    hall.leave(event_id=event.pk, who=2, reason="ill", **WHO)
    hall.check_in(event_id=event.pk, who=[5], **WHO)
    assert where(event, 5) == "present"
    with pytest.raises(EventStateConflict, match="4 places"):
        hall.walk_in(event_id=event.pk, player="Emma", **WHO)
    assert event.entries.count() == 5


REFUSED: list[tuple[str, Any, type[Exception], str]] = [
    ("a stranger", lambda pk: hall.check_in(event_id=pk, who=[99], **WHO), BadRequest, "entries"),
    (
        "a table that no hall has",
        lambda pk: hall.describe(
            event_id=pk, who=1, description=hall.Description(), wishes=lambda _: hall.Wishes(table=0), **WHO
        ),
        BadRequest,
        "table",
    ),
    (
        "apart from oneself",
        lambda pk: hall.describe(
            event_id=pk,
            who=1,
            description=hall.Description(),
            wishes=lambda _: hall.Wishes(never_with=[1]),
            **WHO,
        ),
        BadRequest,
        "never_with",
    ),
    (
        "a group without a name",
        lambda pk: hall.describe(event_id=pk, who=1, description=hall.Description(groups=[" "]), **WHO),
        BadRequest,
        "groups",
    ),
    ("no reason", lambda pk: hall.leave(event_id=pk, who=1, reason=" ", **WHO), BadRequest, "reason"),
    ("no name", lambda pk: hall.walk_in(event_id=pk, player="", **WHO), BadRequest, "name"),
]


@pytest.mark.parametrize(("what", "asked", "error", "field"), REFUSED, ids=[each[0] for each in REFUSED])
def test_what_cannot_be_is_refused_with_its_field(
    season: Season, what: str, asked: Any, error: type[Exception], field: str
) -> None:
    event = new_hall(season, 4)
    before = (again(event).version, list(event.entries.values()))
    with pytest.raises(error) as found:
        asked(event.pk)
    assert found.value.details["field"] == field  # type: ignore[attr-defined]
    assert (again(event).version, list(event.entries.values())) == before


def test_other_formats_seat_no_hall(cup: Event) -> None:
    with pytest.raises(FormatViolation):
        hall.check_in(event_id=cup.pk, who=["entry-1"], **WHO)
    assert all(each.presence == Presence.PRESENT for each in state(cup).entries)
