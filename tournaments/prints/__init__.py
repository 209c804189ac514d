"""What is printed: table, schedule, result slips, as PDF on A4 (docs/exports.md)."""
