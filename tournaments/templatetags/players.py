"""Template words for what is counted of players."""

from __future__ import annotations

from django import template

from tournaments.players import figured

register = template.Library()

for each in (figured.duration, figured.percent, figured.figure, figured.band):
    register.filter(each)
