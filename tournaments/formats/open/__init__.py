"""Open tournaments: many people, rounds of tables, one draw for each round (tournament-rules §4)."""
