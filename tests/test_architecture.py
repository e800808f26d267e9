"""The direction of imports is a test, and so is what a quick command may load."""

import ast
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[1]

HEAVY = {"numba", "pandas", "matplotlib", "scipy", "dask", "pyarrow"}
"""What takes a noticeable time to import."""

COMMAND = """
import sys
from balancer.cli import main
sys.argv[1:] = {arguments!r}
try:
    main()
except SystemExit as stop:
    assert not stop.code, stop.code
"""


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)


def test_imports_go_one_way() -> None:
    """The contracts stand in pyproject.toml, under [tool.importlinter]."""
    linted = run_python("import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))")

    assert linted.returncode == 0, linted.stdout + linted.stderr


def test_words_combine_no_errors() -> None:
    """A contract forbids them the intervals of analysis; this, the means to make intervals of one's own."""
    statistics = {"hypot", "linalg", "NormalDist", "stdtrit", "ndtri", "erfinv"}
    used = {
        f"{path.relative_to(ROOT)}:{node.lineno} {name}"
        for folder in ("api", "cli", "questions", "reporting", "shell")
        for path in (ROOT / "balancer" / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Attribute, ast.Name, ast.alias))
        for name in [
            node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else node.name
        ]
        if name in statistics
    }

    assert not used, "statistics belong to balancer/analysis, next to their estimator"


@pytest.mark.parametrize(
    "code",
    [
        "import balancer",
        "import balancer.games; balancer.games.names()",
        COMMAND.format(arguments=["--help"]),
        COMMAND.format(arguments=["sweep", "--help"]),
        COMMAND.format(arguments=["compare", "--help"]),
    ],
    ids=["the package", "the names of the games", "--help", "sweep --help", "compare --help"],
)
def test_what_is_quick_loads_nothing_heavy(code: str) -> None:
    done = run_python(f"{code}\nimport sys; print(*sys.modules, file=sys.stderr)")

    assert done.returncode == 0, done.stderr
    assert set() == HEAVY & set(done.stderr.split())


def test_rules_in_plain_python_load_no_compiler() -> None:
    """Which takes longer than most of what such a process does: to narrate a game, to try one that is being written."""
    code = COMMAND.format(arguments=["trace", "black_death"])
    done = run_python(f"{code}\nimport sys; print(*sys.modules, file=sys.stderr)")

    assert done.returncode == 0, done.stderr
    assert set() == {"numba", "llvmlite", "pandas", "scipy.special"} & set(done.stderr.split())
