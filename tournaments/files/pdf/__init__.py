"""PDF on A4: standings, schedule, result slips, rankings (docs/reference/exports.md)."""
