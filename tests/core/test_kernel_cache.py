"""The folder of kernels: whatever is wrong with it, rules are compiled; nobody else's files are touched, or trusted."""

import errno
import hashlib
import os
import pathlib
import pickle
import subprocess
import sys
import time
from typing import NamedTuple

import pytest

from balancer.core.cache import kernel_cache
from balancer.core.cache.kernel_cache import MARK, MARKER, forget_oldest, kernel_folder
from tests.core import forked

ROOT = pathlib.Path(__file__).parents[2]

PLAY = """
import sys
from balancer.core.compile import rule
from balancer.core.cache import kernel_cache

@rule
def worth(k):
    return 2 * k

@rule
def play(n):
    total = 0
    for k in range(n):
        total += worth(k)
    return total

{before}
print(play(10), sum(play.stats.cache_hits.values()))
"""


@pytest.fixture
def play(tmp_path):
    """play(before) runs PLAY in a process of its own: what it prints, and its lines on stderr."""
    (tmp_path / "home").mkdir()

    def run(before="", cache=tmp_path / "cache", start=forked.run, **environment):
        env = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "HOME": str(tmp_path / "home"),
            "XDG_CACHE_HOME": "",
            "BALANCER_CACHE": str(cache),
            "NUMBA_DISABLE_JIT": "0",
            **environment,
        }
        done = start(PLAY.format(before=before), tmp_path, env)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip(), done.stderr.splitlines()

    return run


