"""The organisation: seasons, events, draws, stages, series and tables."""
