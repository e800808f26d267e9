"""The decorators of a game's rules, `@rule` and `@separate_rule`.

They compile (jit.py), and they wrap each `choose_<node>` of a game's decisions.py in what is the same for all choices
of all games: forced options, players who believe other figures than the rules read (belief.py), and counts of the
parts that are offered and taken (taking.py).
"""

from balancer.core import belief, jit, taking
from balancer.core.jit import PLAIN

__all__ = ["PLAIN", "rule", "separate_rule"]

CHOOSE, OFFERED, PART_OF = "choose_", "offered_", "part_of_"  # prefixes of the rules of a node
COUNTED = "_counted"  # suffix of the qualified name of a choice that counts parts


def rule(function):
    """Compile a rule as `jit.rule` does, and wrap it if it is a choice."""
    return wrap_choice(jit.rule(function), function)


def separate_rule(function):
    """Compile a long rule as `jit.separate_rule` does, and wrap it if it is a choice."""
    return wrap_choice(jit.separate_rule(function), function)


def wrap_choice(compiled, function):
    """Return a compiled function; a `choose_<node>` wrapped for forcing, and for counts if its game counts parts."""
    if not function.__name__.startswith(CHOOSE):
        return compiled
    return wrap_counting(wrap_forcing(compiled, function), function)


def wrap_forcing(choose, function):
    """Wrap the choice at a node: it is made again while `table.decision.again` says so, as forcing an option needs.

    Where players believe other figures than the rules read, they see those while they choose.
    """
    # Variables of the closure, not of the module: the key of a kernel depends on where its code finds a name.
    show_printed, show_true = belief.show_printed, belief.show_true
    recount = function.__globals__.get("recount", belief.nothing)

    def choice(table, seat, *others):
        believes = table.decision.belief > 0
        if believes:
            show_printed(table)
            recount(table)
        option = choose(table, seat, *others)
        while table.decision.again > 0:
            option = choose(table, seat, *others)
        if believes:
            show_true(table)
            recount(table)
        return option

    return compile_wrapper(choice, function, "_decided")


def wrap_counting(choose, function):
    """Wrap the choice at a node so that it counts the parts offered and taken, in games where `decision.taking` is set.

    Returns `choose` itself unless `offered_<node>` and `part_of_<node>` are defined before it.
    """
    node, names = function.__name__.removeprefix(CHOOSE), function.__globals__
    if OFFERED + node not in names or PART_OF + node not in names:
        return choose
    offered, part_of, node = names[OFFERED + node], names[PART_OF + node], getattr(names["NODE"], node.upper())
    note = taking.note  # a variable of the closure, as above

    def choice(table, seat, *others):
        number = table.decision.number
        option = choose(table, seat, *others)
        if table.decision.taking > 0 and table.decision.number > number:
            note(table, node, offered(table, seat, *others), part_of(table, seat, option))
        return option

    return compile_wrapper(choice, function, COUNTED)


def is_counted(choose) -> bool:
    """Return whether a choice is wrapped by `wrap_counting`."""
    return getattr(choose, "__qualname__", "").endswith(COUNTED)


def compile_wrapper(choice, function, suffix):
    """Compile a wrapper of `function` under the name of that, with a suffix."""
    for name in ("__name__", "__module__", "__doc__"):  # not __wrapped__, or numba would use its signature
        setattr(choice, name, getattr(function, name))
    choice.__qualname__ = f"{function.__qualname__}{suffix}"
    return jit.rule(choice)
