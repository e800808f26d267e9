"""A run as terminal and page tell it: cells laid out, headline metrics found, the answer worked out once."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis.metric_names import UnknownNameError, usual_headline
from balancer.reporting import findings, phrases
from balancer.reporting.caveats import caveats
from balancer.reporting.figure_reader import Asked, Cell, Reader, asked
from balancer.reporting.findings import Finding, Headline, Items
from balancer.reporting.sweep_grid import Sweep, lay_out

CONFIDENCE = 0.95
CARRIED = ("--seed", "--set", "--players", "--lineup")
"""Options of the run's command that a `balancer trace` of one of its games needs, too; each takes a value."""


@dataclass(frozen=True)
class Report:
    """Manifest and cells of a run."""

    manifest: Mapping[str, Any]
    cells: Sequence[Cell]

    @property
    def scenario(self) -> Mapping[str, Any]:
        """The scenario as resolved."""
        told: Mapping[str, Any] = self.manifest.get("scenario") or {}
        return told

    @property
    def wishes(self) -> Mapping[str, Any]:
        """Its `report` section."""
        told: Mapping[str, Any] = self.scenario.get("report") or {}
        return told

    @property
    def title(self) -> str:
        """The question."""
        return str(self.scenario.get("title") or self.cells[0].get("title") or self.cells[0]["game"])

    @property
    def game_title(self) -> str:
        """The game's name as on its box."""
        return str(
            (self.manifest.get("game") or {}).get("title") or self.cells[0].get("title") or self.cells[0]["game"]
        )

    @cached_property
    def reader(self) -> Reader:
        """Reads figures with this scenario's confidence and pace."""
        return Reader(float(self.wishes.get("confidence") or CONFIDENCE), self.wishes.get("seconds_per_decision"))

    @cached_property
    def sweep(self) -> Sweep:
        """The cells along their axes."""
        swept = self.scenario.get("sweep") or {}
        names = list(swept.get("axes") or {}) or list(self.cells[0]["axes"])
        base = {name: _base_value(self.scenario, name) for name in names} if self.cells[0]["axes"] else {}
        knobs = (self.manifest.get("game") or {}).get("knobs") or {}
        specials = {f"rules.{name}": knob.get("specials") or {} for name, knob in knobs.items()}
        return lay_out(self.cells, mode=str(swept.get("mode") or "grid"), base=base, specials=specials)

    @cached_property
    def asked(self) -> list[Asked]:
        """The headline metrics; where the scenario names none, those that concern every game."""
        wishes = self.wishes.get("headline") or self._usual()
        found = []
        for wish in wishes:
            try:
                found.append(asked(self.cells, wish))
            except UnknownNameError:
                continue  # the scenario's own check has refused it already; cells of another scenario may lack it
        return found or [asked(self.cells, wish) for wish in self._usual()]

    def _usual(self) -> list[dict[str, str]]:
        return [{"metric": name} for name in usual_headline(self.cells[0])]

    @cached_property
    def headlines(self) -> list[Headline]:
        """The headline metrics as the answer needs them."""
        return [self._headline(one) for one in self.asked]

    def _headline(self, one: Asked) -> Headline:
        margins, better = self.wishes.get("margins") or {}, self.wishes.get("better") or {}
        margin = margins.get(one.name, margins.get(one.offer.name) if one.stat in ("value", "mean") else None)
        one_loses = bool(self.cells[0].get("one_loses"))
        known: dict[float, Items] = {}

        def figures_at(confidence: float) -> Items:
            if confidence not in known:
                known[confidence] = one.read(self.reader, self.cells, confidence)
            return known[confidence]

        phrase = phrases.phrase(one.offer, one.of, one.stat, one_loses=one_loses)
        way = str(better.get(one.name) or better.get(one.offer.name) or "")
        return Headline(one.name, phrase, figures_at, None if margin is None else float(margin), way)

    @cached_property
    def findings(self) -> list[Finding]:
        """The answer."""
        return [findings.find(headline, self.sweep, self.reader.confidence) for headline in self.headlines]

    @cached_property
    def caveats(self) -> list[str]:
        """What to mind."""
        return caveats(self.sweep, self.reader, self.headlines, self.manifest)

    @property
    def games(self) -> int:
        """All games played."""
        return sum(int(cell["tally"]["games"]) for cell in self.cells)

    @property
    def base_name(self) -> str:
        """Where the figures beside the answer come from."""
        if len(self.cells) == 1:
            return ""
        name = self.sweep.name(self.sweep.base)
        return f"under the base rules: {name}" if self.sweep.base_played else f"in the cell taken as base: {name}"

    # Not run ----------------------------------------------------------------------------------------------------------
    @property
    def scenario_word(self) -> str:
        """What a command line names to mean this scenario: its file as it was given, else its game."""
        return str(self.manifest.get("scenario_file") or self.scenario.get("game") or self.cells[0]["game"])

    @property
    def not_run(self) -> list[str]:
        """Checks and variants of the scenario, which are not in this report: a sentence each."""
        told = []
        for key, one, command in (("checks", "check", "check"), ("variants", "variant", "compare")):
            number = len(self.scenario.get(key) or ())
            if number:
                found = f"{number} {one}{'s' if number > 1 else ''}: not run"
                told.append(
                    f"{found} here; `balancer {command} {self.scenario_word}` plays {'it' if number == 1 else 'them'}."
                )
        return told

    # Commands ---------------------------------------------------------------------------------------------------------
    def trace_command(self, number: int, game: int) -> str:
        """The command that tells a game of cell `number` in words."""
        words_ = [
            "balancer",
            "trace",
            self.scenario_word,
            *self._carried(),
            *self._settings(number),
            "--game",
            str(game),
        ]
        return shlex.join(words_)

    def _carried(self) -> list[str]:
        """Options of the run that change its games."""
        given = shlex.split(str(self.manifest.get("command") or ""))
        kept: list[str] = []
        for place, word in enumerate(given):
            if word in CARRIED:
                kept += given[place : place + 2]
            elif word.partition("=")[0] in CARRIED:
                kept.append(word)
        return kept

    def _settings(self, number: int) -> list[str]:
        """Options that turn the base rules into those of a cell."""
        if number == self.sweep.base and self.sweep.base_played:
            return []
        told = []
        for name, value in self.cells[number]["axes"].items():
            if value != _base_value(self.scenario, name):
                told += _setting(name, value)
        return told


def _base_value(scenario: Mapping[str, Any], axis: str) -> Any:
    """The value of the base rules on an axis: `rules.win_threshold`, `players`, `personas.timid.habits.patience`."""
    value: Any = scenario
    for step in axis.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _setting(name: str, value: Any) -> list[str]:
    if name == "players":
        return ["--players", str(value)]
    if name == "lineup":
        return ["--lineup", ",".join(value)]
    word = "true" if value is True else "false" if value is False else str(value)
    return ["--set", f"{name.removeprefix('rules.')}={word}"]
