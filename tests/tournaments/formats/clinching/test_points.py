"""Series for points: what is decided, worked out by hand (tournament-rules §3.2, §3.3, §5)."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.clinching.claims import prospect_of
from tests.tournaments.formats.entered import gp_game, gp_series
from tournaments.formats.clinching import points
from tournaments.formats.grand_prix.points import GrandPrixPoints

# Game 1: Anna 10 + 6 + 2 (bonus) = 18, Bert 4 + 3 = 7, Cleo 2 + 1 = 3.
LOPSIDED = gp_game(1, *"YRKGUV")


def places(decided: Any) -> dict[str, tuple[int, int]]:
    return {each.entrant: (each.best, each.worst) for each in decided.prospects}


def test_a_gp_series_has_nothing_certain_but_magic_numbers_before_its_last_games() -> None:
    event, table = gp_series([LOPSIDED], games=12).decided()
    assert set(places(event).values()) == {(1, 3)}
    # 11 games, 198 GPP at most; of 308 the third has 33 at least. Anna leads by 11: x + 11 > 275 - x.
    assert prospect_of(event, "anna").magic == 133
    assert prospect_of(table, "anna").magic == 132
    assert event.proof.told.en.endswith("in extra games, which have no limit, any lead can be made up")


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 5), min_size=6, max_size=6).map(lambda gpp: tuple(sorted(gpp, reverse=True))),
    st.integers(0, 3),
    st.integers(1, 20),
)
def test_greater_gaps_than_are_looked_at_bring_nothing_new(
    table: tuple[int, ...], bonus: int, gap: int
) -> None:
    gains = GrandPrixPoints(table, bonus).gains()
    swing = max(max(gain) - min(gain) for gain in gains)
    assume(swing)
    seen, waiting, ended = {(0, 0, -gap)}, [(0, 0, -gap)], set()
    while waiting:
        totals = waiting.pop()
        for gain in gains:
            after = [own + more for own, more in zip(totals, gain, strict=True)]
            first, second, third = (total - max(after) for total in after)
            if after.count(max(after)) == 1:
                ended.add(tuple(1 + sum(other > own for other in after) for own in after))
            elif (first, second, third) not in seen and min(first, second, third) >= -gap - 10 * swing:
                seen.add((first, second, third))
                waiting.append((first, second, third))
    found = points.bounds_after_extra_games([(gap, gap, 0)], gains)
    assert (found.best, found.worst) == (
        tuple(min(each) for each in zip(*ended, strict=True)),
        tuple(max(each) for each in zip(*ended, strict=True)),
    )
    assert found.exact


def test_a_search_for_extra_games_that_would_not_end_is_given_up_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(points, "MOST_TIED", 1)
    after = points.bounds_after_extra_games([(100, 100, 0)], GrandPrixPoints().gains())
    assert (after.best, after.worst, after.exact) == ((1, 1, 1), (3, 3, 3), False)
