"""Requests to the interface of a game, and what a refusal looks like."""

from typing import Any

from games.models import Game

PROBLEM = "application/problem+json"


def url(game: Game, what: str = "") -> str:
    return f"/api/v1/games/{game.pk}/{what}"


def refused(answer: Any, status: int, kind: str) -> dict[str, Any]:
    """The problem document of an answer that must be a refusal."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == PROBLEM
    found: dict[str, Any] = answer.json()
    assert found["type"] == f"urn:rauswurf:problem:{kind}"
    assert found["status"] == status
    assert found["messages"]["de"]
    assert found["messages"]["en"]
    return found
