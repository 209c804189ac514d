"""Tables as CSV, for spreadsheets and programs (docs/exports.md)."""

from tournaments.sheets.sheet import Cell, Sheet, inert

__all__ = ["Cell", "Sheet", "inert"]
