"""The organisation: seasons, events, draws, games of events, standings, rankings."""
