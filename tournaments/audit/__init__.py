"""Who did what when in an event, for those who may read it (docs/reference/access.md)."""
