"""Dice and clocks that a plain game must not use: named in its sources, or thrown in its games."""

from __future__ import annotations

import ast
import contextlib
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from balancer.questions.tryout.finding import WRONG, TryoutFinding

INSTEAD = {  # source of numbers that differ in every game or process -> what a rule takes instead
    "random": "write self.roll, self.below or self.shuffle",
    "numpy.random": "write self.roll, self.below or self.shuffle",
    "secrets": "write self.below",
    "uuid": "count with a number of your own",
    "os.urandom": "write self.below",
    "os.getrandom": "write self.below",
    "time": "count rounds or turns: self.rounds, self.turns",
    "datetime.datetime.now": "count rounds or turns: self.rounds, self.turns",
    "datetime.datetime.utcnow": "count rounds or turns: self.rounds, self.turns",
    "datetime.datetime.today": "count rounds or turns: self.rounds, self.turns",
    "datetime.date.today": "count rounds or turns: self.rounds, self.turns",
}


def named(game: Any) -> Iterator[TryoutFinding]:
    """Yield the first use of each source of chance in the modules of a game; an unused import is no use."""
    for path, content in (game.made_of.belongings.kept if game.made_of else {}).items():
        first: dict[str, int] = {}
        for name, line in sorted(_uses(ast.parse(content)), key=lambda use: use[1]):
            wrong = next((each for each in INSTEAD if f"{name}.".startswith(f"{each}.")), "")
            if wrong:
                first.setdefault(wrong, line)
        for name, line in first.items():
            sentence = f"{path}, line {line} uses {name}: no game could be played again; {INSTEAD[name]}"
            yield TryoutFinding(WRONG, "dice", sentence)


def _uses(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield full names of what code uses from other modules, as far as they are written, with their lines."""
    called: dict[str, str] = {}
    for part in ast.walk(tree):
        if isinstance(part, ast.Import):
            tops = [each.name if each.asname else each.name.partition(".")[0] for each in part.names]
            called |= {each.asname or top: top for each, top in zip(part.names, tops, strict=True)}
        elif isinstance(part, ast.ImportFrom) and not part.level:
            called |= {each.asname or each.name: f"{part.module}.{each.name}" for each in part.names}
    for part in ast.walk(tree):
        words = _chain(part)
        if words and words[0] in called:
            yield ".".join([called[words[0]], *words[1:]]), part.lineno  # type: ignore[attr-defined]  # of an expression


def _chain(part: ast.AST) -> list[str]:
    """Return the names of an expression: ``["np", "random", "rand"]`` of ``np.random.rand``; [] if it is no name."""
    if isinstance(part, ast.Name):
        return [part.id] if isinstance(part.ctx, ast.Load) else []
    if isinstance(part, ast.Attribute) and (before := _chain(part.value)):
        return [*before, part.attr]
    return []


@contextlib.contextmanager
def watched() -> Iterator[list[str]]:
    """Yield a list that names, after the block, the dice of Python and numpy that it has thrown or seeded.

    They are seeded at random first, so that rules that seed them are noticed, and put back in the end.
    """
    before, numpy_before = random.getstate(), np.random.get_state()  # noqa: NPY002  what rules would use
    random.seed()
    np.random.seed()  # noqa: NPY002
    begun, numpy_begun = random.getstate(), _numpy_state()
    moved: list[str] = []
    try:
        yield moved
        moved += ["random"] if random.getstate() != begun else []
        moved += ["numpy.random"] if _numpy_state() != numpy_begun else []
    finally:
        random.setstate(before)
        np.random.set_state(numpy_before)  # noqa: NPY002


def _numpy_state() -> str:
    state: Any = np.random.get_state()  # noqa: NPY002
    return repr([word.tobytes() if isinstance(word, np.ndarray) else word for word in state])
