"""How many SQL statements one recorded throw takes, on a migrated database with a running game."""

import os
import uuid
from random import Random

import django

from games.enums import GameState

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402
from rest_framework.test import APIClient  # noqa: E402

from games.models import AccessToken, Game  # noqa: E402


def statements() -> int:
    """Those of one throw sent by a client with a token and an id of its own, BEGIN and COMMIT included."""
    settings.ALLOWED_HOSTS = ["testserver"]
    game = Game.objects.filter(state=GameState.RUNNING).first()
    assert game is not None
    play, lots = game.play(), Random(1)
    die = lots.choice(play.rules.die_faces)
    moves = play.moves(die)
    client = APIClient()
    # In use, as a referee's token is: the first use of a minute is noted by one statement more.
    token = AccessToken.issue(name="bench", role="recorder", last_used_at=timezone.now())[1]
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    body = {
        "expected": game.number,
        "die": die,
        "move": str(moves[0]) if moves else None,
        "id": str(uuid.uuid4()),
    }
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(f"/api/v1/games/{game.pk}/throws/", body, format="json")
    assert answer.status_code == 201, answer.content
    return len(queries)


if __name__ == "__main__":
    print(statements())
