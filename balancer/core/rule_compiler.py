"""Compilation of rules: to LLVM code for their callers, and to machine code for calls by Python.

A game has more than a hundred rules, but Python calls only four of them.  So a rule, even a separate one, is only typed
and lowered, once.  A kernel links all rules below it, and LLVM optimises them together, once.  Plain numba optimises
every function with all below it, wraps it for Python, turns it into machine code and keeps that.

Passes that code with only whole numbers and records does not need are left out.  docs/speed.md, "Compile time", has the
measurements.
"""

import functools
import hashlib
import operator

from llvmlite import ir
from numba.core import compiler, types, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import PassManager
from numba.core.cpu import CPUContext
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.types.containers import BaseTuple, Tuple
from numba.core.types.misc import unliteral

from balancer.core.cache import reach, sources
from balancer.core.cache.numba_cache import KernelCache
from balancer.core.numba_compiler import widened

# Rules allocate nothing, so references need not be counted (`_nrt`): that saves 3 to 5 % of a game.
OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}

NUMBERS = (types.Integer, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)

OPERATORS = frozenset(value for value in vars(operator).values() if callable(value))

# Passes for inner functions, `with`, `raise`, mixed tuples, array expressions, references, listings
LEFT_OUT = frozenset(
    {
        "WithLifting",
        "InlineClosureLikes",
        "RewriteDynamicRaises",
        "MakeFunctionToJitFunction",
        "InlineInlinables",
        "FindLiterallyCalls",
        "LiteralUnroll",
        "LiteralPropagationSubPipelinePass",
        "NopythonRewrites",
        "AnnotateTypes",
        "IRLegalization",
        "DumpParforDiagnostics",
    }
)

PRUNING = "DeadBranchPrune"  # a pass that numba runs three times; once is enough if nothing is inlined before

# Names that numba does not promise, by class: those used here and in numba_cache.py
RELIED_ON = (
    (CPUDispatcher, "_cache", "_compiler", "_compiling_counter", "add_overload", "compile", "get_call_template"),
    (CPUDispatcher, "overloads", "signatures", "stats", "targetdescr"),
    (JITCodeLibrary, "_finalized", "_linking_libraries", "_raise_if_finalized", "enable_object_caching", "finalize"),
    (PassManager, "_analysis", "_runPass", "add_pass", "finalize", "passes", "pipeline_name"),
    (compiler.CompileResult, "_rebuild", "_reduce", "_replace", "lifted", "library"),
    (compiler.CompilerBase, "define_pipelines", "state"),
    (compiler.DefaultPassBuilder, "define_nopython_pipeline"),
    (compiler.Flags, "no_compile"),
    (typing.Context, "resolve_function_type", "resolve_setitem"),
    (type(cpu_target), "options", "target_context", "typing_context"),
    (CPUContext, "_registries", "codegen", "get_function", "get_getattr", "get_setattr", "insert_user_function"),
    (CPUContext, "install_registry", "refresh", "typing_context"),
    (types.Function, "typing_key"),
)


def missing():
    """Return the names of RELIED_ON that this version of numba lacks."""
    return [f"{owner.__name__}.{name}" for owner, *names in RELIED_ON for name in names if not offers(owner, name)]


def offers(owner, name):
    """Return whether a class defines a name, or its instances get it in `__init__`."""
    made_by = [vars(base)["__init__"] for base in owner.__mro__[:-1] if "__init__" in vars(base)]
    return hasattr(owner, name) or any(name in init.__code__.co_names for init in made_by if hasattr(init, "__code__"))


# Typing ---------------------------------------------------------------------------------------------------------------
class RuleTyping(typing.Context):  # type: ignore[misc]  # numba has no types
    """numba's typing context, with a memo of the types of functions of numbers.

    numba tries dozens of meanings of each `+` (texts, lists, arrays) before it comes to that of whole numbers.
    """

    def __init__(self, original):
        """Share all that `original` knows, now and later."""
        self.__dict__ = vars(original)
        self.signatures = {}

    def resolve_function_type(self, func, args, kws):
        """Return the signature of `func` for arguments of these types, None if it has none."""
        if func is operator.getitem and not kws:
            args = args[0], from_the_front(*args)
        if kws or isinstance(func, types.Dispatcher) or not all(isinstance(arg, NUMBERS) for arg in args):
            return super().resolve_function_type(func, args, kws)
        if func in OPERATORS:
            args = tuple(map(unliteral, args))
        key = func, tuple(args)
        if key not in self.signatures:
            signature = super().resolve_function_type(func, args, kws)
            if signature is None:
                return None
            self.signatures[key] = signature
        return self.signatures[key]

    def resolve_setitem(self, target, index, value):
        """Return the signature of `target[index] = value`, None if it has none."""
        return super().resolve_setitem(target, from_the_front(target, index), value)


