"""A commitment to dice and those who add to it."""

from games.domain.commit_reveal import Terms
from tests.servers import ROOT

#: With which anybody checks the dice of a game.
SCRIPT = ROOT / "docs/examples/verify_dice.py"

SEED = bytes(range(32))
GAME = "00000000-0000-4000-8000-000000000001"
ANNA, BERT = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
TERMS = Terms(GAME, (1, 2, 3, 4, 5, 6), ((ANNA, "Änne würfelt 🎲"), (BERT, "")))
