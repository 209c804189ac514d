"""What is printed: table, schedule, result slips, score sheets, rankings, as PDF on A4 (docs/reference/exports.md)."""
