"""Names that are read before anything has set them: an error in Python, and so a flag."""

from __future__ import annotations

import pathlib

import pytest

from balancer.compiler.flags import ErrorFlag
from balancer.compiler.unset_names import guard_unset_names
from tests.compiler.both_ways import check_equal, check_flagged, file_of

UNSET = {
    "one branch": "if n > 2:\n    z = 3\nself.out += z",
    "a list": "if n > 2:\n    z = [n]\nself.out += len(z)",
    "a loop without turns": "for i in range(n): pass\nself.out += i",
    "a later turn": "for k in range(2):\n    if n > 2: z = k\nself.out += z",
    "while": "k = n\nwhile k > 2:\n    z, k = k, k - 1\nself.out += z",
    "match": "match n:\n    case 1: z = 5\n    case 2: z = 6\nself.out += z",
    "walrus": "if n and (q := n * 2) > 5: pass\nself.out += q",
    "in place": "if n > 2: z = 1\nz += 1\nself.out += z",
}
SET = {
    "read on the same condition": "if n > 2: z = 3\nself.out += z if n > 2 else 1",
    "all branches": "if n > 2: z = 3\nelse: z = 4\nself.out += z",
    "an endless loop": "while True:\n    z = self.below(4)\n    if z: break\nself.out += z",
    "the other branch leaves": "if n > 2: z = 3\nelse: return\nself.out += z",
}


@pytest.mark.parametrize("rules", UNSET.values(), ids=UNSET)
def test_a_name_that_is_read_before_it_is_set_raises_a_flag(tmp_path: pathlib.Path, rules: str) -> None:
    check_flagged(file_of(tmp_path, rules), ErrorFlag.UNSET, games=12)


@pytest.mark.parametrize("rules", SET.values(), ids=SET)
def test_a_name_that_is_set_on_the_way_raises_none(tmp_path: pathlib.Path, rules: str) -> None:
    check_equal(file_of(tmp_path, rules))


def test_only_reads_to_which_a_way_leads_without_the_name_are_looked_at() -> None:
    loop = "    while 1:\n        v_a = 1\n        if S[0]:\n            break\n"
    code = f"def f(S):\n{loop}    if S[1]:\n        v_b = v_a\n    return v_b"
    guarded = guard_unset_names(code)
    assert "given(S, v_b)" in guarded
    assert "given(S, v_a)" not in guarded
