"""The public pages of the organisation."""
