"""Machine code from flat code, by the LLVM that numba brings; only this module uses the unstable parts of llvmlite.

Compiled code is an object file in memory, which is stored as bytes and loads in about 2 ms.  It holds no reference to
Python, so its functions run without the interpreter's lock, in any thread, and in any process on the same kind of
machine (`target_words`).
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import importlib.metadata
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from balancer.compiler.flat import calls_of, check_flat
from balancer.compiler.intrinsics import OF_LIBRARY
from balancer.compiler.runtime import with_helpers

SPEED_LEVEL = 1  # code of level 3 is no faster, and takes half as long again to make
DIGEST_BYTES = hashlib.sha256().digest_size


class NoCompilerError(RuntimeError):
    """Machine code that can't be made or loaded here, with the reason: plain Python plays the game."""


@dataclass(frozen=True)
class MachineCode:
    """A compiled program; `function` returns its exported functions."""

    content: bytes = field(repr=False)
    """A digest and the object file that it is of: LLVM ends the process where it is given what is none."""

    @classmethod
    def compile(
        cls,
        program: str,
        constants: Mapping[str, int] | None = None,
        exported: Iterable[str] = ("play_games",),
        *,
        guarded_size: int | None = None,
    ) -> MachineCode:
        """Compile flat code and the helpers that it calls.  FlatError: it is not flat; NoCompilerError.

        constants: values of the names in it.  guarded_size: see `llvm_ir.module_of`.
        """
        text = _text_of(program, constants or {}, exported, guarded_size)
        with _naming_failure("made"):
            object_file = _object_of(text, _target_machine(), _triple())
        return cls(hashlib.sha256(object_file).digest() + object_file)

    def __reduce__(self) -> tuple[Any, ...]:
        """Reduce to the bytes for another process; the code that is loaded here can't be sent."""
        return MachineCode, (self.content,)

    def function(self, name: str, memories: int, words: int) -> Callable[..., int]:
        """Return an exported function: its first arguments are addresses of memories, the others whole numbers.

        It is called without the interpreter's lock and keeps its code alive.
        """
        address = self._engine.get_function_address(name)
        if not address:
            raise NoCompilerError(f"the machine code has no function {name}")
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * memories, *[ctypes.c_int64] * words)
        function: Any = kind(address)
        function.engine = self._engine
        called: Callable[..., int] = function
        return called

    @functools.cached_property
    def _engine(self) -> Any:
        """The code in memory, ready to run."""
        import llvmlite.binding as llvm

        digest, object_file = self.content[:DIGEST_BYTES], self.content[DIGEST_BYTES:]
        if digest != hashlib.sha256(object_file).digest():
            raise NoCompilerError("the machine code that was kept is damaged")
        with _naming_failure("loaded"):
            # An engine takes its module and its machine away: they are made for it.
            engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine())
            engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(object_file))
            engine.finalize_object()
        return engine


def target_words() -> tuple[str, ...]:
    """Return the texts on which machine code depends apart from its program: llvmlite, machine, processor."""
    import llvmlite.binding as llvm

    with _naming_failure("made"):
        features = llvm.get_host_cpu_features().flatten()
    return importlib.metadata.version("llvmlite"), _triple(), llvm.get_host_cpu_name(), features


def object_for(
    triple: str, features: str, program: str, constants: Mapping[str, int], exported: Iterable[str]
) -> bytes:
    """Return the object file of a program for a machine of another kind, such as the WebAssembly of browsers.

    FlatError; NoCompilerError, also for powers and logarithms of fractions, whose last bits differ between machines.
    Other flat code gives the same results there.
    """
    import llvmlite.binding as llvm

    called = {name for function in with_helpers(program).values() for name in calls_of(function)}
    if called & OF_LIBRARY.keys():
        raise NoCompilerError("powers and logarithms of fractions differ in the last bit between machines")
    text = _text_of(program, constants, exported, None, is_alone=True)
    with _naming_failure("made"):
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        machine = llvm.Target.from_triple(triple).create_target_machine(opt=SPEED_LEVEL, features=features)
        return _object_of(text, machine, triple)


def _text_of(
    program: str,
    constants: Mapping[str, int],
    exported: Iterable[str],
    guarded_size: int | None,
    *,
    is_alone: bool = False,
) -> str:
    """Return a program and the helpers that it calls as LLVM's text; is_alone: there will be no C library."""
    from balancer.compiler.llvm_ir import add_wide_product, module_of

    functions = with_helpers(program)
    check_flat(functions, constants)
    module = module_of(functions, constants, frozenset(exported), guarded_size)
    if is_alone:
        add_wide_product(module)
    return str(module)


def _object_of(text: str, machine: Any, triple: str) -> bytes:
    """Return the object file of a module, optimised for a machine."""
    import llvmlite.binding as llvm

    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = triple, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=SPEED_LEVEL)
    # Lists are short: unrolled loops take a third longer to compile and play no faster.
    options.loop_unrolling = options.loop_vectorization = options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def _triple() -> str:
    """Return the kind of this machine; on Windows objects have the format of others, which is loaded there, too."""
    import llvmlite.binding as llvm

    triple: str = llvm.get_process_triple()
    return f"{triple}-elf" if sys.platform == "win32" else triple


def _target_machine() -> Any:
    """Return a description of this machine for code that is to run in this process."""
    import llvmlite.binding as llvm

    _initialize()
    target = llvm.Target.from_triple(_triple())
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=SPEED_LEVEL, reloc="pic", codemodel="jitdefault", jit=True
    )


@functools.cache
def _initialize() -> None:
    import llvmlite.binding as llvm

    from balancer.compiler.llvm_ir import LIBRARY_NAMES

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    library: Any = ctypes.CDLL("ucrtbase" if sys.platform == "win32" else None)
    for name, function in OF_LIBRARY.items():
        address = ctypes.cast(getattr(library, function), ctypes.c_void_p).value
        llvm.add_symbol(LIBRARY_NAMES[name], address)


class _naming_failure:  # noqa: N801  reads like a verb
    """Context in which errors of llvmlite become a NoCompilerError with the task that failed."""

    def __init__(self, done: str) -> None:
        self.done = done

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> None:
        if isinstance(error, AttributeError | ImportError | OSError | RuntimeError | TypeError | ValueError):
            version = importlib.metadata.version("llvmlite")
            raise NoCompilerError(f"machine code can't be {self.done} by llvmlite {version}: {error}") from error
