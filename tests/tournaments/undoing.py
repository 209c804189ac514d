"""What happens to a game of an event before it is undone."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from games.enums import EventKind, Role
from games.models import Game, Permit
from tests.tournaments.conftest import NOW
from tests.tournaments.event_state import happen


def won_by(game: Game, actor: str, now: datetime = NOW) -> Game:
    """The last throw of a game that is over, recorded once more by somebody else."""
    last = game.events.filter(kind=EventKind.THROW).latest("number").payload
    game = happen(game, EventKind.TAKE_BACK, throws=1, reason="thrown by somebody else")
    return happen(game, EventKind.THROW, actor=actor, now=now, die=last["die"], move=last["move"])


def person(name: str, role: Role = Role.REFEREE, place: str = "site", **more: Any) -> APIClient:
    """A program of somebody who is logged in and has the role in the place."""
    user = User.objects.create_user(name)
    Permit.objects.create(person=user, role=role, place=place, granted_at=NOW, **more)
    client = APIClient(raise_request_exception=False)
    client.force_login(user)
    return client
