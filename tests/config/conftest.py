"""Whoever may do everything."""

import pytest
from django.contrib.auth.models import User
from django.test import Client


@pytest.fixture
def staff(db: None) -> Client:
    """In the admin too; errors of the site are answers."""
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.create_superuser("dora", password="x"))
    return client
