"""How large tests are: small in `make test`, larger in `make test-all`, whole in `make endurance`."""

import os

import pytest

#: Nothing: `make quick` and `make test`; `all`: `make test-all`; `whole`: `make endurance`.
SIZE = os.environ.get("RAUSWURF_TESTS", "")
WHOLE = SIZE == "whole"


def sized(small: int, whole: int, *, thorough: int | None = None) -> int:
    """How often, or how many; `thorough` in `make test-all`, where that is more than `small`."""
    if WHOLE:
        return whole
    return thorough if SIZE == "all" and thorough is not None else small


#: Whole tests may take their time.
patient = pytest.mark.timeout(sized(600, 3 * 3600))
