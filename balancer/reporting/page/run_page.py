"""The page: one HTML file that works offline, from a report."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import Any

import jinja2
import markupsafe

from balancer.analysis.metric_names import names_for
from balancer.reporting import numbers, phrases
from balancer.reporting.axis import Axis, axis_label, row_of_words, shown
from balancer.reporting.findings.axis_line import MAX_NAMED
from balancer.reporting.findings.headline_findings import Finding
from balancer.reporting.page import first_screen, retuned_section, robustness_section
from balancer.reporting.page.cell_section import CellBlocks
from balancer.reporting.page.page_model import Block, CellView, Chart, Column, Command, Row, Table
from balancer.reporting.page.sweep_section import SweepBlocks
from balancer.reporting.reports.run_report import Report
from balancer.scenario.question import KnobCard, PlainSetting
from balancer.wording import capital, listed, plural

MAX_DRAWN = 6
"""Cells with charts, the base cell and the extreme ones first."""
MAX_BLOCKS = 4
"""Blocks of a cell without charts: who wins, how long a game lasts, how it ends."""
MAX_DETAILED = 48
"""Cells with tables on the page; the CSV files hold the rest of a larger sweep."""


@dataclass(frozen=True)
class NamedFile:
    """A file beside the page."""

    name: str
    meaning: str


@dataclass
class Page:
    """A report ready to be written: its HTML and the charts in it."""

    report: Report
    files: Sequence[NamedFile] = ()
    machine_facts: bool = True
    charts: list[Chart] = field(default_factory=list)

    def html(self) -> str:
        """The whole page."""
        shown_ = self._values()
        template = environment().get_template("page.html.j2")
        text = template.render(page=shown_, css=asset("page.css"), script=asset("page.js"), picker=asset("picker.js"))
        text = only_terms_used(text)
        return re.sub(r"\n(?:[ \t]*\n)+", "\n", text)

    def _values(self) -> dict[str, Any]:
        report = self.report
        detailed = self._detailed()
        swept = self._sweep_blocks(detailed)
        cells = [self._cell(number, draw=number in self._drawn()) for number in detailed]
        players = robustness_section.section(report)
        blocks = [*swept, *players.get("blocks", ()), *(b for cell in cells for b in cell.blocks)]
        self.charts = [one for block in blocks for one in block.charts]
        return {
            "title": report.title,
            "game_title": report.game_title,
            "facts": self._facts(),
            "sections": self._sections(swept=bool(swept)),
            "findings": [self._finding(k, finding) for k, finding in enumerate(report.findings)],
            "base_name": report.base_name,
            "base_tag": "base rules" if report.sweep.base_played else "taken as base",
            "caveats": report.caveats,
            "answer": [sentence for sentence in report.answer if sentence != report.lead],
            "lead": report.lead,
            "description": report.description,
            "matrices": first_screen.matrices(report, detailed),
            "tiles": (tiles := first_screen.tiles(report)),
            "tile_columns": {most: first_screen.tile_columns(len(tiles), most) for most in first_screen.WIDTHS},
            "robustness": players,
            "retuned": retuned_section.section(report),
            "confidence_note": self._confidence_note(),
            "confidence_more": self._confidence_more(),
            "sweep": swept,
            "sweep_note": self._sweep_note(),
            "cells": cells,
            "cells_title": "In detail" if len(report.cells) == 1 else "Cell by cell",
            "cells_note": self._cells_note(detailed),
            "not_played": report.not_played,
            "checks": self._checks(),
            "checks_title": self._checks_title(),
            "personas": self._personas(),
            "personas_note": self._personas_note(),
            "summary": report.card.summary,
            "game_facts": self._game_facts(),
            "rules": self._rules(),
            "rules_note": self._rules_note(),
            "command": report.manifest.command,
            "provenance": self._provenance(),
            "scenario_text": (report.manifest.scenario_text or "").rstrip(),
            "scenario_file": report.manifest.scenario_file or "",
            "files": self.files,
            "glossary": self._glossary(),
            "version": report.manifest.versions.get("balancer", ""),
            "games_total": numbers.short_count(report.games),
        }

    # Head -------------------------------------------------------------------------------------------------------------
    def _facts(self) -> list[str]:
        report, cells = self.report, self.report.cells
        players = sorted({cell.players for cell in cells})
        fewest, most = (f({cell.games for cell in cells}) for f in (min, max))
        games = numbers.count(fewest) if fewest == most else f"{numbers.count(fewest)} to {numbers.count(most)}"
        facts = [f"{players[0]} players" if len(players) == 1 else f"{players[0]} to {players[-1]} players"]
        facts.append(f"{games} games" + (f" in each of {len(cells)} cells" if len(cells) > 1 else ""))
        facts.append(f"seed {cells[0].seed}")
        return [*facts, f"{numbers.plain(report.reader.confidence, numbers.SHARE, 0)} intervals"]

    def _sections(self, *, swept: bool) -> list[dict[str, str]]:
        titles = {
            "answer": "The answer",
            "players": "Other players" if self.report.robustness else "",
            "tuned": "Tuned players" if self.report.retuned else "",
            "sweep": "Over the sweep" if swept else "",
            "cells": "In detail" if len(self.report.cells) == 1 else "Cell by cell",
            "checks": self._checks_title(),
            "basis": "What this rests on",
            "reproduce": "Reproduce it",
            "glossary": "Words",
        }
        return [{"id": name, "title": title} for name, title in titles.items() if title]

    def _checks_title(self) -> str:
        judged, variants = bool(self.report.verdicts.found.judged), bool(self.report.question.variants)
        if judged and variants:
            return "Checks and variants"
        return "Checks" if judged or self.report.not_played else ""

    # Answer -----------------------------------------------------------------------------------------------------------
    def _finding(self, number: int, finding: Finding) -> dict[str, Any]:
        one = self.report.headline[number]
        return {
            "label": one.label,
            "term": one.offer.name,
            "meaning": one.offer.meaning,
            "numbers": self._numbers(finding),
            "lead": finding.lead,
            "more": finding.more,
            "players": robustness_section.short(self.report, number),
        }

    @staticmethod
    def _numbers(finding: Finding) -> list[dict[str, str]]:
        """The figures at the base: all of a short family, else the highest and the lowest."""
        known = {item: figure for item, figure in finding.base.items() if figure.defined}
        if not known:
            return [{"item": "", "value": "not defined", "uncertainty": ""}]
        items = list(known)
        if len(items) > MAX_NAMED + 2:
            ranked = sorted(items, key=lambda item: -known[item].value)
            items = [ranked[0], ranked[-1]]
        return [
            {
                "item": item,
                "value": known[item].value_text.removesuffix(" pp"),
                "uncertainty": known[item].uncertainty_text,
            }
            for item in items
        ]

    def _confidence_note(self) -> str:
        share = numbers.plain(self.report.reader.confidence, numbers.SHARE, 0)
        about = f"± is half the width of a {share} interval, simultaneous for all seats (personas, endings)"
        return f"{about}; pp: percentage points."

    def _confidence_more(self) -> str:
        note = "Two figures count as different only if the interval of their difference excludes zero"
        return note + (", simultaneously for all comparisons along an axis." if len(self.report.cells) > 1 else ".")

    # Sweep ------------------------------------------------------------------------------------------------------------
    def _sweep_blocks(self, detailed: Sequence[int]) -> list[Block]:
        if len(self.report.cells) < 2:
            return []
        return SweepBlocks(self.report, detailed).blocks()

    def _sweep_note(self) -> str:
        sweep = self.report.sweep
        axes = [f"{capital(axis.label)}{_as_typed(axis)}: {_all_values(axis)}" for axis in sweep.axes]
        how = {
            "zip": "The axes vary together.",
            "sample": "A sample: every value of an axis about equally often, with values of the others by chance; the "
            "base rules are a cell of their own.",
            "one_at_a_time": "One axis varies at a time; the others keep their base value.",
        }
        beside = f"The base ({sweep.base_values}) is a cell of its own." if sweep.base_apart else ""
        share = numbers.plain(self.report.reader.confidence, numbers.SHARE, 0)
        shown_ = f"Whiskers, and ± in heat maps: {share} intervals."
        if sweep.mode == "grid" and len(sweep.axes) > 1 and not sweep.base_apart:
            shown_ = f"{shown_[:-1]}; framed: the {'base rules' if sweep.base_played else 'cell taken as base'}."
        return " ".join(filter(None, [f"{'. '.join(axes)}.", how.get(sweep.mode, ""), beside, shown_]))

    # Cells ------------------------------------------------------------------------------------------------------------
    @functools.cached_property
    def _ranked(self) -> list[int]:
        """Cells in order of interest: the base, the extremes of each headline metric, the rest."""
        sweep = self.report.sweep
        wanted = [sweep.base]
        for headline in self.report.headlines:
            for values in list(headline.figures_at(self.report.reader.confidence).values())[:1]:
                defined = [cell for cell, figure in enumerate(values) if figure.defined]
                if defined:
                    ranked = sorted(defined, key=[figure.value for figure in values].__getitem__)
                    wanted += [ranked[0], ranked[-1]]
        return list(dict.fromkeys([*wanted, *range(len(sweep.cells))]))

    def _detailed(self) -> list[int]:
        return sorted(self._ranked[:MAX_DETAILED])

    def _drawn(self) -> list[int]:
        return self._ranked[:MAX_DRAWN]

    def _cell(self, number: int, *, draw: bool) -> CellView:
        report, sweep = self.report, self.report.sweep
        name = f"cell-{number + 1}"
        blocks = CellBlocks(report.cells[number], report.reader, name, report.card, draw=draw).blocks()
        if len(report.cells) > 1:
            blocks = [_tables_folded(block) for block in (blocks if draw else blocks[:MAX_BLOCKS])]
        at = {axis.label: axis.shown(sweep.places[number][k]) for k, axis in enumerate(sweep.axes)}
        return CellView(
            number + 1, sweep.name(number), json.dumps(at), number == sweep.base, [*blocks, self._notable(number)]
        )

    def _notable(self, number: int) -> Block:
        """Notable games, each with the command that narrates it."""
        notable = self.report.notable(number)
        texts = {
            "typical": ("Most typical", "nearest to the middle in length and decisions, with the commonest ending"),
            "closest": ("Closest", "the smallest margin between first and second"),
            "comeback": _turnabout(one_loses=self.report.cells[number].one_loses),
            "lead_changes": ("Most lead changes", "the lead passed most often from one player to another"),
            "longest": ("Longest", "the most turns"),
        }
        commands = [
            Command(
                f"{title}: game {numbers.count(game)}",
                f"– {text}",
                self.report.trace_command(number, game),
            )
            for name, (title, text) in texts.items()
            if (game := notable.get(name)) is not None
        ]
        commands += [
            Command(f"One that ends by '{ending}'", "", self.report.trace_command(number, ending))
            for ending in self.report.endings_to_trace(number)
        ]
        return Block("Notable games", "Each command narrates that game with every decision.", commands=commands)

    def _cells_note(self, detailed: Sequence[int]) -> str:
        total = len(self.report.cells)
        if total == 1:
            return ""
        note = "Choose a cell; the base cell comes first." if self.report.sweep.base_played else "Choose a cell."
        if total > MAX_DRAWN:
            note += f" {MAX_DRAWN} cells have charts, the base and the extremes among them; the others have tables."
        if total > len(detailed):
            note += f" {total - len(detailed)} more cells are in the CSV files."
        return note

    # Checks and variants ----------------------------------------------------------------------------------------------
    def _checks(self) -> list[Table]:
        """The checks with their verdicts, and the variants that `balancer compare` plays."""
        made = []
        rows = [Row(texts) for texts in first_screen.check_rows(self.report)]
        if rows:
            columns = [Column("check"), *(Column(name, number=True) for name in ("passes", "undecided", "fails"))]
            caption = "Cells in which each check passes, is undecided, fails"
            folded = caption if len(self.report.cells) > 1 else ""  # the first screen shows the cells themselves
            made.append(Table(caption, columns, rows, folded=folded))
        variants = self.report.question.variants
        if variants:
            columns = [Column("variant"), Column("changes", prose=True)]
            rows = [Row([name, _variant_words(one, self.report.question.base)]) for name, one in variants.items()]
            made.append(Table("Variants of the scenario", columns, rows, folded=plural(len(rows), "variant")))
        return made

    # Basis ------------------------------------------------------------------------------------------------------------
    def _personas(self) -> Table:
        seated: dict[str, Mapping[str, Any]] = {}
        for cell in self.report.cells:
            seated.update(cell.personas)
        columns = [
            Column("persona"),
            Column("plays like this", prose=True),
            Column("habits", "weights that differ from the usual ones of this game", prose=True),
            Column("mistakes", "in 1000 choices, how many are made at random", number=True),
        ]
        usual = self.report.card.usual_habits
        rows = [
            Row([name, str(persona.get("claim") or "–"), _habits(persona, usual), str(persona.get("mistakes", 0))])
            for name, persona in seated.items()
        ]
        return Table("The personas these conclusions rest on", columns, rows)

    def _personas_note(self) -> str:
        cells = self.report.cells
        lineups = {tuple(cell.lineup) for cell in cells}
        if len(lineups) > 1:
            seated = f"{len(lineups)} line-ups, as in the sweep"
        else:
            seated = f"The line-up: {row_of_words(list(cells[0].lineup))}"
        seating = {cell.seating for cell in cells}
        how = (
            "seating fixed"
            if seating == {"fixed"}
            else "in game g, seat s is played by the persona at place (g + s) of the line-up, counted cyclically"
            if seating == {"rotate"}
            else "seating as in the sweep"
        )
        return f"{seated}; {how}. Other ways of playing may change the answer."

    def _game_facts(self) -> list[tuple[str, str]]:
        facts = {
            "source": self.report.card.source,
            "reconstructed": self.report.card.reconstructed or "nothing: everything simulated is in the rulebook",
            "a score is": self.report.cells[0].score_meaning,
            "a standing is": self.report.cells[0].standing_meaning,
        }
        return [(name, str(text)) for name, text in facts.items() if text]

    def _rules(self) -> Table:
        base = self.report.cells[self.report.sweep.base]
        knobs = self.report.card.knobs
        resolved = base.resolved
        swept = {axis.name for axis in self.report.sweep.axes}
        rows = []
        for name, value in base.rules.items():
            text = shown(value)
            if value == "auto" and name in resolved:
                text = f"auto ({resolved[name]})"
            if f"rules.{name}" in swept:
                text += " (varied)"
            rows.append(Row([name, text, knobs.get(name, KnobCard()).meaning]))
        columns = [Column("rule"), Column("value")] + ([Column("meaning", prose=True)] if knobs else [])
        return Table("The base rules", columns, [Row(row.cells[: len(columns)]) for row in rows])

    def _rules_note(self) -> str:
        given = self.report.card.printed
        base = self.report.cells[self.report.sweep.base].rules
        if not given:
            return "All knobs are listed, printed rules and changed ones alike."
        changed = phrases.rules_changed(base, given)
        if not changed:
            return "The base is the game as printed."
        return (
            "Different from the printed rules: "
            + listed([f"{name} {shown(base[name])} (printed: {shown(given[name])})" for name in changed])
            + "."
        )

    # Reproduction -----------------------------------------------------------------------------------------------------
    def _provenance(self) -> list[tuple[str, str]]:
        manifest = self.report.manifest
        versions = manifest.versions
        named = versions if self.machine_facts else [name for name in versions if name == "balancer"]
        facts = [("versions", ", ".join(f"{name} {versions[name]}" for name in named))]
        facts.append(("seed", str(self.report.cells[0].seed)))
        if self.machine_facts:
            facts.append(("git commit", manifest.git_commit))
            facts.append(("started", manifest.started))
            spent = self.report.seconds
            if spent > 0:
                speed = numbers.short_count(self.report.games / spent)
                facts.append(("time", f"{numbers.seconds(spent)} of simulation, {speed} games a second"))
            facts.append(("machine", ", ".join(f"{name} {value}" for name, value in manifest.machine.items() if value)))
        return [(name, text) for name, text in facts if text]

    def _glossary(self) -> list[dict[str, str]]:
        offers = names_for(self.report.cells[0])
        entries = []
        for name, offer in offers.items():
            if offer.metric.number == 0:
                continue
            entries.append(
                {
                    "id": name,
                    "name": name,
                    "title": offer.metric.title,
                    "meaning": offer.meaning,
                    "definition": offer.metric.definition,
                }
            )
        headline = {one.offer.name for one in self.report.headline if one.offer.metric.number == 0}
        entries += [
            {
                "id": name,
                "name": name,
                "title": offers[name].metric.title,
                "meaning": offers[name].meaning,
                "definition": "",
            }
            for name in offers
            if name in headline
        ]
        return entries


def _turnabout(*, one_loses: bool) -> tuple[str, str]:
    """What the game is in which the only winner, or the only loser, seemed least likely to be it."""
    if one_loses:
        return "Greatest fall", "the loser was furthest from losing, on average over the rounds"
    return "Greatest comeback", "the winner was furthest behind, on average over the rounds"


def _tables_folded(block: Block) -> Block:
    """The block with its tables folded; without a chart the first stays open."""
    first = 0 if block.charts else 1
    rest = [replace(table, folded=table.folded or table.caption.split(",")[0]) for table in block.tables[first:]]
    return replace(block, tables=[*block.tables[:first], *rest])


def _all_values(axis: Axis) -> str:
    """All values of an axis; values that contain commas are separated by slashes."""
    values = [f"{axis.shown(place)}{_value_as_typed(axis, place)}" for place in range(len(axis.values))]
    return " / ".join(values) if any("," in value for value in values) else listed(values)


def _as_typed(axis: Axis) -> str:
    """The name of an axis in scenarios, where people call it otherwise."""
    return "" if axis.label in {axis.name, axis_label(axis.name)} else f" (`{axis.name}`)"


def _value_as_typed(axis: Axis, place: int) -> str:
    """A value as scenarios have it, where people call it otherwise."""
    typed = shown(axis.at(place))
    return "" if axis.numeric or typed.isdigit() or axis.shown(place).lower() == typed.lower() else f" (`{typed}`)"


def _habits(persona: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
    """Habits that differ from the game's usual ones."""
    if persona.get("at_random"):
        return "none: every option with equal chance"
    habits = persona.get("habits") or {}
    return ", ".join(f"{name} {value}" for name, value in habits.items() if value != usual.get(name)) or "the usual"


