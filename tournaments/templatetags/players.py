"""Template words for what is counted of players."""

from django import template

from tournaments.players import formatting

register = template.Library()

for each in (formatting.duration, formatting.percent, formatting.figure, formatting.band):
    register.filter(each)