# Damage ---------------------------------------------------------------------------------------------------------------
def test_damaged_files_are_dropped_and_compiled_anew(play, tmp_path):
    assert play() == ("90 0", [])
    assert play() == ("90 1", [])
    files = sorted((tmp_path / "cache" / "compiled").glob("*.kernel"))
    whole = {path: path.read_bytes() for path in files}
    middle = {path: len(content) // 2 for path, content in whole.items()}
    damages = {
        "cut": lambda path: whole[path][:50],
        "empty": lambda _path: b"",
        "one bit": lambda path: (
            whole[path][: middle[path]] + bytes([whole[path][middle[path]] ^ 1]) + whole[path][middle[path] + 1 :]
        ),
        "garbage": lambda path: os.urandom(len(whole[path])),
    }
    for what, damage in damages.items():
        for path in files:
            path.write_bytes(damage(path))
        result, (note,) = play()
        assert result == "90 0", what
        assert note.startswith(
            f"note: damaged files among the compiled rules in {tmp_path / 'cache' / 'compiled'} (cut short"
        )
        assert note.endswith("dropped, and compiled again")
        assert play() == ("90 1", []), what


def test_a_file_that_is_whole_but_holds_something_else(play, tmp_path):
    """As another numba might write it."""
    play()
    for path in (tmp_path / "cache" / "compiled").glob("*.kernel"):
        payload = pickle.dumps(("another", "shape"))
        path.write_bytes(hashlib.sha256(payload).digest() + payload)

    result, notes = play()

    assert result == "90 0"
    assert len(notes) == 1
    assert "damaged files" in notes[0]


def test_kernels_of_a_version_with_other_modules_are_compiled_anew_without_a_word(play, tmp_path):
    play()
    for path in (tmp_path / "cache" / "compiled").glob("*.kernel"):
        payload = b"cbalancer.core.elsewhere\nthing\n."  # a pickle of balancer.core.elsewhere.thing
        path.write_bytes(hashlib.sha256(payload).digest() + payload)

    assert play() == ("90 0", [])
    assert play() == ("90 1", [])


def test_a_folder_in_place_of_a_file(play, tmp_path):
    play()
    for path in (tmp_path / "cache" / "compiled").glob("*.kernel"):
        path.unlink()
        path.mkdir()

    result, notes = play()

    assert result == "90 0"
    assert notes
    assert all(note.startswith("note: compiled rules can't be") for note in notes)


def test_a_full_disk_is_reported_once(play, tmp_path):
    full = (
        "def fail(*_, **__): raise OSError(28, 'No space left on device')\n"
        "kernel_cache.kernel_folder()\nkernel_cache.tempfile.mkstemp = fail"
    )
    folder = tmp_path / "cache" / "compiled"

    result = play(full)

    assert result == (
        "90 0",
        [f"note: compiled rules can't be kept in {folder} (No space left on device): each run compiles them"],
    )
    assert list(folder.iterdir()) == [folder / MARKER]


def test_a_disk_that_fills_while_a_file_is_written_leaves_no_half(monkeypatch, tmp_path):
    def fail(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    kernel_cache._prepare(tmp_path / "compiled")
    monkeypatch.setattr(pathlib.Path, "replace", fail)

    with pytest.raises(OSError, match="No space"):
        kernel_cache.write_atomically(tmp_path / "compiled" / "a.kernel", b"123")

    assert [path.name for path in (tmp_path / "compiled").iterdir()] == [MARKER]


def test_a_folder_that_vanishes_is_made_again(play):
    result = play("import shutil; shutil.rmtree(kernel_cache.kernel_folder())")

    assert result == ("90 0", [])
    assert play() == ("90 1", [])


# Whose it is ----------------------------------------------------------------------------------------------------------
def kernel(folder, name, *, days=0.0, size=10):
    path = folder / name
    path.write_bytes(b"x" * size)
    then = time.time() - days * kernel_cache.DAY
    os.utime(path, (then, then))
    return path


def test_only_the_oldest_kernels_go(monkeypatch, tmp_path):
    folder = tmp_path / "compiled"
    kernel_cache._prepare(folder)
    monkeypatch.setattr(kernel_cache, "MAX_BYTES", 35)
    kept = [kernel(folder, f"new{k}.kernel", days=k) for k in range(2)]
    kept += [kernel(folder, "thesis.txt", days=99), kernel(folder, "fresh.part")]
    gone = [kernel(folder, name, days=50) for name in ("old.kernel", "page-old.wasm", "page-old.json")]
    gone.append(kernel(folder, "half.part", days=2))

    forget_oldest(folder)

    assert not any(path.exists() for path in gone)
    assert all(path.exists() for path in [*kept, folder / MARKER])


def test_a_folder_of_somebody_else_is_neither_used_nor_emptied(play, tmp_path):
    """$BALANCER_CACHE may name any folder, somebody's home even."""
    theirs = tmp_path / "cache" / "compiled"
    theirs.mkdir(parents=True)
    files = [kernel(theirs, name, days=500) for name in ("a.kernel", "b.part", "c.txt", "sources.json")]

    result, (note,) = play()

    assert result == "90 0"
    assert note == f"note: BALANCER_CACHE: {theirs} is not used: it contains other files; another folder is used"
    assert sorted(theirs.iterdir()) == sorted(files)
    assert len(list((tmp_path / "home" / ".cache" / "balancer" / "compiled").glob("*.kernel"))) == 1


def test_folders_beside_ours_stay(play, tmp_path):
    """Those too that are called as an earlier version called its own."""
    theirs = [tmp_path / "cache" / f"myproject{k}-0123456789abcdef" for k in range(30)]
    for folder in theirs:
        folder.mkdir(parents=True)
        (folder / "thesis.txt").write_text("")

    play()

    assert all((folder / "thesis.txt").exists() for folder in theirs)


def test_another_programs_cache_is_not_ours(tmp_path):
    (tmp_path / MARKER).write_text(MARK.splitlines()[0] + "\n# Of another program.\n")

    assert not kernel_cache.is_ours(tmp_path)
    assert kernel_cache._why_unusable(tmp_path) == "it contains other files"


# Who may write --------------------------------------------------------------------------------------------------------
posix = pytest.mark.skipif(os.name != "posix", reason="permissions are of another kind there")


class Planted(NamedTuple):
    """What makes a folder when it is unpickled."""

    path: str

    def __reduce__(self):
        return os.mkdir, (self.path,)


@posix
@pytest.mark.parametrize(
    ("parent", "own", "expected"),
    [
        (0o777, None, "everybody may write in "),
        (0o755, 0o777, "others may write there"),
        (0o755, 0o775, "others may write there"),
    ],
)
def test_a_folder_in_which_others_can_write_is_not_used(parent, own, expected, play, tmp_path):
    """The files are pickles: whoever writes them can run any code."""
    play()
    folder = tmp_path / "cache"
    payload = pickle.dumps(Planted(str(tmp_path / "planted")))
    for path in (folder / "compiled").glob("*.kernel"):
        path.write_bytes(hashlib.sha256(payload).digest() + payload)
    folder.chmod(parent)
    if own:
        (folder / "compiled").chmod(own)

    result, (note,) = play()

    assert result == "90 0"
    assert note.startswith(f"note: BALANCER_CACHE: {folder / 'compiled'} is not used: {expected}")
    assert "chmod " in note
    assert not (tmp_path / "planted").exists()
    folder.chmod(0o755)


@posix
def test_a_folder_of_another_user_is_not_used(monkeypatch, tmp_path):
    kernel_cache._prepare(tmp_path / "compiled")
    monkeypatch.setattr(os, "getuid", lambda: 12345)

    assert kernel_cache._why_unusable(tmp_path / "compiled").startswith("it belongs to another user")


@posix
def test_a_link_is_not_used(tmp_path):
    kernel_cache._prepare(tmp_path / "real")
    (tmp_path / "compiled").symlink_to(tmp_path / "real")

    assert kernel_cache._why_unusable(tmp_path / "compiled") == "it is a link"


@posix
def test_a_shared_folder_for_temporary_files_may_hold_ours(tmp_path):
    """As /tmp is: all may write, but only owners may remove."""
    tmp_path.chmod(0o1777)

    assert kernel_cache._why_unusable(tmp_path / "compiled") == ""
    assert (tmp_path / "compiled").stat().st_mode & 0o777 == 0o700


# Where it is ----------------------------------------------------------------------------------------------------------
def test_without_the_variable_it_is_the_users(monkeypatch, tmp_path):
    monkeypatch.delenv("BALANCER_CACHE", raising=False)
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_, **__: tmp_path / "user" / "balancer")

    assert kernel_folder.__wrapped__() == tmp_path / "user" / "balancer" / "compiled"


def test_where_nothing_can_be_written_it_is_a_temporary_one(play, tmp_path):
    """A read-only installation without a home (files stand in the way here); it is gone afterwards."""
    (tmp_path / "file").write_text("")
    (tmp_path / "tmp").mkdir()
    show = "print(kernel_cache.kernel_folder())"

    result, notes = play(show, cache=tmp_path / "file", HOME=str(tmp_path / "file"), TMPDIR=str(tmp_path / "tmp"))

    folder = pathlib.Path(result.splitlines()[0])
    assert folder.parents[1] == tmp_path / "tmp"
    assert result.splitlines()[1] == "90 0"
    assert len(notes) == 1
    assert "is not used: a file has its name" in notes[0]
    assert list((tmp_path / "tmp").iterdir()) == []


# Other processors -----------------------------------------------------------------------------------------------------
MEMBERS = range(2, 63, 6)

SELECT = f"""
from balancer.core import bits

@rule
def worth(k):
    return (k + 1) * bits.select({sum(1 << member for member in MEMBERS)}, k)
"""


def begun(code, folder, env):
    """Run as `forked.run` does, in a new process: numba keeps its target from the first compilation on."""
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_another_processor_has_kernels_of_its_own_without_instructions_that_it_lacks(play):
    generic = {"NUMBA_CPU_NAME": "generic", "start": begun}
    without = {"NUMBA_CPU_FEATURES": "-bmi2", "start": begun}
    expected = sum(place * member for place, member in enumerate(MEMBERS[:10], start=1))

    assert play() == ("90 0", [])
    assert play(**generic) == ("90 0", [])
    assert play(SELECT, **generic) == (f"{expected} 0", [])
    assert play(SELECT, **without) == (f"{expected} 0", [])
