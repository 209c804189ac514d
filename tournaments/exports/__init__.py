"""What is taken along: calendars, CSV, PDF."""
