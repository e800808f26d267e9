"""What flat code may say, and that Python and machine code mean the same by it."""

import gc
import pickle
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import CheckedMemory, FlatError, check_flat, parse_flat
from balancer.compiler.machine_code import MachineCode, NoCompilerError, object_for
from tests.compiler.engines import Engines

WORD = st.integers(-(2**63), 2**63 - 1)
SMALL = st.integers(-9, 9)

PROGRAM = """
def divide_down(a, b):
    return (a // b << 8) + a % b

def divide_by_seven(a):
    return (a // 7) ^ (a % 7) ^ (a // -7) ^ (a % -7)

def choose_way(a, b):
    if a < b and not (a == 3 or b == 3):
        return 1
    elif a > b:
        c = 2 if b > 0 or a == 5 else 3
    else:
        c = 0 + (a == b and a != 0)
    return c * 10 + (not c)

def count_loops(S, a, b):
    total = 0
    for i in range(a, b, 2):
        if i == 5:
            continue
        for j in range(3, -a, -1):
            if j == 1:
                break
            total += i * j
        i = i + 1
        total += i
    while total > 100:
        total -= 7
        if total == 90:
            break
    S[200] += total
    return total

def call_itself(S, n):
    if n <= 0:
        return 0
    return call_back(S, n - 1) + 1

def call_back(S, n):
    return call_itself(S, n)

def combine_bits(a, b):
    return (a & b) | (~a ^ b) - (a >> 3) + min(a, b) * 2 - max(b, a)
"""


@pytest.fixture(scope="module")
def program():
    names = ("divide_down", "divide_by_seven", "choose_way", "count_loops", "call_itself", "combine_bits")
    return Engines(PROGRAM, names)


@given(a=SMALL, b=SMALL)
def test_statements_mean_the_same(program, a, b):
    program.clear()
    program.choose_way(a, b)
    program.count_loops(a, b)
    program.combine_bits(a, b)
    if b:
        assert program.divide_down(a, b) == (a // b << 8) + a % b


@given(WORD)
def test_division_rounds_down(program, a):
    program.divide_by_seven(a)


def test_recursion_that_is_too_deep_raises_a_flag(program):
    code = program.machine["call_itself"][0]
    assert program.clear().call_itself(200) == 200
    S = np.array(program.S, np.int64)
    code(S.ctypes.data, 100_000)
    assert ErrorFlag(S[2]) == ErrorFlag.TOO_DEEP
    assert S[20] == 0  # all calls are left again


def test_no_division_stops_the_program(program):
    divide = program.machine["divide_down"][0]
    divide(5, 0)
    divide(-(2**63), -1)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("x = y", "this is not flat: y"),
        ("x = [1]", "this is not flat: [1]"),
        ("x = 1.5", "this is not flat: 1.5"),
        ("x = 1 < a < 3", "this is not flat: 1 < a < 3"),
        ("x = a and 3", "`and` and `or` of numbers are flat in conditions only: a and 3"),
        ("x = a / 2", "this operator is not flat: a / 2"),
        ("a, b = 1, 2", "this is not flat"),
        ("x = y = 2", "this statement is not flat"),
        ("S = 3", "a memory or a constant is set: S = 3"),
        ("NONE = 3", "a memory or a constant is set: NONE = 3"),
        ("O[3] = 4", "O is no parameter"),
        ("x = S", "a memory is no value: S"),
        ("x = nothing(S)", "there is no function nothing"),
        ("x = select(1, 2)", "select takes 3 arguments"),
        ("test(a, S)", "memories are passed under their own names"),
        ("x = 9223372036854775808", "this is not flat"),
        ("for x in a: pass", "loops are over a range, by a constant step: a"),
        ("for x in range(1, 2, a): pass", "loops are over a range, by a constant step"),
        ("try: pass\n    finally: pass", "this statement is not flat"),
        ("x = ErrorFlag.NOTHING", "this is not flat: ErrorFlag.NOTHING"),
    ],
)
def test_what_is_not_flat_is_refused_with_its_place(line, words):
    with pytest.raises(FlatError) as refused:
        check_flat(parse_flat(f"def test(S, a):\n    {line}\n"))
    assert str(refused.value).startswith("test, line 2: ")
    assert words in str(refused.value)


