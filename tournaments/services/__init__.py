"""Conducting an event: everything that an organiser does, the only way to change one.

Each function is one transaction: the event's row is locked, the request checked, the change written, the
projection brought up to date. ``actor`` is who (``user:7``, ``token:3``, ``command``), ``now`` when.
Refused is with ``FormatError`` (the sporting rules), ``RulesError`` (the rules of play), ``BadRequest`` (a
value that cannot be meant) or ``EventStateConflict`` (the state of the event); nothing has then changed.
"""

from tournaments.services.draws import (
    draw_by_hand,
    draw_by_throws,
    draw_chosen,
    draw_from_seed,
    draw_in_seed_order,
    void_draw,
)
from tournaments.services.entries import enter, enter_all, reseed, say_youngest, why_closed, withdraw
from tournaments.services.events import (
    BEING_PLAYED,
    PLAYED,
    archive_event,
    change_event,
    create_event,
    create_season,
    delete_event,
    is_being_played,
    move_to_board,
    new_event,
    plan_times,
    restore_event,
    suspend_event,
)
from tournaments.services.forfeits import forfeit, withdraw_entry
from tournaments.services.games import (
    EnteredStart,
    StartedGame,
    enter_slip,
    prepare_next_game,
    start_next_game,
)
from tournaments.services.quick_start import EventWish, draw_all, make_event
from tournaments.services.slip import PawnLine, Slip
from tournaments.services.starters import FurnitureInput, Override

__all__ = [
    "BEING_PLAYED",
    "PLAYED",
    "EnteredStart",
    "EventWish",
    "FurnitureInput",
    "Override",
    "PawnLine",
    "Slip",
    "StartedGame",
    "archive_event",
    "change_event",
    "create_event",
    "create_season",
    "delete_event",
    "draw_all",
    "draw_by_hand",
    "draw_by_throws",
    "draw_chosen",
    "draw_from_seed",
    "draw_in_seed_order",
    "enter",
    "enter_all",
    "enter_slip",
    "forfeit",
    "is_being_played",
    "make_event",
    "move_to_board",
    "new_event",
    "plan_times",
    "prepare_next_game",
    "reseed",
    "restore_event",
    "say_youngest",
    "start_next_game",
    "suspend_event",
    "void_draw",
    "why_closed",
    "withdraw",
    "withdraw_entry",
]
