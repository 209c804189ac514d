"""How far a page jumps while it is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


#: Google's "good" is 0.1; a board that is looked at for an hour should not move at all.
MOST_SHIFT = 0.01


#: Counts from now on; a shift within half a second of a tap is its reader's own.
WATCH_SHIFTS = """
() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift" });
}
"""
