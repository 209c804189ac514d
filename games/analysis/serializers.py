"""An analysis as the REST interface and the command tell it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from games.analysis.summary import Analysis
from games.models import Game, GameAnalysis

#: Decisive throws that are named.
MOST = 20


def analysis_told(game: Game, stored: GameAnalysis) -> dict[str, Any]:
    """All figures as plain values, the players by the names that the public sees. One query."""
    told = stored.found or {}
    analysis = Analysis.of(told)
    names = {str(seat.player_id): seat.player.shown_as for seat in game.seats.select_related("player")}
    accounts = [asdict(account) for account in analysis.accounts]
    for account in accounts:
        account["player"] = {"id": account["player"], "name": names[account["player"]]}
    return {
        "game": str(game.pk),
        "number": stored.number,
        "engine": stored.engine,
        "made_at": stored.made_at,
        "begin": told["begin"],
        "accounts": accounts,
        "decisive": [each.step.number for each in analysis.decisive[:MOST]],
        "steps": told["steps"],
    }
