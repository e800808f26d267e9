"""A narrated game as a page: round by round, every decision with what it weighed."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from balancer.analysis.chances import estimated
from balancer.narration import steps as kinds
from balancer.narration.narrated import Narration
from balancer.narration.review import Review
from balancer.narration.steps import Step
from balancer.reporting.document.model import Block, Document, Item, Section, Text, chart
from balancer.reporting.numbers import SHARE


@dataclass
class Line:
    """A line of a turn; options: what was weighed, if it is a decision."""

    kind: str
    who: str
    text: str
    note: str = ""
    options: list[str] = field(default_factory=list)


@dataclass
class Turn:
    """A turn, or what happens outside of turns: its heading, '' for none, and its lines."""

    title: str
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True)
class Chapter(Item):
    """The setup, a round or the end: its heading, its turns, and the standings after it."""

    title: str
    turns: list[Turn] = field(default_factory=list)
    standings: list[str] = field(default_factory=list)


HEADINGS = (kinds.SETUP, kinds.ROUND, kinds.END)


def page(narration: Narration, title: str, rounds: Container[int] | None = None) -> Document:
    """The page of a game; rounds: only these, and the end."""
    steps = narration.steps if rounds is None else list(kinds.of_rounds(narration.steps, rounds))
    wrong = [Text(f"The rules went wrong here: {narration.error}", "caveats")] if narration.error else []
    facts = narration.header if narration.outcome else narration.header[1:]
    ending = narration.outcome or narration.header[0]
    return Document(
        ending,
        [Section("course", "", [*curves(narration.review, narration.viewer), *chapters(steps), *wrong])],
        kicker=title,
        description=ending,
        facts=[fact.strip() for fact in facts],
        footer="Narrated by balancer from the rules that are simulated.",
        navigation=False,
    )


def curves(review: Review | None, viewer: int | None) -> Iterator[Block]:
    """Every seat's chance before each round, as a curve; viewer: of this seat alone."""
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
    said = f"From what the seat can see, by {review.trials} trial games; whiskers: their noise at 95% confidence."
    yield Block("", charts=[chart("chances", title, charts.lines, frame, unit=SHARE, across="round", caption=said)])


def chapters(steps: Sequence[Step]) -> Iterator[Chapter]:
    """The steps by rounds and turns."""
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
    """One more line of the last turn."""
    if not chapter.turns:
        chapter.turns.append(Turn(""))
    lines = chapter.turns[-1].lines
    if step.kind == kinds.OPTION and lines:
        lines[-1].options.append(step.text)
        return
    node = f" – {step.node}" if step.node else ""
    lines.append(Line(step.kind, f"{step.who}{node}" if step.who else "", step.text, step.reason))
