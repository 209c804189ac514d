"""Who did what when in an event, for those who may read it (docs/reference/access.md)."""

from tournaments.audit.forms import FilterForm
from tournaments.audit.queries import AuditLine, kinds, lines, rows

__all__ = ["AuditLine", "FilterForm", "kinds", "lines", "rows"]
