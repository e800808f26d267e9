"""Sets of parts: one word of 64 bits in a game of up to 64 kinds, several words in a game of more.

Rules pass a set of one word as such (core/bits.py), and one of several as a field of the table, a `parts_record`, to
whose `words` core/cards/cardset.py adds parts: `cardset.add(player.held.words, part)`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balancer.core.component_table import WORD_PARTS
from balancer.core.jit import PLAIN
from balancer.core.memory import clear_from
from balancer.core.record import record


def part_words(kinds: int) -> int:
    """Return the number of words of a set in a game of this many kinds: 1, 2, 4, 8 or 16.

    Kernels of tallies are compiled once per number of words, so only powers of two are used.
    """
    return 1 << (max(1, -(-kinds // WORD_PARTS)) - 1).bit_length()


def parts_record(kinds: int) -> Any:
    """Return the layout of a set of parts on the table of a game of more than 64 kinds."""
    return record(("words", np.uint64, part_words(kinds)))


clear_parts = clear_from("words")  # clear_parts(parts): empty a `parts_record`


def _plain_word_count(parts: Any) -> int:
    return 1 if isinstance(parts, int | np.integer) else len(parts.words)


def _plain_word_of(parts: Any, k: int) -> Any:
    return parts if isinstance(parts, int | np.integer) else parts.words[k]


# word_count(parts) and word_of(parts, k) take a set of either form: one word, or a record.
if PLAIN:
    word_count, word_of = _plain_word_count, _plain_word_of
else:
    from balancer.core import intrinsics

    word_count, word_of = intrinsics.word_count, intrinsics.word_of


def part_sets(rows: Any) -> Any:
    """Return the sets of parts in RESULT rows: uint64[..., MAX_SEATS, words]; see `has_part`."""
    rows = np.asarray(rows)
    first = rows["parts"][..., None]
    return np.concatenate([first, rows["more_parts"]], axis=-1) if "more_parts" in rows.dtype.names else first


def has_part(sets: Any, part: int) -> Any:
    """Return whether a part is in each of several sets, uint64[..., words], as int64[...]."""
    word, bit = divmod(part, WORD_PARTS)
    return ((sets[..., word] >> np.uint64(bit)) & np.uint64(1)).astype(np.int64)
