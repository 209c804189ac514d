"""What is stored of play: players, games, seats, the log of every game, and who may write."""

from games.models.access import AccessToken, LoginAttempts, Permit, SecurityEvent
from games.models.account import OpenIdIdentity, RecoveryCode, SecondFactor
from games.models.analysis import GameAnalysis
from games.models.backup_wish import BackupWish
from games.models.chances import Chances, ChancesTurn
from games.models.dice_seed import DiceSeed
from games.models.event import GameEvent
from games.models.game import Game, Seat, ShownSeat
from games.models.idempotency import RememberedAnswer
from games.models.player import Player
from games.models.work_claim import WorkClaim

__all__ = [
    "AccessToken",
    "BackupWish",
    "Chances",
    "ChancesTurn",
    "DiceSeed",
    "Game",
    "GameAnalysis",
    "GameEvent",
    "LoginAttempts",
    "OpenIdIdentity",
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
