"""Tables' layouts, and where compiled kernels are kept: nothing stale is ever played, and no folder is needed."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import pytest

from balancer.core import compile as compiling
from balancer.core.compile import PlainRecord, PlainRow, record

PACKAGE = pathlib.Path(compiling.__file__).parents[1]


# Layouts --------------------------------------------------------------------------------------------------------------
def test_names_that_records_use_themselves_are_refused():
    with pytest.raises(ValueError, match=r"already have size, round: choose a longer name, e\.g\. size_number"):
        record(("size", np.int32), ("turn", np.int32), ("round", np.int32))


def test_records_within_records_are_aligned():
    """Compiled code reads 64-bit words where the processor wants them, in rows of records too."""
    inner = record(("small", np.int8), ("word", np.uint64), ("smaller", np.int8))
    outer = record(("flag", np.int8), ("inner", inner), ("flag2", np.int8), ("row", inner, 3), ("last", np.int16))

    assert inner.fields["word"][1] == 8
    assert inner.itemsize == 24
    assert outer.fields["inner"][1] == 8
    assert outer.fields["row"][1] == 40
    assert outer.itemsize % 8 == 0
    assert compiling.alignment(outer) == 8


def plain(layout):
    """A record of `layout` as plain Python has it, in whatever way this process runs."""
    return np.zeros(2, np.dtype((PlainRecord, layout))).view(PlainRow)[0]


def test_plain_records_hold_python_ints():
    """Compiled arithmetic is 64 bits wide; numpy's own small integers would overflow."""
    inner = np.dtype((PlainRecord, record(("small", np.int8), ("row", np.int16, 2))))
    outer = np.dtype({"names": ["word", "inner", "inners"], "formats": [np.uint64, inner, (inner, 3)]})
    table = plain(outer)
    table.word = 2**64 - 1
    table.inner.small = 100
    table.inner.row[1] = 300
    table.inners[2].small -= 5

    assert table.word + 1 == 2**64
    assert table.inner.small * 1000 == 100_000
    assert table.inner.row[1] * 1000 == 300_000
    assert [one.small for one in table.inners] == [0, 0, -5]
    assert {type(v) for v in (table.word, table.inner.small, table.inner.row[1], table.inners[2].small)} == {int}
    assert [type(v) for v in table.inner.row] == [int, int]


def test_plain_records_are_copied_as_a_block():
    inner = np.dtype((PlainRecord, record(("small", np.int8), ("row", np.int16, 2))))
    outer = np.dtype({"names": ["one", "other"], "formats": [inner, inner]})
    table = plain(outer)
    table.one.small = 7
    table.one.row[1] = 8
    table.other = table.one
    table.one.small = 9

    assert (table.other.small, table.other.row[1]) == (7, 8)


def test_plain_records_know_no_other_names():
    table = plain(record(("turn", np.int32)))

    with pytest.raises(AttributeError):
        _ = table.turns
    with pytest.raises((AttributeError, KeyError)):
        table.turns = 1


# Where kernels are kept -----------------------------------------------------------------------------------------------
def root_for(monkeypatch, *, wanted, writable):
    """The cache root chosen where only some folders can be written."""
    monkeypatch.setenv("BALANCER_CACHE", wanted)
    monkeypatch.setenv("XDG_CACHE_HOME", "/home/me/cache")
    monkeypatch.setattr(compiling, "writable", lambda folder: str(folder) in writable)
    return str(compiling.cache_root.__wrapped__())


def test_the_first_folder_that_can_be_written_is_taken(monkeypatch, tmp_path):
    beside = str(PACKAGE / "__pycache__" / "kernels")
    user = "/home/me/cache/balancer/kernels"

    assert root_for(monkeypatch, wanted="/wanted", writable=["/wanted", beside, user]) == "/wanted"
    assert root_for(monkeypatch, wanted="/wanted", writable=[beside, user]) == beside
    assert root_for(monkeypatch, wanted="", writable=[beside, user]) == beside
    assert root_for(monkeypatch, wanted="", writable=[user]) == user
    monkeypatch.setattr(tempfile, "mkdtemp", lambda **_: str(tmp_path))
    assert root_for(monkeypatch, wanted="", writable=[]) == str(tmp_path)


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("")

    assert not compiling.writable(tmp_path / "file")
    assert not compiling.writable(tmp_path / "file" / "below")
    assert compiling.writable(tmp_path / "new" / "folder")


