"""Nothing stale is ever played: what is kept is identified by what it was compiled from, whichever file that is in."""

import os
import pathlib
import shutil

import pytest

from balancer.core import jit
from tests.core import forked

PACKAGE = pathlib.Path(jit.__file__).parents[1]

RULES = """
from balancer.core.compile import rule

@rule
def worth(k):
    return 2 * k
"""

PLAY = """
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
from balancer.core.jit import is_compiled
from balancer.core.cache.kernel_cache import kernel_folder
from balancer.games.tiny.loop import play
known = is_compiled(play)
print(play(10), known, is_compiled(play), sum(play.stats.cache_hits.values()), kernel_folder())
"""


def python(code, folder, **environment):
    """Return what a fresh process prints, in words; its output on stderr is an error."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "BALANCER", "XDG"))}
    done = forked.run(code, folder, {**kept, "PYTHONPATH": str(folder), **environment})
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.split()


@pytest.fixture
def package(tmp_path):
    """Return a copy of the core with one tiny game."""
    game = tmp_path / "src" / "balancer" / "games" / "tiny"
    game.mkdir(parents=True)
    shutil.copytree(PACKAGE / "core", game.parents[1] / "core", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE / "wording.py", game.parents[1])
    for folder in (game, *game.parents[:2]):
        (folder / "__init__.py").write_text("")
    (game / "rules.py").write_text(RULES)
    (game / "loop.py").write_text(PLAY)
    return game.parents[1]


def run(package, cache, **environment):
    """Return what RUN prints: result, known before, known after, hits, folder of kernels."""
    return python(RUN, package.parent, BALANCER_CACHE=str(cache), **environment)


def kernels_in(folder):
    return sorted(path for path in pathlib.Path(folder).rglob("*.kernel"))


def replace(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_an_edit_in_another_file_is_played(package, tmp_path):
    """numba notices changes in a kernel's own file only."""
    cache = tmp_path / "cache"
    assert run(package, cache) == ["90", "False", "True", "0", str(cache / "compiled")]
    made = kernels_in(cache)
    times = [path.stat().st_mtime_ns for path in made]

    assert run(package, cache)[:4] == ["90", "True", "True", "1"], "loaded, not compiled"
    assert kernels_in(cache) == made
    assert [path.stat().st_mtime_ns for path in made] == times

    rules = package / "games" / "tiny" / "rules.py"
    rules.write_text(RULES.replace("2 * k", "3 * k"))
    assert run(package, cache)[:4] == ["135", "False", "True", "0"]

    rules.write_text(RULES)
    assert run(package, cache)[:4] == ["90", "True", "True", "1"], "the first kernel is known still"


def test_comments_docstrings_and_layout_compile_nothing(package, tmp_path):
    run(package, tmp_path)
    made = kernels_in(tmp_path)
    rules = package / "games" / "tiny" / "rules.py"
    rules.write_text(
        '"""About rules."""\n\n# More.\n'
        + RULES.replace("    return 2 * k", '    """Twice k."""\n\n    return 2 * k  # k + k')
    )
    with (package / "core" / "bits.py").open("a") as file:
        file.write("# a comment\n")

    assert run(package, tmp_path)[:4] == ["90", "True", "True", "1"]
    assert kernels_in(tmp_path) == made

    replace(rules, "return 2", "return 1 + 2")
    assert run(package, tmp_path)[1] == "False"


def test_a_change_of_the_core_is_compiled_where_it_is_reached(package, tmp_path):
    tiny = package / "games" / "tiny" / "rules.py"
    tiny.write_text(
        "from balancer.core import bits\nfrom balancer.core.compile import rule\n\n"
        "@rule\ndef worth(k):\n    return bits.count(k)\n"
    )
    assert run(package, tmp_path)[:2] == ["15", "False"]  # bits in 0..9

    replace(package / "core" / "bits.py", "def bit(k):", "def bit(k, *nothing):")
    assert run(package, tmp_path)[:2] == ["15", "True"], "not reached"
    replace(
        package / "core" / "bits.py",
        "_4, _56 = WORD(0), WORD(1), WORD(2), WORD(4), WORD(56)",
        "_4, _56 = 0, 1, 2, 4, 57",
    )
    assert run(package, tmp_path)[:2] != ["15", "True"], "a constant of the core that is reached"


# Of another package -------------------------------------------------------------------------------------------------
BONUS = """
from balancer.core.compile import rule
BONUS = 0

@rule
def extra(k):
    return 0
"""


def test_what_another_package_says_is_played_as_it_is_now(package, tmp_path):
    """A constant and a rule, both through a module (more ways: test_reach.py)."""
    common = package.parent / "common"
    common.mkdir()
    (common / "__init__.py").write_text("")
    (common / "bonus.py").write_text(BONUS)
    (package / "games" / "tiny" / "rules.py").write_text(
        "from common import bonus\nfrom balancer.core.compile import rule\n\n"
        "@rule\ndef worth(k):\n    return k + bonus.extra(k) + bonus.BONUS\n"
    )
    assert run(package, tmp_path)[:2] == ["45", "False"]

    (common / "bonus.py").write_text(BONUS.replace("BONUS = 0", "BONUS = 5"))
    assert run(package, tmp_path)[:2] == ["95", "False"]

    (common / "bonus.py").write_text(BONUS.replace("return 0", "return 100"))
    assert run(package, tmp_path)[:2] == ["1045", "False"]


