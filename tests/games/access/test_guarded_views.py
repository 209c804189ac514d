"""What nobody has said who may do, nobody may do."""

import pytest
from rest_framework.permissions import SAFE_METHODS
from rest_framework.test import APIRequestFactory

from games.api.permissions import ActionPermission, GuardedView


@pytest.mark.parametrize("method", ["get", "head", "options", "post", "put", "patch", "delete"])
def test_without_a_permission_for_it_a_view_is_read_and_never_written(method: str) -> None:
    view = GuardedView()
    view.read_permission = view.write_permission = None
    request = getattr(APIRequestFactory(), method)("/")
    assert ActionPermission().has_permission(request, view) == (method.upper() in SAFE_METHODS)
