"""Names of functions of Python and its library; a method `call_NAME` or `loop_NAME` writes the code of each."""

from __future__ import annotations

import ast
import collections
import copy
import dataclasses
import functools
import heapq
import itertools
import math
import operator
import statistics
import typing
from typing import Any

from balancer.plain.pile import Pile

OPERATORS: dict[Any, ast.operator | ast.cmpop | ast.unaryop] = {
    operator.add: ast.Add(),
    operator.sub: ast.Sub(),
    operator.mul: ast.Mult(),
    operator.truediv: ast.Div(),
    operator.floordiv: ast.FloorDiv(),
    operator.mod: ast.Mod(),
    operator.pow: ast.Pow(),
    operator.and_: ast.BitAnd(),
    operator.or_: ast.BitOr(),
    operator.xor: ast.BitXor(),
    operator.eq: ast.Eq(),
    operator.ne: ast.NotEq(),
    operator.lt: ast.Lt(),
    operator.le: ast.LtE(),
    operator.gt: ast.Gt(),
    operator.ge: ast.GtE(),
    operator.is_: ast.Is(),
    operator.is_not: ast.IsNot(),
    operator.lshift: ast.LShift(),
    operator.rshift: ast.RShift(),
    operator.neg: ast.USub(),
    operator.pos: ast.UAdd(),
    operator.inv: ast.Invert(),
    operator.invert: ast.Invert(),
    operator.not_: ast.Not(),
}
_NAMED = (
    *(abs, all, any, bin, bool, chr, dict, divmod, enumerate, filter, float, format, frozenset, getattr, hasattr, hash),
    *(id, int, isinstance, iter, len, list, map, max, min, next, ord, pow, print, range, repr, reversed, round, set),
    *(setattr, sorted, str, sum, tuple, type, zip),
    *(collections.Counter, collections.defaultdict, collections.deque, Pile, typing.assert_never, typing.cast),
    *(copy.copy, copy.deepcopy, dataclasses.replace, functools.partial, functools.reduce),
    *(heapq.nlargest, heapq.nsmallest, operator.attrgetter, operator.itemgetter),
    *(itertools.accumulate, itertools.chain, itertools.combinations, itertools.compress, itertools.count),
    *(itertools.cycle, itertools.dropwhile, itertools.filterfalse, itertools.groupby, itertools.islice),
    *(itertools.pairwise, itertools.permutations, itertools.product, itertools.repeat, itertools.starmap),
    *(itertools.takewhile, itertools.tee, itertools.zip_longest),
    *(math.ceil, math.comb, math.exp, math.factorial, math.floor, math.gcd, math.isqrt, math.lcm),
    *(math.log, math.log2, math.log10, math.prod, math.sqrt),
)
BUILTINS: dict[Any, str] = {each: each.__name__ for each in _NAMED} | dict.fromkeys(OPERATORS, "operation")
INSTEAD: dict[Any, str] = {  # of functions that are not compiled
    **dict.fromkeys((math.hypot, math.dist), "write math.sqrt(x * x + y * y)"),
    math.fsum: "write sum(...)",
    dataclasses.asdict: "write a dict of its attributes",
    dataclasses.astuple: "write a tuple of its attributes",
    dataclasses.fields: "write the names of its attributes",
    collections.ChainMap: "write {**last, **first}",
    **dict.fromkeys((math.fmod, math.remainder), "write x % y"),
    **dict.fromkeys((math.exp2, math.ldexp), "write x * 2**n"),
    **dict.fromkeys((statistics.stdev, statistics.pstdev), "write math.sqrt(statistics.variance(row))"),
    **dict.fromkeys((math.modf, math.frexp), "write x - int(x)"),
    **dict.fromkeys(
        (math.sin, math.cos, math.tan, math.asin, math.acos, math.atan, math.atan2),
        "keep a list of its values, made at the top of the file",
    ),
    **dict.fromkeys((math.isnan, math.isinf, math.isfinite), "compare it with a number"),
    math.cbrt: "write x ** (1 / 3)",
    math.copysign: "write abs(x) if y >= 0 else -abs(x)",
    math.log1p: "write math.log(1 + x)",
    math.expm1: "write math.exp(x) - 1",
    operator.concat: "write first + second",
    operator.index: "write int(...)",
    operator.methodcaller: "write a lambda",
    operator.setitem: "write row[key] = value",
    operator.delitem: "write del row[key]",
    functools.cmp_to_key: "write a key that is a number or a tuple",
    collections.OrderedDict: "write a dict, which keeps its order, too",
    heapq.merge: "write sorted([*first, *second])",
    callable: "write isinstance(...)",
    vars: "write the names of the attributes",
    dir: "write the names of the attributes",
    slice: "write row[begin:end]",
    bin: "write n.bit_count(), or n >> k & 1",
    object: "use None, or members of an Enum",
}
INSTEAD_BY_NAME = {
    "id": "compare by `is`, or number your objects",
    "hash": "keep what is compared in a tuple, as the key of a dict",
    "itemgetter": "write row[place], or use it as `key=`",
    "attrgetter": "write the attribute, or use it as `key=`",
}


def call_of(function: Any, arguments: list[ast.expr], node: ast.AST) -> ast.Call:
    """Return the call of a function that need not have a name in the file."""
    return ast.copy_location(ast.Call(ast.copy_location(ast.Constant(function), node), arguments, []), node)
