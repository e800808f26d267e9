"""The report of `balancer compare`: what each variant changes, and where the first pair of games diverges."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis.comparisons import comparison
from balancer.analysis.comparisons.comparison import DIFFERENCES, PAIRS, fair
from balancer.analysis.comparisons.effect import Effect
from balancer.analysis.results import PairResult
from balancer.analysis.verdicts import BETTER, EQUIVALENT, MOVED, UNDECIDED, WORSE
from balancer.reporting import numbers
from balancer.reporting.axis import SweepAxis, axis_label, seated_words, shown, words_of
from balancer.reporting.document.model import (
    Block,
    Brief,
    Code,
    Details,
    Document,
    Finding,
    Glossary,
    Heading,
    Item,
    Matrix,
    Section,
    Sentences,
    Table,
    TableColumn,
    TableRow,
    Text,
    Word,
    chart,
    link,
)
from balancer.reporting.document.parts import footer, reproduced
from balancer.reporting.drawing import charts
from balancer.reporting.findings.effect_words import change_words, figure_words, value_words
from balancer.reporting.findings.other_players import EffectsElsewhere, elsewhere
from balancer.reporting.findings.variant import (
    SHOWN_VERDICTS,
    VariantLead,
    divergence_words,
    findings,
    further_changes,
    games_words,
    has_too_few_games,
    lead,
    unchanged,
    verdict_words,
)
from balancer.reporting.page import glance, robustness_section
from balancer.reporting.report import ScenarioReport, TableRows
from balancer.scenario.levers import differing, named
from balancer.scenario.question import KnobCard
from balancer.wording import capital, listed, plural, titled

TOO_FEW_GAMES = "too few games"
MAX_CHANGES = 3  # of rules in a sentence
MAX_LEADS_FIRST = 2  # variants whose sentences stand above the table of all; of more the table is the overview
MAX_OTHERS = 6  # further metrics named in a terminal, the most certain first

MEANINGS = {  # verdict -> its meaning
    BETTER: "the whole interval lies on the good side of zero (report: better)",
    WORSE: "the whole interval lies on the bad side of zero (report: better)",
    SHOWN_VERDICTS[MOVED]: "the interval excludes zero; the scenario does not say which direction is good",
    EQUIVALENT: "the whole interval lies within the margin (report: margins), or the rules are the same",
    UNDECIDED: "the interval contains zero and exceeds the margin: more games may decide (not: no difference)",
}

COLUMNS = (
    TableColumn("figure"),
    TableColumn("base", "under the base rules", number=True),
    TableColumn("variant", "under the variant's rules", number=True),
    TableColumn("change", "variant minus base, ± half its interval", number=True),
    TableColumn("verdict", "what the interval shows; see the glossary below"),
    TableColumn(
        "same within", "the margin: a difference that counts as none (report: margins)", number=True, brief=False
    ),
    TableColumn("games saved", "factor by which it would take more games without pairs", number=True, brief=False),
)

WORDS = {
    "pair": "the same game number with both rules: the same deal, the same dice for the same purpose, the same seats",
    "change ±": "variant minus base, in pairs, with half of its interval, or its ends if it is asymmetric",
    "games saved": (
        "variance of the change without pairs / with pairs (variance-reduction factor): near 1 where games diverge "
        "early, higher the longer they stay identical"
    ),
}


@dataclass(frozen=True)
class CompareReport(ScenarioReport):
    """The pairs of a comparison, with its manifest."""

    pairs: Sequence[PairResult]
    other_tables: Sequence[PairResult] = ()  # the same pairs with other line-ups

    def elsewhere(self, number: int) -> EffectsElsewhere | None:
        """Return the effects of a variant with other line-ups; None if none were played, or it changes the line-up."""
        if not self.other_tables or "lineup" in self.changed(number):
            return None
        record = self.manifest.part("tables")
        size = len(self.pairs)
        others = {name: self.other_tables[size * place + number] for place, name in enumerate(record["names"])}
        return elsewhere(self.pairs[number], others, record, self.effects[number], self.spec)

    def changed(self, number: int) -> Mapping[str, list[Any]]:
        """Return the changes of a variant: name -> [base value, its own value]."""
        return differing(self.question.base, self.question.variants[self.pairs[number].name])

    @property
    def confidence(self) -> float:
        """The simultaneous confidence of all intervals of a table."""
        return self.spec.confidence

    @cached_property
    def effects(self) -> list[list[Effect]]:
        """The effects of each variant on all figures."""
        return [comparison.effects(pair, self.spec) for pair in self.pairs]

    def answer(self) -> list[str]:
        """Return a sentence for each variant: what it changes, and its largest effects."""
        return [
            f"{pair.name}, {self.rules_words(number)}: {self.leads[number].sentence}"
            for number, pair in enumerate(self.pairs)
        ]

    @cached_property
    def leads(self) -> list[VariantLead]:
        """The largest effects of each variant."""
        return [
            lead(effects, comparison.headline_figures(pair, self.spec))
            for pair, effects in zip(self.pairs, self.effects, strict=True)
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`; docs/compare.md explains it."""
        content = comparison.all_to_json(self.question.to_json(), self.pairs)
        effects_elsewhere = {pair.name: self.elsewhere(number) for number, pair in enumerate(self.pairs)}
        robustness = {name: effects.to_json() for name, effects in effects_elsewhere.items() if effects is not None}
        return {**content, "robustness": robustness} if robustness else content

    def tables(self) -> Sequence[TableRows]:
        """Return the tables for CSV files and DataFrames."""
        return comparison.tables(self.pairs, self.spec)

    # Words ------------------------------------------------------------------------------------------------------------
    def rules_words(self, number: int) -> str:
        """Return the changes of a variant in words: `at an instant-win threshold of 14 instead of 22`."""
        changed, knobs = self.changed(number), self.card.knobs
        if len(changed) > MAX_CHANGES:
            return f"{len(changed)} changes"
        axes = [
            SweepAxis(
                name, tuple(values), knobs.get(named(name).short, KnobCard()).specials, words=words_of(name, knobs)
            )
            for name, values in changed.items()
        ]
        return listed([axis.instead(0, 1) for axis in axes]) or "the same rules"

    def changes(self, number: int) -> list[str]:
        """Return the changes of a variant in words: `win_threshold 22 → 14`."""
        changed = self.changed(number).items()
        return [f"{axis_label(name)} {shown(base)} → {shown(own)}" for name, (base, own) in changed]

    def changes_words(self, number: int) -> str:
        """Return all changes of a variant in one line."""
        return "; ".join(self.changes(number)) or "nothing, both sides have the same rules"

    def trace_commands(self, number: int, game: int) -> list[str]:
        """Return the commands that narrate a game of each side."""
        targets = list(self.manifest.facts.get("targets") or [str(self.manifest.scenario_file)])
        carried = self.carried_options()
        words = ["balancer", "trace", targets[0], *carried, "--game", str(game)]
        if len(targets) > 1:
            # The second scenario was played with the seed of the first.
            given = any(word.partition("=")[0] == "--seed" for word in carried)
            seed = [] if given else ["--seed", str(self.question.seed)]
            return [
                shlex.join(words),
                shlex.join(["balancer", "trace", targets[1], *carried, *seed, *words[-2:]]),
            ]
        return [shlex.join(words), shlex.join([*words, "--variant", str(self.pairs[number].name)])]

    # For people -------------------------------------------------------------------------------------------------------
    def document(self) -> Document:
        """Return the report as people read it."""
        words = [Word(title, meaning) for title, meaning in {**MEANINGS, **WORDS}.items()]
        games = numbers.short_count(2 * sum(pair.games for pair in self.pairs))
        return Document(
            self.question.title,
            [
                self._answer(),
                *map(self._variant, range(len(self.pairs))),
                self._basis(),
                reproduced(self.manifest, [DIFFERENCES, PAIRS]),
                Section("glossary", "What the words mean", [Glossary(words)], "Words"),
            ],
            kicker=self.card.title or self.pairs[0].base.title,
            about="a comparison, game by game on the same dice",
            name=titled(self.question.title, "base and variants"),
            description=self.answer()[0],
            facts=self._facts(),
            footer=footer(self.manifest.versions.get("balancer", ""), games),
            scripts=["page.js"],
        )

    def _facts(self) -> list[str]:
        base = self.pairs[0].base
        many = numbers.counts(pair.games for pair in self.pairs)
        each = f" with each of {len(self.pairs)} variants" if len(self.pairs) > 1 else ""
        return [
            plural(base.players, "player"),
            seated_words(base),
            f"{many} pairs of games{each}",
            f"seed {base.seed}",
            f"{numbers.confidence(self.confidence)} intervals",
        ]

    def _confidence_note(self) -> str:
        sure = numbers.confidence(self.confidence)
        look_count = max((int(p.precision["looks"]) for p in self.pairs if p.precision), default=0)
        looked = f" They account for {look_count} looks at the games." if look_count > 1 else ""
        return (
            "±: the longer side of an interval. The intervals in a variant's main table have a simultaneous "
            f"confidence of {sure}, and so do those of its other metrics.{looked}"
        )

    # Variants ---------------------------------------------------------------------------------------------------------
    def _answer(self) -> Section:
        leads, glance_ = [*map(self._finding, range(len(self.pairs)))], self._glance()
        items = [
            Brief([Sentences(self.answer())]),
            *([*leads, *glance_] if len(leads) <= MAX_LEADS_FIRST else [*glance_, *leads]),
            Text(self._confidence_note(), "note"),
        ]
        return Section("answer", "The answer", items)

    def _finding(self, number: int) -> Finding:
        effects, lead = self.effects[number], self.leads[number]
        others = [effect for effect in further_changes(effects) if effect not in lead.effects]
        return Finding(
            link(f"#variant-{number + 1}", self.pairs[number].name),
            capital(lead.sentence),
            findings([effect for effect in effects if effect.main and effect not in lead.effects], others),
            self.rules_words(number),
            brief=False,
        )

    def _variant(self, number: int) -> Section:
        pair = self.pairs[number]
        main, others = (
            [effect for effect in self.effects[number] if effect.main == is_main] for is_main in (True, False)
        )
        items = [
            Text(f"Changed: {self.changes_words(number)}", "note"),
            self._block(number, main),
            Brief([Text(_other_changes(self.effects[number]))]),
            *self._elsewhere(number),
            _table("All other metrics", others, folded=f"All other metrics, {len(others)} figures", brief=False),
            Heading("Game by game"),
            Sentences([*games_words(pair, self.confidence), *not_compared(self, pair)]),
            *self._divergence(number),
        ]
        return Section(f"variant-{number + 1}", pair.name, items)

    def _divergence(self, number: int) -> list[Item]:
        """Return where the first pair of games diverges, both games from there, and commands for the whole games."""
        divergence, words = self.pairs[number].divergence, divergence_words(self.pairs[number])
        if not divergence or not words:
            return []
        narrated = [
            Details(f"{side}, from there", [Code("\n".join(divergence[side]))])
            for side in ("base", "variant")
            if divergence.get(side)
        ]
        commands = self.trace_commands(number, divergence["game"]) if self.manifest.command else []
        return [Text(words[0]), Sentences(words[1:]), *narrated, *map(Code, commands)]

    def _elsewhere(self, number: int) -> list[Item]:
        """Return the effects with other line-ups; [] if there are none."""
        others = self.elsewhere(number)
        if others is None:
            return []
        in_terminal = Brief([Heading("Other players"), Sentences(others.sentences), Text(others.note)])
        if not others.conclusions:
            return [in_terminal]
        table = robustness_section.table(
            "Changes with other line-ups", others.conclusions, "change with the scenario's line-up", "other line-ups"
        )
        return [in_terminal, Block("Among other players", others.note, (), [table], wide=True, brief=False)]

    def _block(self, number: int, main: Sequence[Effect]) -> Block:
        pictures = []
        for place, (unit, effects) in enumerate(charted(main)):
            across = "change in percentage points" if unit == numbers.DIFFERENCE else f"change in {unit or 'value'}"
            pictures.append(
                chart(
                    f"variant-{number + 1}-changes-{place + 1}",
                    f"{across}: {self.pairs[number].name}",
                    charts.forest,
                    _frame(effects),
                    unit=unit,
                    across=across,
                    caption="Filled: it changes; hollow: undecided. The band is the margin.",
                )
            )
        return Block("What changed", "", pictures, [_table("Main figures", main)], wide=True)

    def _glance(self) -> list[Item]:
        """Return a matrix with a row for each variant: its effect on each main figure that some variant changes."""
        by_ref = [{fair(effect.ref): effect for effect in effects if effect.main} for effects in self.effects]
        every = {ref: effect for effects in reversed(by_ref) for ref, effect in effects.items()}
        refs = list(dict.fromkeys(ref for effects in by_ref for ref in effects))
        same = [ref for ref in refs if all(unchanged(effects[ref]) for effects in by_ref if ref in effects)]
        changed = [ref for ref in refs if ref not in same]
        shown_, left = changed[: glance.MAX_FIGURES], changed[glance.MAX_FIGURES :]
        rows = [
            (pair.name, f"#variant-{number + 1}", [glance.mark(by_ref[number].get(ref)) for ref in shown_])
            for number, pair in enumerate(self.pairs)
        ]
        columns, unchanged_names, below = (
            [glance.heading(every[ref]) for ref in group] for group in (shown_, same, left)
        )
        note = glance.LEGEND
        note += f" No change seen in any variant: {', '.join(unchanged_names)}." if unchanged_names else ""
        note += f" In the tables below: {', '.join(below)}." if below else ""
        caption = "Changes against the base rules, at a glance"
        matrix = Matrix(caption, caption, "variant", columns, rows, css="glance", brief=False)
        return [matrix, Text(note, "note", brief=False)]

    # Basis ------------------------------------------------------------------------------------------------------------
    def _basis(self) -> Section:
        rules = self._rules()
        items = [
            Heading("Who played"),
            Text(self._seating()),
            self._personas(),
            Heading("The game as simulated"),
            Text(self.card.summary),
            Details(f"All rules, {len(rules.rows)} knobs", [rules]),
        ]
        return Section("basis", "What this rests on", items, brief=False)

    def _seating(self) -> str:
        base = self.pairs[0].base
        seating = f"Base: {seated_words(base)}."
        for pair in self.pairs:
            if seated_words(pair.variant) != seated_words(base):
                seating += f" {pair.name}: {seated_words(pair.variant)}."
        return seating

    def _personas(self) -> Table:
        sides = [side for pair in self.pairs for side in (pair.base, pair.variant)]
        claims = {name: persona["claim"] for cell in sides for name, persona in cell.personas.items()}
        rows = [TableRow([name, claim]) for name, claim in claims.items()]
        return Table("Personas", [TableColumn("persona"), TableColumn("how it plays", prose=True)], rows)

    def _rules(self) -> Table:
        base = self.pairs[0].base.rules
        cells = [pair.variant.rules for pair in self.pairs]
        columns = [TableColumn("rule"), TableColumn("base"), *(TableColumn(pair.name) for pair in self.pairs)]
        rows = [
            TableRow(
                [name, shown(value), *("" if rules[name] == value else shown(rules[name]) for rules in cells)],
                marked=any(rules[name] != value for rules in cells),
            )
            for name, value in base.items()
        ]
        return Table("Rules; a variant's where they differ", columns, rows)


