"""How numba compiles rules: to LLVM code for their callers, and to machine code what Python calls.

A game has more than a hundred rules, but only four are called by Python.  So a rule, chapters too, is typed and lowered
once and goes no further; a kernel links all rules below it, and LLVM optimises them together, once.  As numba comes, it
optimises every function with all below it, wraps it for Python, makes machine code of it and keeps that.

What whole numbers in records do not need is left out, too.  docs/speed.md, "Compile time", gives the figures.
"""

import copy
import functools
import operator

from numba.core import compiler, types, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import PassManager
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.types.misc import unliteral

from balancer.core.cache import reach, sources
from balancer.core.cache.numba_cache import KernelCache
from balancer.core.numba_compiler import widened

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}
"""Options of rules and kernels.  Nothing is allocated, so no references are counted (`_nrt`): 3 to 5 % of a game."""

NUMBERS = (types.Integer, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)

OPERATORS = frozenset(value for value in vars(operator).values() if callable(value))

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
"""Passes for functions in functions, `with`, `raise`, mixed tuples, expressions of arrays, references, listings."""

PRUNING = "DeadBranchPrune"
"""A pass that numba runs three times; once is enough where nothing is inlined before."""


RELIED_ON = (
    (CPUDispatcher, "_cache", "_compiler", "_compiling_counter", "add_overload", "compile", "get_call_template"),
    (CPUDispatcher, "overloads", "signatures", "stats", "targetdescr"),
    (JITCodeLibrary, "_finalized", "_linking_libraries", "_raise_if_finalized", "enable_object_caching", "finalize"),
    (PassManager, "_analysis", "_runPass", "add_pass", "finalize", "passes", "pipeline_name"),
    (compiler.CompileResult, "_rebuild", "_reduce", "_replace", "lifted", "library"),
    (compiler.CompilerBase, "define_pipelines", "state"),
    (compiler.DefaultPassBuilder, "define_nopython_pipeline"),
    (compiler.Flags, "no_compile"),
    (typing.Context, "resolve_function_type"),
    (type(cpu_target), "options", "target_context", "typing_context"),
    (type(cpu_target.target_context), "_registries", "codegen", "insert_user_function", "install_registry"),
    (type(cpu_target.target_context), "refresh", "typing_context"),
)
"""What numba does not promise to keep: classes, each with the names of it that are used here and in numba_cache.py."""


def missing():
    """The names relied on that this release of numba lacks; [] where rules can be compiled as below."""
    return [f"{owner.__name__}.{name}" for owner, *names in RELIED_ON for name in names if not offers(owner, name)]


def offers(owner, name):
    """Whether a class has a name, or gives it to what it makes."""
    made_by = [vars(base)["__init__"] for base in owner.__mro__[:-1] if "__init__" in vars(base)]
    return hasattr(owner, name) or any(name in init.__code__.co_names for init in made_by if hasattr(init, "__code__"))


# Typing ---------------------------------------------------------------------------------------------------------------
class RuleTyping(typing.Context):  # type: ignore[misc]  # numba has no types
    """numba's typing context, which remembers the types of functions of numbers.

    numba tries dozens of meanings of each `+` (texts, lists, arrays) before it comes to that of whole numbers.
    """

    def __init__(self, original):
        """Make a context that shares all that `original` knows, now and later."""
        self.__dict__ = vars(original)
        self.known = {}

    def resolve_function_type(self, func, args, kws):
        """The signature of `func` for arguments of these types, None if it has none."""
        if kws or isinstance(func, types.Dispatcher) or not all(isinstance(arg, NUMBERS) for arg in args):
            return super().resolve_function_type(func, args, kws)
        if func in OPERATORS:
            args = tuple(map(unliteral, args))
        key = func, tuple(args)
        if key not in self.known:
            signature = super().resolve_function_type(func, args, kws)
            if signature is None:
                return None
            self.known[key] = signature
        return self.known[key]


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
        context = copy.copy(cpu_target.target_context)
        context.typing_context = self.typing_context
        context.refresh = functools.partial(registered_since, context)
        return context


