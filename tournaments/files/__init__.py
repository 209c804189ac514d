"""Files, out and in: CSV, calendars, PDF; whole events, whole seasons, lists of results."""
