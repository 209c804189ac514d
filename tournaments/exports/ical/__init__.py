"""iCalendar feeds of events, seasons and players (RFC 5545; docs/reference/exports.md)."""
