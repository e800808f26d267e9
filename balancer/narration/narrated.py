"""A narrated game: its steps, what was played, and what stopped it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from balancer.narration import steps as kinds
from balancer.narration.review import Review
from balancer.narration.steps import Step

MAX_LINES = 400  # of a game whose rules failed: the first and the last ones


@dataclass
class Narration:
    """One narrated game, or its beginning if something stopped it."""

    outcome: str  # one sentence; '' if the rules failed
    header: list[str]  # what was played
    steps: list[Step]
    error: BaseException | None = None  # what stopped the game
    place: str = field(default="", repr=False)  # file and line of the error
    review: Review | None = None  # chances shown in addition
    viewer: int | None = None  # the seat whose view it is; None for everything

    def lines(self, *, brief: bool = False, rounds: range | None = None) -> Iterator[str]:
        """Yield the game as text; then raise what stopped it.

        brief: one line per turn; rounds: only these.
        """
        yield from [self.outcome] if self.outcome else []
        yield from self.header
        steps = self.steps if rounds is None else list(kinds.of_rounds(self.steps, rounds))
        lines = list(kinds.brief_lines(steps)) if brief else [step.line for step in steps]
        yield from lines if self.error is None else shortened(lines)
        if isinstance(self.error, KeyboardInterrupt):
            yield f"broken off{self.place}"
        if self.error is not None:
            raise self.error


def shortened(lines: Sequence[str]) -> Iterator[str]:
    """Yield all lines, or of more than MAX_LINES the first and the last."""
    half = MAX_LINES // 2
    if len(lines) <= MAX_LINES:
        yield from lines
        return
    yield from lines[:half]
    yield f"… {len(lines) - 2 * half} lines left out"
    yield from lines[-half:]
