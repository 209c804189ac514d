"""After a test with real transactions nothing is left of it, and logs are append-only as before."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from games import triggers
from games.access import audit_log
from games.models import Game, SecurityEvent
from tests.emptying import KEPT, empty


@pytest.mark.django_db(transaction=True)
def test_every_table_is_empty_and_logs_only_grow(game: Game) -> None:
    User.objects.create_user("anna").user_permissions.add(Permission.objects.all()[0])
    before = ContentType.objects.count(), Permission.objects.count()
    event = game.events.get(number=1)
    for table in triggers.TABLES:
        triggers.remove(connection, table)  # whatever a test has done to them
    empty()
    models = apps.get_models(include_auto_created=True)
    assert {model._meta.db_table for model in models if model._base_manager.exists()} == KEPT
    assert (ContentType.objects.count(), Permission.objects.count()) == before
    with transaction.atomic():
        event.pk, event._state.adding = None, True
        event.save()
        audit_log.note(SecurityEvent.Kind.LOGIN, actor="test", now=timezone.now())
        for table in triggers.TABLES:
            for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET actor = 'x'"):
                with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
                    connection.cursor().execute(statement)
        transaction.set_rollback(True)
