"""Texts of requests: a number is none, and not silently made one."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class Words(serializers.CharField):
    """A text."""

    def to_internal_value(self, data: Any) -> str:
        """The text; refused where it is no text in JSON either."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Slug(serializers.SlugField):
    """A short name of letters, digits, - and _."""

    def to_internal_value(self, data: Any) -> str:
        """The short name; refused where it is no text in JSON."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Named(serializers.SlugRelatedField[Any]):
    """A row by its short name."""

    def to_internal_value(self, data: Any) -> Any:
        """The row; what can be nobody's short name is refused before the database is asked."""
        return super().to_internal_value(Slug().run_validation(data))
