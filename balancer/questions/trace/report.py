"""The report of `balancer trace`: a game round by round, every decision with the options it weighed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.analysis.play.chances import estimated
from balancer.analysis.sheet import Sheet, column
from balancer.core.game import Game
from balancer.narration import steps as kinds
from balancer.narration.narrated import Narration
from balancer.narration.review import Review
from balancer.narration.steps import Step
from balancer.reporting.document.model import Block, Brief, Document, Item, Lines, Section, Text, chart
from balancer.reporting.document.parts import reproduced_by
from balancer.reporting.numbers import SHARE
from balancer.reporting.report import TableRows

STEPS = Sheet(
    "steps",
    "what happened, step by step",
    [
        column("kind", "what kind of step it is: round, turn, decision, option, event, standing …"),
        column("round", "number of the round; 0: before the first"),
        column("turn", "number of the turn; 0: before the first"),
        column("seat", "seat from 1; empty: nobody's", lambda step: step.seat + 1 if step.seat >= 0 else None),
        column("who", "the seat with its persona, where the line names it"),
        column("node", "the kind of decision"),
        column("text", "what happens"),
        column("reason", "why it was decided so"),
    ],
)


@dataclass
class TraceLine:
    """A line of a turn."""

    kind: str
    actor: str  # the seat with its persona and decision; '' where nobody acts
    text: str
    note: str = ""
    options: list[str] = field(default_factory=list)  # of a decision: the options that were weighed


@dataclass
class Turn:
    """A turn, or what happens outside of turns: its heading, '' for none, and its lines."""

    title: str
    lines: list[TraceLine] = field(default_factory=list)


@dataclass(frozen=True)
class Chapter(Item):
    """The setup, a round or the end: its heading, its turns, and the standings after it; for pages."""

    title: str
    turns: list[Turn] = field(default_factory=list)
    standings: list[str] = field(default_factory=list)
    brief: bool = field(default=False, kw_only=True)


HEADINGS = (kinds.SETUP, kinds.ROUND, kinds.END)


@dataclass(frozen=True)
class TraceReport:
    """A narrated game; a terminal and Markdown show the lines of its narration, a page its rounds and turns."""

    narration: Narration
    title: str
    rounds: range | None = None  # only these and the end are shown; None: all
    command: str = ""  # reproduces it; '' from Python
    legend: Sequence[str] = ()  # meanings of the numbers

    @property
    def steps(self) -> Sequence[Step]:
        """The steps that are shown."""
        steps = self.narration.steps
        return steps if self.rounds is None else list(kinds.of_rounds(steps, self.rounds))

    def answer(self) -> list[str]:
        """Return who won, or what was played where the rules went wrong."""
        return [self.narration.outcome or self.narration.header[0]]

    def document(self) -> Document:
        """Return the document for terminal, page and Markdown."""
        narration, (ending,) = self.narration, self.answer()
        wrong = [Text(f"The rules went wrong here: {narration.error}", "caveats")] if narration.error else []
        lines = Brief([Lines([(step.line, "") for step in self.steps])])
        course = [*curves(narration.review, narration.viewer), *chapters(self.steps), lines, *wrong]
        facts = narration.header if narration.outcome else narration.header[1:]
        return Document(
            ending,
            [
                Section("course", "", course),
                *([reproduced_by(self.command, [STEPS])] if self.command else []),
            ],
            kicker=self.title,
            description=ending,
            facts=[*(fact.strip() for fact in facts), *self.legend],
            footer="Narrated by balancer from the rules that are simulated.",
            navigation=False,
        )

    def tables(self) -> list[TableRows]:
        """Return the tables, for CSV files and Python."""
        return [(STEPS, self.steps)]

    def to_json(self) -> dict[str, Any]:
        """Return the game step by step."""
        narration = self.narration
        wrong = None if narration.error is None else str(narration.error)
        steps = [STEPS.row(step) for step in self.steps]
        return {"outcome": narration.outcome, "header": narration.header, "error": wrong, "steps": steps}


def legend_of(game: Game, *, brief: bool = False) -> list[str]:
    """Return the meanings of the numbers of a narrated game; brief: of one without options."""
    values = "numbers before options: how much the persona values each; they compare only within a decision"
    return [f"standings: {game.standing_meaning.rstrip('.')}", *([] if brief else [values])]


def curves(review: Review | None, viewer: int | None) -> Iterator[Block]:
    """Yield a chart of every seat's chance before each round; viewer: only of this seat."""
    if review is None or not review.chances:
        return
    import pandas as pd

    from balancer.reporting.drawing import charts

    rows = [
        {"x": number, "series": f"seat {seat + 1}", **estimated(chance, review.trials).to_json()}
        for number, line in enumerate(review.chances, 1)
        for seat, chance in enumerate(line)
        if viewer in {None, seat}
    ]
    frame, title = pd.DataFrame(rows), f"chance to {review.word} before each round"
    caption = f"From what the seat can see, by {review.trials} trial games; whiskers: their noise at 95% confidence."
    yield Block("", charts=[chart("chances", title, charts.lines, frame, unit=SHARE, across="round", caption=caption)])


def chapters(steps: Sequence[Step]) -> Iterator[Chapter]:
    """Yield the setup, the rounds and the end, with their turns."""
    chapter = Chapter("")
    for step in steps:
        if step.kind in HEADINGS:
            if chapter.title or chapter.turns:
                yield chapter
            chapter = Chapter(step.text)
        elif step.kind in (kinds.STANDINGS, kinds.STANDING):
            chapter.standings.extend([step.text] if step.kind == kinds.STANDING else [])
        elif step.kind == kinds.TURN:
            chapter.turns.append(Turn(step.text))
        else:
            _add(chapter, step)
    yield chapter


def _add(chapter: Chapter, step: Step) -> None:
    """Add a step to the last turn of a chapter: an option to its decision, anything else as a line."""
    if not chapter.turns:
        chapter.turns.append(Turn(""))
    lines = chapter.turns[-1].lines
    if step.kind == kinds.OPTION and lines:
        lines[-1].options.append(step.text)
        return
    node = f" – {step.node}" if step.node else ""
    lines.append(TraceLine(step.kind, f"{step.who}{node}" if step.who else "", step.text, step.reason))
