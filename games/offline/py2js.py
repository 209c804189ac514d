"""Python functions on whole numbers and texts as JavaScript functions that do the same.

Only what such functions are written with is understood; anything else raises ``NotTranslated`` with the line, so
nothing is ever translated by halves. A whole number becomes a BigInt, which like Python's has any length and two's
complement; a tuple or list an array; a ``NamedTuple`` an object with its fields; a truth value stays one. What a
function calls is translated with it, and so are the constants that it names.
"""

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from pathlib import Path
from types import FunctionType, NoneType
from typing import Any, get_args, get_origin, get_type_hints

from rules import board, move, position
from rules.kernel import captures, clock, movement, penalty, ply, turn

#: What the generated functions may need beside the language itself; each names only those after it.
_RUNTIME = {
    "bitCount": """\
/** @param {bigint} number */
const bitCount = (number) => BigInt(digits(number).replaceAll("0", "").length);
""",
    "bitLength": """\
/** @param {bigint} number */
const bitLength = (number) => (number ? BigInt(digits(number).length) : 0n);
""",
    "digits": """\
/** @param {bigint} number */
const digits = (number) => (number < 0n ? -number : number).toString(2);
""",
    "length": """\
/** @param {{ length: number }} sequence */
const length = (sequence) => BigInt(sequence.length);
""",
    "floorDivide": """\
/** @param {bigint} number @param {bigint} by */
const floorDivide = (number, by) => (number - modulo(number, by)) / by;
""",
    "modulo": """\
/** @param {bigint} number @param {bigint} by */
const modulo = (number, by) => ((number % by) + by) % by;
""",
}
_BINARY = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_UNARY = {ast.Not: "!", ast.Invert: "~", ast.USub: "-"}
_COMPARED = {ast.Eq: "===", ast.NotEq: "!==", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
#: Functions and methods of Python that have a counterpart of one argument.
_CALLED = {"len": "length", "str": "String", "bit_count": "bitCount", "bit_length": "bitLength"}
#: What a Python type is in JavaScript, as JSDoc says it.
_TYPES = {int: "bigint", bool: "boolean", str: "string", NoneType: "void"}
#: Words that are names in Python but not in JavaScript.
_RESERVED = frozenset(
    {"case", "default", "function", "let", "new", "switch", "this", "typeof", "var", "void"}
)


class NotTranslated(ValueError):
    """Something that no JavaScript is made of."""


def translate_functions(entries: Iterable[Callable[..., Any]], package: str) -> str:
    """The functions, and all of ``package`` that they call, as the exports of a JavaScript module.

    Raises ``NotTranslated`` for whatever is not understood.
    """
    program = _Program(package)
    for entry in entries:
        program.add(entry)
    text = "\n".join(program.functions.values())
    runtime = ""
    for name, written in _RUNTIME.items():
        if f"{name}(" in text + runtime:
            runtime += written
    types, constants = "".join(program.types.values()), "".join(program.constants.values())
    return "\n".join(filter(None, (runtime, types, constants, text)))


def script_name(name: str) -> str:
    """A name as JavaScript writes it: ``next_throw`` → ``nextThrow``; constants stay as they are."""
    if name.isupper():
        return name
    written = re.sub(r"(?<=[a-z0-9])_([a-z0-9])", lambda found: found[1].upper(), name.lstrip("_"))
    if not written:
        return "_"
    return written + "_" if written in _RESERVED else written


def script_type(python: Any) -> str:
    """A type as JSDoc writes it: ``Sequence[int]`` → ``bigint[]``; a ``NamedTuple`` by its name.

    Raises ``NotTranslated`` for any other.
    """
    origin, parts = get_origin(python), get_args(python)
    if python in _TYPES:
        return _TYPES[python]
    if origin is tuple and ... not in parts:
        return f"[{', '.join(map(script_type, parts))}]"
    if origin in (tuple, Sequence, MutableSequence):
        return f"{script_type(parts[0])}[]"
    if hasattr(python, "_fields"):
        return str(python.__name__)
    raise NotTranslated(f"{python} is no type that JavaScript has")


def _type_definition(fields: Any) -> str:
    """A ``NamedTuple`` as JSDoc defines it."""
    members = (f"{name}: {script_type(hint)}" for name, hint in get_type_hints(fields).items())
    return f"/** @typedef {{{{ {', '.join(members)} }}}} {fields.__name__} */\n"


class _Program:
    """The functions and constants translated so far, by their names in Python."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._known: dict[str, Any] = {}
        self.types: dict[str, str] = {}
        self.constants: dict[str, str] = {}
        self.functions: dict[str, str] = {}

    def add(self, function: Any) -> None:
        """Translate a function and what it calls, unless that has been done."""
        name = function.__name__
        if self._known.setdefault(name, function) is not function:
            raise NotTranslated(f"two functions are called {name}")
        if name not in self.functions:
            self.functions[name] = ""  # its place is before what it calls
            self.functions[name] = _Function(function, self).text()

    def mention(self, name: str, value: Any, where: str) -> None:
        """Something that a function names outside itself: another function, or a constant."""
        if isinstance(value, FunctionType) and value.__module__.startswith(self._package):
            self.add(value)
        elif type(value) in (int, str) and name.isupper():
            written = f"{value}n" if isinstance(value, int) else json.dumps(value)
            line = f"export const {name} = {written};\n"
            if self.constants.setdefault(name, line) != line:
                raise NotTranslated(f"{where}: two constants are called {name}")
        else:
            raise NotTranslated(f"{where}: {name} is neither a function of {self._package} nor a constant")


class _Function:
    """One function on its way to JavaScript."""

    def __init__(self, function: FunctionType, program: _Program) -> None:
        self._globals = function.__globals__
        self._hints = get_type_hints(function)
        self._program = program
        self._name = function.__name__
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
        assert isinstance(definition, ast.FunctionDef)
        self._definition = definition
        arguments = definition.args
        self._parameters = [argument.arg for argument in arguments.args]
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
            raise self._refused(definition, "only plain parameters are translated")
        loops = (node.target for node in ast.walk(definition) if isinstance(node, ast.For))
        #: Each lives in its loop: nothing else changes it or reads it later.
        self._counters = {target.id for target in loops if isinstance(target, ast.Name)}
        names = (node for node in ast.walk(definition) if isinstance(node, ast.Name))
        stored = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        self._locals = sorted(stored - self._counters - set(self._parameters))

    def text(self) -> str:
        """The function as an export."""
        documented = ast.get_docstring(self._definition, clean=False) is not None
        body = self._definition.body[1:] if documented else self._definition.body
        lines = [f"let {', '.join(map(script_name, self._locals))};"] if self._locals else []
        for statement in body:
            lines += self._statement(statement)
        parameters = ", ".join(map(script_name, self._parameters))
        head = f"export function {script_name(self._name)}({parameters}) {{"
        return "\n".join([f"{self._documented()}{head}", *_inner(lines), "}", ""])

    def _documented(self) -> str:
        """The types of parameters and result, for checks of the scripts."""
        for hint in self._hints.values():
            if hasattr(hint, "_fields"):
                self._program.types[hint.__name__] = _type_definition(hint)
        parameters = (f"{script_name(name)}: {script_type(self._hints[name])}" for name in self._parameters)
        return f"/** @type {{({', '.join(parameters)}) => {script_type(self._hints['return'])}}} */\n"

    def _refused(self, node: ast.AST, reason: str) -> NotTranslated:
        return NotTranslated(f"{self._name}, line {getattr(node, 'lineno', 0)}: {reason}")

    # -- statements ------------------------------------------------------------------------------

    def _statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Return(value=None):
                return ["return;"]
            case ast.Return(value=ast.expr() as value):
                return [f"return {self._value(value)};"]
            case ast.Assign(targets=targets, value=value):
                written = " = ".join([*map(self._value, targets), self._value(value)])
                return [f"{written};"]
            case ast.AugAssign(target=target, op=op, value=value) if type(op) in _BINARY:
                return [f"{self._value(target)} {_BINARY[type(op)]}= {self._value(value)};"]
            case ast.Expr(value=ast.Call() as call):
                return [f"{self._value(call)};"]
            case ast.If():
                return self._branches(node)
            case ast.While(test=test, body=body, orelse=[]):
                return [f"while ({self._value(test)}) {{", *_inner(self._block(body)), "}"]
            case ast.For(orelse=[]):
                return self._loop(node)
            case ast.Break():
                return ["break;"]
            case ast.Continue():
                return ["continue;"]
        raise self._refused(node, f"{type(node).__name__} is not translated")

    def _block(self, statements: Iterable[ast.stmt]) -> list[str]:
        return [line for statement in statements for line in self._statement(statement)]

    def _branches(self, node: ast.If) -> list[str]:
        lines = [f"if ({self._value(node.test)}) {{", *_inner(self._block(node.body))]
        match node.orelse:
            case []:
                return [*lines, "}"]
            case [ast.If() as otherwise]:
                first, *rest = self._branches(otherwise)
                return [*lines, "} else " + first, *rest]
        return [*lines, "} else {", *_inner(self._block(node.orelse)), "}"]

    def _loop(self, node: ast.For) -> list[str]:
        match node:
            case ast.For(
                target=ast.Name(id=counter),
                iter=ast.Call(func=ast.Name(id="range"), args=[*bounds], keywords=[]),
            ) if 0 < len(bounds) < 3:
                first, last = ["0n", *map(self._value, bounds)][-2:]
                name = script_name(counter)
                head = f"for (let {name} = {first}, $end = {last}; {name} < $end; {name} += 1n) {{"
            case ast.For(target=ast.Name(id=counter), iter=ast.Name() as sequence):
                head = f"for (const {script_name(counter)} of {self._value(sequence)}) {{"
            case _:
                raise self._refused(
                    node, "only range with one or two bounds, and a sequence, are looped over"
                )
        return [head, *_inner(self._block(node.body)), "}"]

    # -- values ----------------------------------------------------------------------------------

    def _value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=bool() as value):
                return "true" if value else "false"
            case ast.Constant(value=int() as value):
                return f"{value}n"
            case ast.Constant(value=str() as value):
                return json.dumps(value, ensure_ascii=False)
            case ast.Name(id=name):
                return self._named(node, name)
            case ast.Tuple(elts=parts):
                return f"[{', '.join(map(self._value, parts))}]"
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in self._parameters:
                return f"{script_name(name)}.{attribute}"
            case ast.Subscript(value=sequence, slice=index) if not isinstance(index, ast.Slice):
                return f"{self._value(sequence)}[Number({self._value(index)})]"
            case ast.JoinedStr(values=parts):
                return "`" + "".join(map(self._part, parts)) + "`"
            case ast.Call():
                return self._called(node)
        return self._computed(node)

    def _computed(self, node: ast.expr) -> str:
        match node:
            case ast.UnaryOp(op=op, operand=operand) if type(op) in _UNARY:
                return f"{_UNARY[type(op)]}{self._bracketed(operand)}"
            case ast.BinOp(left=left, op=ast.Mod(), right=right):
                return f"modulo({self._value(left)}, {self._value(right)})"
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
                return f"floorDivide({self._value(left)}, {self._value(right)})"
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
                return f"{self._bracketed(left)} {_BINARY[type(op)]} {self._bracketed(right)}"
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
                return f"{self._bracketed(left)} {_COMPARED[type(op)]} {self._bracketed(right)}"
            case ast.BoolOp(op=op, values=values):
                return (" && " if isinstance(op, ast.And) else " || ").join(map(self._bracketed, values))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return " ".join(
                    (self._bracketed(test), "?", self._bracketed(body), ":", self._bracketed(orelse))
                )
        raise self._refused(node, f"{type(node).__name__} is not translated: {ast.unparse(node)}")

    def _bracketed(self, node: ast.expr) -> str:
        """A part of a larger expression: what JavaScript could read otherwise gets brackets."""
        written = self._value(node)
        computed = isinstance(node, ast.BinOp | ast.Compare | ast.BoolOp | ast.IfExp | ast.UnaryOp)
        is_call = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod | ast.FloorDiv)
        return f"({written})" if computed and not is_call else written

    def _named(self, node: ast.Name, name: str) -> str:
        if name not in self._parameters and name not in self._locals and name not in self._counters:
            if name not in self._globals:
                raise self._refused(node, f"{name} is not known")
            self._program.mention(name, self._globals[name], f"{self._name}, line {node.lineno}")
        return script_name(name)

    def _part(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=str() as value) if not set(value) & set("`\\$"):
                return value
            case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
                return f"${{{self._value(value)}}}"
        raise self._refused(node, f"in a text: {ast.unparse(node)}")

    def _called(self, node: ast.Call) -> str:
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise self._refused(node, "only plain arguments are translated")
        arguments = list(map(self._value, node.args))
        match node.func:
            case ast.Attribute(value=value, attr=attribute) if attribute in _CALLED and not arguments:
                return f"{_CALLED[attribute]}({self._value(value)})"
            case ast.Name(id=name) if name in _CALLED and len(arguments) == 1:
                return f"{_CALLED[name]}({arguments[0]})"
            case ast.Name() as function:
                return f"{self._value(function)}({', '.join(arguments)})"
        raise self._refused(node, f"a call that is not translated: {ast.unparse(node)}")


def _inner(lines: Iterable[str]) -> list[str]:
    return ["  " + line for line in lines]


#: What a game on the phone asks (``game.js``); what these call comes with them.
_RULES = (
    ply.list_moves,
    ply.may_forfeit,
    ply.landing,
    ply.put,
    ply.thrown,
    turn.winner,
    captures.occupied,
    movement.all_home,
    penalty.penalisable,
    penalty.penalise,
    position.masks,
    board.field_name,
    move.token,
)
#: What every page with a clock asks (``clock.js``).
_CLOCK = (clock.possible_actions, clock.played_until, clock.clock_reading)
MODULES: Mapping[str, tuple[Callable[..., Any], ...]] = {"rules.js": _RULES, "clock.js": _CLOCK}
FOLDER = Path(__file__).parent.parent / "static" / "games" / "generated"
_HEAD = """\
// Made from the functions of the same names in rules/ by `make offline-rules`. Not written by hand: what is to change
// is changed there, and the reasons stand there.
"""


def build_bundle(name: str) -> str:
    """Return the text of a module."""
    return f"{_HEAD}\n{translate_functions(MODULES[name], package='rules.')}"
