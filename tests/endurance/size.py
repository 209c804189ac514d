"""How large the tests of this room are: small in every test run, whole where `RAUSWURF_TESTS=whole` says so."""

import os

import pytest

WHOLE = os.environ.get("RAUSWURF_TESTS") == "whole"


def sized(small: int, whole: int) -> int:
    """How often, or how many."""
    return whole if WHOLE else small


#: Whole tests may take their time.
patient = pytest.mark.timeout(sized(600, 3 * 3600))
