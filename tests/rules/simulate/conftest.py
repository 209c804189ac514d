"""Where many games are played, the compiler is waited for."""

import pytest

from rules.simulate import warm_up
from tests.endurance.size import WHOLE


@pytest.fixture(autouse=True, scope="session")
def compiled_for_many_games() -> None:
    if WHOLE:
        warm_up().join()
