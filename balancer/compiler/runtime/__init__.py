"""Helpers that lowered games call: lists, sets, dicts, sorting, dice, turns, fractions, in flat code.

Each function does the same in Python as in machine code.  The sources of these modules are read, and a game is compiled
with the helpers that it calls (`with_helpers`).  A raised flag stays (`fail`); helpers continue harmlessly after it.

Python's constructs and their helpers (p, q: places of lists; x: a value):

lists, p = [], [x for …]    new_list(S, room); open_list(S) and push(S, p, x), push_all(S, p, q), or words written up
                            to an end below S[LIMIT] and close_list(S, p, end)
copies, ranges              copy_list, copy_with_room(S, p, more), keep_list(S, base, p), assign_list(S, p, q),
                            make_range
x in p, ==, <               has_item, equal_lists, compare_lists; count_item, index_of, find_item (-1 if absent)
p[i], del p[i], pop         item_at, set_item, pop_at, pop_last
append, insert, remove …    append, insert_item, remove_item, extend, reverse_list
p + q, p * n, p[a:b:c]      join_lists, repeat_list, slice_list, slice_by_step (NONE for an omitted part), delete_slice
sum, max, min, sorted       sum_list, max_of, min_of, sort_list(S, p), sort_by_keys(S, p, keys, descending)
sets                        unique_items, add_to_set, discard_item, unite_sets, subtract_sets, intersect_sets …
sets iterated in order      new_hashed(S, count, more), add_hashed(S, p, x, hash), merge_hashed, next_member …
dicts                       find_key (-1), value_at, get_value, set_value, pop_key, list_keys, list_values
itertools                   first_combination, next_combination, next_permutation, first_product, next_product
+ - * // % ** << >> abs     add, subtract, multiply, divide, remainder, power, shift_left, shift_right, absolute
fractions                   the intrinsics fadd …; divide_floats, divide_ints, modulo_floats, truncate_float …
below, shuffle              below(S, n), shuffle(S, p), shuffle_at(S, p, at); start_dice(S, seed, game), go_to …
letters of str(n)           digits_of(S, n, letters), letters: a list of the digits and the minus sign
composed texts              letters_of(S, TEXTS, text), text_of(S, TEXTS, letters); join_letters, find_part …
rounds, turns, say          begin_round, begin_turn, say, check_players
left, others, players_from  next_player(S, player), other_players(S, player), players_from(S, seat)
choose                      begin_choice(S, player, options, node), forced_option, makes_mistake, draw_place, wins_tie
choose(…, kinds=p)          set_kinds(S, p, options) before
deepcopy                    begin_copies(S), find_copy, note_copy, rebuilt_hashed
comprehensions              stack_push(S, x) on a stack that grows down from S[LIMIT], stack_take(S, end)
while                       spin(S) in each turn of the loop
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
from collections.abc import Mapping

from balancer.compiler.flat import calls_of, parse_flat

MODULES = (
    "arithmetic",
    "combining",
    "copying",
    "dice",
    "dicts",
    "floats",
    "gathering",
    "hashed_sets",
    "lists",
    "mathematics",
    "results",
    "rows",
    "sets",
    "sorting",
    "texts",
    "turns",
    "watched",
)


@functools.cache
def helpers() -> dict[str, ast.FunctionDef]:
    """Return all helpers by name, with numbers in place of their constants."""
    functions = {}
    for name in MODULES:
        module = importlib.import_module(f"{__name__}.{name}")
        constants = {key: int(value) for key, value in vars(module).items() if key.isupper() and isinstance(value, int)}
        for function in parse_flat(inspect.getsource(module)).values():
            functions[function.name] = _Constants(constants).visit(function)
    return functions


class _Constants(ast.NodeTransformer):
    """Replaces names of constants by their values."""

    def __init__(self, constants: Mapping[str, int]) -> None:
        self.constants = constants

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.constants:
            return ast.copy_location(ast.Constant(self.constants[node.id]), node)
        return node


def with_helpers(program: str) -> dict[str, ast.FunctionDef]:
    """Return the functions of a flat program and all helpers that it calls, helpers first."""
    functions = parse_flat(program)
    pending = [name for function in functions.values() for name in sorted(calls_of(function))]
    called: dict[str, ast.FunctionDef] = {}
    while pending:
        name = pending.pop()
        if name in helpers() and name not in functions and name not in called:
            called[name] = helpers()[name]
            pending += sorted(calls_of(called[name]))
    return {name: function for name, function in helpers().items() if name in called} | functions
