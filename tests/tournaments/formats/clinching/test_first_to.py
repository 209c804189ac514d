"""First-to-x: what is decided, against every ending (tournament-rules §5)."""

from rules.i18n import Literal
from tests.tournaments.formats.clinching.claims import prospect_of
from tournaments.formats.clinching.first_to import FirstTo
from tournaments.formats.clinching.place_bounds import Decided
from tournaments.formats.clinching.search import MOST_STATES, decide

NAMES = {"anna": "Anna", "bert": "Bert", "cleo": "Cleo"}
EVENT = Literal(en="the event", de="das Turnier")


def first_to(needed: int, *wins: int) -> Decided:
    return decide(FirstTo(dict(zip(NAMES, wins, strict=False)), needed, sum(wins) + 1), NAMES, EVENT)


def test_too_many_situations_are_bounded_and_said_to_be() -> None:
    decided = first_to(99, 0, 0, 0)
    assert (decided.proof.states, decided.proof.exact) == (0, False)
    assert prospect_of(decided, "anna").best == 1
    assert MOST_STATES < 100**3
