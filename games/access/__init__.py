"""Authentication and authorisation: roles in scopes, who asks, what is granted (docs/reference/access.md)."""
