"""Colours: no slot twice at a table, and everybody has each as often as any other."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.halls import most_of_a_slot, people, problem
from tournaments.seating import SeatingProblem, order_of, plan, seat
from tournaments.seating.colours import count_surplus, people_of


@settings(deadline=None, max_examples=60)
@given(data=st.data(), number=st.integers(3, 40), rounds=st.integers(1, 9), size=st.integers(2, 6))
def test_nobody_has_a_slot_more_often_than_they_must(
    data: st.DataObject, number: int, rounds: int, size: int
) -> None:
    """Whoever sits where: the tables here are by lot, not planned."""
    slots = data.draw(st.integers(size, 6))
    drawn = []
    for _ in range(rounds):
        order = data.draw(st.permutations([f"p{at}" for at in range(number)]))
        drawn.append(tuple(tuple(order[at : at + size]) for at in range(0, number, size)))
    seated = seat(drawn, slots)
    for each, tables in zip(seated, drawn, strict=True):
        assert [sorted(filter(None, table)) for table in each] == [sorted(table) for table in tables]
        assert {len(table) for table in each} == {slots}
    assert most_of_a_slot(seated) <= -(-rounds // slots)
    assert count_surplus(seated, slots) == 0


def test_four_rounds_give_everybody_each_colour_once() -> None:
    seated = seat(plan(problem(40, 4)).rounds, 4)
    assert most_of_a_slot(seated) == 1


def test_what_was_played_stays_and_is_evened_out() -> None:
    """After two rounds some leave and some come: the last two rounds are planned and coloured anew."""
    first = seat(plan(problem(60, 4)).rounds, 4)[:2]
    hall = (*people(57, begin=4), *people(3, begin=100))
    made = plan(SeatingProblem(hall, 4, 2, "seed", played=tuple(people_of(each) for each in first)))
    seated = seat(made.rounds, 4, first)
    assert [sorted(order_of(each)) for each in seated] == [sorted(person.key for person in hall)] * 2
    blindly = seat(made.rounds, 4)
    assert count_surplus((*first, *seated), 4) < count_surplus((*first, *blindly), 4) / 2


def test_the_order_of_the_draw_goes_table_by_table_with_empty_slots() -> None:
    (seated,) = seat(((tuple("abc"), tuple("defg")),), 4)
    order = order_of(seated)
    assert len(order) == 8
    assert sorted(order[:4]) == ["", "a", "b", "c"]
    assert sorted(order[4:]) == ["d", "e", "f", "g"]