def from_the_front(target, index):
    """Return an index type for which numba omits the check for negative indexes, which rules never use."""
    if isinstance(index, BaseTuple):
        return Tuple([from_the_front(target, each) for each in index])
    counts_back = isinstance(index, types.IntegerLiteral) and index.literal_value < 0
    is_place = isinstance(index, types.Integer) and isinstance(target, types.Array)
    return types.uintp if is_place and not counts_back else index


# Lowering -------------------------------------------------------------------------------------------------------------
class RuleContext(CPUContext):  # type: ignore[misc]
    """numba's lowering context, extended by aliasing information: LLVM learns which accesses never overlap.

    So a value read from a table stays known after another field is written.  Each whole number that is read or written
    gets a name (LLVM's type-based alias analysis): a field its own name and that of its layout, an item of an array
    field the array's type and shape.  Different names are different memory; an access without a name may be any memory.
    LLVM does not verify this, but it is true:

    1. A record is never viewed as a record of another layout, and an index stays in its field (plain Python raises).
    2. The only exception, words of any layout (belief.py), are records of one field, which get no name.
    3. Arrays get none: those that Python passes to a kernel may be views of records; nor do slices of a field.
    4. Blocks get none: records that are copied or cleared (intrinsics.py); copies have the original's layout.
    5. Layouts are equal if all their fields are: dice, decisions and players have one name wherever they are.
    """

    def __init__(self, original, typing_context):
        """Share all that `original` knows."""
        self.__dict__ = {**vars(original), "typing_context": typing_context}

    def refresh(self):
        """Install the intrinsics registered while rules were typed; numba's own method also reads all its modules."""
        for registry in tuple(self._registries):
            self.install_registry(registry)

    def get_getattr(self, typ, attr):
        """Return the generator of the code that reads an attribute."""
        return naming(super().get_getattr(typ, attr), field_name(typ, attr))

    def get_setattr(self, attr, sig):
        """Return the generator of the code that writes an attribute."""
        return naming(super().get_setattr(attr, sig), field_name(sig.args[0], attr))

    def get_function(self, fn, sig, _firstcall=True):
        """Return the generator of the code of a function."""
        generate = super().get_function(fn, sig, _firstcall)
        indexes = isinstance(fn, types.Function) and fn.typing_key in {operator.getitem, operator.setitem}
        return naming(generate, item_name(*sig.args[:2])) if indexes else generate


def field_name(kind, field):
    """Return the name of a field that holds one whole number; '' for any other, and for a record's only field."""
    if not isinstance(kind, types.Record) or len(kind.fields) == 1:
        return ""
    return f"{layout_name(kind)}.{field}" if isinstance(kind.typeof(field), types.Integer) else ""


@functools.cache
def layout_name(record):
    """Return a short name of a layout, a hash."""
    return hashlib.sha256(str(record).encode()).hexdigest()[:16]


def item_name(array, index):
    """Return the name of one item of a field of whole numbers; '' for any other array, and for several items."""
    places = index.types if isinstance(index, BaseTuple) else (index,)
    if not isinstance(array, types.NestedArray) or not isinstance(array.dtype, types.Integer):
        return ""
    is_item = len(places) == array.ndim and all(isinstance(place, types.Integer) for place in places)
    return str(array) if is_item else ""


def naming(generate, name):
    """Wrap `generate`, whose code ends with a load or store, so that this access gets the name, if there is one."""

    def named(*args):
        value = generate(*args)
        builder = next(arg for arg in args if isinstance(arg, ir.IRBuilder))
        last = builder.block.instructions[-1]
        if isinstance(last, ir.LoadInstr | ir.StoreInstr):
            zero, add = ir.Constant(ir.IntType(64), 0), builder.module.add_metadata
            kind = add([name, add(["numbers of rules"]), zero])
            last.set_metadata("tbaa", add([kind, kind, zero]))
        return value

    return named if name else generate


class RuleTarget:
    """The contexts in which rules and kernels are typed and lowered, as numba's dispatchers look them up."""

    options = cpu_target.options

    @functools.cached_property
    def typing_context(self):
        """The typing context of all rules and kernels."""
        return RuleTyping(cpu_target.typing_context)

    @functools.cached_property
    def target_context(self):
        """The context of lowering, which shares all that numba's knows."""
        return RuleContext(cpu_target.target_context, self.typing_context)


TARGET = RuleTarget()


