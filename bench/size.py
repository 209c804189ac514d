"""How large measurements are: by default so that all of them take some minutes, with RAUSWURF_BENCH=whole in full."""

import os

WHOLE = os.environ.get("RAUSWURF_BENCH") == "whole"
