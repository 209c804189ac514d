"""What happens to a game of an event before it is undone."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from games.domain.events import EVENT_TYPES
from games.enums import EventKind, Role
from games.models import Game, Permit
from games.services import recorder
from games.services.commands import EventCommand
from tests.tournaments.conftest import NOW


def happen(game: Game, kind: EventKind, *, actor: str = "test", now: datetime = NOW, **told: Any) -> Game:
    usual = {field.name: field.usual for field in EVENT_TYPES[kind].fields if field.name not in told}
    number = Game.objects.get(pk=game.pk).number
    wanted = EventCommand(kind, {**usual, **told})
    return recorder.record(game_id=game.pk, wanted=wanted, expected=number, actor=actor, now=now).game


def won_by(game: Game, actor: str, now: datetime = NOW) -> Game:
    """The last throw of a game that is over, recorded once more by somebody else."""
    last = game.events.filter(kind=EventKind.THROW).latest("number").payload
    game = happen(game, EventKind.TAKE_BACK, throws=1, reason="thrown by somebody else")
    return happen(game, EventKind.THROW, actor=actor, now=now, die=last["die"], move=last["move"])


def person(name: str, role: Role = Role.REFEREE) -> APIClient:
    user = User.objects.create_user(name)
    Permit.objects.create(person=user, role=role, place="site", granted_at=NOW)
    client = APIClient(raise_request_exception=False)
    client.force_login(user)
    return client
