"""LLVM's intermediate representation of flat code: a function per function, words as i64, memories as pointers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence

from llvmlite import ir

from balancer.compiler.block import DEPTH, ERROR, MAX_DEPTH
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import MEMORIES, calls_of, constant_of, is_stored, parameters_of, range_of
from balancer.compiler.intrinsics import MATCHED, OF_LIBRARY

WORD, BIT, DOUBLE = ir.IntType(64), ir.IntType(1), ir.DoubleType()
POINTER = WORD.as_pointer()
MIN_WORD = -(1 << 63)

COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


def word(value: int) -> ir.Constant:
    """Return a constant word of 64 bits."""
    return ir.Constant(WORD, value)


Make = Callable[..., ir.Value]

ON_WORDS: dict[str, Make] = {
    "wrap_add": ir.IRBuilder.add,
    "wrap_multiply": ir.IRBuilder.mul,
    "shift_down": ir.IRBuilder.lshr,
    "wrap_shift_up": ir.IRBuilder.shl,
    "trailing_zeros": lambda builder, value: builder.cttz(value, ir.Constant(BIT, 0)),
    "count_bits": ir.IRBuilder.ctpop,
    "min": lambda builder, a, b: builder.select(builder.icmp_signed("<", b, a), b, a),
    "max": lambda builder, a, b: builder.select(builder.icmp_signed(">", b, a), b, a),
    "select": lambda builder, test, *values: builder.select(builder.icmp_signed("!=", test, word(0)), *values),
}
OVERFLOWS: dict[str, Make] = {
    "add_overflows": ir.IRBuilder.sadd_with_overflow,
    "subtract_overflows": ir.IRBuilder.ssub_with_overflow,
    "multiply_overflows": ir.IRBuilder.smul_with_overflow,
}
ON_FLOATS: dict[str, Make] = {
    "fadd": ir.IRBuilder.fadd,
    "fsub": ir.IRBuilder.fsub,
    "fmul": ir.IRBuilder.fmul,
    "fdiv": ir.IRBuilder.fdiv,
    "fneg": ir.IRBuilder.fneg,
}
FLOAT_COMPARISONS = {"feq": "==", "flt": "<", "fle": "<="}
# LLVM does not know what functions under these names do, so it replaces none of their calls by something near it.
LIBRARY_NAMES = {name: f"balancer_{function}" for name, function in OF_LIBRARY.items()}
FLOAT_FUNCTIONS = {"fabs": "llvm.fabs.f64", "fsqrt": "llvm.sqrt.f64", **LIBRARY_NAMES}


def module_of(
    functions: Mapping[str, ast.FunctionDef],
    constants: Mapping[str, int],
    exported: Iterable[str],
    guarded_size: int | None = None,
) -> ir.Module:
    """Return the module of a checked program.

    exported: functions that can be called from outside.  guarded_size: the number of words of S; every access is then
    checked against it, and one outside raises ErrorFlag.OUTSIDE.
    """
    module = ir.Module("game")
    ir_functions: dict[str, ir.Function] = {}
    for name, function in functions.items():
        parameters = parameters_of(function)
        kinds = [POINTER if each in MEMORIES else WORD for each in parameters]
        ir_functions[name] = ir.Function(module, ir.FunctionType(WORD, kinds), name)
        ir_functions[name].attributes.add("nounwind")
        if name not in exported:
            ir_functions[name].linkage = "internal"
        if name == "fail":  # called in many places, and hardly ever
            ir_functions[name].attributes.add("cold")
            ir_functions[name].attributes.add("noinline")
        for argument in ir_functions[name].args:
            if argument.type == POINTER:  # S, O and H are memories of their own
                argument.attributes.add("noalias")
    recursive = recursive_functions(functions)
    for name, function in functions.items():
        _Body(ir_functions, function, constants, guarded_size, is_recursive=name in recursive).make()
    return module


def add_wide_product(module: ir.Module) -> None:
    """Add `__multi3`, the product of two numbers of 128 bits; LLVM finds overflows for WebAssembly with it.

    On other machines it comes with the C library.  Its first argument is the address of the result; the numbers
    follow, each as its low and its high word.
    """
    kind = ir.FunctionType(ir.VoidType(), [ir.IntType(32), *[WORD] * 4])
    function = ir.Function(module, kind, "__multi3")
    for attribute in ("nounwind", "noinline", "optnone"):  # else LLVM may find a wide product here, and call this
        function.attributes.add(attribute)
    builder = ir.IRBuilder(function.append_basic_block())
    address, low_a, high_a, low_b, high_b = function.args
    half = word(32)

    def halves(value: ir.Value) -> tuple[ir.Value, ir.Value]:
        return builder.and_(value, word((1 << 32) - 1)), builder.lshr(value, half)

    (a, upper_a), (b, upper_b) = halves(low_a), halves(low_b)
    # Schoolbook multiplication in base 2**32; no sum overflows.
    carry, middle = builder.lshr(builder.mul(a, b), half), builder.mul(a, upper_b)
    low_middle, high_middle = halves(builder.add(carry, middle))
    carry = builder.lshr(builder.add(low_middle, builder.mul(upper_a, b)), half)
    high = builder.add(builder.add(builder.mul(upper_a, upper_b), high_middle), carry)
    for product in (builder.mul(low_a, high_b), builder.mul(high_a, low_b)):
        high = builder.add(high, product)
    place = builder.inttoptr(address, POINTER)
    builder.store(builder.mul(low_a, low_b), place)
    builder.store(high, builder.gep(place, [word(1)]))
    builder.ret_void()


def recursive_functions(functions: Mapping[str, ast.FunctionDef]) -> set[str]:
    """Return the functions that may call themselves, directly or through others (Tarjan 1972: strong components)."""
    calls = {name: sorted(calls_of(function) & functions.keys()) for name, function in functions.items()}
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    recursive: set[str] = set()

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        path.append(name)
        for called in calls[name]:
            if called not in order:
                visit(called)
            if called in path:
                lowest[name] = min(lowest[name], lowest[called])
        if lowest[name] == order[name]:
            component = path[path.index(name) :]
            del path[path.index(name) :]
            if len(component) > 1 or name in calls[name]:
                recursive.update(component)

    for name in functions:
        if name not in order:
            visit(name)
    return recursive


class _Body:
    """Builds the body of one function."""

    def __init__(
        self,
        functions: Mapping[str, ir.Function],
        function: ast.FunctionDef,
        constants: Mapping[str, int],
        guarded_size: int | None,
        *,
        is_recursive: bool,
    ) -> None:
        self.made, self.node, self.constants, self.guarded_size = functions, function, constants, guarded_size
        self.function = functions[function.name]
        self.entry = self.function.append_basic_block()
        self.builder = ir.IRBuilder(self.entry)
        self.memories: dict[str, ir.Value] = {}
        self.variables: dict[str, ir.Value] = {}
        self.loops: list[tuple[ir.Block, ir.Block]] = []  # where `continue` and `break` lead
        self.is_recursive = is_recursive and parameters_of(function)[:1] == ["S"]

    def make(self) -> None:
        builder = self.builder
        for name, argument in zip(parameters_of(self.node), self.function.args, strict=True):
            if name in MEMORIES:
                self.memories[name] = argument
            else:
                self.variables[name] = builder.alloca(WORD)
                builder.store(argument, self.variables[name])
        for node in ast.walk(self.node):
            if isinstance(node, ast.Name) and is_stored(node) and node.id not in self.variables:
                self.variables[node.id] = builder.alloca(WORD)
                builder.store(word(0), self.variables[node.id])
        if self.is_recursive:
            self.enter()
        self.body(self.node.body)
        if not builder.block.is_terminated:
            self.leave(word(0))

    # Recursion -------------------------------------------------------------------------------------------------------
    def enter(self) -> None:
        """Count a call; where calls are nested too deeply, raise a flag and return."""
        depth = self.builder.add(self.builder.load(self.place("S", word(DEPTH))), word(1))
        is_deep = self.builder.icmp_signed(">", depth, word(MAX_DEPTH))
        with self.builder.if_then(is_deep, likely=False):
            self.raise_flag(ErrorFlag.TOO_DEEP)
            self.builder.ret(word(0))
        self.builder.store(depth, self.place("S", word(DEPTH)))

    def leave(self, value: ir.Value) -> None:
        if self.is_recursive:
            depth = self.place("S", word(DEPTH))
            self.builder.store(self.builder.sub(self.builder.load(depth), word(1)), depth)
        self.builder.ret(value)

    def raise_flag(self, flag: ErrorFlag) -> None:
        place = self.builder.gep(self.memories["S"], [word(ERROR)], inbounds=True)
        raised = self.builder.load(place)
        is_first = self.builder.icmp_signed("==", raised, word(0))
        self.builder.store(self.builder.select(is_first, word(flag), raised), place)

    # Statements ------------------------------------------------------------------------------------------------------
    def body(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if self.builder.block.is_terminated:
                return
            self.statement(statement)

    def statement(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign(targets=[target], value=value):
                result = self.value(value)  # first, as Python does
                self.builder.store(result, self.target(target))
            case ast.AugAssign(target=target, op=op, value=value):
                at = self.target(target)
                before = self.builder.load(at)
                self.builder.store(self.operation(op, before, self.value(value)), at)
            case ast.Expr(value=value):
                self.value(value)
            case ast.Return(value=value):
                self.leave(self.value(value) if value else word(0))
            case ast.If(test=test, body=body, orelse=orelse):
                self.branch(test, body, orelse)
            case ast.While(test=test, body=body):
                self.loop(lambda inside, after: self.condition(test, inside, after), body)
            case ast.For():
                self.count(statement)
            case ast.Break():
                self.builder.branch(self.loops[-1][1])
            case ast.Continue():
                self.builder.branch(self.loops[-1][0])

    def target(self, node: ast.expr) -> ir.Value:
        if isinstance(node, ast.Name):
            return self.variables[node.id]
        return self.subscript(node)

    def branch(self, test: ast.expr, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]) -> None:
        yes, no, after = self.blocks(3)
        self.condition(test, yes, no)
        goes_on = False
        for block, statements in ((yes, body), (no, orelse)):
            self.builder.position_at_end(block)
            self.body(statements)
            if not self.builder.block.is_terminated:
                self.builder.branch(after)
                goes_on = True
        self.builder.position_at_end(after)
        if not goes_on:
            self.builder.unreachable()

    def loop(
        self,
        test: Callable[[ir.Block, ir.Block], None],
        body: Sequence[ast.stmt],
        step: Callable[[], None] | None = None,
    ) -> None:
        """Build a loop; step: code that also runs after `continue`, before the test."""
        head, inside, advancing, after = self.blocks(4)
        self.builder.branch(head)
        self.builder.position_at_end(head)
        test(inside, after)
        self.builder.position_at_end(inside)
        self.loops.append((advancing, after))
        self.body(body)
        self.loops.pop()
        if not self.builder.block.is_terminated:
            self.builder.branch(advancing)
        self.builder.position_at_end(advancing)
        if step:
            step()
        self.builder.branch(head)
        self.builder.position_at_end(after)

    def count(self, loop: ast.For) -> None:
        """Build a loop over a range.  Its counter is not the loop's name, because the body may set that name."""
        begin, end, step = range_of(loop, self.node.name, self.constants)
        counter, first, last = self.slot(), self.value(begin), self.value(end)
        self.builder.store(first, counter)

        def test(inside: ir.Block, after: ir.Block) -> None:
            now = self.builder.load(counter)
            self.builder.cbranch(self.builder.icmp_signed("<" if step > 0 else ">", now, last), inside, after)
            self.builder.position_at_end(inside)
            self.builder.store(now, self.target(loop.target))

        def advance() -> None:
            self.builder.store(self.builder.add(self.builder.load(counter), word(step)), counter)

        self.loop(test, loop.body, advance)

    def blocks(self, count: int) -> list[ir.Block]:
        return [self.function.append_basic_block() for _ in range(count)]

    def slot(self) -> ir.Value:
        """Return a nameless variable, allocated at the beginning of the function."""
        with self.builder.goto_block(self.entry):
            self.builder.position_at_start(self.entry)
            return self.builder.alloca(WORD)

    # Conditions ------------------------------------------------------------------------------------------------------
    def condition(self, node: ast.expr, yes: ir.Block, no: ir.Block) -> None:
        """Branch to one of two blocks."""
        match node:
            case ast.BoolOp(op=op, values=values):
                for value in values[:-1]:
                    (following,) = self.blocks(1)
                    self.condition(value, *((following, no) if isinstance(op, ast.And) else (yes, following)))
                    self.builder.position_at_end(following)
                self.condition(values[-1], yes, no)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                self.condition(operand, no, yes)
            case ast.Compare():
                self.builder.cbranch(self.comparison(node), yes, no)
            case _:
                self.builder.cbranch(self.builder.icmp_signed("!=", self.value(node), word(0)), yes, no)

    def comparison(self, node: ast.Compare) -> ir.Value:
        left, right = self.value(node.left), self.value(node.comparators[0])
        return self.builder.icmp_signed(COMPARISONS[type(node.ops[0])], left, right)

    # Values ----------------------------------------------------------------------------------------------------------
    def value(self, node: ast.expr) -> ir.Value:
        constant = (
            None if isinstance(node, ast.Name) and node.id in self.variables else constant_of(node, self.constants)
        )
        if constant is not None:
            return word(int(constant))
        match node:
            case ast.Name(id=name):
                return self.builder.load(self.variables[name])
            case ast.Subscript():
                return self.builder.load(self.subscript(node))
            case ast.Compare():
                return self.builder.zext(self.comparison(node), WORD)
            case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return self.choice(node, lambda: word(1), lambda: word(0))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self.choice(test, lambda: self.value(body), lambda: self.value(orelse))
            case ast.UnaryOp(op=op, operand=operand):
                value = self.value(operand)
                return self.builder.neg(value) if isinstance(op, ast.USub) else self.builder.not_(value)
            case ast.BinOp(left=left, op=op, right=right):
                return self.operation(op, self.value(left), self.value(right))
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self.call(name, arguments)
        raise NotImplementedError(ast.dump(node))

    def choice(self, test: ast.expr, yes: Callable[[], ir.Value], no: Callable[[], ir.Value]) -> ir.Value:
        """Build the value of a conditional expression."""
        result = self.slot()
        branches = self.blocks(2)
        (after,) = self.blocks(1)
        self.condition(test, *branches)
        for block, value in zip(branches, (yes, no), strict=True):
            self.builder.position_at_end(block)
            self.builder.store(value(), result)
            self.builder.branch(after)
        self.builder.position_at_end(after)
        return self.builder.load(result)

    def subscript(self, node: ast.expr) -> ir.Value:
        assert isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)  # noqa: S101, PT018  as was checked
        return self.place(node.value.id, self.value(node.slice))

    def place(self, memory: str, index: ir.Value) -> ir.Value:
        if self.guarded_size is not None and memory == "S" and not isinstance(index, ir.Constant):
            is_inside = self.builder.icmp_unsigned("<", index, word(self.guarded_size))
            with self.builder.if_then(self.builder.not_(is_inside), likely=False):
                self.raise_flag(ErrorFlag.OUTSIDE)
            index = self.builder.select(is_inside, index, word(0))
        return self.builder.gep(self.memories[memory], [index], inbounds=True)

    def operation(self, op: ast.operator, left: ir.Value, right: ir.Value) -> ir.Value:
        builder = self.builder
        if isinstance(op, ast.FloorDiv | ast.Mod):
            return self.division(left, right, is_quotient=isinstance(op, ast.FloorDiv))
        make: Callable[[ir.Value, ir.Value], ir.Value] = {
            ast.Add: builder.add,
            ast.Sub: builder.sub,
            ast.Mult: builder.mul,
            ast.BitAnd: builder.and_,
            ast.BitOr: builder.or_,
            ast.BitXor: builder.xor,
            ast.LShift: builder.shl,
            ast.RShift: builder.ashr,
        }[type(op)]
        return make(left, right)

    def division(self, left: ir.Value, right: ir.Value, *, is_quotient: bool) -> ir.Value:
        """Divide with rounding down, as Python does; processors round to zero, and trap where they can't divide."""
        builder = self.builder
        if not isinstance(right, ir.Constant) or right.constant in (0, -1):
            stops = builder.and_(
                builder.icmp_signed("==", right, word(-1)), builder.icmp_signed("==", left, word(MIN_WORD))
            )
            stops = builder.or_(stops, builder.icmp_signed("==", right, word(0)))
            right = builder.select(stops, word(1), right)
        quotient = builder.sdiv(left, right)
        rest = builder.sub(left, builder.mul(quotient, right))
        is_off = builder.and_(
            builder.icmp_signed("!=", rest, word(0)), builder.icmp_signed("<", builder.xor(rest, right), word(0))
        )
        if is_quotient:
            return builder.sub(quotient, builder.zext(is_off, WORD))
        return builder.select(is_off, builder.add(rest, right), rest)

    # Calls -----------------------------------------------------------------------------------------------------------
    def call(self, name: str, arguments: Sequence[ast.expr]) -> ir.Value:
        if name in self.made:
            return self.builder.call(self.made[name], [self.argument(each) for each in arguments])
        if name == "match_words":
            return self.match_words(*(self.value(each) for each in arguments[1:]))
        if name == "copy_words":
            place, source = (self.words_at(self.value(each)) for each in arguments[1:])
            self.builder.store(self.builder.load(source, align=8), place, align=8)
            return word(0)
        return self.intrinsic(name, [self.value(each) for each in arguments])

    def argument(self, node: ast.expr) -> ir.Value:
        is_memory = isinstance(node, ast.Name) and node.id in self.memories
        return self.memories[node.id] if is_memory else self.value(node)  # type: ignore[attr-defined]

    def words_at(self, place: ir.Value) -> ir.Value:
        """Return the address of MATCHED words."""
        return self.builder.bitcast(self.place("S", place), ir.VectorType(WORD, MATCHED).as_pointer())

    def match_words(self, place: ir.Value, item: ir.Value) -> ir.Value:
        """Compare several words at once, in as many registers as the processor needs for them."""
        builder, kind = self.builder, ir.VectorType(WORD, MATCHED)
        words = builder.load(self.words_at(place), align=8)
        first = builder.insert_element(ir.Constant(kind, ir.Undefined), item, ir.Constant(ir.IntType(32), 0))
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), MATCHED), [0] * MATCHED)
        equal = builder.icmp_signed("==", words, builder.shuffle_vector(first, first, lanes))
        return builder.zext(builder.bitcast(equal, ir.IntType(MATCHED)), WORD)

    def intrinsic(self, name: str, values: list[ir.Value]) -> ir.Value:
        """Make the instruction of an intrinsic."""
        builder = self.builder
        if name in ON_WORDS:
            return ON_WORDS[name](builder, *values)
        if name in OVERFLOWS:
            return builder.zext(builder.extract_value(OVERFLOWS[name](builder, *values), 1), WORD)
        if name == "int_to_float":
            return builder.bitcast(builder.sitofp(*values, DOUBLE), WORD)
        floats = [builder.bitcast(value, DOUBLE) for value in values]
        if name == "float_to_int":
            return builder.fptosi(*floats, WORD)
        if name in FLOAT_COMPARISONS:
            return builder.zext(builder.fcmp_ordered(FLOAT_COMPARISONS[name], *floats), WORD)
        if name in FLOAT_FUNCTIONS:
            module, called = self.function.module, FLOAT_FUNCTIONS[name]
            kind = ir.FunctionType(DOUBLE, [DOUBLE] * len(floats))
            return builder.bitcast(
                builder.call(module.globals.get(called) or ir.Function(module, kind, called), floats), WORD
            )
        return builder.bitcast(ON_FLOATS[name](builder, *floats), WORD)
