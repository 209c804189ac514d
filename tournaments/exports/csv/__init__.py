"""Tables as CSV, for spreadsheets and programs (docs/reference/exports.md)."""

from tournaments.exports.csv.writer import Cell, CsvSheet, inert

__all__ = ["Cell", "CsvSheet", "inert"]
