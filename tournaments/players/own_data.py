"""Everything that is stored about a player, for the player, and the link by which they see it.

The link is signed, valid for a while (``LIFETIMES``) and stored nowhere.
"""

from typing import Any
from uuid import UUID

from django.core import signing
from django.db.models import Prefetch
from django.urls import reverse

from games.access import LIFETIMES, Purpose
from games.domain.player_names import names_of
from games.models import Game, Player, Seat
from games.services.name_columns import texts_naming
from tournaments.models import Entry, EventPoints
from tournaments.players.queries import latest_of


def own_data_address(player: Player) -> str:
    # The number as it is, without the encoding of ``lifetimes.signed``: links that are out go on.
    token = signing.TimestampSigner(salt=Purpose.OWN_DATA).sign(player.pk.hex)
    return reverse("tournaments:own-data", args=[token])


def player_of_link(token: str) -> Player | None:
    """Return the player whose page a link opens; None where it opens none. One query."""
    try:
        signer = signing.TimestampSigner(salt=Purpose.OWN_DATA)
        key = signer.unsign(token, max_age=LIFETIMES[Purpose.OWN_DATA])
    except signing.BadSignature:
        return None
    return Player.objects.filter(pk=UUID(key)).first()


def personal_data(player: Player) -> dict[str, Any]:
    """Return it as plain values that JSON has."""
    own = Prefetch("seats", Seat.objects.filter(player=player), to_attr="own_seats")
    found = Game.objects.filter(seats__player=player).distinct().prefetch_related(own)
    asked_at = player.erasure_asked_at
    row = latest_of(player)
    return {
        "id": str(player.pk),
        "name": player.name,
        "nickname": player.nickname,
        "date_of_birth": None if player.born is None else player.born.isoformat(),
        "first_entered_in": player.entered_in,
        "earlier": [
            {"name": row.name, "nickname": row.nickname, "from": row.history_date.isoformat()}
            for row in player.history.order_by("history_id")
        ],
        "entries": [_entry(entry) for entry in Entry.objects.filter(player=player).select_related("event")],
        "games": [_game(game) for game in found.order_by("created_at", "pk")],
        "places": [
            {"event": each.unit.event.slug, "place": each.place, "points": str(each.wp)}
            for each in EventPoints.objects.filter(player=player).select_related("unit__event")
        ],
        "rating": None if row is None else {"games": row.games_so_far, "won": row.won_so_far, "mu": row.mu},
        "erasure_asked_at": None if asked_at is None else asked_at.isoformat(),
    }


def personal_texts(player: Player) -> list[dict[str, str]]:
    """Return the texts in which the player is named; every text of the site is searched."""
    return [{"where": where, "text": text} for where, text in texts_naming(player, names_of(player))]


def _entry(entry: Entry) -> dict[str, Any]:
    return {
        "event": entry.event.slug,
        "event_name": entry.event.name,
        "number": entry.number,
        "team": entry.team,
        "groups": entry.groups,
        "wishes": entry.wishes,
        "presence": entry.presence,
        "paid": entry.paid,
        "registered_by_oneself": bool(entry.registered),
    }


def _game(game: Any) -> dict[str, Any]:
    return {
        "id": str(game.pk),
        "title": game.title,
        "rules": game.rules_name,
        "colours": [seat.colour for seat in game.own_seats],
        "state": game.state,
        "ended_at": None if game.ended_at is None else game.ended_at.isoformat(),
    }
