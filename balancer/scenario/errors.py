"""Errors of a scenario: every fault, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

MAX_EXCERPT = 200  # characters of a source line that are shown
MAX_MESSAGE = 1000  # characters; longer messages lose the middle, because the error comes first and the hint last
MAX_LISTED = 20  # faults that an error's message lists; a table with a wrong column has one per row

_HINT = 150  # characters kept at the end


@dataclass(frozen=True)
class Fault:
    """One fault of a scenario."""

    place: str  # `file:line:column`; without a file the path of the value (`rules.win_threshold`), or the option
    message: str  # what is wrong; what is allowed; the nearest right word
    text: str = ""  # the source line; '' if there is none
    column: int = 0  # where the wrong words begin in `text`, from 1
    length: int = 0  # of the wrong words

    def __post_init__(self) -> None:
        """Shorten a message that is too long."""
        if len(self.message) > MAX_MESSAGE:
            short = f"{self.message[: MAX_MESSAGE - _HINT - 3]} … {self.message[-_HINT:]}"
            object.__setattr__(self, "message", short)

    def __str__(self) -> str:
        """Return the fault in one line; the message need not repeat the name that its place ends with."""
        name = self.place.removeprefix("--").partition(" ")[0]
        return f"{self.place}: {self.message.removeprefix(f'{name}: ')}" if self.place else self.message

    def excerpt(self) -> str:
        """Return the source line with carets under the wrong words; '' if there is no source."""
        if not self.text.strip():
            return ""
        text, column = self.text, self.column
        if len(text) > MAX_EXCERPT:
            begin = max(0, column - 1 - MAX_EXCERPT // 2)
            text, column = text[begin : begin + MAX_EXCERPT], column - begin
        # Tabs stay tabs below the line, so that the carets stand where the terminal puts the words.
        blank = "".join("\t" if letter == "\t" else " " for letter in text[: column - 1])
        length = max(1, min(self.length, len(text) - column + 1))
        return f"    {text}\n    {blank}{'^' * length}"


class ScenarioError(ValueError):
    """A scenario that can't be played; `faults` lists every reason, in the order of the file."""

    def __init__(self, faults: Iterable[Fault], *, complete: bool = True) -> None:
        """Store the faults; the message has a line for each.  complete: whether all faults were searched."""
        self.faults = tuple(dict.fromkeys(faults))
        self.complete = complete
        super().__init__(self._listed(str))

    def with_excerpts(self) -> str:
        """Return the message with the source line below each fault, for terminals."""
        return self._listed(lambda fault: f"{fault}\n{fault.excerpt()}".rstrip("\n"))

    def _listed(self, text: Callable[[Fault], str]) -> str:
        more = len(self.faults) - MAX_LISTED
        return "\n".join([*map(text, self.faults[:MAX_LISTED]), *([f"… and {more} more"] if more > 0 else [])])


def in_order(faults: Sequence[Fault]) -> list[Fault]:
    """Sort faults by file and line, options last."""

    def order(fault: Fault) -> tuple[str, int, int]:
        name, line, column = [*fault.place.rsplit(":", 2), "", ""][:3]
        return (name, int(line), int(column)) if line.isdigit() and column.isdigit() else ("\uffff", 0, 0)

    return sorted(faults, key=order)
