"""The organiser's pages: dashboard, to-do list, actions, setup wizard."""
