"""Who sits where: tables for rounds of people, with a proof of how few meet again (docs/reference/seating.md).

Pure Python: the same people, history and seed give the same tables on every machine, compiled or not.
"""

from tournaments.seating.bounds import LowerBound, repeats_bound, team_bound
from tournaments.seating.colours import SeatedRound, order_of, seat
from tournaments.seating.plan import Plan, plan
from tournaments.seating.problem import (
    FEWEST,
    Participant,
    Round,
    SeatingError,
    SeatingProblem,
    Table,
    table_sizes,
)
from tournaments.seating.repair import (
    Cost,
    PublishedRound,
    Repair,
    add,
    exchange,
    has_room,
    move_to_table,
    remove,
    separate,
)

__all__ = [
    "FEWEST",
    "Cost",
    "LowerBound",
    "Participant",
    "Plan",
    "PublishedRound",
    "Repair",
    "Round",
    "SeatedRound",
    "SeatingError",
    "SeatingProblem",
    "Table",
    "add",
    "exchange",
    "has_room",
    "move_to_table",
    "order_of",
    "plan",
    "remove",
    "repeats_bound",
    "seat",
    "separate",
    "table_sizes",
    "team_bound",
]