def test_only_old_kernels_are_forgotten(tmp_path):
    """$BALANCER_CACHE may name any folder, somebody's home even: what is not a kernel folder of ours stays."""
    others = ["letters", "photos-2024", "core", "src-0123456789abcdeg", "room-0123456789abcdef-mine"]
    ours = [f"room_{k}-{k:016x}" for k in range(20)] + [f"core-{k:016x}-checked" for k in range(20)]
    for age, name in enumerate([*others, *ours]):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("")
        os.utime(tmp_path / name, (1_000_000 + age, 1_000_000 + age))

    compiling.forget_oldest(tmp_path)

    left = {path.name for path in tmp_path.iterdir()}
    assert left == {*others, *ours[-compiling.KEPT_FOLDERS :]}


def test_a_folder_that_vanishes_meanwhile_is_no_error(tmp_path):
    """Another process may be forgetting the same ones."""
    gone = tmp_path / ("room-" + "0" * 16)
    gone.symlink_to(tmp_path / "nowhere")

    compiling.forget_oldest(tmp_path)


# The cache at work, in a small package of its own ---------------------------------------------------------------------
RULES = """
from balancer.core.compile import rule

@rule
def worth(k):
    return 2 * k
"""

BATCH = """
from balancer.core.compile import rule
from balancer.games.tiny.rules import worth

@rule
def play(n):
    total = 0
    for k in range(n):
        total += worth(k)
    return total
"""

RUN = """
from balancer.core.compile import cache_root, is_compiled
from balancer.games.tiny.batch import play
known = is_compiled(play)
print(play(10), known, is_compiled(play), sum(play.stats.cache_hits.values()), cache_root())
"""


@pytest.fixture
def package(tmp_path):
    """A copy of the core with one tiny room."""
    room = tmp_path / "src" / "balancer" / "games" / "tiny"
    room.mkdir(parents=True)
    shutil.copytree(PACKAGE / "core", room.parents[1] / "core", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE / "wording.py", room.parents[1])
    for folder in (room, *room.parents[:2]):
        (folder / "__init__.py").write_text("")
    (room / "rules.py").write_text(RULES)
    (room / "batch.py").write_text(BATCH)
    return room.parents[1]


def run(package, **environment):
    """What RUN prints: result, known before, known after, hits, cache root."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "BALANCER", "XDG"))}
    told = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUN],
        cwd=package.parent,
        env={**kept, "PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    return told.stdout.split()


def kernels_in(root):
    return sorted(path for path in pathlib.Path(root).rglob("*.nb?"))


def test_nothing_stale_is_played(package, tmp_path):
    """numba notices changes in a kernel's own file only; here a rule changes in another, then the core does."""
    cache = str(tmp_path / "cache")
    assert run(package, BALANCER_CACHE=cache) == ["90", "False", "True", "0", cache]
    made = kernels_in(cache)
    times = [path.stat().st_mtime_ns for path in made]

    assert run(package, BALANCER_CACHE=cache) == ["90", "True", "True", "1", cache], "loaded, not compiled"
    assert kernels_in(cache) == made
    assert [path.stat().st_mtime_ns for path in made] == times

    (package / "games" / "tiny" / "rules.py").write_text(RULES.replace("2 * k", "3 * k"))
    assert run(package, BALANCER_CACHE=cache) == ["135", "False", "True", "0", cache]

    (package / "games" / "tiny" / "rules.py").write_text(RULES)
    assert run(package, BALANCER_CACHE=cache)[0] == "90", "the first kernel is found again, or compiled again"

    with (package / "core" / "bits.py").open("a") as file:
        file.write("# changed\n")
    assert run(package, BALANCER_CACHE=cache)[:4] == ["90", "False", "True", "0"]


def test_no_folder_that_can_be_written(package, tmp_path):
    """A read-only installation without a home: kernels go to a temporary folder (files stand in the way here)."""
    (package / "__pycache__").write_text("")
    (tmp_path / "home").write_text("")
    (tmp_path / "tmp").mkdir()

    told = run(package, HOME=str(tmp_path / "home"), TMPDIR=str(tmp_path / "tmp"))

    assert told[:4] == ["90", "False", "True", "0"]
    assert pathlib.Path(told[4]).parent == tmp_path / "tmp"
    assert kernels_in(told[4])


