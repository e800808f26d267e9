"""Collector of the faults of a scenario while it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from balancer.scenario.errors import Fault, ScenarioError, in_order
from balancer.scenario.file.yaml_source import Path, YamlDocument
from balancer.scenario.literals import names_in_a_row, sentence, shown
from balancer.wording import did_you_mean

MAX_ERRORS = 50  # the search ends there, so that messages stay short and come quickly


class Faults:
    """The faults so far, in the order of discovery."""

    def __init__(
        self, document: YamlDocument, faults: Sequence[Fault] | None = None, most: int | None = MAX_ERRORS
    ) -> None:
        """Start with the document's own faults, or with `faults`; the search ends after `most` (None: never)."""
        self.document = document
        self.found = list(document.faults if faults is None else faults)
        self.most = most

    def __len__(self) -> int:
        """Return the number of faults, so that callers see whether a step added any."""
        return len(self.found)

    def add(self, path: Path, message: str, key: bool = False) -> None:  # noqa: FBT001, FBT002  `read_shape` calls it
        """Add a fault at the value of `path`, or at its key; a name within the message may hold line breaks."""
        self.found.append(self.document.fault(path, " ".join(message.splitlines()), key=key))
        if self.most is not None and len(self.found) >= self.most:
            raise ScenarioError(in_order(self.found), complete=False)

    def unknown(self, path: Path, what: str, word: Any, allowed: Mapping[str, Any] | list[str], *, key: bool) -> None:
        """Add an unknown name: what is allowed, and the nearest name."""
        names = list(allowed)
        allowed_words = f"allowed: {names_in_a_row(names)}" if names else "there is none"
        self.add(path, sentence(f"unknown {what} {shown(word)}", allowed_words, did_you_mean(word, names)), key)

    def raise_any(self) -> None:
        """Raise ScenarioError with all faults in the order of the file, if there are any."""
        if self.found:
            raise ScenarioError(in_order(self.found))
