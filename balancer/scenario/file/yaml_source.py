"""A scenario as written: plain values and their positions.

Scalars are read by our own rules (`literals.plain`), so that ``no`` stays a word and ``010`` is refused later with
a hint.  Anchors, aliases and merge keys work; tags, several documents and duplicate keys are refused.
"""

from __future__ import annotations

import copy
import functools
import numbers
import os
import pathlib
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import clipped, plain

Path = tuple[str | int, ...]  # keys and indices that lead to a value: ("sweep", "axes", "rules.win_threshold", 0)
MAX_VALUES = 20_000  # more than any scenario has; stops aliases of aliases, whose number grows exponentially
MAX_BYTES = 500_000  # a scenario of this size takes seconds to read; stops endless files
_TOO_DEEP = re.compile(r"(?:[\[{]\s*){100}|(?:[-?] ){100}")  # 100 levels at once: ruamel takes quadratic time for them


class Position(NamedTuple):
    """The position of a word in the source."""

    line: int  # from 1
    column: int  # from 1
    length: int  # on that line


@dataclass
class YamlDocument:
    """Plain values with their positions."""

    name: str  # the file as the user named it; '' for a dict
    folder: pathlib.Path  # files that the scenario names are looked for here
    text: str
    value: Any
    marks: dict[Path, Position] = field(default_factory=dict)  # of values
    keys: dict[Path, Position] = field(default_factory=dict)  # of the keys of values
    options: dict[Path, str] = field(default_factory=dict)  # the option of the command line that set a value
    faults: list[Fault] = field(default_factory=list)

    def fault(self, path: Path, message: str, *, key: bool = False) -> Fault:
        """Return a fault at the value of `path`, at its key, or at its parent if `path` is not in the file."""
        option = next((self.options[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.options), "")
        if option:
            return Fault(option, message)
        if not self.name:
            return Fault(spelled(path), message)
        mark = self._mark(path, key=key)
        lines = self.lines
        text = lines[mark.line - 1] if mark.line <= len(lines) else ""
        return Fault(f"{self.name}:{mark.line}:{mark.column}", message, text, mark.column, mark.length)

    def _mark(self, path: Path, *, key: bool) -> Position:
        if key and path in self.keys:
            return self.keys[path]
        if path in self.marks:
            return self.marks[path]
        for n in range(len(path) - 1, 0, -1):  # what is missing is reported at the key that would hold it
            if path[:n] in self.keys or path[:n] in self.marks:
                return self.keys.get(path[:n]) or self.marks[path[:n]]
        return Position(1, 1, 1)

    @functools.cached_property
    def lines(self) -> list[str]:
        """Source lines, split as YAML splits them."""
        return re.split(r"\r\n|[\r\n\x85\u2028\u2029]", self.text)

    # Values -----------------------------------------------------------------------------------------------------------
    def get(self, path: Path) -> Any:
        """Return the value at `path`, None if there is none."""
        value = self.value
        for step in path:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def has(self, path: Path) -> bool:
        """Return whether something is written at `path`."""
        holder = self.get(path[:-1])
        return isinstance(holder, dict) and path[-1] in holder


def spelled(path: Path) -> str:
    """Return a path as text: ``sweep.axes.rules.win_threshold[0]``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{clipped(step)}" if text else clipped(step)
    return text


# Files ----------------------------------------------------------------------------------------------------------------
def read(path: pathlib.Path) -> YamlDocument:
    """Return the scenario in a file.  ScenarioError: it is not YAML; OSError: it can't be read."""
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise ScenarioError([Fault(f"{path}:1:1", f"too large for a scenario; at most {MAX_BYTES:_} bytes")])
    return parse(_decode(path, raw), str(path), path.parent)


def _decode(path: pathlib.Path, raw: bytes) -> str:
    try:
        return raw.decode("utf-16" if raw[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        message = f"not UTF-8 text (byte {raw[error.start]:#04x}); save the file as UTF-8"
        raise ScenarioError([Fault(f"{path}:{line}:{column}", message)]) from None


def parse(text: str, name: str, folder: pathlib.Path) -> YamlDocument:
    """Return the scenario in a text; duplicate keys are added to `faults`.  ScenarioError: it is not YAML."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    if _TOO_DEEP.search(text):
        raise ScenarioError([Fault(f"{name}:1:1", "nested too deeply for a scenario")])
    document = YamlDocument(name, folder, text, None)
    yaml = YAML(typ="rt", pure=True)
    try:
        root = yaml.compose(text)
    except YAMLError as error:
        raise ScenarioError([_syntax_fault(document, error)]) from None
    except (ValueError, OverflowError):
        raise ScenarioError([_escape_fault(document)]) from None
    except RecursionError:
        raise ScenarioError([Fault(f"{name}:1:1", "nested too deeply for a scenario")]) from None
    if root is None:
        raise ScenarioError([Fault(f"{name}:1:1", "the file is empty; a scenario begins with: game: NAME")])
    try:
        document.value = _Composer(document).value(root, ())
    except RecursionError:
        raise ScenarioError([Fault(f"{name}:1:1", "nested too deeply for a scenario")]) from None
    return document


_PLAINER = (  # message of YAML's reader -> what a designer can do about it
    (r"found character '\\t'|tab", "a tab; indent with spaces"),
    (r"found character '(.)' that cannot start", "a word can't begin with {0}; put it in quotes"),
    (
        r"mapping values are not allowed",
        "a ':' too many, or a line indented too far; put text that holds ': ' in quotes",
    ),
    (r"could not find expected ':'", "a ':' is missing after the key"),
    (r"another document", "a second document begins; a file holds one scenario"),
    (r"found undefined alias", "the alias (*name) has no anchor (&name) above it"),
    (
        r"expected <block end>, but found '<block mapping start>'",
        "this line is indented differently from those above it",
    ),
    (r"expected <block end>, but found '-'", "a list item where a key was expected; look at the indentation"),
    (r"expected ',' or '\]'", "a ',' or the closing ']' is missing"),
    (r"expected ',' or '\}'", "a ',' or the closing '}}' is missing"),
    (r"found unexpected end of stream", "the quote that begins here is not closed"),
    (r"but found '<stream end>'", "the file ends here, but a bracket or a value is still open"),
)


def _syntax_fault(document: YamlDocument, error: Any) -> Fault:
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or error).split("\n", 1)[0]
    message = f"not YAML: {problem}"
    for pattern, plainer in _PLAINER:
        match = re.search(pattern, problem)
        if match:
            message = plainer.format(*match.groups())
            break
    marks = [getattr(error, name, None) for name in ("problem_mark", "context_mark")]
    if str(getattr(error, "context", "")).startswith("while scanning a quoted scalar"):
        marks.reverse()  # where the quote begins helps more than where the file ends
    mark = marks[0] or marks[1]
    if mark is not None:
        line, column = mark.line + 1, mark.column + 1
    else:  # a character that YAML doesn't take: its place in the text
        before = document.text[: getattr(error, "position", 0) or 0]
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        message = "a character that YAML does not allow (an invisible one?); delete it"
    document.marks[()] = Position(line, column, 1)
    return document.fault((), message)


def _escape_fault(document: YamlDocument) -> Fault:
    r"""Return the fault of a number after \U that is no character: YAML's reader fails there without a position."""
    for number, line in enumerate(document.lines, 1):
        for escape in re.finditer(r"\\U([0-9a-fA-F]{8})", line):
            if int(escape[1], 16) > sys.maxunicode:
                document.marks[()] = Position(number, escape.start() + 1, len(escape[0]))
    return document.fault((), f"not a character; \\U goes up to {sys.maxunicode:08X}")


class _Composer:
    """Converter of YAML nodes to plain values, which notes every position."""

    def __init__(self, document: YamlDocument) -> None:
        self.document = document
        self.open: list[Any] = []  # the nodes around the present one: an alias to one of them would never end
        self.count = 0

    def value(self, node: Any, path: Path) -> Any:
        """Return the plain value of the node at `path`."""
        self.document.marks[path] = _mark_of(node)
        self.count += 1
        if node in self.open or self.count > MAX_VALUES:
            wrong = "an alias to a value that contains it" if node in self.open else "too many values for a scenario"
            raise ScenarioError([*self.document.faults, self.document.fault(path, wrong)])
        at = node.start_mark.index
        if re.match(r"(&\S+\s+)?!", self.document.text[at : at + 80]):
            self._add(path, "tags (!name) have no meaning in a scenario; remove it")
        if node.id == "scalar":
            return plain(node.value) if node.style in {None, ""} else node.value
        self.open.append(node)
        value: Any
        if node.id == "mapping":
            value = self._mapping(node, path)
        else:
            value = [self.value(item, (*path, index)) for index, item in enumerate(node.value)]
        self.open.pop()
        return value

    def _mapping(self, node: Any, path: Path) -> dict[str, Any]:
        values: dict[str, Any] = {}
        merged: dict[str, tuple[Any, Any]] = {}
        for key, item in node.value:
            if key.id != "scalar":
                self.document.marks[*path, ""] = _mark_of(key)
                self._add((*path, ""), "a key must be a word")
            elif key.value == "<<" and key.style is None:
                for name, pair in self._merged(item, path):
                    merged.setdefault(name, pair)  # of several mappings, the first that has the key counts
            elif key.value in values:
                self._twice(key, (*path, key.value))
            else:
                self.document.keys[*path, key.value] = _mark_of(key)
                values[key.value] = self.value(item, (*path, key.value))
        for name, (key, item) in merged.items():
            if name not in values:  # a key of the mapping itself overrides a merged one
                self.document.keys[*path, name] = _mark_of(key)
                values[name] = self.value(item, (*path, name))
        return values

    def _merged(self, node: Any, path: Path) -> Iterator[tuple[str, tuple[Any, Any]]]:
        for source in node.value if node.id == "sequence" else [node]:
            if source.id != "mapping" or source in self.open:
                self.document.marks[*path, "<<"] = _mark_of(source)
                self._add((*path, "<<"), "<< merges a mapping (an alias such as *name)")
                continue
            yield from ((key.value, (key, item)) for key, item in source.value if key.id == "scalar")

    def _twice(self, key: Any, path: Path) -> None:
        first = self.document.keys[path]
        self.document.keys[path] = _mark_of(key)
        self._add(
            path, f"duplicate key {clipped(key.value)!r} (first on line {first.line}, column {first.column})", key=True
        )
        self.document.keys[path] = first

    def _add(self, path: Path, message: str, *, key: bool = False) -> None:
        self.document.faults.append(self.document.fault(path, message, key=key))


def _mark_of(node: Any) -> Position:
    start, end = node.start_mark, node.end_mark
    # A block mapping underlines its first letter: to its end would be half the file.
    length = end.column - start.column if end.line == start.line else 1
    return Position(start.line + 1, start.column + 1, max(1, length))


# Options --------------------------------------------------------------------------------------------------------------
def typed(text: str) -> Any:
    """Return the value that an option's text means, as in YAML; other text stays text, to be refused later."""
    if not text.startswith(("[", "{", '"', "'")):
        return plain(text)
    try:
        document = parse(text, "", pathlib.Path())
    except ScenarioError:
        return text
    return text if document.faults else document.value


def items_of(text: str, item: Callable[[str], Any] = typed) -> list[Any]:
    """Return the list that an option's text means, as in YAML or without brackets; `item` reads each part."""
    value = typed(text)
    return value if isinstance(value, list) else [item(part.strip()) for part in text.split(",")]


# Python ---------------------------------------------------------------------------------------------------------------
def from_mapping(value: Mapping[str, Any]) -> YamlDocument:
    """Return a scenario given as a dict; numpy numbers, tuples, ranges and paths become plain values."""
    return YamlDocument("", pathlib.Path(), "", copy.deepcopy(_simple(value)))


def _simple(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _simple(item) for key, item in value.items()}
    if isinstance(value, list | tuple | range) or getattr(value, "ndim", False):
        return [_simple(item) for item in value]
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "item"):  # numpy scalars
        value = value.item()
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        return int(value)
    return value
