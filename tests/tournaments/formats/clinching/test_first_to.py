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


def test_too_many_situations_are_bounded_and_said_to_be() -> None:
    decided = first_to(99, 0, 0, 0)
    assert (decided.proof.states, decided.proof.exact) == (0, False)
    assert prospect_of(decided, "anna").best == 1
    assert MOST_STATES < 100**3