# A figure -------------------------------------------------------------------------------------------------------------
def row(effect: Effect) -> tuple[str, ...]:
    """Return the cells of a table: figure, base, variant, change and verdict."""
    if has_too_few_games(effect):
        return figure_words(effect), *[numbers.NO_VALUE] * 3, TOO_FEW_GAMES
    verdict = verdict_words(effect) if effect.value is not None else numbers.NO_VALUE
    base, variant = (value_words(effect, side.value) for side in (effect.base, effect.variant))
    return figure_words(effect), base, variant, change_words(effect), verdict


def gain_words(gain: float | None) -> str:
    """Return the variance-reduction factor of the pairs: `5.6 ×`."""
    return numbers.NO_VALUE if gain is None else f"{gain:.3g} ×"


def not_compared(report: CompareReport, pair: PairResult) -> list[str]:
    """Return a sentence on the figures that only one side has; [] if both have all."""
    left_out = [*comparison.missing(pair), *comparison.unused_names(pair, report.spec)]
    return [f"Not compared: {'; '.join(left_out)}."] if left_out else []


def _other_changes(effects: Sequence[Effect]) -> str:
    """Return the other metrics that changed, the most certain first; '' if none did."""
    others = further_changes(effects)
    if not others:
        return ""
    named = "; ".join(f"{figure_words(effect)} {change_words(effect)}" for effect in others[:MAX_OTHERS])
    more = f"; and {len(others) - MAX_OTHERS} more" if len(others) > MAX_OTHERS else ""
    return f"Other metrics that changed: {named}{more}"


