"""Somebody whose name stands in every column in which a name can stand."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.db import models
from django.test import Client

from games.enums import EventKind, Role
from games.models import AccessToken, Game, Player, SecondFactor
from games.services.name_columns import COPIED, DROPPED, REPLACED
from rules import Literal
from tests.games.conftest import client_with
from tests.tournaments.conftest import NOW, new_event
from tests.tournaments.event_state import WHO, happen
from tests.tournaments.hall.halls import new_hall, published
from tests.tournaments.nicknamed import NAME, traces_in
from tests.tournaments.stored import columns_with
from tournaments import services
from tournaments.hall import services as hall
from tournaments.hall.services.people import Description
from tournaments.hall.services.seats import Mishap, MishapKind
from tournaments.models import (
    CompensationAward,
    Event,
    Hall,
    HallRehearsal,
    HistoryImport,
    MedalGame,
    Season,
)
from tournaments.models.localized_text import SaidField
from tournaments.screens.services import add_slide

NICKNAME = "Xaver Q."


@pytest.fixture
def named_everywhere(played: dict[str, Event], season: Season, xaver: Player) -> Player:
    """Their name stands everywhere: written by the doors, and then into the columns of ``name_columns`` left."""
    xaver.nickname = NICKNAME
    xaver.save()
    _at_a_game(Game.objects.get(event_game__event=played["over"]))
    _in_events(season, played)
    _in_a_hall(season, xaver)
    _at_the_desk(xaver)
    _without_a_door(played, season, xaver)
    named = columns_with(traces_in)
    for model, columns in (REPLACED | COPIED | DROPPED).items():
        _write(model, [name for name in columns if f"{model._meta.db_table}.{name}" not in named])
    return xaver


def _at_a_game(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(title=f"{NAME}s Revanche")
    happen(game, EventKind.NOTE, text=f"{NAME} is late")
    happen(game, EventKind.CONFIRMATION, official=NAME)


def _in_events(season: Season, played: dict[str, Event]) -> None:
    services.change_event(event_id=played["cup"].pk, changes={"name": f"{NAME}s Cup"}, **WHO)
    # They do not play in it themselves.
    new_event(season, slug="gala", name=f"{NAME.replace(' ', '-')}-Gala")


def _in_a_hall(season: Season, xaver: Player) -> None:
    event = new_hall(season, 8, settings={"rounds": 2})
    of_the_family = Description(team=f"Team {NAME}", groups=[f"Family of {NAME}"])
    hall.walk_in(event_id=event.pk, player=xaver, description=of_the_family, **WHO)
    hall.check_in_all(event_id=event.pk, **WHO)
    conditions = {"conditions": f"5 € to {NAME}"}
    hall.set_up_registration(event_id=event.pk, changes=conditions, **WHO)
    first = published(event)
    absent = Mishap(MishapKind.ABSENT, next(key for key in first.seated[0] if key))
    hall.repair_round(
        event_id=event.pk, subject=first.subject, mishap=absent, reason=f"drives {NAME} home", **WHO
    )
    hall.annul_round(event_id=event.pk, subject=first.subject, reason=f"{NAME} fell ill", **WHO)
    screen = Hall.objects.get()
    add_slide(hall_id=screen.pk, kind="announcement", text_de=f"{NAME} ans Pult", text_en=NAME, **WHO)


def _at_the_desk(xaver: Player) -> None:
    organiser = client_with(Role.ORGANISER)
    address, headers = f"/api/v1/players/{xaver.pk}/", {"Idempotency-Key": str(uuid4())}
    assert organiser.patch(address, {"name": f"{NAME} junior"}, headers=headers).status_code == 200
    AccessToken.issue(name=f"Board of {NAME}", created_by="test")
    dora = User.objects.create_superuser("dora", password="x")
    SecondFactor.objects.create(account=dora, kind="app", name=f"Phone of {NAME}", data="ABC")
    admin = Client()
    admin.force_login(dora)
    address = f"/admin/games/player/{xaver.pk}/change/"
    form = {"name": NAME, "nickname": NICKNAME, "born": "1980-05-17"}
    assert admin.post(address, form).status_code == 302
    session = SessionStore()
    session["link"] = {"name": f"Board of {NAME}"}
    session.save()


def _without_a_door(played: dict[str, Event], season: Season, xaver: Player) -> None:
    """Rows of kinds that nothing above has made."""
    event, made = played["over"], {"made_by": "test", "made_at": NOW}
    CompensationAward.objects.create(event=event, player=xaver, points=1, reason="-", **made)
    MedalGame.objects.create(season=season, winner=xaver, played_on=NOW, reason="-", **made)
    HallRehearsal.objects.create(
        event=played["seed"], of=event, people=4, pace=1, next_at=NOW, started_at=NOW
    )
    HistoryImport.objects.create(digest="d", events=1, asked_at=NOW, content=b"")


def _write(model: type[models.Model], columns: list[str]) -> None:
    """Into the newest row, by its ``save``, so that its history has the name too."""
    row = model._default_manager.order_by("-pk")[0]
    for name in columns:
        field = model._meta.get_field(name)
        value: Any = NAME
        if isinstance(field, SaidField):
            value = Literal(en=NAME, de=NAME)
        elif isinstance(field, models.BinaryField):
            value = f"1;{NAME}".encode("cp1252")
        elif isinstance(field, models.JSONField):
            value = [{NAME: NAME}]
        setattr(row, name, value)
    row._change_reason = f"test {NAME}"  # type: ignore[attr-defined]
    row.save()