def _variant_words(setting: PlainSetting, base: PlainSetting) -> str:
    """The changes a variant makes."""
    own_keys = [key for key in ("players", "lineup", "seating") if setting.value(key) != base.value(key)]
    changes = [f"{key} {shown(setting.value(key))}" for key in own_keys]
    changes += [f"{name} {shown(value)}" for name, value in setting.rules.items() if value != base.rules.get(name)]
    if setting.personas != base.personas:
        changes.append("personas")
    return ", ".join(changes) or "nothing"


def only_terms_used(html: str) -> str:
    """The page with the glossary's entries that something on it links to."""
    used = set(re.findall(r'href="#term-([^"]+)"', html))
    entry = re.compile(r'[ \t]*<div id="term-([^"]+)">.*?</div>\n', re.DOTALL)
    return entry.sub(lambda found: found[0] if found[1] in used else "", html)


@functools.cache
def environment() -> jinja2.Environment:
    """The page templates and their filters."""
    environment_ = jinja2.Environment(
        loader=jinja2.PackageLoader("balancer.reporting.page", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment_.filters["tight"] = _tight
    environment_.filters["breakable"] = _breakable
    environment_.filters["code"] = _code
    environment_.filters["lower_first"] = lambda text: text[:1].lower() + text[1:]
    return environment_


def _tight(text: str) -> str:
    """A sentence whose figures are not broken across lines."""
    text = re.sub(r" ± (?=\S)", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}", text)
    return re.sub(r"(?<=\d) (?=pp\b)", "\N{NO-BREAK SPACE}", text)


def _breakable(text: str) -> markupsafe.Markup:
    """A name that may be broken after its underscores."""
    return markupsafe.Markup("_<wbr>").join(str(text).split("_"))


def _code(text: str) -> markupsafe.Markup:
    """A sentence in which what stands between backquotes is set as code."""
    return markupsafe.Markup(re.sub(r"`([^`]*)`", r"<code>\1</code>", str(markupsafe.escape(text))))  # noqa: S704


@functools.cache
def asset(name: str) -> str:
    """A style sheet or script of the pages, as text."""
    return resources.files("balancer.reporting.page").joinpath("templates", name).read_text(encoding="utf-8")
