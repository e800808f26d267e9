"""The page of a run or a sweep."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from balancer.analysis.estimates.metric_names import names_for
from balancer.analysis.sheet import Sheet
from balancer.reporting import numbers, phrases, plays
from balancer.reporting.axis import SweepAxis, axis_label, shown
from balancer.reporting.document.model import (
    Block,
    Cells,
    CellView,
    Code,
    Command,
    Details,
    Glossary,
    Item,
    ItemGroup,
    Pairs,
    Section,
    Sentences,
    Table,
    TableColumn,
    TableRow,
    Text,
    Word,
    link,
)
from balancer.reporting.document.parts import ANY_MACHINE, files_of, links, scenario
from balancer.reporting.page import basis_section, first_screen, ladder_section, retuned_section, robustness_section
from balancer.reporting.page.cell_section import CellBlocks
from balancer.reporting.page.first_screen import FirstScreen
from balancer.reporting.page.sweep_section import SweepBlocks
from balancer.reporting.run_report import RunReport
from balancer.scenario.levers import differing
from balancer.wording import capital, listed, plural

MAX_DRAWN = 6  # cells with charts, the base cell and the extreme ones first
MAX_BLOCKS = 4  # blocks of a cell without charts: who wins, how long a game lasts, how it ends
MAX_DETAILED = 48  # cells with tables on the page; the CSV files hold the rest of a larger sweep

# where the CSV files have the headline only
ON_DEMAND = "All other figures of so many settings are in tables that `balancer report FOLDER --tables` writes."


@dataclass
class RunPage:
    """A maker of the page of a report."""

    report: RunReport
    sheets: Sequence[Sheet] = ()  # the tables in the folder of the page
    machine_facts: bool = True  # which machine played, and how fast
    every_table: bool = True  # whether `sheets` are all
    panel: Section | None = None  # the section that plays

    def sections(self) -> list[Section]:
        """Return all sections; those without items are left out of the page."""
        return [
            self._answer(),
            self._course,
            self._sweep(),
            *([self.panel] if self.panel else []),
            ladder_section.section(self.report),
            robustness_section.section(self.report),
            retuned_section.section(self.report),
            plays.section(self.report),
            self._cells(),
            Section("checks", self._checks_title(), self._checks()),
            basis_section.section(self.report),
            self._reproduce(),
            self._glossary(),
        ]

    def _checks_title(self) -> str:
        judged, variants = bool(self.report.verdicts.found.judged), bool(self.report.question.variants)
        if judged and variants:
            return "Checks and variants"
        return "Checks" if judged or self.report.not_played else ""

    # Answer -----------------------------------------------------------------------------------------------------------
    @functools.cached_property
    def _said(self) -> Sequence[str]:
        return self.report.answer()[len(self.report.weak_sentences) :] or [""]

    @functools.cached_property
    def _screen(self) -> FirstScreen:
        return first_screen.items(self.report, self._detailed, self._said[2 if self.report.leads else 1 :])

    def _answer(self) -> Section:
        report = self.report
        verdict = self._said[0]
        items: list[Item] = [Text(" ".join(report.weak_sentences), "verdict weak")] if report.weak_sentences else []
        items += [Text(verdict, "verdict")] if verdict else []
        items += [Text(self._said[1], "second")] if report.leads and len(self._said) > 1 else []
        items += [*SweepBlocks(report).ranking(), self._screen]
        if len(report.cells) == 1:
            items += [text for number in range(len(report.findings)) if (text := self._finding(number, verdict))]
        if report.ladder and report.ladder.brief:
            items.append(Text(_under("ladder", "Skill", " ".join(report.ladder.brief)), "wide"))
            row = ladder_section.small_charts(report.ladder)
            items += [row] if row else []
        players, tuned = robustness_section.summary(report), retuned_section.summary(report)
        items += [Text(_under("players", "Other players", players), "wide")] if players else []
        items += [Text(_under("tuned", "Tuned players", tuned), "wide")] if tuned else []
        real = plays.summary(report)
        items += [Text(_under("plays", "Real plays", real), "wide")] if real else []
        if report.caveats:
            first = report.caveats[0].split(":")[0]
            summary = f"{plural(len(report.caveats), 'caveat')}: {first}"
            items.append(Details(summary, [Sentences(report.caveats)], "caveats"))
        about = phrases.half_width(report.reader.confidence)
        note = f"{about}, simultaneous for all seats (personas, endings); pp: percentage points."
        return Section("answer", "The answer", [*items, Text(note, "note wide")], unseen=True)

    def _finding(self, number: int, verdict: str) -> Text | None:
        """Return the sentences on a headline figure that the verdict lacks; None without any."""
        finding, players = self.report.findings[number], robustness_section.short(self.report, number)
        sentences = finding.besides([verdict])
        sentences += [_under("players", "Other players", players)] if players else []
        return Text(Markup(" ").join(sentences)) if sentences else None

    # Course -----------------------------------------------------------------------------------------------------------
    @functools.cached_property
    def _course(self) -> Section:
        """The course of a game in the base cell; without items if the game has no standings."""
        block = self._cell_blocks(self.report.sweep.base).course()
        return Section("course", "", [replace(block, level=2)] if block.charts else [], named=block.title)

    # Sweep ------------------------------------------------------------------------------------------------------------
    def _sweep(self) -> Section:
        if len(self.report.cells) < 2:
            return Section("sweep", "", [])
        blocks = SweepBlocks(self.report, self._detailed).blocks()
        return Section("sweep", "Over the sweep", [Text(self._sweep_note(), "note"), *blocks])

    def _sweep_note(self) -> str:
        sweep = self.report.sweep
        axes = []
        for axis in sweep.axes:
            typed = "" if axis.label in {axis.name, axis_label(axis.name)} else f" (`{axis.name}`)"
            axes.append(f"{capital(axis.label)}{typed}: {_all_values(axis)}")
        how = {
            "zip": "The axes vary together.",
            "sample": "A sample: every value of an axis about equally often, with values of the others by chance; the "
            "base rules are a setting of their own.",
            "one_at_a_time": "One axis varies at a time; the others keep their base value.",
        }
        base_note = f"The base ({sweep.base_values}) is a setting of its own." if sweep.base_apart else ""
        share = numbers.confidence(self.report.reader.confidence)
        shown_ = f"Whiskers are {share} intervals; tap a tile of a heat map to see its ±."
        if sweep.mode == "grid" and len(sweep.axes) > 1 and not sweep.base_apart:
            shown_ += f" The {'base rules are' if sweep.base_played else 'setting taken as base is'} framed."
        return " ".join(filter(None, [f"{'. '.join(axes)}.", how.get(sweep.mode, ""), base_note, shown_]))

    # Cells ------------------------------------------------------------------------------------------------------------
    @functools.cached_property
    def _ranked(self) -> list[int]:
        """The cells in order of interest: the base, the extremes of each headline metric, the rest."""
        sweep = self.report.sweep
        ranking = [sweep.base]
        for headline in self.report.headlines:
            for values in list(headline.figures_at(self.report.reader.confidence).values())[:1]:
                defined = [cell for cell, figure in enumerate(values) if figure.defined]
                if defined:
                    ranked = sorted(defined, key=[figure.value for figure in values].__getitem__)
                    ranking += [ranked[0], ranked[-1]]
        return list(dict.fromkeys([*ranking, *range(len(sweep.cells))]))

    @functools.cached_property
    def _detailed(self) -> list[int]:
        return sorted(self._ranked[:MAX_DETAILED])

    def _cells(self) -> Section:
        report = self.report
        if len(report.cells) == 1:
            return Section("cells", "In detail", [ItemGroup(self._blocks(0), "cell", "cell-1")])
        tag = "base rules" if report.sweep.base_played else "taken as base"
        cells = Cells([self._cell(number) for number in self._detailed], tag)
        return Section("cells", "Setting by setting", [Text(self._cells_note(), "note"), cells])

    def _cell(self, number: int) -> CellView:
        """Return one of several cells: its first two blocks, the others folded."""
        sweep = self.report.sweep
        blocks = [replace(block, level=4) for block in self._blocks(number)]
        first, rest = blocks[:2], blocks[2:]
        titles = ", ".join(block.title[:1].lower() + block.title[1:] for block in rest)
        items = [
            ItemGroup(first, "cell-blocks"),
            Details(f"More of this setting: {titles}", [ItemGroup(rest, "cell-blocks")]),
        ]
        at = {axis.label: axis.shown(sweep.places[number][k]) for k, axis in enumerate(sweep.axes)}
        return CellView(f"cell-{number + 1}", sweep.name(number), json.dumps(at), number == sweep.base, items)

    def _cell_blocks(self, number: int) -> CellBlocks:
        """Return the maker of a cell's blocks."""
        report = self.report
        place = report.sweep.name(number) if len(report.cells) > 1 else ""
        cells = [report.cells[cell] for cell in self._ranked[:MAX_DRAWN]]
        name, real = f"cell-{number + 1}", report.real_plays
        return CellBlocks(
            report.cells[number], report.reader, name, report.card, cells, place, real.of if real else None
        )

    def _blocks(self, number: int) -> list[Block]:
        """Return the blocks of a cell; the course of the base cell is a section of its own."""
        with_charts, has_section = self._ranked[:MAX_DRAWN], number == self.report.sweep.base and self._course.items
        blocks = self._cell_blocks(number).blocks(course=not has_section)
        if len(self.report.cells) > 1:
            blocks = [_tables_folded(block) for block in (blocks if number in with_charts else blocks[:MAX_BLOCKS])]
        return [*blocks, self._notable(number)]

    def _notable(self, number: int) -> Block:
        """Return notable games, each with the command that narrates it."""
        notable = self.report.notable(number)
        texts = {
            "typical": (
                "Most typical",
                "closest to the typical length and number of decisions, with the most frequent ending",
            ),
            "closest": ("Closest", "the smallest margin between first and second"),
            "comeback": (
                ("Greatest fall", "the loser was furthest from losing, on average over the rounds")
                if self.report.cells[number].one_loses
                else ("Greatest comeback", "the winner was furthest behind, on average over the rounds")
            ),
            "lead_changes": ("Most lead changes", "the lead passed most often from one player to another"),
            "longest": ("Longest", "the most turns"),
        }
        commands = [
            Command(f"{title}: game {numbers.count(game)}", f"– {text}", self.report.trace_command(number, game))
            for name, (title, text) in texts.items()
            if (game := notable.get(name)) is not None
        ]
        commands += [
            Command(f"One that ends by '{ending}'", "", self.report.trace_command(number, ending))
            for ending in self.report.endings_to_trace(number)
        ]
        return Block("Games to read", "Each command narrates that game with every decision.", commands=commands)

    def _cells_note(self) -> str:
        total, detailed = len(self.report.cells), len(self._detailed)
        note = "Choose a setting; the base rules come first." if self.report.sweep.base_played else "Choose a setting."
        if total > MAX_DRAWN:
            note += f" {MAX_DRAWN} of them (the base and the extremes) have charts, the others only tables."
        if total > detailed:
            note += f" {total - detailed} more settings are in the CSV files."
        return note

    # Checks and variants ----------------------------------------------------------------------------------------------
    def _checks(self) -> list[Item]:
        """Return the checks with their verdicts, the variants, and notes on settings that were not played."""
        items: list[Item] = []
        rows = [TableRow(texts) for texts in first_screen.check_rows(self.report)]
        if rows:
            columns = [
                TableColumn("check"),
                *(TableColumn(name, number=True) for name in ("passes", "undecided", "fails")),
            ]
            caption = "Settings in which each check passes, is undecided, fails"
            folded = caption if len(self.report.cells) > 1 else ""  # the first screen shows the cells themselves
            items.append(Table(caption, columns, rows, folded=folded))
        variants = self.report.question.variants
        if variants:
            columns = [TableColumn("variant"), TableColumn("changes", prose=True)]
            rows = []
            for name, setting in variants.items():
                differences = differing(self.report.question.base, setting).items()
                changes = [f"{axis_label(rule)} {shown(value)}" for rule, (_, value) in differences]
                rows.append(TableRow([name, ", ".join(changes) or "nothing"]))
            items.append(Table("Variants of the scenario", columns, rows, folded=plural(len(rows), "variant")))
        return [*items, *map(Text, self.report.not_played)]

    # Reproduction -----------------------------------------------------------------------------------------------------
    def _reproduce(self) -> Section:
        manifest, files, play = (
            self.report.manifest,
            files_of(self.sheets),
            "" if self.panel else self.report.page_command,
        )
        items = [
            Text(f"{ANY_MACHINE}."),
            Code(manifest.command, command=True),
            *([Text("To change rules in a page and see them played:"), Code(play, command=True)] if play else []),
            Details("Versions and seed", [Pairs(self._provenance())]),
            *scenario(manifest),
            Details(
                f"{len(files)} tables in the folder of this page", [Text(Markup("{}.").format(links(files)), "wide")]
            ),
            *([] if self.every_table else [Text(ON_DEMAND)]),
        ]
        return Section("reproduce", "Reproduce it", items, half=True)

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

    def _glossary(self) -> Section:
        """Return the meanings of the figures in the tiles, which link to it."""
        along = ", simultaneously for all comparisons along an axis" if len(self.report.cells) > 1 else ""
        note = f"Two figures count as different only if the interval of their difference excludes zero{along}."
        used = {tile.term for tile in self._screen.tiles}
        offers = [(name, offer) for name, offer in names_for(self.report.cells[0]).items() if name in used]
        words = [
            Word(offer.metric.title, offer.meaning, name, offer.metric.definition if offer.metric.number else "")
            for name, offer in sorted(offers, key=lambda pair: pair[1].metric.number == 0)
        ]
        items = [Text(note, "note wide"), Details("The words of this page", [Glossary(words)])]
        return Section("glossary", "What the words mean", items, "Words", half=True)


def _tables_folded(block: Block) -> Block:
    first = 0 if block.charts else 1
    rest = [replace(table, folded=table.folded or table.caption.split(",")[0]) for table in block.tables[first:]]
    return replace(block, tables=[*block.tables[:first], *rest])


def _all_values(axis: SweepAxis) -> str:
    values = []
    for place in range(len(axis.values)):
        words, typed = axis.shown(place), shown(axis.at(place))
        alike = axis.numeric or typed.isdigit() or words.lower() == typed.lower()
        values.append(words if alike else f"{words} (`{typed}`)")
    return " / ".join(values) if any("," in value for value in values) else listed(values)


def _under(section: str, name: str, text: str) -> Markup:
    return Markup("{}: {}").format(link(f"#{section}", name), text)
