"""Tells whether flat code allocates memory."""

from __future__ import annotations

import re

# Names of helpers that allocate no memory.
NON_ALLOCATING = frozenset(
    [
        "fail",
        "item_at",
        "has_item",
        "has_hashed",
        "drop_hashed",
        "next_member",
        "find_item",
        "letters_of",
        "text_of",
        "index_of",
        "count_item",
        "find_key",
        "value_at",
        "get_value",
        "add",
        "subtract",
        "multiply",
        "negate",
        "divide",
        "remainder",
        "absolute",
        "check_mixed",
        "exact_float",
        "encode_kind",
        "sum_list",
        "max_of",
        "min_of",
        "equal_lists",
        "compare_lists",
        "next_player",
        "pop_last",
        "pop_at",
        "append",
        "remove_item",
        "set_item",
        "set_value",
        "add_to_set",
        "discard_item",
        "shift_left",
        "shift_right",
        "equal_sets",
        "is_subset",
        "are_disjoint",
        "divide_ints",
        "divide_floats",
        "below",
        "spin",
        "say",
    ]
)

CALL = re.compile(r"\b([a-z]\w*)\(S\b")


def takes_memory(lines: list[str]) -> bool:
    """Return whether lines may allocate memory."""
    return any(name not in NON_ALLOCATING for line in lines for name in CALL.findall(line))
