"""An account, whoever organises a game, and whether a browser is logged in."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.enums import Role
from games.models import Game
from tests.games.conftest import with_permit


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna", password="quick brown fox")


@pytest.fixture
def organiser(game: Game) -> Client:
    """The browser of somebody who organises that game and nothing else."""
    return with_permit("orga", Role.ORGANISER, f"game:{game.pk}")


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session
