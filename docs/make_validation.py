"""Write docs/validation.md, figures of public games against published or exact ones: ``make validation``."""

from __future__ import annotations

import pathlib
import sys
from collections.abc import Iterator

import numpy as np

ROOT = pathlib.Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the exact computations stand beside the tests

from tests.validation.figures import PUBLIC, ExactFigure, all_figures  # noqa: E402

PAGE = pathlib.Path(__file__).parent / "validation.md"

HEAD = """# Are the figures right?

Written by `make validation` from real games; do not edit.

These are public games whose figures are known. Some figures are published. The others are computed exactly from the
rules: by enumeration, dynamic programming or a Markov chain, in `tests/validation/exact/`, without a line of
balancer. The games themselves are plain files that you can read, play and change, in
[examples/public](../examples/public).

- **{count} figures of {games} games.** The largest error is {largest:.1f} standard errors.
- z is the error in standard errors. Among {count} right figures the largest |z| is usually between 2 and 3.3.
- The mean of z² is {mean_square:.2f}. It is about 1 where figures are right **and** their standard errors are.
- Each game has its own fixed seed. The same games are played in every run and on any machine, so a test
  (`tests/validation/test_validation.py`) requires |z| below 4 without false alarms. With new seeds, one run in {alarm}
  would have a larger |z| by chance.
- Settings of one game share their dice, so their errors are related.
"""


def page() -> str:
    """Return the whole page."""
    figures = [figure for group in all_figures().values() for figure in group]
    errors = np.array([figure.z for figure in figures])
    uncertain = [figure.z for figure in figures if figure.estimate.se]
    head = HEAD.format(
        count=len(figures),
        games=len(all_figures()),
        largest=np.abs(errors).max(),
        mean_square=np.mean(np.square(uncertain)),
        alarm=round(15_787 / len(figures)),  # 1 / P(|z| > 4) of a normal distribution
    )
    return head + "".join(line + "\n" for title, group in all_figures().items() for line in table(title, group))


def table(title: str, figures: list[ExactFigure]) -> Iterator[str]:
    """Yield the section of a game."""
    name = figures[0].setting.game
    docstring = (PUBLIC / f"{name}.py").read_text(encoding="utf-8").split('"""')[1]
    yield f"\n## {title}\n"
    yield f"{' '.join(docstring.split())} [{name}.py](../examples/public/{name}.py)\n"
    yield "| figure | published or exact | balancer ± 1 SE | z | games | source |"
    yield "| --- | ---: | ---: | ---: | ---: | --- |"
    for figure in figures:
        estimate = figure.estimate
        measured = f"{estimate.value:.4f} ± {estimate.se:.4f}"
        games = f"{figure.setting.games:,}"
        yield f"| {figure.meaning} | {figure.exact:.4f} | {measured} | {figure.z:+.1f} | {games} | {figure.source} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