# Tables and charts ----------------------------------------------------------------------------------------------------
def _table(caption: str, effects: Sequence[Effect], **more: Any) -> Table:
    margins = [numbers.PLUS_MINUS + numbers.amount(effect.margin, numbers.unit_of(effect.unit)) for effect in effects]
    rows = [
        TableRow([*row(effect), margin, gain_words(effect.gain)])
        for effect, margin in zip(effects, margins, strict=True)
    ]
    return Table(caption, COLUMNS, rows, **more)


def charted(effects: Sequence[Effect]) -> list[tuple[str, list[Effect]]]:
    """Return the figures of each chart: one chart per unit, and one for the seats, which change alike."""
    by_chart: dict[tuple[str, bool], list[Effect]] = {}
    for effect in effects:
        if effect.low is not None and effect.high is not None:
            of_seats = effect.offer.metric.of == "seat"
            by_chart.setdefault((numbers.unit_of(effect.unit), of_seats), []).append(effect)
    return [(unit, chart_effects) for (unit, _), chart_effects in by_chart.items()]


def _frame(effects: Sequence[Effect]) -> Any:
    import pandas as pd

    rows = [
        (figure_words(effect), effect.value, effect.low, effect.high, effect.margin, effect.verdict != UNDECIDED)
        for effect in effects
    ]
    return pd.DataFrame(rows, columns=["label", "value", "low", "high", "margin", "decided"])
