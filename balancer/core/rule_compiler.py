"""How numba compiles rules: to LLVM code for their callers, and to machine code what Python calls.

A game has more than a hundred rules, but Python calls only four of them.  So a rule, even a separate one, is only typed
and lowered, once.  A kernel links all rules below it, and LLVM optimises them together, once.  Plain numba optimises
every function with all below it, wraps it for Python, turns it into machine code and keeps that.

What whole numbers in records do not need is left out, too.  docs/speed.md, "Compile time", gives the figures.
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

PRUNING = "DeadBranchPrune"  # a pass that numba runs three times; once is enough where nothing is inlined before


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
        if func is operator.getitem and not kws:
            args = args[0], from_the_front(*args)
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

    def resolve_setitem(self, target, index, value):
        """The signature of `target[index] = value`, None if it has none."""
        return super().resolve_setitem(target, from_the_front(target, index), value)


def from_the_front(target, index):
    """The type of an index with which numba does not look whether it counts from the end: in rules none does."""
    if isinstance(index, BaseTuple):
        return Tuple([from_the_front(target, each) for each in index])
    counts_back = isinstance(index, types.IntegerLiteral) and index.literal_value < 0
    is_place = isinstance(index, types.Integer) and isinstance(target, types.Array)
    return types.uintp if is_place and not counts_back else index


# Lowering -------------------------------------------------------------------------------------------------------------
class RuleContext(CPUContext):  # type: ignore[misc]
    """numba's context of lowering, which tells LLVM what is never the same memory.

    What was read of a table stays known when another field is written.  So each whole number that is read or written
    bears a name (LLVM's type-based alias information): a field its own and its layout's, an item of a field that has
    several its type and shape.  Different names are different memory, no name is any memory.  LLVM takes our word for
    it, and it holds:

    1. A record is never seen as a record of another layout, and an index stays in its field (plain Python raises).
    2. The one exception, words of any layout (belief.py), are records of one field, which bears no name.
    3. Arrays bear none: what Python hands to a kernel, perhaps a view of records, and what is cut out of a field.
    4. Blocks bear none: records that are copied or cleared (intrinsics.py), and copies have the original's layout.
    5. Layouts are alike if all their fields are: dice, decisions and players have one name wherever they stand.
    """

    def __init__(self, original, typing_context):
        """Make a context that shares all that `original` knows."""
        self.__dict__ = {**vars(original), "typing_context": typing_context}

    def refresh(self):
        """Get to know what was registered while rules were typed, intrinsics; numba's own reads all modules, too."""
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
        made = super().get_function(fn, sig, _firstcall)
        indexes = isinstance(fn, types.Function) and fn.typing_key in {operator.getitem, operator.setitem}
        return naming(made, item_name(*sig.args[:2])) if indexes else made


def field_name(kind, field):
    """The name of a field that holds one whole number; '' of any other, and where it is the record's only one."""
    if not isinstance(kind, types.Record) or len(kind.fields) == 1:
        return ""
    return f"{layout_name(kind)}.{field}" if isinstance(kind.typeof(field), types.Integer) else ""


@functools.cache
def layout_name(record):
    """A short name of a layout."""
    return hashlib.sha256(str(record).encode()).hexdigest()[:16]


def item_name(array, index):
    """The name of one item of a field that holds several whole numbers; '' of any other array, and of several items."""
    places = index.types if isinstance(index, BaseTuple) else (index,)
    if not isinstance(array, types.NestedArray) or not isinstance(array.dtype, types.Integer):
        return ""
    is_item = len(places) == array.ndim and all(isinstance(place, types.Integer) for place in places)
    return str(array) if is_item else ""


def naming(generate, name):
    """`generate`, which makes code that ends with a load or a store; these bear the name, if there is one."""

    def named(*args):
        made = generate(*args)
        builder = next(arg for arg in args if isinstance(arg, ir.IRBuilder))
        last = builder.block.instructions[-1]
        if isinstance(last, ir.LoadInstr | ir.StoreInstr):
            zero, add = ir.Constant(ir.IntType(64), 0), builder.module.add_metadata
            kind = add([name, add(["numbers of rules"]), zero])
            last.set_metadata("tbaa", add([kind, kind, zero]))
        return made

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

    def __init__(self, function, *, is_inlined=True):
        """Wrap `function`; unless `is_inlined`, it stays a function where it is called."""
        options = {**OPTIONS, "no_cpython_wrapper": True, "forceinline": is_inlined}
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
