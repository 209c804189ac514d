"""Playouts are compiled before anybody wants them, where anybody will (docs/develop/playouts.md)."""

from django.conf import settings

from rules.simulate import warm_up


def compile_beside() -> None:
    """Begin to compile playouts, or to read what was compiled, where running or ended games are played on."""
    if settings.CHANCES or settings.ANALYSIS:
        warm_up()