def test_plain_python_needs_no_folder_at_all(package, tmp_path):
    cache = tmp_path / "cache"
    code = RUN.split("print", maxsplit=1)[0] + "print(play(10), known)"
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=package.parent,
        env={**os.environ, "PYTHONPATH": str(package.parent), "NUMBA_DISABLE_JIT": "1", "BALANCER_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert told.stdout.split() == ["90", "True"]
    assert not cache.exists()


# A package from outside -----------------------------------------------------------------------------------------------
SHARED = """
from balancer.core.compile import rule

@rule
def worth(k):
    return 2 * k
"""

OUTSIDE = """
from balancer.core.compile import is_compiled, sources_of
from orchard.tiny.batch import play
import pathlib, orchard.tiny
known = is_compiled(play)
print(play(10), known, is_compiled(play), sources_of(pathlib.Path(orchard.tiny.__file__).parent))
"""


@pytest.fixture
def orchard(tmp_path):
    """A package from outside with a game in a folder of its own, which shares a rule with others."""
    tiny = tmp_path / "project" / "orchard" / "tiny"
    tiny.mkdir(parents=True)
    for folder in (tiny, tiny.parent):
        (folder / "__init__.py").write_text("")
    (tiny.parent / "shared.py").write_text(SHARED)
    (tiny / "batch.py").write_text(BATCH.replace("balancer.games.tiny.rules", "orchard.shared"))
    return tiny.parent


def run_outside(orchard, cache):
    """What OUTSIDE prints, or the error: result, known before, known after, hash of the sources."""
    told = subprocess.run(
        [sys.executable, "-W", "error", "-c", OUTSIDE],
        env={**os.environ, "PYTHONPATH": str(orchard.parent), "PYTHONDONTWRITEBYTECODE": "1", "BALANCER_CACHE": cache},
        capture_output=True,
        text=True,
        check=False,
    )
    return told.stdout.split() if told.returncode == 0 else told.stderr


def test_nothing_stale_is_played_of_a_package_from_outside(orchard, tmp_path):
    """Any file of the package counts, and names the results on disk too (`Game.sources`)."""
    cache = str(tmp_path / "cache")
    *first, sources = run_outside(orchard, cache)
    assert first == ["90", "False", "True"]
    assert run_outside(orchard, cache) == ["90", "True", "True", sources]
    assert {path.name for path in (tmp_path / "cache").iterdir()} >= {f"orchard-{sources}"}

    (orchard / "shared.py").write_text(SHARED.replace("2 * k", "3 * k"))
    *edited, other_sources = run_outside(orchard, cache)
    assert edited == ["135", "False", "True"]
    assert other_sources != sources


def test_rules_of_another_package_are_refused(orchard, tmp_path):
    """Nobody would notice a change there."""
    elsewhere = orchard.parent / "elsewhere.py"
    elsewhere.write_text(SHARED)
    (orchard / "tiny" / "batch.py").write_text(BATCH.replace("balancer.games.tiny.rules", "elsewhere"))

    told = run_outside(orchard, str(tmp_path / "cache"))
    assert "TypeError: orchard.tiny.batch.play calls elsewhere.worth, which is not of its package" in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("return k / 2", "plays.worth divides by /; rules know whole numbers only: use //"),
        ("k /= 2; return k", "plays.worth divides by /"),
        ("return k + 0.5", r"plays.worth holds 0\.5; rules know whole numbers only"),
        ("return k == 'left'", "plays.worth holds 'left'"),
        ("return [k, 3][0]", "plays.worth makes a list; the record of the table has room for all"),
        ("return len([j for j in range(k)])", "plays.worth makes "),
        ("return {1: k}[1]", "plays.worth makes a dict"),
        ("return {k}.pop()", "plays.worth makes a set"),
        ("return len(f'{k}')", "plays.worth makes a word"),
        ("return sum(j for j in range(k))", "plays.worth makes a function"),
    ],
)
def test_what_is_no_whole_number_is_refused(line, told):
    """Cut to whole numbers, or never equal to one, they would play another game than is written."""
    names = {"__name__": "plays"}
    exec(f"def worth(k):\n    'What it is worth: a / b, 0.5.'\n    {line}", names)  # noqa: S102

    with pytest.raises(TypeError, match=told):
        compiling.check_whole(names["worth"])


def test_whole_numbers_and_words_about_them_are_not_refused():
    def worth(k):
        """Half of k, 0.5 k."""
        return k // 2 + (k == 3) if k in (3, 4) else max(k, 2)

    compiling.check_whole(worth)
