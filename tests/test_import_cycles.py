"""No file imports itself by way of others, whether at its top, late, or for types only.

A reader who follows imports from a file must come to an end.  Import contracts (pyproject.toml) keep the packages in
order; within a package only this test does, since Python notices no cycle that is closed by a late or typing import.
"""

import ast
import importlib.util
import pathlib
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

ROOT = pathlib.Path(__file__).parents[1]


class Import(NamedTuple):
    target: str  # full name of the imported module
    line: int


REMAINING: list[str] = []
"""Packages within which imports still go round; to be emptied."""

Imports = Mapping[str, list[Import]]
"""Imports of each module of a package among its own modules, by full name; a package stands for its __init__.py."""


def read_imports(package: pathlib.Path) -> dict[str, list[Import]]:
    """Return all imports between the modules below a package's folder."""
    paths = {module_name(path, package.parent): path for path in sorted(package.rglob("*.py"))}
    return {name: list(imports_of(name, path, paths.keys())) for name, path in paths.items()}


def module_name(path: pathlib.Path, root: pathlib.Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(name: str, path: pathlib.Path, modules: Iterable[str]) -> Iterator[Import]:
    """Yield what one module imports of `modules`, wherever the import stands in it.

    `from package import item` is an import of the module `package.item` where there is one, else of the package.
    """
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_bytes(), str(path))):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif not isinstance(node, ast.ImportFrom):
            continue
        else:
            home = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            items = [f"{home}.{alias.name}" for alias in node.names]
            targets = [item if item in modules else home for item in items]
        yield from (Import(target, node.lineno) for target in dict.fromkeys(targets) if target in modules)


def find_cycles(imports: Imports) -> list[list[str]]:
    """Return the groups of modules that import each other, in a circle or more than one; sorted.

    Strongly connected components by Tarjan (1972): `reach[m]` is the earliest visited module on the stack to which a
    path leads from m.  A component is complete at its first module, from which no path leads to an earlier one.
    """
    order: dict[str, int] = {}  # module -> when it was visited
    reach: dict[str, int] = {}
    stack: list[str] = []
    cycles = []

    def visit(module: str) -> None:
        order[module] = reach[module] = len(order)
        stack.append(module)
        for target, _ in imports[module]:
            if target not in order:
                visit(target)
            if target in stack:
                reach[module] = min(reach[module], reach[target])
        if reach[module] == order[module]:
            place = stack.index(module)
            component = sorted(stack[place:])
            del stack[place:]
            if len(component) > 1 or any(target == module for target, _ in imports[module]):
                cycles.append(component)

    for module in imports:
        if module not in order:
            visit(module)
    return sorted(cycles)


def described(cycle: list[str], imports: Imports) -> str:
    """Return a message: the modules of a cycle, each with its imports in the cycle as module:line -> module."""
    lines = [f"{len(cycle)} modules import each other; move what they share to a file below them:"]
    for module in cycle:
        lines += [f"  {module}:{line} -> {target}" for target, line in imports[module] if target in cycle]
    return "\n".join(lines)


def test_no_file_imports_itself_by_way_of_others() -> None:
    imports = read_imports(ROOT / "balancer")
    cycles = find_cycles(imports)
    packages = [{f"{module}.".split(".")[1] for module in cycle} for cycle in cycles]
    new = [cycle for cycle, within in zip(cycles, packages, strict=True) if within - {*REMAINING} or len(within) > 1]
    gone = {*REMAINING} - {package for within in packages for package in within}

    assert not new, "\n".join(described(cycle, imports) for cycle in new)
    assert not gone, f"strike {gone} out of REMAINING: no imports go round in there any more"


def write_package(folder: pathlib.Path, **files: str) -> pathlib.Path:
    """Write a package `house` of these files; two underscores in a name stand for a folder."""
    package = folder / "house"
    for name, text in files.items():
        path = package / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    (package / "__init__.py").touch()
    return package


def cycles_of(folder: pathlib.Path, **files: str) -> list[list[str]]:
    return find_cycles(read_imports(write_package(folder, **files)))


def test_imports_in_functions_and_for_types_count(tmp_path: pathlib.Path) -> None:
    cycles = cycles_of(
        tmp_path,
        kitchen="import house.cellar",
        cellar="""
            from typing import TYPE_CHECKING
            if TYPE_CHECKING:
                from house.stairs import Step
        """,
        stairs="""
            def climb():
                from house import kitchen
        """,
        garden="from house import kitchen",
    )

    assert cycles == [["house.cellar", "house.kitchen", "house.stairs"]]


def test_a_name_from_a_package_is_the_module_of_that_name_or_else_the_package(tmp_path: pathlib.Path) -> None:
    cycles = cycles_of(
        tmp_path,
        # of the package's own file these modules need nothing ...
        rooms__hall="from house.rooms import door",
        rooms__door="",
        # ... but this one does, and the package's file needs it
        halls__attic="from house.halls import HEIGHT",
        halls____init="",
    )
    assert cycles == []

    (tmp_path / "house/rooms/__init__.py").write_text("from .hall import door\n", encoding="utf-8")
    (tmp_path / "house/halls/__init__.py").write_text("from .attic import BEAM\n", encoding="utf-8")

    assert find_cycles(read_imports(tmp_path / "house")) == [["house.halls", "house.halls.attic"]]


def test_circles_that_share_a_file_are_one_group_and_a_chain_is_none(tmp_path: pathlib.Path) -> None:
    cycles = cycles_of(
        tmp_path,
        a="from house import b, c",
        b="from house import a",
        c="from house import a, d",
        d="from house import e",
        e="",
    )

    assert cycles == [["house.a", "house.b", "house.c"]]


def test_a_message_names_the_imports_of_a_cycle_with_their_lines(tmp_path: pathlib.Path) -> None:
    imports = read_imports(
        write_package(tmp_path, up="\nimport house.down", down="from house import up\nimport house.up")
    )
    (cycle,) = find_cycles(imports)

    assert described(cycle, imports).splitlines()[1:] == [
        "  house.down:1 -> house.up",
        "  house.down:2 -> house.up",
        "  house.up:2 -> house.down",
    ]
