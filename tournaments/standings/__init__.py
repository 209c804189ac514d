"""The standings of an event: its state, the stored projection, earlier versions, the impact of a change."""
