"""PDF on A4 of an event: table, schedule, result slips (docs/reference/exports.md)."""
