"""Forecasts as they are stored: requested, computed a part at a time by the workers, shown
(docs/reference/forecasts.md).
"""
