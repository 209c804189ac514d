"""Addresses of what other sites embed."""

from django.urls import reverse

from games.models import Game


def address(name: str, game: Game) -> str:
    return reverse(f"games:{name}", args=[game.pk])
