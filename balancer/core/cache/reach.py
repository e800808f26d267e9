"""Identity of compiled functions: a hash of their bytecode and of everything that it reaches.

numba compiles from memory: the bytecode of a function, that of the functions it calls, and the present values of the
constants they name, wherever these are written.  So the identity of a compiled function is a hash of exactly these.
Comments, docstrings, line numbers and files are not part of it.
"""

from __future__ import annotations

import builtins
import dis
import enum
import hashlib
import sys
import types
import weakref
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

ARITHMETIC = frozenset({"llvmlite", "numba", "numpy"})

# Modules that are identified by name; their versions are part of a kernel's name.
TOOLS = ARITHMETIC | {"builtins"} | sys.stdlib_module_names

_TAKES_CONSTANT, _LOAD_GLOBAL = frozenset(dis.hasconst), dis.opmap["LOAD_GLOBAL"]


class Own(NamedTuple):
    """The contribution of one function to a hash."""

    text: str  # its code and constants
    functions: tuple[types.FunctionType, ...]  # that it refers to


class UnknownValueError(Exception):
    """A function reaches a value whose identity cannot be put into words: it must not be cached."""


# Contribution of each function when it was compiled; None if it differed between two compilations.
_compiled_from: weakref.WeakKeyDictionary[types.FunctionType, Own | None] = weakref.WeakKeyDictionary()


def about_to_compile(function: types.FunctionType) -> None:
    """Record the present contribution of a function: callers compiled later link to the machine code made from it."""
    try:
        own: Own | None = own_part(function)
    except UnknownValueError:
        own = None
    if _compiled_from.setdefault(function, own) != own:
        _compiled_from[function] = None


def digest(function: types.FunctionType) -> str | None:
    """Return 32 hex digits that identify what `function` is, or would be, compiled from; None if that is unknown."""
    # Functions are numbered in the order in which they are reached: names do not count, and recursion ends.
    numbers = {function: 0}
    hashed = hashlib.sha256()
    todo = [function]
    try:
        for each in todo:  # the list grows meanwhile
            own = _part_of(each)
            for called in own.functions:
                if called not in numbers:
                    numbers[called] = len(numbers)
                    todo.append(called)
            hashed.update(f"{own.text}\n{[numbers[called] for called in own.functions]}\n".encode())
    except UnknownValueError:
        return None
    return hashed.hexdigest()[:32]


def _part_of(function: types.FunctionType) -> Own:
    """Return what a function was compiled from; if it is not compiled, what it would be compiled from now."""
    own = _compiled_from[function] if function in _compiled_from else own_part(function)
    if own is None:
        raise UnknownValueError
    return own


def own_part(function: types.FunctionType) -> Own:
    """Return the code of `function` and the present values of its names; UnknownValueError."""
    functions: list[types.FunctionType] = []
    names = sorted(set(_names(function.__code__)))
    used: set[str] = set()
    text = [*_code(function.__code__, used)]
    text += [f"default {_value(value, names, functions)}" for value in function.__defaults__ or ()]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        text.append(f"{name} = {_value(cell.cell_contents, names, functions)}")
    for name in sorted(used):
        if name in function.__globals__:
            text.append(f"{name} = {_value(function.__globals__[name], names, functions)}")
        elif hasattr(builtins, name):
            text.append(f"{name} is Python's")
    return Own("\n".join(text), tuple(functions))


def _names(code: types.CodeType) -> Iterator[str]:
    """Yield the names and attributes that code uses, including those of inner functions."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _code(code: types.CodeType, used: set[str]) -> Iterator[str]:
    """Yield bytecode as text, its constants in place: so a docstring, which is an unused constant, does not count.

    The names of globals that it reads are added to `used`.
    """
    yield repr((code.co_argcount, code.co_kwonlyargcount, code.co_flags, code.co_varnames, code.co_names))
    yield repr((code.co_freevars, code.co_cellvars, code.co_exceptiontable))
    extended = 0
    for operation, low in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        argument = extended << 8 | low
        extended = argument if operation == dis.EXTENDED_ARG else 0
        if operation == _LOAD_GLOBAL:
            used.add(code.co_names[argument >> 1])
        if operation not in _TAKES_CONSTANT:
            yield f"{operation} {low}"
        elif isinstance(constant := code.co_consts[argument], types.CodeType):
            yield from _code(constant, used)
        else:
            yield f"{operation} {_plain(constant)}"


def _value(value: Any, names: Iterable[str], functions: list[types.FunctionType]) -> str:
    """Return a global value as text; functions in it are appended to `functions`.  UnknownValueError."""
    if isinstance(value, types.ModuleType):
        return _module(value, names, functions)
    function = getattr(value, "py_func", None) or getattr(value, "_defn", None) or value  # a rule, or an intrinsic
    if isinstance(function, types.FunctionType) and not _is_tool(function):
        functions.append(function)
        return f"{type(value).__name__} {getattr(value, 'targetoptions', '')}"
    if isinstance(value, type) and issubclass(value, enum.Enum):
        return f"enum {[(name, member.value) for name, member in value.__members__.items()]}"
    if isinstance(value, type) and issubclass(value, tuple) and not _is_tool(value):
        return f"named tuple {value.__qualname__}{getattr(value, '_fields', '')}"
    return _plain(value)


def _module(module: types.ModuleType, names: Iterable[str], functions: list[types.FunctionType]) -> str:
    """Return as text everything that code can reach through a module by `names`."""
    if module.__name__.partition(".")[0] in TOOLS:
        return f"module {module.__name__}"
    reached = []
    for name in names:
        value = getattr(module, name, module)
        if isinstance(value, types.ModuleType) and value is not module and value.__name__.startswith(module.__name__):
            reached.append(f"{name}: {_module(value, names, functions)}")
        elif value is not module:
            reached.append(f"{name}: {_value(value, (), functions)}")
    return f"module {reached}"


def _plain(value: Any) -> str:
    """Return a constant as text; UnknownValueError."""
    if value is None or (
        isinstance(value, bool | int | float | complex | str | bytes) and not isinstance(value, enum.Enum)
    ):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, enum.Enum):
        return f"{type(value).__qualname__}.{value.name} {value.value!r}"
    if isinstance(value, tuple):
        return f"{type(value).__qualname__}{getattr(value, '_fields', '')}({', '.join(map(_plain, value))})"
    if isinstance(value, frozenset):
        return f"frozenset {sorted(map(_plain, value))}"
    if isinstance(value, np.ndarray):
        return f"array {value.dtype!r} {value.shape} {value.strides} {hashlib.sha256(value.tobytes()).hexdigest()}"
    name = getattr(value, "__qualname__", None)
    if name is not None and _is_tool(value):
        return f"{value.__module__}.{name}"
    is_arithmetic = type(value).__module__.partition(".")[0] in ARITHMETIC  # a data type, a numpy number, a numba type
    if is_arithmetic and " at 0x" not in (text := repr(value)):
        return f"{type(value).__qualname__} {text}"
    raise UnknownValueError


def _is_tool(value: Any) -> bool:
    return (getattr(value, "__module__", None) or "builtins").partition(".")[0] in TOOLS
