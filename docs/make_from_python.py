"""Run the examples of docs/from-python.md and write what they print below them: ``make pythondoc``.

A block of Python is followed by a block of text: what it printed, and, as in a notebook, the value of its last line.
All blocks share their names.  Files that they write go to a folder of their own, but the chart, which the page shows.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import pathlib
import re
import tempfile
from typing import Any

PAGE = pathlib.Path(__file__).parent / "from-python.md"
CHART = "from-python.svg"
EXAMPLE = re.compile(r"```python\n(?P<code>.*?)```\n(?:\n```text\n.*?```\n)?", re.DOTALL)


def page(folder: pathlib.Path) -> str:
    """Return the page with what its examples print when they run in `folder`."""
    import matplotlib as mpl
    import pandas as pd

    names: dict[str, Any] = {"__name__": "__main__"}

    def with_output(found: re.Match[str]) -> str:
        output = run(found["code"], names)
        return f"```python\n{found['code']}```\n" + (f"\n```text\n{output}```\n" if output else "")

    mpl.use("Agg")
    wide = ("display.width", 110, "display.max_columns", 20, "display.max_rows", 20)
    with contextlib.chdir(folder), mpl.rc_context({"svg.hashsalt": "balancer"}), pd.option_context(*wide):
        return EXAMPLE.sub(with_output, PAGE.read_text(encoding="utf-8"))


def run(code: str, names: dict[str, Any]) -> str:
    """Return what a block of code prints, and the value of its last line."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(tree, "from-python.md", "exec"), names)  # noqa: S102  our own page
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "from-python.md", "eval"), names)  # noqa: S307
            if value is not None:
                print(repr(value))
    lines = [line.rstrip() for line in output.getvalue().splitlines()]
    return "".join(f"{line}\n" for line in lines)


def main() -> None:
    """Write the page and its chart again."""
    with tempfile.TemporaryDirectory() as folder:
        text = page(pathlib.Path(folder))
        os.replace(pathlib.Path(folder) / CHART, PAGE.parent / CHART)  # noqa: PTH105
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
