"""The hash that names results: it changes with whatever could change them, and with nothing else."""

import importlib
import os
import pathlib
import subprocess
import sys
import types

import pytest

from balancer import games
from balancer.core.cache import kernel_cache, sources
from balancer.core.cache.sources import analyse
from tests.core import forked

ROOT = pathlib.Path(sources.__file__).parents[2]

TEXT = '''"""A module."""
from . import a
import b.c as d

LIMIT: int = 3
"""What it limits."""

def f(x, *rest, key=None):
    """Double."""
    # a comment
    if x > LIMIT:  # another
        return f"{x!r:>{key}}"
    return [2 * y for y in (x, *rest) if y]
'''

SAME = """

from . import (
    a,
)
import b.c as d
LIMIT:int=3
def f(x,*rest,key=None):
  if x>LIMIT:
      return f'{x!r:>{key}}'
  return [2*y for y in (x, *rest) if y]
"""


def test_comments_docstrings_and_layout_do_not_count():
    assert analyse(TEXT.encode()) == analyse(SAME.encode())
    assert analyse(TEXT.encode()) == analyse(("\ufeff" + TEXT.replace("\n", "\r\n")).encode())


def test_the_hash_is_the_same_in_every_python():
    """Else results would be played anew, and baselines be of other sources, after a change of Python."""
    assert analyse(TEXT.encode()).digest[:16] == "23122ffd62268b71"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("3", "4"),
        ("3", "3.0"),
        ("3", "'3'"),
        ("x >", "x >="),
        ("2 * y", "y * 2"),
        ("key=None", "key=0"),
        ("*rest, key", "rest, *key"),
        ("if y", ""),
        ("!r", "!s"),
        ("from . import a", "from .. import a"),
        ("from . import a", "from . import a as z"),
        ("def f", "async def f"),
        ("return [", "yield ["),
    ],
)
def test_all_else_counts(old, new):
    assert old in TEXT
    assert analyse(TEXT.replace(old, new).encode()).digest != analyse(TEXT.encode()).digest


def test_nested_lists_keep_their_ends():
    texts = [
        "if a:\n  b\n  c\n",
        "if a:\n  b\nc\n",
        "if a:\n  b\nelse:\n  c\n",
        "f(a)(b)",
        "f(a, b)",
        "f(a, *b)",
        "f(a, b=b)",
    ]

    assert len({analyse(text.encode()).digest for text in texts}) == len(texts)


def test_what_is_no_python_counts_byte_by_byte():
    assert analyse(b"def (").digest != analyse(b"def ((").digest
    assert analyse(b"\x00").digest != analyse(b"\x00\x00").digest


# Which files count ----------------------------------------------------------------------------------------------------
@pytest.fixture
def project(tmp_path):
    """make(files) writes a project with the package `orchard`; a new process prints the hash of its game `tiny`."""

    def make(files):
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        code = (
            "import orchard.tiny, sys\nfrom balancer.core.cache import sources\n"
            "print(sources.of_game('orchard.tiny'), 'lazy' in sys.modules)"
        )
        path = os.pathsep.join([str(tmp_path), *sys.path])
        done = forked.run(code, tmp_path, {**os.environ, "PYTHONPATH": path})
        assert done.returncode == 0, done.stderr
        assert done.stdout.split()[1] == "False"
        return done.stdout.split()[0]

    return make


FILES = {
    "orchard/__init__.py": "",
    "orchard/unused.py": "A = 1",
    "orchard/shared.py": "from common import numbers",
    "orchard/tiny/__init__.py": "from orchard.tiny import rules",
    "orchard/tiny/rules.py": "from ..shared import numbers\n\ndef late():\n    from lazy.deep import A",
    "orchard/tiny/sub/never_imported.py": "A = 1",
    "common/__init__.py": "",
    "common/numbers.py": "A = 1",
    "lazy/__init__.py": "",
    "lazy/deep.py": "import json, numpy\nA = 1",
}


