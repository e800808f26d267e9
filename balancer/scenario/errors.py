"""What is wrong with a scenario: every fault, each with its place."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balancer.scenario.literals import names_in_a_row, sentence, shown
from balancer.wording import did_you_mean

if TYPE_CHECKING:
    from balancer.scenario.yaml_source import Document, Path

LONGEST_EXCERPT = 200
"""Characters of a source line that are shown."""

LONGEST_MESSAGE = 1000
"""Characters; a longer message loses its middle: the error is at its beginning, the hint at its end."""

MAX_LISTED = 20
"""Faults that the message of an error lists; of a table with a wrong column there is one per row."""

MAX_ERRORS = 50
"""Errors listed at most; the search for more ends there, so that messages stay readable and quick."""

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


class Faults:
    """The errors so far, in the order of discovery."""

    def __init__(self, document: Document, found: Sequence[Fault] | None = None, most: int | None = MAX_ERRORS) -> None:
        """Begin with `found`, by default the document's own; `most`: further errors end the search (None: never)."""
        self.document = document
        self.found = list(document.faults if found is None else found)
        self.most = most

    def __len__(self) -> int:
        """How many there are: to see whether a step added any."""
        return len(self.found)

    def add(self, path: Path, message: str, key: bool = False) -> None:  # noqa: FBT001, FBT002  `read_shape` calls it
        """A fault at the value of `path`, or at its key; a name within the message may hold line breaks."""
        self.found.append(self.document.fault(path, " ".join(message.splitlines()), key=key))
        if self.most is not None and len(self.found) >= self.most:
            raise ScenarioError(in_order(self.found), complete=False)

    def unknown(self, path: Path, what: str, word: Any, allowed: Mapping[str, Any] | list[str], *, key: bool) -> None:
        """A name that isn't known: what there is, and the nearest."""
        names = list(allowed)
        there = f"allowed: {names_in_a_row(names)}" if names else "there is none"
        self.add(path, sentence(f"unknown {what} {shown(word)}", there, did_you_mean(word, names)), key)

    def raise_any(self) -> None:
        """ScenarioError with all faults in the order of the file, if there are any."""
        if self.found:
            raise ScenarioError(in_order(self.found))


def in_order(faults: Sequence[Fault]) -> list[Fault]:
    """Faults in the order of their files and lines, options last."""
    return sorted(faults, key=_place_order)


def _place_order(fault: Fault) -> tuple[str, int, int]:
    name, line, column = [*fault.place.rsplit(":", 2), "", ""][:3]
    return (name, int(line), int(column)) if line.isdigit() and column.isdigit() else ("\uffff", 0, 0)
