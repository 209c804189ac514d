"""The differences between two descriptions of the interface, and which of them break programs.

What was accepted in a request must be accepted; what was there in an answer must be there, of the same type. New
members, operations, statuses, and new values of an answer break nobody: programs have to expect them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]
Schemas = Sequence[Schema]
_METHODS = ("get", "put", "post", "delete", "patch")
#: Limits of a value, and whether a greater one lets fewer values in.
_LIMITS = {f"{end}{what}": end == "min" for what in ("Length", "imum", "Items") for end in ("min", "max")}


@dataclass(frozen=True, slots=True, order=True)
class ApiDifference:
    """What is otherwise: ``added``, ``removed``, ``changed`` or ``deprecated``, where, and what of it."""

    where: str
    kind: str
    what: str
    is_breaking: bool

    def __str__(self) -> str:
        return f"{self.where}: {self.what} {self.kind}"


def differences(old: Schema, new: Schema) -> list[ApiDifference]:
    """List the differences from ``old`` to ``new``, each once, in order."""
    return sorted(set(_Comparison(old, new).of_paths()))


class _Comparison:
    """Two descriptions, compared piece by piece; a component that both have is compared once for each direction."""

    def __init__(self, old: Schema, new: Schema) -> None:
        self._old, self._new = old, new
        self._seen: set[tuple[str, str, bool]] = set()

    def of_paths(self) -> Iterator[ApiDifference]:
        """Compare all operations."""
        before, after = (dict(_operations(each)) for each in (self._old, self._new))
        for name in before.keys() | after.keys():
            if name not in after or name not in before:
                is_gone = name not in after
                yield ApiDifference(name, "removed" if is_gone else "added", "operation", is_gone)
            else:
                yield from self._of_operation(name, before[name], after[name])

    def _of_operation(self, where: str, old: Schema, new: Schema) -> Iterator[ApiDifference]:
        if new.get("deprecated") and not old.get("deprecated"):
            yield ApiDifference(where, "deprecated", "operation", False)
        if old.get("operationId") != new.get("operationId"):
            yield ApiDifference(where, "changed", f"operationId {old.get('operationId')}", True)
        was_open, is_open = ({} in each.get("security", [{}]) for each in (old, new))
        if was_open and not is_open:
            yield ApiDifference(where, "changed", "open access", True)
        yield from self._of_parameters(where, old.get("parameters", ()), new.get("parameters", ()))
        was_sent, is_sent = old.get("requestBody", {}), new.get("requestBody", {})
        if is_sent.get("required") and not was_sent.get("required"):
            yield ApiDifference(f"{where} request", "changed", "optional body", True)
        yield from self._of_content(f"{where} request", was_sent, is_sent, is_sent=True)
        for status in old["responses"].keys() | new["responses"].keys():
            there, answer = new["responses"].get(status), old["responses"].get(status)
            if there is None or answer is None:
                kind = "removed" if there is None else "added"
                yield ApiDifference(where, kind, f"status {status}", there is None)
            else:
                yield from self._of_content(f"{where} {status}", answer, there, is_sent=False)

    def _of_parameters(self, where: str, old: Schemas, new: Schemas) -> Iterator[ApiDifference]:
        before, after = ({(each["in"], each["name"]): each for each in found} for found in (old, new))
        for key in before.keys() | after.keys():
            what = f"parameter {key[1]} ({key[0]})"
            if key not in after:
                yield ApiDifference(where, "removed", what, True)
                continue
            is_needed = bool(after[key].get("required"))
            if key not in before:
                yield ApiDifference(where, "added", f"required {what}" if is_needed else what, is_needed)
                continue
            if is_needed and not before[key].get("required"):
                yield ApiDifference(where, "changed", f"optional {what}", True)
            was, now = before[key].get("schema", {}), after[key].get("schema", {})
            yield from self._of_schema(f"{where} {what}", was, now, True)

    def _of_content(self, where: str, old: Schema, new: Schema, *, is_sent: bool) -> Iterator[ApiDifference]:
        before, after = old.get("content", {}), new.get("content", {})
        for kind in before.keys() | after.keys():
            if kind not in after or kind not in before:
                is_gone = kind not in after
                yield ApiDifference(where, "removed" if is_gone else "added", f"content type {kind}", is_gone)
            else:
                schemas = before[kind].get("schema", {}), after[kind].get("schema", {})
                yield from self._of_schema(where, *schemas, is_sent)

    def _of_schema(self, where: str, old: Schema, new: Schema, is_sent: bool) -> Iterator[ApiDifference]:
        old, new = _unwrapped(old), _unwrapped(new)
        if ("oneOf" in old) != ("oneOf" in new):
            # What was one of one is one of several now, or the other way round.
            old, new = ({"oneOf": each.get("oneOf", [each])} for each in (old, new))
        if "$ref" in old and "$ref" in new:
            yield from self._of_components(where, old["$ref"], new["$ref"], is_sent)
            # What stands beside the references is of this place.
            old, new = ({key: each[key] for key in each if key != "$ref"} for each in (old, new))
        old, new = _resolved(old, self._old), _resolved(new, self._new)
        if new.get("deprecated") and not old.get("deprecated"):
            yield ApiDifference(where, "deprecated", "it is", False)
        yield from _of_values(where, old, new, is_sent)
        yield from self._of_members(where, old, new, is_sent)
        for inside in ("items", "additionalProperties"):
            if isinstance(old.get(inside), dict) and isinstance(new.get(inside), dict):
                yield from self._of_schema(f"{where}[]", old[inside], new[inside], is_sent)
        was_closed, is_closed = (each.get("additionalProperties") is False for each in (old, new))
        if was_closed != is_closed:
            yield ApiDifference(where, "changed", "further members", is_sent and is_closed)
        for how in ("oneOf", "anyOf", "allOf"):
            yield from self._of_variants(where, old.get(how, ()), new.get(how, ()), is_sent)

    def _of_components(self, where: str, old: str, new: str, is_sent: bool) -> Iterator[ApiDifference]:
        before, after = old.rpartition("/")[2], new.rpartition("/")[2]
        if (before, after, is_sent) not in self._seen:
            self._seen.add((before, after, is_sent))
            if before == after:
                where = f"{before} {'as sent' if is_sent else 'as answered'}"
            schemas = (_resolved({"$ref": old}, self._old), _resolved({"$ref": new}, self._new))
            yield from self._of_schema(where, *schemas, is_sent)

    def _of_members(self, where: str, old: Schema, new: Schema, is_sent: bool) -> Iterator[ApiDifference]:
        before, after = old.get("properties", {}), new.get("properties", {})
        was_needed, is_needed = set(old.get("required", ())), set(new.get("required", ()))
        for name in before.keys() | after.keys():
            if name not in after:
                yield ApiDifference(where, "removed", f"member {name}", True)
            elif name not in before:
                breaks = is_sent and name in is_needed
                yield ApiDifference(where, "added", f"{'required ' if breaks else ''}member {name}", breaks)
            else:
                if is_sent and name in is_needed - was_needed:
                    yield ApiDifference(where, "changed", f"optional member {name}", True)
                if not is_sent and name in was_needed - is_needed:
                    yield ApiDifference(where, "changed", f"member {name}, always there,", True)
                yield from self._of_schema(f"{where}.{name}", before[name], after[name], is_sent)

    def _of_variants(self, where: str, old: Schemas, new: Schemas, is_sent: bool) -> Iterator[ApiDifference]:
        before, after = ({_variant(each): each for each in found} for found in (old, new))
        for name in before.keys() | after.keys():
            if name not in after:
                yield ApiDifference(where, "removed", f"variant {name}", is_sent)
            elif name not in before:
                yield ApiDifference(where, "added", f"variant {name}", bool(before) and not is_sent)
            else:
                yield from self._of_schema(where, before[name], after[name], is_sent)


def _of_values(where: str, old: Schema, new: Schema, is_sent: bool) -> Iterator[ApiDifference]:
    """Compare which values there are: types (no type lets all in), enumerations, formats, limits."""
    before, after = _types(old), _types(new)
    if before != after:
        fewer = bool(after) and (not before or not before <= after)
        more = bool(before) and (not after or not after <= before)
        told = f"type {'/'.join(sorted(before)) or 'any'} → {'/'.join(sorted(after)) or 'any'}"
        yield ApiDifference(where, "changed", told, fewer if is_sent else more)
    if old.get("format") != new.get("format"):
        yield ApiDifference(where, "changed", f"format {old.get('format')} → {new.get('format')}", True)
    if "enum" in old or "enum" in new:
        yield from _of_enums(where, old.get("enum"), new.get("enum"), is_sent)
    for rule in ("pattern", "const", "default"):
        if old.get(rule) == new.get(rule):
            continue
        # What is sent has to fit the new one; what is answered was what the old one says. A default is of what is sent.
        breaks = rule in (old if rule == "default" or not is_sent else new)
        told = f"{rule} {old.get(rule)} → {new.get(rule)}"
        yield ApiDifference(where, "changed", told, breaks and (is_sent or rule != "default"))
    for limit, greater_is_narrower in _LIMITS.items():
        least, most = old.get(limit), new.get(limit)
        if least == most:
            continue
        is_narrower = most is not None and (least is None or (most > least) == greater_is_narrower)
        yield ApiDifference(where, "changed", f"{limit} {least} → {most}", is_sent and is_narrower)


def _of_enums(where: str, old: Any, new: Any, is_sent: bool) -> Iterator[ApiDifference]:
    if old is None or new is None:
        yield ApiDifference(where, "changed", "list of values", (new is not None) == is_sent)
        return
    before, after = set(map(str, old)), set(map(str, new))
    yield from (ApiDifference(where, "removed", f"value {value}", is_sent) for value in before - after)
    yield from (ApiDifference(where, "added", f"value {value}", False) for value in after - before)


def _operations(schema: Schema) -> Iterator[tuple[str, Schema]]:
    for path, methods in schema["paths"].items():
        for method in _METHODS:
            if method in methods:
                yield f"{method.upper()} {path}", methods[method]


def _resolved(schema: Schema, whole: Schema) -> Schema:
    """Return what a reference names; what stands beside it goes before."""
    if "$ref" not in schema:
        return schema
    found: Schema = whole["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return {**_resolved(found, whole), **{key: value for key, value in schema.items() if key != "$ref"}}


def _unwrapped(schema: Schema) -> Schema:
    """Return what stands alone in an ``allOf``: so a reference is written that has words of its own."""
    if len(schema.get("allOf", ())) != 1:
        return schema
    (inside,) = schema["allOf"]
    return {**inside, **{key: value for key, value in schema.items() if key != "allOf"}}


def _types(schema: Schema) -> set[str]:
    found = schema.get("type", ())
    return {found} if isinstance(found, str) else set(found)


def _variant(schema: Schema) -> str:
    return str(schema.get("$ref", schema.get("type", schema.get("const")))).rpartition("/")[2]
