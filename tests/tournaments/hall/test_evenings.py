"""Small evenings as open tournaments: XMädn at tables of three, 2T club nights of equals, knock-out, pots."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest
from django.test import Client

from tests.endurance.size import sized
from tests.tournaments.conftest import NOW
from tests.tournaments.hall.halls import WHO, again, entered, in_seat_order, new_hall, published, state
from tournaments.demo.hall_day import HallDay
from tournaments.errors import FormatViolation
from tournaments.formats.open.rounds import Table
from tournaments.hall import services as hall
from tournaments.hall.services import Mishap, MishapKind, TableSlip
from tournaments.models import Event, Season
from tournaments.services import PawnLine, Slip
from tournaments.standings.queries import load_standings
from tournaments.standings.rounds import rounds_of

pytestmark = pytest.mark.django_db


def evening(season: Season, people: int, rules: str, **settings: Any) -> Event:
    event = new_hall(season, people, settings={"rounds": 3, "prizes": 1, **settings})
    event.rules_name = rules
    event.save()
    return event


def day(event: Event, seed: int = 1) -> Event:
    """The evening played to its end by slips, with absences, late comers and leavers."""
    people = event.entries.count()
    HallDay(event_id=event.pk, lots=Random(seed), clock=lambda: NOW, actor="test").play(people)
    event = again(event)
    assert event.status == Event.Status.FINISHED
    assert all(not each.wrong for each in hall.verify_draws(event))
    return event


def won_by_the_first(table: Table, rules: str) -> TableSlip:
    """Three at a table of pairs: the first has won, with one colour or both, the second has more pawns home."""
    winner, *others = table.seating.seats
    home = dict.fromkeys(winner.colours[: 2 if rules.endswith("+") else 1], 4)
    home |= {seat.colours[0]: more for seat, more in zip(others, (2, 1), strict=True)}
    return TableSlip(
        table.number,
        Slip(
            lines={each: PawnLine(at := home.get(each, 0), 4 - at) for each in table.seating.colours},
            finished=tuple(colour for colour, pawns in home.items() if pawns == 4),
        ),
    )


def met(event: Event) -> list[frozenset[str]]:
    rounds = [each for each in rounds_of(state(event)) if each.subject.startswith("round-")]
    return [
        frozenset(pair) for round_ in rounds for table in round_.people for pair in combinations(table, 2)
    ]


@pytest.mark.parametrize("people", [6, 9, 12])
@pytest.mark.parametrize("rules", ["xmadn-3t", "xmadn-3t+"])
def test_an_xmaedn_evening_of_tables_of_three(season: Season, people: int, rules: str) -> None:
    event = evening(season, people, rules)
    hall.check_in_all(event_id=event.pk, **WHO)
    for _ in range(3):
        round_ = published(event)
        assert [len(table.seating.seats) for table in round_.stage.tables] == [3] * (people // 3)
        for table in round_.stage.tables:
            assert [len(seat.colours) for seat in table.seating.seats] == [2, 2, 2]
        entered(event, [won_by_the_first(table, rules) for table in round_.stage.tables])
    # Nine meet nobody twice in three rounds; of six three come from two tables, so that a pair meets again.
    times = Counter(met(event)).values()
    assert sum(each * (each - 1) // 2 for each in times) == {6: 6, 9: 0, 12: 0}[people]
    led = Counter(
        (seat.entrant, seat.colours)
        for round_ in rounds_of(state(event))
        for table in round_.stage.tables
        for seat in table.seating.seats
    )
    assert max(led.values()) <= 2
    (final,) = [each for each in state(event).verdict.cuts if each.key == "final"]
    assert len(final.entrants) + final.places == 3


@pytest.mark.parametrize(
    ("people", "rules"),
    [(6, "xmadn-3t"), (9, "xmadn-3t+"), (7, "xmadn-2t+")],
)
@pytest.mark.parametrize("seed", range(1, 1 + sized(1, 2, thorough=2)))
def test_an_evening_of_pairs_plays_itself_to_the_end(
    season: Season, people: int, rules: str, seed: int
) -> None:
    event = day(evening(season, people, rules, meet="equals"), seed)
    assert load_standings(event)["finished"]


def test_a_2t_club_night_lets_equals_meet_and_nobody_twice_in_a_row(season: Season) -> None:
    event = evening(season, 8, "xmadn-2t", meet="equals", rounds=3, place_points=[1, 0, 0, 0, 0, 0])
    hall.check_in_all(event_id=event.pk, **WHO)
    wins = dict.fromkeys((entry.key for entry in event.entries.all()), 0)
    for number in range(3):
        round_ = published(event)
        for one, other in round_.people:
            assert abs(wins[one] - wins[other]) <= (0 if number < 2 else 1)
        for table in round_.stage.tables:
            wins[table.seating.entrants[0]] += 1
        entered(event, in_seat_order(round_))
    assert len(met(event)) == len(set(met(event))) == 12
    assert sorted(wins.values()) == [0, 1, 1, 1, 2, 2, 2, 3]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("people", [13, 24])
def test_a_knockout_of_fours_plays_itself_to_the_end(season: Season, people: int, seed: int) -> None:
    event = day(evening(season, people, "schmidt-classic", going_on=2), seed)
    seated = [sum(map(len, each.people)) for each in rounds_of(state(event))]
    assert seated[-1] <= 4
    assert all(later < earlier for earlier, later in pairwise(seated))
    # No seed is fixed for a round that does not come.
    assert event.round_plans.filter(subject__startswith="round-").count() == len(seated) - 1


def test_a_late_comer_sits_in_the_first_round_of_a_knockout_and_in_no_later_one(season: Season) -> None:
    event = evening(season, 12, "schmidt-classic", going_on=2)
    hall.check_in(event_id=event.pk, who=list(range(1, 12)), **WHO)
    first = published(event)
    late = Mishap(MishapKind.LATE, 12)
    hall.repair_round(event_id=event.pk, subject=first.subject, mishap=late, reason="late", **WHO)
    hall.walk_in(event_id=event.pk, player="Too Late", **WHO)
    entered(event, in_seat_order(rounds_of(state(event))[0]))
    second = published(event)
    assert sum(map(len, second.people)) == 6
    with pytest.raises(FormatViolation, match="has not come through"):
        hall.consider_repair(state(event), second.subject, Mishap(MishapKind.LATE, 13))


def test_of_each_pot_one_sits_at_every_table(season: Season) -> None:
    event = evening(season, 14, "schmidt-classic", meet="pots")
    hall.check_in_all(event_id=event.pk, **WHO)
    for _ in range(2):
        rows = [row["entrant"] for row in load_standings(again(event))["rows"]]
        round_ = published(event)
        for table in round_.people:
            pots = [rows.index(key) // 4 for key in table]
            assert len(set(pots)) == len(pots)
        entered(event, in_seat_order(round_))
    assert all(not each.wrong for each in hall.verify_draws(again(event)))


def test_whoever_is_out_is_told_so_on_their_page_and_whoever_plays_on_is_not(
    season: Season, client: Client
) -> None:
    event = evening(season, 16, "schmidt-classic", going_on=2)
    hall.check_in_all(event_id=event.pk, **WHO)
    entered(event, in_seat_order(published(event)))
    out = load_standings(again(event))["out"]
    assert len(out) == 8
    for entry in event.entries.all():
        page = client.get(f"/events/hall/w/{entry.number}/").content.decode()
        assert ("Out of the knock-out." in page) == (entry.key in out)
        assert ("The seat appears here by itself." in page) == (entry.key not in out)
