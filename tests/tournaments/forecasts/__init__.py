"""Forecasts as they are kept and shown."""
