"""First-to-x: what is decided, against every ending (tournament-rules §5)."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.i18n import Literal
from tests.tournaments.formats.clinching.claims import prospect_of
from tests.tournaments.formats.entered import championship, won_by
from tournaments.formats.clinching.first_to import FirstTo
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.clinching.search import MOST_STATES, decide

NAMES = {"anna": "Anna", "bert": "Bert", "cleo": "Cleo"}
EVENT = Literal(en="the event", de="das Turnier")


def first_to(needed: int, *wins: int) -> Decided:
    return decide(FirstTo(dict(zip(NAMES, wins, strict=False)), needed, sum(wins) + 1), NAMES, EVENT)


def endings(needed: int, wins: dict[str, int]) -> list[tuple[dict[str, int], dict[str, int]]]:
    """Every way to the end, game by game: the wins at the end and the wins in the games left."""
    if max(wins.values()) >= needed:
        return [(wins, dict.fromkeys(wins, 0))]
    found = []
    for winner in wins:
        for ended, own in endings(needed, wins | {winner: wins[winner] + 1}):
            found.append((ended, own | {winner: own[winner] + 1}))
    return found


def place(wins: dict[str, int], player: str) -> int:
    return 1 + sum(other > wins[player] for other in wins.values())


def test_who_has_all_but_one_of_the_wins_cannot_be_3rd() -> None:
    # First to 3, 2-1-0: Anna is overtaken by one player at most; Cleo can still win.
    decided = first_to(3, 2, 1, 0)
    assert {each.entrant: (each.best, each.worst, each.magic) for each in decided.prospects} == {
        "anna": (1, 2, 1),
        "bert": (1, 3, 2),
        "cleo": (1, 3, 3),
    }
    assert prospect_of(decided, "anna").told.en == "Anna can finish 1st to 2nd"
    assert [told.en for told in decided.must_happen] == ["Anna clinches 1st place with a win in Game 4"]
    assert [told.de for told in decided.must_happen] == ["Anna hat Platz 1 sicher: mit einem Sieg in Spiel 4"]
    assert decided.proof.exact


def test_in_the_last_game_everybody_can_be_told_what_it_takes() -> None:
    assert [told.en for told in first_to(2, 1, 1).must_happen] == [
        "Anna clinches 1st place with a win in Game 3",
        "Bert clinches 1st place with a win in Game 3",
    ]


def test_a_verdict_tells_it() -> None:
    (decided,) = championship([won_by(1, "yellow"), won_by(2, "yellow")]).decided()
    assert [told.en for told in decided.must_happen] == ["Anna clinches 1st place with a win in Game 3"]
    assert championship([won_by(number, "yellow") for number in (1, 2, 3)]).decided() == ()


def test_too_many_situations_are_bounded_and_said_to_be() -> None:
    decided = first_to(99, 0, 0, 0)
    assert (decided.proof.states, decided.proof.exact) == (0, False)
    assert prospect_of(decided, "anna").best == 1
    assert MOST_STATES < 100**3


@pytest.mark.parametrize("needed", [1, 2, 3])
@pytest.mark.parametrize("players", [2, 3])
def test_every_first_to_x_agrees_with_every_ending(needed: int, players: int) -> None:
    for wins in product(range(needed), repeat=players):
        check(needed, dict(zip(NAMES, wins, strict=False)))


@settings(max_examples=30)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=3))
def test_first_to_4_agrees_with_every_ending(wins: list[int]) -> None:
    if sum(4 - won for won in wins) <= 9:
        check(4, dict(zip(NAMES, wins, strict=False)))


def check(needed: int, wins: dict[str, int]) -> None:
    decided = first_to(needed, *wins.values())
    all_endings = endings(needed, wins)
    for prospect in decided.prospects:
        player = prospect.entrant
        reached = {place(ended, player) for ended, _ in all_endings}
        assert (prospect.best, prospect.worst) == (min(reached), max(reached))
        missed = [own[player] for ended, own in all_endings if place(ended, player) > 1]
        assert prospect.magic == max(missed, default=-1) + 1
    saying = [told.en for told in decided.must_happen]
    for player, won in wins.items():
        assert any(each.startswith(NAMES[player]) for each in saying) == (won == needed - 1)
