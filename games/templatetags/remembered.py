"""The template word for a part of a page that is remembered by what it was made of."""

from django import template

from games.remembered import remembered_part

register = template.Library()
register.simple_tag(remembered_part, name="remembered")
