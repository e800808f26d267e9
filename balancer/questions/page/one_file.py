"""The page that plays, as one HTML file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from balancer.scenario.resolved import Scenario


def page_text(scenario: Scenario, step: Callable[[str], AbstractContextManager[Any]]) -> str:
    """Return the page of a scenario; step: shows that something takes seconds.  NoModuleError."""
    from balancer.reporting.document.html import to_html
    from balancer.reporting.page.play import play_section
    from balancer.simulation import provenance

    engine = play_section.engine_of(scenario, step)
    return to_html(play_section.page(scenario, engine, provenance.versions()["balancer"]))
