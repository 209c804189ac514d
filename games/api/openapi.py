"""What is described of every operation alike: its summary, an example, who may ask, and that it may be refused."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import is_list_serializer
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS

from games.api.fields import RequestSerializer
from games.api.permissions import HEADER, METHODS, GuardedView
from games.api.problems import CONTENT_TYPE

_ALWAYS = {
    "400": "A value is not possible.",
    "401": "The token is not known, or not valid any more.",
    "406": "Not in a form that is accepted.",
    "429": "Too many requests; `Retry-After` says when to try again.",
    "503": "The database does not answer; `Retry-After` says when to try again.",
}
_OF_ONE_THING = {"404": "There is no such thing."}
_WRITING = {
    "403": "Not allowed.",
    "408": "Not sent in time.",
    "413": "Too large.",
    "415": "Not in a form that is read.",
}
#: Where the first thing that a description says ends.
_CLAUSE = re.compile(r"[.:;](?=\s|$)")


class RequestSerializerExtension(OpenApiSerializerExtension):
    """What a request sends, described with no other members than these, and with its example."""

    target_class = RequestSerializer
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """The schema of one."""
        schema: dict[str, Any] = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        example = dict(self.target.example)
        return {**schema, "additionalProperties": False, **({"examples": [example]} if example else {})}


_PARAMETER = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description="A text that you make, a new one for everything you want: the same request sent again is"
    " done once, and answered as the first time with `Idempotent-Replayed: true`.",
)


class DescribedSchema(AutoSchema):
    """The description of a view: a summary, bodies of DELETE, the keys that it honours, and what is public."""

    def get_override_parameters(self) -> list[Any]:
        """The parameters of an operation beside those of its path and its filters."""
        return [*super().get_override_parameters(), *([_PARAMETER] if self._honoured else [])]

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """The whole operation; ``None`` where it is left out."""
        operation = super().get_operation(*args, **kwargs)
        if operation is not None and self._honoured:
            operation["responses"].setdefault("422", _problem("The key stands for something else."))
        return operation

    @property
    def _honoured(self) -> bool:
        return self.method in METHODS and getattr(self.view, "remembers_answers", False)

    def get_summary(self) -> str:
        """The first clause of the description, in one line."""
        description = " ".join((self.get_description() or "").split())
        return _CLAUSE.split(description, maxsplit=1)[0].replace("`", "")

    def _get_request_body(self, direction: Any = "request") -> Any:
        """The body; drf-spectacular knows none of DELETE, where some give a reason."""
        if self.method != "DELETE":
            return super()._get_request_body(direction)
        self.method = "POST"
        try:
            return super()._get_request_body(direction)
        finally:
            self.method = "DELETE"

    def _get_pagination_parameters(self) -> list[dict[str, Any]]:
        """Those of pages wherever a page is answered, also where refusals are described beside it."""
        answers = self.get_response_serializers()
        is_list = is_list_serializer(answers.get(200)) if isinstance(answers, dict) else False
        paginator = self._get_paginator() if is_list or self._is_list_view() else None
        return paginator.get_schema_operation_parameters(self.view) if paginator else []

    def get_auth(self) -> list[dict[str, Any]]:
        """What has to be shown; nothing is one of the ways where reading is public."""
        ways = super().get_auth()
        takes_a_role = isinstance(self.view, GuardedView) and self.view.read_permission is not None
        if ways and self.method in SAFE_METHODS and not takes_a_role and {} not in ways:
            ways.append({})
        return ways


def with_what_holds_everywhere(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """drf-spectacular's hook: add to each operation the refusals that it does not describe itself, and its example."""
    schemas = result["components"]["schemas"]
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            for status, description in _refusals(path, method):
                operation["responses"].setdefault(status, _problem(description))
            if body := operation.get("requestBody"):
                _complete(body, schemas)
    return result


def _complete(body: dict[str, Any], schemas: Mapping[str, Any]) -> None:
    """Add to the body of a request its example, and that it is needed where a member is."""
    for content in body["content"].values():
        schema = _resolved(content["schema"], schemas)
        if examples := schema.get("examples"):
            content["example"] = examples[0]
        if "required" in schema:
            body["required"] = True


def _resolved(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema that is meant: a component, and of several that are possible the first."""
    if "$ref" in schema:
        return _resolved(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    return _resolved(schema["oneOf"][0], schemas) if "oneOf" in schema else schema


def _refusals(path: str, method: str) -> Iterator[tuple[str, str]]:
    yield from _ALWAYS.items()
    if "{" in path:
        yield from _OF_ONE_THING.items()
    if method not in ("get", "head"):
        yield from _WRITING.items()


def _problem(description: str) -> Mapping[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": description, "content": {CONTENT_TYPE: {"schema": schema}}}
