"""Files to take along: CSV, calendars, PDF."""
