"""Forecasts as they are stored: requested, computed step by step by the workers, shown
(docs/reference/forecasts.md).
"""
