"""The section of a page that plays, and a page of only that section."""

from __future__ import annotations

import contextlib
import json
import pathlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from typing import Any

from markupsafe import Markup

from balancer.core.game import Game
from balancer.plain.lane import PlainGame
from balancer.reporting.document.model import Document, Item, Section, Text
from balancer.reporting.document.parts import footer
from balancer.reporting.page.play.panel_data import data_of
from balancer.scenario.resolved import Scenario

# the scripts of the panel, and the engine between them
BEFORE = (
    *("special.js", "intervals.js", "figures.js", "wording.js", "sentences.js"),
    *("setting.js", "controls.js", "value_chart.js"),
)
PANEL = "panel.js"

SAID = (
    "Change a rule or the players, and the games are played here, in this page, on the same dice as the base. "
    "Nothing leaves your machine."
)


@dataclass(frozen=True)
class PageEngine:
    """The engine of a page: description and modules of a game, script of the page, script of its workers."""

    description: dict[str, Any]
    modules: list[bytes]
    script: str
    worker: str


@dataclass(frozen=True)
class PlayPanel(Item):
    """The panel: an empty place, its data and its scripts."""

    html: Markup


def engine_of(scenario: Scenario, step: Callable[[str], Any] = contextlib.nullcontext) -> PageEngine:
    """Return the engine of a scenario's game; NoModuleError explains why there is none.

    step: `browser.Step`, which reports steps that take seconds.
    """
    from balancer import browser

    scripts = browser.scripts()
    return PageEngine(
        browser.description_of(scenario, step),
        browser.modules_of(scenario, step),
        scripts["engine"],
        scripts["worker"],
    )


def panel(scenario: Scenario, step: Callable[[str], Any], *, play: bool | None) -> Section | None:
    """Return the section that plays, for the page of a sweep; None without one.

    play: False for none, True for one or NoModuleError, None for one if the game ships with a module.
    """
    from balancer import browser

    if not (browser.is_shipped(scenario.game) if play is None else play):
        return None
    with contextlib.nullcontext() if play else contextlib.suppress(browser.NoModuleError):
        return section(scenario, engine_of(scenario, step))
    return None


def section(scenario: Scenario, engine: PageEngine) -> Section:
    """Return the section that plays."""
    note, file = engine_note(scenario.game), pathlib.PurePath(scenario.game.target).name
    compared = [Text(f"The rules of {file}, compared with plain Python: {note}.", "note")] if note else []
    return Section("play", "Play it here", [Text(SAID), *compared, PlayPanel(_html(scenario, engine))])


def engine_note(game: Game) -> str:
    """Return how a page plays an own game: `compiled, equal in 371 games`; '' for shipped games."""
    engine: Any = game.engine if isinstance(game, PlainGame) else None
    return str(engine.in_use.note) if engine else ""


def page(scenario: Scenario, engine: PageEngine, version: str) -> Document:
    """Return the page of only the section that plays."""
    return Document(
        scenario.title,
        [section(scenario, engine)],
        kicker=scenario.game.title,
        about="a page that plays",
        description=scenario.game.summary,
        footer=footer(version),
        scripts=["page.js"],
        navigation=False,
    )


def watching(number: int) -> str:
    """Return the script that reloads a served page when its scenario changes; number: of the state in the page."""
    return f'<script data-number="{number}">\n{_file("watch.js")}</script>\n'


def _html(scenario: Scenario, engine: PageEngine) -> Markup:
    from balancer.browser import encoded

    contents = {"play-data": data_of(scenario), "play-description": engine.description, "play-worker": engine.worker}
    parts = [
        '<div id="play-panel"><p class="note">Games are played by a script; this browser runs none.</p></div>',
        *(_script(json.dumps(value, ensure_ascii=False), name, "application/json") for name, value in contents.items()),
        _script(encoded(engine.modules), "play-module", "text/plain"),
        f"<style>\n{_file('play.css')}</style>",
        _script("\n".join(["(() => {", *map(_file, BEFORE), engine.script, _file(PANEL), "})();"])),
    ]
    return Markup("\n").join(map(Markup, parts))


def _script(text: str, name: str = "", kind: str = "") -> str:
    if kind:  # data: without `<`, so that nothing in it can end the element
        return f'<script type="{kind}" id="{name}">{text.replace("<", chr(92) + "u003c")}</script>'
    return f"<script>\n{text}\n</script>"


def _file(name: str) -> str:
    return resources.files("balancer.reporting.page.play").joinpath(name).read_text(encoding="utf-8")
