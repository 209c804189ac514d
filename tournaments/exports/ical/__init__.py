"""What is played when, as calendars to subscribe to (RFC 5545; docs/reference/exports.md)."""