def registered_since(context):
    """Let a context of lowering know what was registered while rules were typed: intrinsics."""
    for registry in tuple(context._registries):  # noqa: SLF001  numba's own way reads all its modules, too
        context.install_registry(registry)


TARGET = RuleTarget()


# Libraries of LLVM code -----------------------------------------------------------------------------------------------
class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The LLVM code of one rule.

    Each function is simplified by itself (without that: a fifth less time to compile, Oktoberfest plays at 0.90).
    """

    def finalize(self):
        """Close the library; nothing is linked, optimised or made machine code of."""
        self._raise_if_finalized()
        self._finalized = True


class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of one kernel, all rules below it included."""

    def finalize(self):
        """Link the rules below, optimise all together and make machine code of it."""
        self._linking_libraries = callers_first(self)
        super().finalize()


def callers_first(library):
    """All libraries that one needs, each before those that it needs: LLVM links only what something refers to."""
    seen, finished = set(), []

    def visit(one):
        for other in one._linking_libraries:  # noqa: SLF001  numba has no other access
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
        """The passes for a kernel, which reads first what numba and its extensions have come to know."""
        cpu_target.target_context.refresh()
        return self.needed()

    def needed(self):
        """The passes that rules need, and the library that the code goes to."""
        every = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        wanted, pruned = Passes(every.pipeline_name), False
        for step, what in every.passes:
            repeated = step.__name__ == PRUNING and pruned
            pruned |= step.__name__ == PRUNING
            if step.__name__ not in LEFT_OUT and not repeated:
                wanted.add_pass(step, what)
        wanted.finalize()
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return [wanted]


class RuleCompiler(KernelCompiler):
    """Compiles a rule to LLVM code."""

    library = RuleLibrary

    def define_pipelines(self):
        """The same passes; no machine code."""
        self.state.flags.no_compile = True
        return self.needed()


# What decorators return -----------------------------------------------------------------------------------------------
class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function that Python calls: machine code, all rules below it included, kept between processes."""

    targetdescr = TARGET

    def __init__(self, function):
        """Wrap `function`; it is compiled when it is called."""
        super().__init__(function, targetoptions=dict(OPTIONS), pipeline_class=KernelCompiler)
        self._cache = KernelCache(function, f"{OPTIONS} {sources.of_modules(__name__)}")

    def is_compiled(self):
        """Whether it need not be compiled any more, by this process or by any other."""
        return bool(self.signatures) or self._cache.is_filled()


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A function that is compiled for the kernels that reach it; Python calls it as a kernel of its own."""

    targetdescr = TARGET

    def __init__(self, function, *, is_chapter=False):
        """Wrap `function`; a chapter stays a function where it is called."""
        options = {**OPTIONS, "no_cpython_wrapper": True, "forceinline": not is_chapter}
        super().__init__(function, targetoptions=options, pipeline_class=RuleCompiler)

    @functools.cached_property
    def kernel(self):
        """The same function as Python can call it."""
        return Kernel(self.py_func)

    def __call__(self, *args, **named):
        """Call the kernel."""
        return self.kernel(*args, **named)

    @property
    def stats(self):
        """What numba counts about the kernel."""
        return self.kernel.stats

    def is_compiled(self):
        """Whether Python can call the rule without compiling it."""
        return self.kernel.is_compiled()

    def get_call_template(self, args, kws):
        """The signature for arguments of these types, small integers widened."""
        wide = {name: widened(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(widened, args)), wide)

    def compile(self, args):
        """The rule as callers link it, for arguments of these types; compiled unless it is.

        numba's own takes the time of it, and so hears of each call of LLVM once for each rule on the way down.
        """
        if args not in self.overloads:
            reach.about_to_compile(self.py_func)
            with self._compiling_counter:
                self.add_overload(self._compiler.compile(args, None))
        return self.overloads[args].entry_point

    def add_overload(self, cres):
        """Let what was compiled be linked by callers: nothing that Python could call."""
        linked = Linked()
        self.targetctx.insert_user_function(linked, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres._replace(entry_point=linked)


class Linked:
    """The name of a rule's LLVM code among the functions that numba can link."""
