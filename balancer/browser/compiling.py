"""Compiler of kernels into one module of WebAssembly: they play a game and sum it up, or sum up plain files' games.

numba makes LLVM code of the rules that Python plays; LLVM optimises that code and writes it for another processor.
This runs in a process of its own (`python -m balancer.browser.compiling TARGET FILE`), where numba knows only the
processor's kind.  Otherwise the rules would use instructions that only this machine has (bits.select).
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numba import typeof, types

from balancer import games
from balancer.browser.linking import linked
from balancer.compiler.lowering import LoweredGame
from balancer.compiler.machine_code import object_for
from balancer.core.game import Game
from balancer.core.jit import PLAIN
from balancer.core.part_sets import part_words
from balancer.core.record import empty
from balancer.core.result_row import result_record
from balancer.core.tallies import paired_tally, reduction
from balancer.core.tallies.layout import FigureColumns, tally_record
from balancer.plain.rows import COURSE, write_sides

# features of browsers since 2023
TRIPLE, FEATURES = "wasm32-unknown-unknown", "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"

# environment in which numba knows nothing of this machine's processor
GENERIC = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "NUMBA_DISABLE_JIT": "0"}

PLAYED = ("play_games",)  # what the module of a plain file's rules exports

Kernels = dict[str, tuple[Any, tuple[Any, ...]]]  # functions of Python by name, with numba's types of their arguments

_HOST_ONLY = re.compile(r"llvm\.(x86|aarch64|arm|ppc|riscv)\.[\w.]*")


class NotCompiledError(RuntimeError):
    """Raised for a game that can't be compiled to WebAssembly."""


def compiled_module(target: str) -> bytes:
    """Compile a module in a process of its own; target: of a game, or a number of words (`sums`).  NotCompiledError."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "module.wasm")
        command = [sys.executable, "-m", __name__, target, str(path)]
        done = subprocess.run(command, env={**os.environ, **GENERIC}, capture_output=True, text=True, check=False)
        if done.returncode or not path.exists():
            raise NotCompiledError(f"no WebAssembly of {target}: {done.stderr.strip().splitlines()[-1:] or ['?']}")
        return path.read_bytes()


def kernels(game: Game) -> Kernels:
    """Return the functions that the module of a compiled game exports, by name, with numba's types of arguments."""
    words = part_words(game.most_parts)
    table = typeof(empty(game.table))
    play: Any = game.play_games  # compiled, whatever its type says
    derive = {"derive": (game.derive, (table,))} if game.derive else {}
    arguments = table, _array(np.int32, 2), _rows(words), types.int64, types.int64
    return {**derive, "play_games": (play.py_func, arguments), **_reductions(words)}


def sums(words: int) -> Kernels:
    """Return the functions that sum up games of plain files; words: of their sets of parts."""
    lines, ends = _array(np.int32, 2), _array(np.int64, 1)
    arguments = typeof(empty(COURSE)), lines, ends, _rows(words), types.int64, types.boolean
    return {"write_sides": (write_sides.py_func, arguments), **_reductions(words)}


def _reductions(words: int) -> Kernels:
    word = types.int64
    lines, flat = _array(np.int64, 2), _array(np.int64, 1)
    columns, values = _array(np.int32, 2), _array(np.int32, 2)
    rows = _rows(words)
    figures = types.UniTuple(lines, len(FigureColumns._fields))
    tally = typeof(np.asarray(empty(tally_record(words), 1)))
    return {
        "reduce_rows": (
            reduction.reduce_rows.py_func,
            (rows, columns, figures, word, flat, word, tally, lines, lines, flat, lines, lines),
        ),
        "measure_rows": (
            paired_tally.measure_rows.py_func,
            (types.Tuple((rows, columns, figures)), word, flat, word, tally, flat, lines, flat, lines, flat, values),
        ),
        "multiply": (paired_tally.multiply.py_func, (values, values, flat, flat, flat)),
        "compare_rows": (paired_tally.compare_rows.py_func, (rows, rows, values, values, lines, flat)),
    }


def _rows(words: int) -> Any:
    return typeof(np.asarray(empty(result_record(words), 1)))


def own_rules(lowered: LoweredGame) -> bytes:
    """Compile the rules of a plain file's game (about a second); NoCompilerError."""
    return linked(object_for(TRIPLE, FEATURES, lowered.source, lowered.constants, PLAYED), PLAYED)


def _array(kind: Any, dimensions: int) -> Any:
    return typeof(np.zeros((1,) * dimensions, kind))


def code_of(function: Any, arguments: tuple[Any, ...], name: str) -> Any:
    """Return the optimised LLVM module of a kernel, which exports only the kernel, as `name`."""
    from numba.core.caching import NullCache

    from balancer.core.rule_compiler import Kernel

    kernel = Kernel(function)
    kernel._cache = NullCache()  # noqa: SLF001  machine code has no LLVM code
    kernel.compile(arguments)
    (overload,) = kernel.overloads.values()
    text = overload.library.get_llvm_str()
    if host := _HOST_ONLY.search(text):
        raise NotCompiledError(f"{name} asks for an instruction of one processor: {host[0]}")
    text = text.replace("= common ", "= internal ")
    module = llvm.parse_assembly(text)
    entry = overload.fndesc.llvm_func_name
    for function_ in module.functions:
        if function_.name == entry:
            function_.name = name
        elif not function_.is_declaration:
            function_.linkage = "internal"
    return module


def object_of(module: Any) -> bytes:
    """Return the object file of an LLVM module, for WebAssembly."""
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    text = re.sub(r'target triple = "[^"]*"', f'target triple = "{TRIPLE}"', str(module))
    text = re.sub(r'target datalayout = "[^"]*"', f'target datalayout = "{machine.target_data}"', text)
    text = re.sub(r'"(target-cpu|target-features|probe-stack)"="[^"]*"', "", text)
    ours = llvm.parse_assembly(text)
    ours.verify()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
    manager = llvm.create_new_module_pass_manager()
    manager.add_global_dead_code_eliminate_pass()
    manager.add_strip_dead_prototype_pass()
    manager.run(ours, passes)
    return bytes(machine.emit_object(ours))


def module_of(functions: Kernels) -> bytes:
    """Compile a module, in a process that knows nothing of this machine's processor; NotCompiledError."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    first, *others = [code_of(function, arguments, name) for name, (function, arguments) in functions.items()]
    for other in others:
        first.link_in(other)
    return linked(object_of(first), list(functions))


def main() -> None:
    """Write a module: TARGET FILE (`compiled_module`)."""
    target, path = sys.argv[1:]
    if PLAIN or os.environ.get("NUMBA_CPU_NAME") != "generic":
        raise NotCompiledError("to be run by compiled_module, without the host's instructions")
    functions = sums(int(target)) if target.isdecimal() else kernels(games.load(target))
    pathlib.Path(path).write_bytes(module_of(functions))


if __name__ == "__main__":
    main()
