"""Events that play themselves: the demo season, rehearsals of a hall, days of a hall for measuring."""
