"""Running a hall: who is there, rounds planned, published and repaired, results of many tables, its clock.

Like all services (``tournaments.services``): one transaction each, the event's row locked, ``actor`` and ``now`` handed
in, nothing changed where something is refused.
"""

from tournaments.services.hall.claims import (
    Claimed,
    claim_result,
    confirm_claim,
    is_slip_token,
    slip_token,
    withdraw_claim,
)
from tournaments.services.hall.clocks import extend_clock, pause_everything, set_minutes, turn_clock
from tournaments.services.hall.people import (
    Description,
    Wishes,
    announce,
    check_in,
    check_in_all,
    describe,
    leave,
    set_away,
    undo_check_in,
    walk_in,
)
from tournaments.services.hall.repairs import Mishap, MishapKind, consider_repair, repair_round
from tournaments.services.hall.results import (
    Adjudicated,
    EnteredSheet,
    SheetOutcome,
    TableSheet,
    adjudicate_left,
    enter_sheet,
    enter_sheets,
)
from tournaments.services.hall.rounds import (
    PlannedSeats,
    annul_round,
    close_round,
    discard_plan,
    draft_of,
    plan_round,
    publish_round,
    reopen_round,
    withdraw_round,
)
from tournaments.services.hall.sheets import PawnLine, Sheet
from tournaments.services.hall.verification import CheckedRound, exported_draws, verify_draws

__all__ = [
    "Adjudicated",
    "CheckedRound",
    "Claimed",
    "Description",
    "EnteredSheet",
    "Mishap",
    "MishapKind",
    "PawnLine",
    "PlannedSeats",
    "Sheet",
    "SheetOutcome",
    "TableSheet",
    "Wishes",
    "adjudicate_left",
    "announce",
    "annul_round",
    "check_in",
    "check_in_all",
    "claim_result",
    "close_round",
    "confirm_claim",
    "consider_repair",
    "describe",
    "discard_plan",
    "draft_of",
    "enter_sheet",
    "enter_sheets",
    "exported_draws",
    "extend_clock",
    "is_slip_token",
    "leave",
    "pause_everything",
    "plan_round",
    "publish_round",
    "reopen_round",
    "repair_round",
    "set_away",
    "set_minutes",
    "slip_token",
    "turn_clock",
    "undo_check_in",
    "verify_draws",
    "walk_in",
    "withdraw_claim",
    "withdraw_round",
]
