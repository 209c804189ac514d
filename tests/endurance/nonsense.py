"""Texts and values that are nearly right: what a fault, a bad line or a rogue makes of something valid."""

import copy
import json
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from tests.rules.damage import SNIPPETS, damaged

__all__ = ["VALUES", "changed", "damaged", "nearly"]

#: What JSON can hold, with the numbers and letters that programs stumble over.
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([0, 1, 6, -1, 2**31, 2**63, 10**30, 1.5, float("inf"), float("nan"), 1e308])
    | st.sampled_from(SNIPPETS)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
_STEPS = st.lists(st.integers(0, 50), min_size=1, max_size=8)


def changed(valid: Any, steps: Sequence[int], value: Any) -> Any:
    """A copy with another value somewhere inside, or with something left out, or something added."""
    found = copy.deepcopy(valid)
    part = found
    for step in steps:
        if not isinstance(part, dict | list) or not part:
            return value
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        key = keys[step % len(keys)]
        if step == steps[-1]:
            if step % 5 == 4:
                del part[key]
            else:
                part[key] = value
            break
        part = part[key]
    return found


@st.composite
def nearly(draw: st.DrawFn, valid: Any) -> bytes:
    """A JSON text that is nearly the valid one, as it would come over the network."""
    if draw(st.booleans()):
        text = damaged(json.dumps(valid), draw(st.integers(0, 2**32)))
    else:
        text = json.dumps(changed(valid, draw(_STEPS), draw(VALUES)))
    return text.encode(errors="surrogatepass")
