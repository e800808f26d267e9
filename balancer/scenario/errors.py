"""What is wrong with a scenario: every fault, each with its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """One thing wrong.

    place: ``file:line:column``, or the path of the value (``rules.win_threshold``) where there is no file, or the
    option that gave it; message: what is wrong; what is allowed; the nearest right word; text, column, length: the
    source line and what to underline in it (column from 1; '' where there is no source).
    """

    place: str
    message: str
    text: str = ""
    column: int = 0
    length: int = 0

    def __str__(self) -> str:
        """The fault in one line."""
        return f"{self.place}: {self.message}" if self.place else self.message

    def excerpt(self) -> str:
        """The source line with carets under the offending words; '' where there is no source."""
        if not self.text.strip():
            return ""
        # Tabs stay tabs below the line, so that the carets stand where the terminal puts the words.
        blank = "".join("\t" if letter == "\t" else " " for letter in self.text[: self.column - 1])
        length = max(1, min(self.length, len(self.text) - self.column + 1))
        return f"    {self.text}\n    {blank}{'^' * length}"


class ScenarioError(ValueError):
    """A scenario that can't be played; `faults` lists every reason, in the order of the file."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep the faults; the message holds one a line."""
        self.faults = tuple(dict.fromkeys(faults))
        super().__init__("\n".join(map(str, self.faults)))

    def with_excerpts(self) -> str:
        """All faults, each with its source line below, for terminals."""
        return "\n".join(f"{fault}\n{fault.excerpt()}".rstrip("\n") for fault in self.faults)
