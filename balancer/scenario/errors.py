"""What is wrong with a scenario: every fault, each with its place."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

LONGEST_EXCERPT = 200  # characters of a source line that are shown
LONGEST_MESSAGE = 1000  # characters; longer messages lose the middle: the error comes first, the hint last
MAX_LISTED = 20  # faults that the message of an error lists; of a table with a wrong column there is one per row

_HINT = 150  # characters kept at the end


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

    def __post_init__(self) -> None:
        """Bound the message."""
        if len(self.message) > LONGEST_MESSAGE:
            short = f"{self.message[: LONGEST_MESSAGE - _HINT - 3]} … {self.message[-_HINT:]}"
            object.__setattr__(self, "message", short)

    def __str__(self) -> str:
        """The fault in one line; a message need not repeat the name of the value that is its place."""
        name = self.place.removeprefix("--").partition(" ")[0]
        return f"{self.place}: {self.message.removeprefix(f'{name}: ')}" if self.place else self.message

    def excerpt(self) -> str:
        """The source line with carets under the offending words; '' where there is no source."""
        if not self.text.strip():
            return ""
        if len(self.text) > LONGEST_EXCERPT:
            return self._shortened().excerpt()
        # Tabs stay tabs below the line, so that the carets stand where the terminal puts the words.
        blank = "".join("\t" if letter == "\t" else " " for letter in self.text[: self.column - 1])
        length = max(1, min(self.length, len(self.text) - self.column + 1))
        return f"    {self.text}\n    {blank}{'^' * length}"

    def _shortened(self) -> Fault:
        """The same fault with the part of a long source line around the offending words."""
        begin = max(0, self.column - 1 - LONGEST_EXCERPT // 2)
        part = self.text[begin : begin + LONGEST_EXCERPT]
        return dataclasses.replace(self, text=part, column=self.column - begin)


class ScenarioError(ValueError):
    """A scenario that can't be played; `faults` lists every reason, in the order of the file."""

    def __init__(self, faults: Iterable[Fault], *, complete: bool = True) -> None:
        """Keep the faults; the message holds one per line.  complete: whether the search for faults was finished."""
        self.faults = tuple(dict.fromkeys(faults))
        self.complete = complete
        super().__init__(self._listed(str))

    def with_excerpts(self) -> str:
        """The message with the source line below each fault, for terminals."""
        return self._listed(lambda fault: f"{fault}\n{fault.excerpt()}".rstrip("\n"))

    def _listed(self, text: Callable[[Fault], str]) -> str:
        """The first faults as text, and how many more there are."""
        more = len(self.faults) - MAX_LISTED
        return "\n".join([*map(text, self.faults[:MAX_LISTED]), *([f"… and {more} more"] if more > 0 else [])])


def in_order(faults: Sequence[Fault]) -> list[Fault]:
    """Faults in the order of their files and lines, options last."""
    return sorted(faults, key=_place_order)


def _place_order(fault: Fault) -> tuple[str, int, int]:
    name, line, column = [*fault.place.rsplit(":", 2), "", ""][:3]
    return (name, int(line), int(column)) if line.isdigit() and column.isdigit() else ("\uffff", 0, 0)
