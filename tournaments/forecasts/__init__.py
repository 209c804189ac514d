"""Forecasts as they are kept: asked for, worked out a part at a time by whoever has time, shown
(docs/reference/forecasts.md).
"""
