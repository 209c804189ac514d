"""The public dump: what everybody may read of the games and events of a site, in one file (docs/reference/dump.md)."""