# Libraries of LLVM code -----------------------------------------------------------------------------------------------
class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The LLVM code of one rule.

    Each function is simplified by itself (without that: a fifth less time to compile, Oktoberfest plays at 0.90).
    """

    def finalize(self):
        """Close the library without linking, optimising or generating machine code."""
        self._raise_if_finalized()
        self._finalized = True


class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of one kernel, all rules below it included."""

    def finalize(self):
        """Link the rules below, optimise all together and generate machine code."""
        self._linking_libraries = callers_first(self)
        super().finalize()


def callers_first(library):
    """Return all libraries that one needs, each before those that it needs: LLVM links only what is referred to."""
    seen, finished = set(), []

    def visit(library):
        for other in library._linking_libraries:  # noqa: SLF001  numba has no other access
            if other not in seen:
                seen.add(other)
                visit(other)
                finished.append(other)

    visit(library)
    return finished[::-1]


# Compilers ------------------------------------------------------------------------------------------------------------
class Passes(PassManager):  # type: ignore[misc]
    """Passes of numba, without the events and checks between them."""

    def _runPass(self, _index, step, state):  # noqa: N802  numba's name
        step.analysis = self._analysis
        step.run_initialization(state)
        step.run_pass(state)
        step.run_finalizer(state)


class KernelCompiler(compiler.CompilerBase):  # type: ignore[misc]
    """Compiles a kernel to machine code."""

    library = KernelLibrary

    def define_pipelines(self):
        """Return the passes for a kernel, after numba has installed everything registered so far."""
        cpu_target.target_context.refresh()
        return self.needed()

    def needed(self):
        """Return the passes that rules need, and prepare the library for the code."""
        every = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes, pruned = Passes(every.pipeline_name), False
        for step, description in every.passes:
            repeated = step.__name__ == PRUNING and pruned
            pruned |= step.__name__ == PRUNING
            if step.__name__ not in LEFT_OUT and not repeated:
                passes.add_pass(step, description)
        passes.finalize()
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return [passes]


class RuleCompiler(KernelCompiler):
    """Compiles a rule to LLVM code."""

    library = RuleLibrary

    def define_pipelines(self):
        """Return the same passes, without machine code."""
        self.state.flags.no_compile = True
        return self.needed()


# What decorators return -----------------------------------------------------------------------------------------------
class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function that Python calls: machine code with all rules below it, kept between processes."""

    targetdescr = TARGET

    def __init__(self, function):
        """Wrap `function`; it is compiled when it is called."""
        super().__init__(function, targetoptions=dict(OPTIONS), pipeline_class=KernelCompiler)
        self._cache = KernelCache(function, f"{OPTIONS} {sources.of_modules(__name__)}")

    def is_compiled(self):
        """Return whether this process or another has compiled it already."""
        return bool(self.signatures) or self._cache.is_filled()


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A rule that is compiled for the kernels that call it; Python calls it as a kernel of its own."""

    targetdescr = TARGET

    def __init__(self, function, *, is_inlined=True):
        """Wrap `function`; unless `is_inlined`, it stays a function of its own in the code of its callers."""
        options = {**OPTIONS, "no_cpython_wrapper": True, "forceinline": is_inlined}
        super().__init__(function, targetoptions=options, pipeline_class=RuleCompiler)

    @functools.cached_property
    def kernel(self):
        """The same function as Python calls it."""
        return Kernel(self.py_func)

    def __call__(self, *args, **named):
        """Call the kernel, as Python does."""
        return self.kernel(*args, **named)

    @property
    def stats(self):
        """The counts of loads from the cache and compilations of the kernel by numba."""
        return self.kernel.stats

    def is_compiled(self):
        """Return whether Python can call the rule without compiling it."""
        return self.kernel.is_compiled()

    def get_call_template(self, args, kws):
        """Return the signature for arguments of these types, small integers widened."""
        wide = {name: widened(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(widened, args)), wide)

    def compile(self, args):
        """Return the rule as callers link it, for arguments of these types; compile it if necessary.

        numba's own method measures the time, and so gets every event of LLVM once per rule on the way down.
        """
        if args not in self.overloads:
            reach.about_to_compile(self.py_func)
            with self._compiling_counter:
                self.add_overload(self._compiler.compile(args, None))
        return self.overloads[args].entry_point

    def add_overload(self, cres):
        """Make the compiled code linkable for callers, without an entry point for Python."""
        linked = Linked()
        self.targetctx.insert_user_function(linked, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres._replace(entry_point=linked)


class Linked:
    """A key for a rule's LLVM code in numba's table of functions that can be linked."""
