"""Parameters of Python's functions, and of methods of its containers; calls that Python refuses are refused here, too.

Arguments with names are put where the code of these functions looks for them.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Container, Mapping
from typing import Any

from balancer.compiler.errors import shortened

OWN_NAMES = frozenset(["key", "func"])  # arguments that stay named: what follows effects looks for them there

FUNCTIONS = {
    **dict.fromkeys(("abs", "ceil", "chr", "exp", "factorial", "floor", "hash", "id", "isqrt", "len"), "x, /"),
    **dict.fromkeys(("log2", "log10", "ord", "repr", "reversed", "sqrt", "type", "assert_never"), "x, /"),
    **dict.fromkeys(("all", "any", "cycle", "pairwise", "from_iterable"), "iterable, /"),
    **dict.fromkeys(("list", "set", "frozenset", "tuple"), "iterable=(), /"),
    **dict.fromkeys(("chain", "gcd", "lcm"), "*items"),
    **dict.fromkeys(("filter", "dropwhile", "filterfalse", "starmap", "takewhile"), "function, iterable, /"),
    **dict.fromkeys(("max", "min"), "first, /, *others, key=None, default=MISSING"),
    **dict.fromkeys(("nlargest", "nsmallest"), "n, iterable, key=None"),
    **dict.fromkeys(("comb", "divmod"), "n, k, /"),
    **dict.fromkeys(("attrgetter", "itemgetter"), "first, /, *others"),
    "accumulate": "iterable, func=None, *, initial=None",
    "bool": "x=False, /",
    "cast": "typ, val",
    "combinations": "iterable, r",
    "compress": "data, selectors",
    "copy": "x",
    "count": "start=0, step=1",
    "Counter": "iterable=None, /, **counts",
    "deepcopy": "x, memo=None",
    "defaultdict": "default_factory=None, /, *entries, **names",
    "deque": "iterable=(), maxlen=None",
    "dict": "entries=(), /, **names",
    "enumerate": "iterable, start=0",
    "float": "x=0, /",
    "getattr": "holder, name, default=MISSING, /",
    "groupby": "iterable, key=None",
    "hasattr": "holder, name, /",
    "int": "x=0, /, base=10",
    "isinstance": "value, kinds, /",
    "islice": "iterable, stop, end=None, step=None, /",
    "iter": "source, sentinel=MISSING, /",
    "log": "x, base=None, /",
    "map": "function, first, /, *others",
    "next": "iterator, default=MISSING, /",
    "partial": "func, /, *arguments, **names",
    "permutations": "iterable, r=None",
    "Pile": "cards=(), *, seen_by=None, only=None, kind='card', drawn_from=None",
    "pow": "base, exp, mod=None",
    "print": "*items, sep=None, end=None, file=None, flush=False",
    "prod": "iterable, /, *, start=1",
    "product": "*iterables, repeat=1",
    "range": "start, stop=0, step=1, /",
    "reduce": "function, iterable, initial=MISSING, /",
    "repeat": "object, times=None",
    "replace": "obj, /, **changes",
    "round": "number, ndigits=None",
    "setattr": "holder, name, value, /",
    "sorted": "iterable, /, *, key=None, reverse=False",
    "str": "object=''",
    "sum": "iterable, /, start=0",
    "tee": "iterable, n=2, /",
    # Written in plain Python (`prelude`)
    **dict.fromkeys(("bisect_left", "bisect_right", "insort_left", "insort_right"), "a, x, lo=0, hi=None, *, key=None"),
    **dict.fromkeys(("heappush", "heapreplace", "heappushpop"), "heap, item, /"),
    **dict.fromkeys(("heappop", "heapify", "trunc", "fabs", "degrees", "radians", "truth", "size_of"), "x, /"),
    **dict.fromkeys(
        ("mean", "median", "median_low", "median_high", "mode", "multimode", "pvariance", "variance"), "data"
    ),
    **dict.fromkeys(("power", "contains", "getitem", "count_of", "index_of", "sumprod"), "a, b, /"),
    "perm": "n, k=None, /",
    "isclose": "a, b, *, rel_tol=1e-9, abs_tol=0.0",
    "zip": "*iterables, strict=False",
    "zip_longest": "first, /, *others, fillvalue=None",
}
METHODS = {
    **dict.fromkeys(("clear", "copy", "elements", "items", "keys", "popitem", "popleft", "reverse", "total"), ""),
    **dict.fromkeys(("add", "append", "appendleft", "count", "discard", "remove"), "item, /"),
    **dict.fromkeys(("extend", "extendleft", "isdisjoint", "issubset", "issuperset"), "iterable, /"),
    **dict.fromkeys(("symmetric_difference", "symmetric_difference_update"), "iterable, /"),
    **dict.fromkeys(("union", "intersection", "difference"), "*iterables"),
    **dict.fromkeys(("intersection_update", "difference_update", "set update"), "*iterables"),
    **dict.fromkeys(("dict update", "subtract"), "iterable=(), /, **names"),
    "fromkeys": "iterable, value=None, /",
    "__getitem__": "key, /",
    "get": "key, default=None, /",
    "index": "item, start=0, stop=None, /",
    "insert": "index, item, /",
    "most_common": "n=None",
    "dict pop": "key, default=MISSING, /",
    "list pop": "index=-1, /",
    "set pop": "",
    "rotate": "n=1, /",
    "setdefault": "key, default=None, /",
    "sort": "*, key=None, reverse=False",
    "values": "",
}


@functools.cache
def _signature(parameters: str) -> inspect.Signature:
    return inspect.signature(eval(f"lambda {parameters}: 0", {"MISSING": None}))  # noqa: S307  of the tables above


@functools.cache
def _signature_of_method(function: Callable[..., Any]) -> inspect.Signature:
    signature = inspect.signature(function)
    return signature.replace(parameters=[*signature.parameters.values()][1:])


def arrange(parameters: str | Callable[..., Any], node: ast.Call) -> str:
    """Put the arguments of a call in order, in place; return why it can't be called so, "" if it can.

    parameters: those of a function, or a method of the toolkit.
    """
    signature = _signature(parameters) if isinstance(parameters, str) else _signature_of_method(parameters)
    is_open = any(each.kind == inspect.Parameter.VAR_KEYWORD for each in signature.parameters.values())
    if is_open and any(each.arg is None for each in node.keywords):
        return ""
    if any(each.arg is None for each in node.keywords):
        return "`**` in a call can't be compiled here"
    single = [each for each in node.args if not isinstance(each, ast.Starred)]
    has_star = len(single) < len(node.args)
    try:
        bind = signature.bind_partial if has_star else signature.bind
        given = bind(*single, **{str(each.arg): each.value for each in node.keywords}).arguments
    except TypeError:
        return f"`{shortened(ast.unparse(node))}` has other arguments than the function takes"
    if not node.keywords or has_star:
        return ""
    before = [*node.args, *(each.value for each in node.keywords)]
    args, keywords = _in_order(signature, given, {each.arg for each in node.keywords})
    keywords.sort(key=lambda each: before.index(each.value))  # what stays named is computed as it is written
    order = [*args, *(each.value for each in keywords)]
    calls = [part for each in order for part in ast.walk(each) if isinstance(part, ast.Call)]
    if order != [each for each in before if each in order] and len(calls) > 1:
        return "arguments in another order than the function has them can't be compiled here"
    node.args, node.keywords = args, keywords
    return ""


def lacks_arguments(parameters: str | None, node: ast.Call) -> bool:
    """Return whether a call has too few arguments without those that a `*` before a list brings."""
    single = [each for each in node.args if not isinstance(each, ast.Starred)]
    if parameters is None or len(single) == len(node.args):
        return False
    try:
        _signature(parameters).bind(*single, **{str(each.arg): each for each in node.keywords})
    except TypeError:
        return True
    return False


def _in_order(
    signature: inspect.Signature, given: Mapping[str, Any], named: Container[str | None]
) -> tuple[list[ast.expr], list[ast.keyword]]:
    """Return the arguments of a call without names and with names; named: the parameters whose names it says."""
    args: list[ast.expr] = []
    keywords: list[ast.keyword] = []
    has_gap = False
    for name, parameter in signature.parameters.items():
        value = given.get(name)
        has_gap = has_gap or value is None
        if value is None or (name in OWN_NAMES and name in named and ast.unparse(value) == "None"):
            continue
        if parameter.kind == inspect.Parameter.VAR_POSITIONAL:
            args += value
        elif parameter.kind == inspect.Parameter.VAR_KEYWORD:
            keywords += [ast.keyword(other, each) for other, each in value.items()]
        elif name in named and (has_gap or name in OWN_NAMES or parameter.kind == inspect.Parameter.KEYWORD_ONLY):
            keywords.append(ast.keyword(name, value))
        else:
            args.append(value)
    return args, keywords
