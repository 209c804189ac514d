"""Rule sets that were read otherwise once: what is kept from then, as it is told today."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.rule_sets import RULE_SETS

#: Rule set → the options that it had before it was changed ([D28]).
ONCE: Mapping[str, Mapping[str, Any]] = {"schmidt-classic": {"ends": "first colour"}}


def modern_options(name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game that was played by the rule set as it was once: what differs from it today."""
    if name not in ONCE:
        return dict(options)
    data = {**ONCE[name], **options}
    return {
        option: value for option, value in data.items() if value != getattr(RULE_SETS[name], option, None)
    }
