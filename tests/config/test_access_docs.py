"""What docs/reference/access.md says of roles is what the code does."""

import itertools

from games.access import PERMISSIONS, roles_for, to_admit
from games.domain.events import EVENT_TYPES
from games.enums import Action, EventKind, Role
from tests.tables import in_docs, roles


def test_the_table_in_the_documentation_is_the_table_of_the_code() -> None:
    assert in_docs("docs/reference/access.md") == roles(), "run `python -m tests.tables`"


def test_a_higher_role_may_all_that_a_lower_one_may() -> None:
    order = list(Role)
    for higher, lower in itertools.pairwise(order):
        assert PERMISSIONS[higher] > PERMISSIONS[lower], (higher, lower)
    assert all(roles_for(action)[0] is Role.OWNER for action in Action)


def test_nobody_can_give_more_than_he_has() -> None:
    for giver in Role:
        for given in Role:
            if to_admit(given) in PERMISSIONS[giver]:
                assert PERMISSIONS[giver] >= PERMISSIONS[given]


def test_who_may_enter_results_is_said_of_those_who_may() -> None:
    """In the table and in every refusal; it once stood with what only organisers may."""
    needed = {
        EVENT_TYPES[kind].permission for kind in (EventKind.RESULT, EventKind.UNDO, EventKind.COMPLETION)
    }
    told = {action for action in Action if "results" in action.value.en}
    assert told == {action for action in Action if "Ergebnisse" in action.value.de} == needed
