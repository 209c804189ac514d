"""The script with which anybody checks the dice of a game."""

from tests.servers import ROOT

SCRIPT = ROOT / "docs/examples/verify_dice.py"