def test_rules_behind_a_link_are_played_as_they_are_now(package, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "shared.py").write_text(RULES)
    (package / "games" / "tiny" / "linked").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    (package / "games" / "tiny" / "rules.py").write_text("from balancer.games.tiny.linked.shared import worth\n")
    assert run(package, tmp_path / "cache")[:2] == ["90", "False"]

    (tmp_path / "elsewhere" / "shared.py").write_text(RULES.replace("2 * k", "3 * k"))

    assert run(package, tmp_path / "cache")[:2] == ["135", "False"]


# A process that lives while somebody edits ----------------------------------------------------------------------------
NOTEBOOK = """
import pathlib
from balancer.games.tiny import loop, other
print(loop.play(10))
path = pathlib.Path({path!r})
path.write_text(path.read_text().replace({old!r}, {new!r}))
from balancer.games.tiny.other import play
print(play(10))
"""


@pytest.mark.parametrize("where", ["core", "rules"])
def test_an_edit_meanwhile_does_not_poison_the_cache(where, package, tmp_path):
    """What is in memory is compiled, so it is that which is kept; the next process compiles the edited rule."""
    tiny = package / "games" / "tiny"
    edited = (package / "core" / "bits.py") if where == "core" else tiny / "rules.py"
    old, new = ("def pick(condition, a, b):", "def pick(condition, b, a):") if where == "core" else ("2 * k", "3 * k")
    tiny.joinpath("rules.py").write_text(
        "from balancer.core.bits import pick\nfrom balancer.core.compile import rule\n\n"
        "@rule\ndef worth(k):\n    return pick(k > 5, 2 * k, k)\n"
    )
    (tiny / "other.py").write_text(PLAY.replace("total += worth(k)", "total += 10 * worth(k)"))
    code = NOTEBOOK.format(path=str(edited), old=old, new=new)
    before = python(code, package.parent, BALANCER_CACHE=str(tmp_path / "cache"))
    assert before == ["75", "750"]

    after = python(
        NOTEBOOK.format(path=str(edited), old="", new=""), package.parent, BALANCER_CACHE=str(tmp_path / "cache")
    )
    fresh = python(
        NOTEBOOK.format(path=str(edited), old="", new=""), package.parent, BALANCER_CACHE=str(tmp_path / "new")
    )

    assert after == fresh
    assert after != before


def test_a_constant_that_changed_after_it_was_compiled_is_not_kept_under_its_new_value(package, tmp_path):
    """A rule compiled with the old constant is linked into a caller compiled later."""
    tiny = package / "games" / "tiny"
    rules = RULES.replace("2 * k", "2 * k + BONUS") + "\n@rule\ndef twice(k):\n    return 2 * worth(k)\n"
    tiny.joinpath("rules.py").write_text("BONUS = 0\n" + rules)
    code = "from balancer.games.tiny import rules\nfrom balancer.games.tiny.loop import play\n{}\nprint(play(10))"
    late = "rules.twice(1)\nrules.BONUS = 5"
    assert python(code.format(late), package.parent, BALANCER_CACHE=str(tmp_path)) == ["90"]

    assert python(code.format("rules.BONUS = 5"), package.parent, BALANCER_CACHE=str(tmp_path)) == ["140"]


# Functions made from others -------------------------------------------------------------------------------------------
TEMPLATE = """
from balancer.core.jit import bind
from balancer.games.tiny import rules

def play(n):
    total = 0
    for k in range(n):
        total += FACTOR * worth(k)
    return total

play, again = (bind(play, f"tiny_{factor}", {"worth": rules.worth, "FACTOR": factor}) for factor in (1, 2))
"""


def test_a_template_is_found_again_as_each_game_has_it(package, tmp_path):
    tiny = package / "games" / "tiny"
    (tiny / "loop.py").write_text(TEMPLATE)
    both = RUN + "from balancer.games.tiny.loop import again\nprint(again(10), sum(again.stats.cache_hits.values()))"

    def run_both():
        done = python(both, package.parent, BALANCER_CACHE=str(tmp_path))
        return [*done[:4], *done[5:]]

    assert run(package, tmp_path)[:4] == ["90", "False", "True", "0"]
    assert python(both.replace("play(10), ", ""), package.parent, BALANCER_CACHE=str(tmp_path))[-2:] == ["180", "0"]
    assert run_both() == ["90", "True", "True", "1", "180", "1"], "compiled by two processes, loaded by one"

    (tiny / "rules.py").write_text(RULES.replace("2 * k", "3 * k"))
    assert run_both() == ["135", "False", "True", "0", "270", "0"]


def test_plain_python_needs_no_folder_at_all(package, tmp_path):
    code = RUN.split("print", maxsplit=1)[0] + "print(play(10), known)"

    done = python(code, package.parent, NUMBA_DISABLE_JIT="1", BALANCER_CACHE=str(tmp_path / "cache"))

    assert done == ["90", "True"]
    assert not (tmp_path / "cache").exists()
