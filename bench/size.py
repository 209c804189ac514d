"""How large measurements are: small enough to be made in passing, or with RAUSWURF_BENCH=whole as large as the figures
in docs/develop/performance.md."""

import os
from typing import TypeVar

Size = TypeVar("Size")
WHOLE = os.environ.get("RAUSWURF_BENCH") == "whole"


def sized(small: Size, whole: Size) -> Size:
    """One of the two."""
    return whole if WHOLE else small
