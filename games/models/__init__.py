"""What is stored of play: players, games, seats, the log of every game, and who may write."""

from games.models.access import (
    AccessToken,
    LoginAttempts,
    Permit,
    RecoveryCode,
    SecondFactor,
    SecurityEvent,
)
from games.models.computed import Chances, GameAnalysis
from games.models.event import DiceSeed, GameEvent
from games.models.game import Game, Seat, ShownSeat
from games.models.of_site import RememberedAnswer, WorkClaim
from games.models.player import Player

__all__ = [
    "AccessToken",
    "Chances",
    "DiceSeed",
    "Game",
    "GameAnalysis",
    "GameEvent",
    "LoginAttempts",
    "Permit",
    "Player",
    "RecoveryCode",
    "RememberedAnswer",
    "Seat",
    "SecondFactor",
    "SecurityEvent",
    "ShownSeat",
    "WorkClaim",
]
