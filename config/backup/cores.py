"""Work that is shared by all cores of the machine, in processes of their own."""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import connection, connections

Work = TypeVar("Work")
Found = TypeVar("Found")


def by_all_cores(look: Callable[[Work], Found], work: Sequence[Work]) -> list[Found]:
    """Return what is found at each piece of work, in their order; the first ones are begun first."""
    processes = os.cpu_count() or 1
    if processes < 2:
        return list(map(look, work))
    connections.close_all()  # each process opens its own
    if hasattr(connection, "close_pool"):  # PostgreSQL's: its threads would not be there in a fork
        connection.close_pool()
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        return pool.map(look, work, chunksize=1)
