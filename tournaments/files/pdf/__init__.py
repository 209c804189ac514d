"""PDF on A4: standings, schedule, result slips, score sheets, rankings (docs/reference/exports.md)."""
