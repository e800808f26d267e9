"""Collects the faults of a scenario while it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balancer.scenario.errors import Fault, ScenarioError, in_order
from balancer.scenario.file.yaml_source import Path, YamlDocument
from balancer.scenario.literals import names_in_a_row, sentence, shown
from balancer.wording import did_you_mean

MAX_ERRORS = 50  # the search for more ends there, so that messages stay readable and quick


class Faults:
    """The faults so far, in the order of discovery."""

    def __init__(
        self, document: YamlDocument, found: Sequence[Fault] | None = None, most: int | None = MAX_ERRORS
    ) -> None:
        """Begin with `found`, by default the document's own; `most`: further errors end the search (None: never)."""
        self.document = document
        self.found = list(document.faults if found is None else found)
        self.most = most

    def __len__(self) -> int:
        """Return how many there are: to see whether a step added any."""
        return len(self.found)

    def add(self, path: Path, message: str, key: bool = False) -> None:  # noqa: FBT001, FBT002  `read_shape` calls it
        """Add a fault at the value of `path`, or at its key; a name within the message may hold line breaks."""
        self.found.append(self.document.fault(path, " ".join(message.splitlines()), key=key))
        if self.most is not None and len(self.found) >= self.most:
            raise ScenarioError(in_order(self.found), complete=False)

    def unknown(self, path: Path, what: str, word: Any, allowed: Mapping[str, Any] | list[str], *, key: bool) -> None:
        """Add a name that isn't known: what there is, and the nearest."""
        names = list(allowed)
        there = f"allowed: {names_in_a_row(names)}" if names else "there is none"
        self.add(path, sentence(f"unknown {what} {shown(word)}", there, did_you_mean(word, names)), key)

    def raise_any(self) -> None:
        """Raise ScenarioError with all faults in the order of the file, if there are any."""
        if self.found:
            raise ScenarioError(in_order(self.found))