def test_every_file_that_can_be_reached_counts(project):
    first = project(FILES)
    seen = {first}
    for name, text in FILES.items():
        now = project({**FILES, name: text + "\nB = 2"})
        assert (now == first) == (name == "orchard/unused.py"), name
        assert now == first or now not in seen, name
        seen.add(now)
    assert project(FILES) == first


def test_a_linked_folder_counts(project, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "orchard" / "tiny").mkdir(parents=True)
    (tmp_path / "orchard" / "tiny" / "linked").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    first = project({**FILES, "elsewhere/bonus.py": "A = 1"})

    assert project({**FILES, "elsewhere/bonus.py": "A = 2"}) != first


def test_links_in_a_circle_have_an_end(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "a.py").write_text("")
    (tmp_path / "a" / "up").symlink_to(tmp_path, target_is_directory=True)

    assert [path.name for path in sources.files_below(tmp_path)] == ["a.py"]


@pytest.mark.parametrize("name", games.own_names())
def test_of_this_package_the_core_and_the_game_count(name):
    """What plays and reports a game does not; nor does another game."""
    game = games.load(name)
    files = sources._package_files(game.package.__name__, game.folder)

    words = {game.folder / f"{name}.py" for name in ("narration", "words", "move_words")}
    assert set(files) == set(sources.files_below(game.folder)) - words
    assert len(game.sources) == 16
    assert len({games.load(other).sources for other in games.own_names()}) == len(games.own_names())


def test_an_edit_after_the_import_does_not_count(tmp_path, monkeypatch):
    """The module in memory is the old one."""
    package = tmp_path / "planted_late"
    package.mkdir()
    (package / "__init__.py").write_text("A = 1")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module("planted_late")
    sources.keep_as_imported("planted_late")
    before = analyse(b"A = 1").digest

    (package / "__init__.py").write_text("A = 2")

    assert list(sources._package_files("planted_late", package).values()) == [before]


def test_a_game_is_read_when_it_is_imported():
    code = (
        "import pathlib; from balancer.core.cache import sources; from balancer.games import black_death\n"
        "before = sources.read.cache_info().misses\n"
        "for path in pathlib.Path(black_death.__file__).parent.glob('*.py'): sources.read(path)\n"
        "print(sources.read.cache_info().misses - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)

    assert done.stdout == "0\n"


def test_single_modules():
    assert sources.of_modules("balancer.analysis.figure_ref") == sources.of_modules("balancer.analysis.figure_ref")
    assert sources.of_modules("balancer.analysis.intervals.sequential") != sources.of_modules(
        "balancer.analysis.verdicts"
    )
    with pytest.raises(ImportError, match=r"there is no module balancer\.nothing"):
        sources.of_modules("balancer.nothing")


def test_what_is_remembered_is_looked_up_by_content(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_cache, "kernel_folder", lambda: tmp_path / "compiled")
    monkeypatch.setattr(sources, "_new", {})
    file = tmp_path / "file.py"
    file.write_text("import a\n")
    sources._remembered.cache_clear()
    sources.read.cache_clear()
    found = sources._source(file)
    sources._remember()

    monkeypatch.setattr(sources, "_new", {})
    monkeypatch.setattr(sources, "analyse", lambda _content: pytest.fail("it is known"))
    sources._remembered.cache_clear()
    assert sources._source(file) == found == analyse(b"import a\n")

    (tmp_path / "compiled" / sources.MEMO).write_text("[1]")
    sources._remembered.cache_clear()
    assert sources._remembered() == {}
    sources._remembered.cache_clear()


def test_a_module_without_a_file_is_passed_over():
    assert sources._module_file("sys") is None
    assert sources._module_file("numpy") is None
    assert sources._module_file("no_such_package_anywhere.at_all") is None
    assert isinstance(sys.modules["os"], types.ModuleType)
    assert pathlib.Path(sources.CORE).name == "core"
