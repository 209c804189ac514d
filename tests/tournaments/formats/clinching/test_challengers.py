"""Challengers: what is decided, against every ending played by the format itself (tournament-rules §5)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.clinching.claims import eliminated, prospect_of
from tests.tournaments.formats.entered import DRAWN, contest, finishing_orders, gp_game, places
from tournaments.formats import FORMATS, Result, Verdict


def played(results: list[Result], **chosen: Any) -> Verdict:
    return FORMATS["challengers"].judge(contest("challengers", results, chosen, draws=(DRAWN,)))


def endings(results: list[Result], **chosen: Any) -> list[tuple[Verdict, list[str]]]:
    """Every verdict at the end, with the winners of the games left."""
    verdict = played(results, **chosen)
    if verdict.finished:
        return [(verdict, [])]
    (due,) = verdict.next_games
    found = []
    for seat in due.seating.seats:
        result = Result(due.number, due.rules, due.seating, (seat.colours[0],))
        found += [(end, [seat.entrant, *winners]) for end, winners in endings([*results, result], **chosen)]
    return found


def test_before_game_0_nothing_is_decided() -> None:
    assert played([]).decided() == ()


def test_who_needs_one_more_win_and_plays_is_told_so() -> None:
    # Game 0: Anna, Bert, Cleo. First to 1: whoever wins Game 1; Cleo, who waits, cannot win any more.
    (decided,) = played([gp_game(1, *"YRKGUV")], wins=1).decided()
    assert [told.en for told in decided.must_happen] == [
        "Anna clinches 1st place with a win in Game 1",
        "Bert clinches 1st place with a win in Game 1",
    ]
    assert eliminated(decided, 1) == ("cleo",)
    assert prospect_of(decided, "cleo").magic is None


@settings(max_examples=60)
@given(
    finishing_orders,
    st.lists(st.integers(0, 1), max_size=3),
    st.sampled_from(["loser", "longest"]),
    st.sampled_from(["by Game 0", "shared"]),
    st.integers(1, 2),
)
def test_every_claim_agrees_with_every_ending(
    order: tuple[str, ...], winners: list[int], makes_room: str, equal_wins: str, needed: int
) -> None:
    chosen = {"makes_room": makes_room, "equal_wins": equal_wins, "wins": needed}
    results = [Result(1, "xmadn-gp", gp_game(1, *"YRKGUV").seating, order)]
    for winner in winners:
        verdict = played(results, **chosen)
        if verdict.finished:
            break
        (due,) = verdict.next_games
        results.append(Result(due.number, due.rules, due.seating, (due.seating.seats[winner].colours[0],)))
    verdict = played(results, **chosen)
    if verdict.finished:
        assert verdict.decided() == ()
        return
    (decided,) = verdict.decided()
    all_endings = endings(results, **chosen)
    for prospect in decided.prospects:
        reached = [places(end)[prospect.entrant] for end, _ in all_endings]
        assert (prospect.best, prospect.worst) == (min(reached), max(reached))
        own = [sequence.count(prospect.entrant) for _, sequence in all_endings]
        missed = max((won for won, place in zip(own, reached, strict=True) if place > 1), default=-1)
        assert prospect.magic == (missed + 1 if missed < max(own) else None)
    assert decided.proof.exact
    assert decided.proof.states > 0


@pytest.mark.parametrize("wins", [3, 5])
def test_longer_events_are_searched_too(wins: int) -> None:
    (decided,) = played([gp_game(1, *"YRKGUV")], wins=wins).decided()
    assert decided.proof.exact
    assert prospect_of(decided, "anna").worst == 3
