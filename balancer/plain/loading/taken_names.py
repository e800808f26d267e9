"""Names of `Game` that a designer's class hides or sets, so that the toolkit would find something else there."""

from __future__ import annotations

import ast
import inspect
import linecache
import re
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any

from balancer.plain.declared import Cards, Declared, declared_in
from balancer.plain.errors import PlainGameError
from balancer.plain.game import Game, has_teams
from balancer.plain.loading.reading import snake
from balancer.plain.player import Player

MEANINGS = {
    "_course": "the course of the game",
    "against_bank": "whether all play against a bank",
    "aim": "what players play for",
    "dealt_when": "when cards are dealt, in words",
    "lineup": "the personas that play unless others are named",
    "lowest_wins": "whether the lowest score wins",
    "max_rounds": "the rounds after which a game is cut off",
    "one_loses": "whether one player loses",
    "part_holding": "what it means to hold a card, in words",
    "players": "all players, in the order of turns",
    "score_meaning": "what a score is, in words",
    "seats": "how many may play",
    "source": "where the game comes from",
    "standing_meaning": "what a standing is, in words",
    "starts": "who begins a game",
    "title": "what the game is called",
    "together": "whether all win or lose together",
    "usual": "the usual number of players",
}
"""Meanings of the attributes of Game; methods and properties have docstrings."""

FILLED_IN = ("_course", "players")  # by the toolkit, when a game begins

FOR_ALL_GAMES = ("against_bank", "lowest_wins", "max_rounds", "one_loses", "seats", "together")
"""Attributes that would mislead on self: they are read in the class, or by the toolkit while it plays."""


def check_names(definition: type[Game], sources: Mapping[str, bytes]) -> None:
    """Check that a class keeps clear of names of the toolkit; sources: of its files by path.  PlainGameError."""
    # Nobody calls these methods of such games, so that their names are free.
    unused = {"team": not has_teams(definition), "won": not definition.together}
    unused["dealt"] = not any(declared_in(definition, Cards))
    for kind in definition.__mro__[: definition.__mro__.index(Game)]:
        file, tree = _definition_of(kind, sources)
        for name, value in vars(kind).items():
            if not unused.get(name) and _hides(name, value):
                what = snake(type(value).__name__).rpartition("_")[2] if isinstance(value, Declared) else ""
                raise _error(
                    name, f"{name}_{what}" if what else f"own_{name}", kind, file, _statement_binding(tree, name)
                )
        for node in _attributes_set_in(tree, kind):
            name = node.attr
            if unused.get(name):
                continue
            if name in FOR_ALL_GAMES or name == "_course" or isinstance(_attribute(name), FunctionType | property):
                raise _error(name, f"self.own_{name}", kind, file, node)


def advice_on_property(words: str) -> str:
    """Return what to do where Python says that rules set a property of a game or a player; "" for other errors."""
    for owner in (Game, Player):
        for name, attribute in vars(owner).items():
            if isinstance(attribute, property) and re.match(f"property '{name}' of .* has no (setter|deleter)", words):
                return f"`{name}` is {_meaning(attribute)}; call yours otherwise, for example own_{name}"
    return ""


def _attribute(name: str) -> Any:
    return vars(Game).get(name)


def _hides(name: str, value: Any) -> bool:
    """Return whether an attribute of a class takes the place of something else of Game."""
    own = _attribute(name)
    if isinstance(value, Declared):
        return (name in MEANINGS or own is not None) and name != "max_rounds"
    if isinstance(own, FunctionType):
        return not callable(value) and not isinstance(value, staticmethod | classmethod)
    return isinstance(own, property) or name in FILLED_IN


def _error(name: str, other: str, kind: type, file: str, node: ast.stmt | ast.expr) -> PlainGameError:
    """Return the error message for a name; other: a name that is free; node: where it is hidden or set."""
    place = f"{file}:{node.lineno}:{node.col_offset + 1}" if file else kind.__name__
    meaning = MEANINGS.get(name) or _meaning(_attribute(name))
    which = "is a method of the toolkit" if isinstance(_attribute(name), FunctionType) else "belongs to the toolkit"
    return PlainGameError(f"{place}: `{name}` {which}: {meaning}; call yours otherwise, for example {other}")


def _meaning(attribute: Any) -> str:
    """Return the first line of a docstring, so that it can stand within a sentence."""
    words = (inspect.getdoc(attribute) or "").partition("\n")[0].rstrip(".")
    return words[:1].lower() + words[1:]


def _definition_of(kind: type, sources: Mapping[str, bytes]) -> tuple[str, ast.ClassDef]:
    """Return the file of a class and its definition there; an empty one where its source is not found."""
    codes = [value.__code__ for value in vars(kind).values() if isinstance(value, FunctionType)]
    for file in [*(code.co_filename for code in codes), *sources]:
        for node in ast.walk(ast.parse(sources.get(file) or "".join(linecache.getlines(file)))):
            if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
                return file, node
    return "", ast.ClassDef(name=kind.__name__, bases=[], keywords=[], body=[], decorator_list=[])


def _statement_binding(tree: ast.ClassDef, name: str) -> ast.stmt:
    """Return the statement of a class that binds a name; the class itself where none does, as with a decorator."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef) and statement.name == name:
            return statement
        names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
        if any(node.id == name and isinstance(node.ctx, ast.Store) for node in names):
            return statement
    return tree


def _attributes_set_in(tree: ast.ClassDef, kind: type) -> Iterator[ast.Attribute]:
    """Yield where methods of a class set attributes of self, or delete them."""
    for method in tree.body:
        if isinstance(method, ast.FunctionDef) and not isinstance(vars(kind).get(method.name), staticmethod):
            own_names = [argument.arg for argument in (*method.args.posonlyargs, *method.args.args)][:1]
            for node in ast.walk(method):
                match node:
                    case ast.Attribute(ast.Name(owner), ctx=ast.Store() | ast.Del()) if owner in own_names:
                        yield node
