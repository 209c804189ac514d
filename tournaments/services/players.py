"""Players corrected where one sees them: name, nickname, date of birth."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import ProtectedError

from games.models import Player
from rules import Text
from tournaments.db import check_row, save_row
from tournaments.errors import EventStateConflict


@transaction.atomic
def edit_player(*, player_id: UUID, changes: Mapping[str, Any], actor: str) -> Player:
    """Change fields of a player; what follows in tables and lists follows from the row.

    Raises ``BadRequest`` that names the field, ``EventStateConflict`` for a name that was taken away for good.
    """
    player = Player.objects.select_for_update().get(pk=player_id)
    wanted = {field: value for field, value in changes.items() if getattr(player, field) != value}
    if not wanted:
        return player
    if player.is_erased:
        raise EventStateConflict(Text("This name was taken away for good: it cannot be given again."))
    for field, value in wanted.items():
        setattr(player, field, value)
    check_row(player)
    save_row(player, actor)
    return player


def before_last_edit(player: Player, fields: Iterable[str]) -> dict[str, Any]:
    """Return what these fields were before the last change of any of them; empty where there was none. One query.

    Without the nickname among them a name that stood behind one counts as none: it was never shown.
    """
    fields = list(fields)
    versions = player.history.order_by("-history_date", "-history_id")
    rows = (versions if "nickname" in fields else versions.filter(nickname="")).values(*fields)
    now = {field: getattr(player, field) for field in fields}
    return next((row for row in rows if row != now), {})


def delete_unused(player: Player) -> None:
    """Delete a player who is in nothing, with their history; others stay."""
    with suppress(ProtectedError), transaction.atomic():
        player.delete()
