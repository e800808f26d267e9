"""Lowered games with one thing changed: what the proof makes of them."""

from __future__ import annotations

import ast
import copy
import dataclasses
import pathlib
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from balancer.compiler.builds import BuildError
from balancer.compiler.lowering import lower
from balancer.compiler.observing import observe
from balancer.compiler.proof import FlaggedGames, Sample, compare
from balancer.compiler.proof_games import PROOF
from balancer.compiler.workshop import CompilerWorkshop
from balancer.plain.files import load_file

SEED = 3
OTHERS: dict[type[ast.AST], Any] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.And: ast.Or(),
    ast.Or: ast.And(),
}
BOOKKEEPING = ("ERROR", "TOP", "LIMIT", "ROOM_", "fail", "new_list", "spin", "given")
"""Memory, and guards against errors that the rules do not make: no game reaches what a change there does."""


class Verdict(NamedTuple):
    """What became of a mutant."""

    changes: str  # what stands there now
    is_found: bool  # by the proof, or by a crash or a loop without end
    matters: bool  # some of many more games differ


def spots_of(program: ast.Module) -> Iterator[Any]:
    """Yield what may be changed in the functions of the rules."""
    for function in program.body:
        if not (isinstance(function, ast.FunctionDef) and function.name.startswith(("f_", "choose_"))):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Assign | ast.Return | ast.If | ast.Expr | ast.AugAssign):
                part = node.test if isinstance(node, ast.If) else node
                if any(word in ast.unparse(part) for word in BOOKKEEPING):
                    continue
                for each in ast.walk(part):
                    if isinstance(each, ast.BinOp | ast.BoolOp) and type(each.op) in OTHERS:
                        yield each
                    if isinstance(each, ast.Compare) and type(each.ops[0]) in OTHERS:
                        yield each
                    if isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant):
                        yield each.value


def mutated(source: str, place: int) -> tuple[str, str]:
    """Return a program with one spot changed, and the changed piece."""
    program = ast.parse(source)
    node = list(spots_of(program))[place]
    before = ast.unparse(node)
    if isinstance(node, ast.Compare):
        node.ops[0] = copy.copy(OTHERS[type(node.ops[0])])
    elif isinstance(node, ast.Constant):
        node.value = ast.literal_eval(node) + 1
    else:
        node.op = copy.copy(OTHERS[type(node.op)])
    return ast.unparse(program), f"{before}  ->  {ast.unparse(node)}"


def verdicts(path: pathlib.Path, mutants: int, many: int) -> list[Verdict]:
    """Make mutants of a file, and prove each; many: games of each table in which it is seen whether it matters."""
    game = load_file(path)
    observations, samples = observe(game)
    lowered = lower(game, observations)
    missing = PROOF - sum(len(sample.rows) for sample in samples)
    table = samples[-1].table
    samples.append(Sample(table, SEED, 0, game.play_plain(table, SEED, 0, max(1, missing))))
    tables = {id(sample.table): sample.table for sample in samples}.values()
    wide = [Sample(each, SEED, 10_000, np.zeros(many)) for each in tables]
    build = CompilerWorkshop().build(lowered)
    build.code()
    original = covered(build, wide)
    build.close()
    count = len(list(spots_of(ast.parse(lowered.source))))
    places = random.Random(SEED).sample(range(count), min(mutants, count))
    found = []
    for place in places:
        source, changes = mutated(lowered.source, place)
        build = CompilerWorkshop().build(dataclasses.replace(lowered, source=source))
        try:
            build.code()
            is_found = differs(samples, covered(build, samples))
            matters = is_found or any(
                theirs.rows.tobytes() != mine.rows.tobytes() or mine.flags.any()
                for mine, theirs in zip(covered(build, wide), original, strict=True)
            )
        except BuildError:
            is_found = matters = True
        finally:
            build.close()
        found.append(Verdict(changes, is_found, matters))
    return found


def covered(build: Any, samples: Sequence[Sample]) -> list[FlaggedGames]:
    """Return the games of samples, all of which the code covers."""
    return [played for played in build.played(samples) if played is not None]


def differs(samples: Sequence[Sample], all_played: Sequence[FlaggedGames]) -> bool:
    """Return whether the proof finds a difference, or too little room."""
    return any(
        played.flags.any() or compare(sample.seed, played, sample.rows) is not None
        for sample, played in zip(samples, all_played, strict=True)
    )
