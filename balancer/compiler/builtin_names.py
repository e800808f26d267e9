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
    operator.neg: ast.USub(),
    operator.not_: ast.Not(),
}
_NAMED = (
    *(abs, all, any, bool, chr, dict, divmod, enumerate, filter, float, frozenset, getattr, hasattr, hash, id, int),
    *(isinstance, iter, len, list, map, max, min, next, ord, pow, print, range, repr, reversed, round, set, setattr),
    *(sorted, str, sum, tuple, type, zip),
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


def call_of(function: Any, arguments: list[ast.expr], node: ast.AST) -> ast.Call:
    """Return the call of a function that need not have a name in the file."""
    return ast.copy_location(ast.Call(ast.copy_location(ast.Constant(function), node), arguments, []), node)
