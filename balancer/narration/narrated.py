"""A narrated game: its steps, what was played, and what stopped it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from balancer.narration import steps as kinds
from balancer.narration.review import Review
from balancer.narration.steps import Step

MAX_LINES = 400  # of a game whose rules went wrong: the first and the last of them


@dataclass
class Narration:
    """One narrated game.

    outcome: one sentence, '' where the rules went wrong; header: what was played; error: what stopped the game; review:
    chances that are told beside it; viewer: whose view it is, None: everything.
    """

    outcome: str
    header: list[str]
    steps: list[Step]
    error: BaseException | None = None
    place: str = field(default="", repr=False)
    review: Review | None = None
    viewer: int | None = None

    def lines(self, *, brief: bool = False, rounds: range | None = None) -> Iterator[str]:
        """The game as text; at the end what stopped it is raised.

        brief: one line per turn; rounds: only of these.
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
    """All lines, or the first and the last of very many."""
    half = MAX_LINES // 2
    if len(lines) <= MAX_LINES:
        yield from lines
        return
    yield from lines[:half]
    yield f"… {len(lines) - 2 * half} lines left out"
    yield from lines[-half:]
