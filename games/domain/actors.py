"""Who did something, as logs keep it: ``user:7``, ``token:3``, ``command``.

Another site numbers its accounts and tokens too, and calls them as it likes. Who did something there is
``elsewhere:user:7`` here, and nobody of this site.
"""

from __future__ import annotations

_ELSEWHERE = "elsewhere:"


def elsewhere(actor: str) -> str:
    """Who did something on another site; empty where it is not known there."""
    return actor and f"{_ELSEWHERE}{actor}"


def actor_name(actor: str) -> str:
    """What the site itself calls him: what ``elsewhere`` was given. Somebody of this site stays as he is."""
    return actor.removeprefix(_ELSEWHERE)
