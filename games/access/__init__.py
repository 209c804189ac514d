"""Authentication and authorisation: roles in scopes, callers, permissions (docs/reference/access.md)."""
