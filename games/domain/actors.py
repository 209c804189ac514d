"""Actors as logs keep them: ``user:7``, ``token:3``, ``command``.

Another site numbers its accounts and tokens too, and calls them as it likes. Who did something there is
``elsewhere:user:7`` here, never a person of this site.
"""

_ELSEWHERE = "elsewhere:"


def elsewhere(actor: str) -> str:
    """Mark an actor of another site; empty where the actor is not known there."""
    return actor and f"{_ELSEWHERE}{actor}"


def actor_name(actor: str) -> str:
    """Return the name that the actor's own site uses, undoing ``elsewhere``; an actor of this site is unchanged."""
    return actor.removeprefix(_ELSEWHERE)
