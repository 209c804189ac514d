"""Who may do what, and where: roles, places, who asks, and what is granted to whom (docs/reference/access.md)."""
