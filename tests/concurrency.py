"""Things done by several at the same moment."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection


def at_once(number: int, work: Callable[[int], Any]) -> list[Any]:
    """What ``work(0)`` … ``work(number - 1)`` return or raise, each in a thread, all begun at the same moment."""
    gate = threading.Barrier(number)
    found: list[Any] = [None] * number

    def run(index: int) -> None:
        gate.wait()
        try:
            found[index] = work(index)
        except Exception as error:
            found[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found
