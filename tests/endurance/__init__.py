"""Recording survives everything: many writers, bad networks, power cuts, nonsense (docs/develop/endurance.md)."""
