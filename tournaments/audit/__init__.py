"""Who did what when in an event, for those who may read it (docs/access.md)."""

from tournaments.audit.filtering import FilterForm
from tournaments.audit.reading import Line, kinds, lines, rows

__all__ = ["FilterForm", "Line", "kinds", "lines", "rows"]