@pytest.mark.parametrize("head", ["a, S", "S, a=1", "S, *a", "S, *, a"])
def test_what_is_no_flat_parameter_is_refused(head):
    with pytest.raises(FlatError):
        check_flat(parse_flat(f"def test({head}):\n    return 0\n"))


def test_words_in_python_are_words():
    words = CheckedMemory([0, 0])
    with pytest.raises(IndexError):
        words[-1]
    with pytest.raises(IndexError):
        words[-1] = 3
    with pytest.raises(OverflowError):
        words[0] = 2**63


def test_a_place_outside_a_guarded_block_raises_a_flag():
    code = MachineCode.compile("def read(S, p):\n    S[p] = 5\n    return S[p - 1]\n", {}, ["read"], guarded_size=64)
    read = code.function("read", 1, 1)
    S = np.zeros(64, np.int64)
    assert (read(S.ctypes.data, 10), S[10], S[2]) == (0, 5, 0)
    for outside in (-1, 64, 2**40, -(2**63)):
        S[:] = 0
        read(S.ctypes.data, outside)
        assert ErrorFlag(S[2]) == ErrorFlag.OUTSIDE


SEVEN = "def seven(a):\n    return a * 7\n"


def test_machine_code_is_kept_as_bytes():
    code = MachineCode.compile(SEVEN, {}, ["seven"])
    assert MachineCode(bytes(code.content)).function("seven", 0, 1)(6) == 42
    assert pickle.loads(pickle.dumps(code)).function("seven", 0, 1)(6) == 42  # noqa: S301  made here
    with pytest.raises(NoCompilerError, match="has no function eight"):
        code.function("eight", 0, 1)


def test_a_function_keeps_its_code_alive():
    seven = MachineCode.compile(SEVEN, {}, ["seven"]).function("seven", 0, 1)
    gc.collect()
    assert seven(6) == 42


def test_machine_code_runs_without_the_lock_of_the_interpreter():
    """Python goes on beside it: with the lock, nothing would be counted before the code is done."""
    program = "def mix(a, times):\n    for _ in range(times):\n        a = mix_word(a)\n    return a\n"
    mix = MachineCode.compile(program, {}, ["mix"]).function("mix", 0, 2)
    counted = 0
    with ThreadPoolExecutor(1) as threads:
        mixed = threads.submit(mix, 1, 50_000_000)
        while not mixed.done():
            counted += 1
            time.sleep(0.001)
    assert counted > 5


def test_the_same_code_for_browsers(tmp_path):
    """What LLVM writes for WebAssembly plays under node as it does here."""
    from balancer.browser.compiling import FEATURES, TRIPLE
    from balancer.browser.linking import linked

    names = ["play"]
    program = """
def play(S, seed):
    start_dice(S, seed, 3)
    go_to(S, 0, 0)
    p = make_range(S, 0, 20, 1)
    shuffle(S, p)
    sort_list(S, slice_by_step(S, p, 2, NONE, 3))
    t = 1
    for k in range(62):
        t = add(S, multiply(S, t, 0 - seed), multiply(S, 1 << 60, k - 30))
    return t // 9 + S[TOP] + int_to_float(S[p + 5]) // 3
"""
    module = linked(object_for(TRIPLE, FEATURES, program, {}, names), names)
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node is installed: the module was made, but not played")
    here = Engines(program, names).clear(room=80)
    (tmp_path / "module.wasm").write_bytes(module)
    script = f"""
const module = new WebAssembly.Module(require("fs").readFileSync("module.wasm"));
const {{memory, heap, play}} = new WebAssembly.Instance(module, {{}}).exports;
memory.grow(1);
const words = new BigInt64Array(memory.buffer, heap.value, {len(here.S)});
words.set([{",".join(f"{word}n" for word in here.S)}]);
const result = play(heap.value, 5n);
console.log([result, ...words].join(" "));
"""
    run = subprocess.run([node, "-e", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    expected = here.play(5)
    assert [int(word) for word in run.stdout.split()] == [expected, *here.S]


def test_damaged_machine_code_is_refused():
    content = MachineCode.compile(SEVEN, {}, ["seven"]).content
    for damaged in (b"nothing", content[:-1], content[:99] + b"x" + content[100:]):
        with pytest.raises(NoCompilerError, match="damaged"):
            MachineCode(damaged).function("seven", 0, 1)
