"""Sweeps for tests: cells laid out along their axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balancer.analysis.results import CellResult
from balancer.reporting.sweep_grid import Sweep, lay_out, with_cells


def sweep_of(cells: Sequence[CellResult], **options: Any) -> Sweep:
    """Return the cells along their axes; options: of `lay_out`."""
    return with_cells(lay_out([cell.axes for cell in cells], **options), cells)
