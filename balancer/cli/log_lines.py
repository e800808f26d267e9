"""Output of commands, safe in the logs of build servers, which take certain lines for commands.

GitHub Actions obeys lines that begin with `::` and `##[…]` within a line; Azure Pipelines obeys `##vso[…]`, TeamCity
`##teamcity[…]`.  Titles, names of cards and files, sentences of a game and messages may hold any of these, and may have
been written by somebody else than who runs the command.
"""

from __future__ import annotations

import re
from typing import Any, TextIO

_COMMAND = re.compile(r"(?:^|\r)\s*:(?=:)|#(?=#\w*\[)", re.MULTILINE)


def harmless(text: str) -> str:
    """Return the text with a space in what a build server would take for a command: `: :error`, `# #[error]`."""
    return _COMMAND.sub(r"\g<0> ", text)


class LogLines:
    """A text stream in whose lines nothing is a command of a build server; `raw` is the stream itself.

    It has no `buffer`: click would write past it, to the bytes below, where the encoding is ASCII.
    """

    def __init__(self, raw: TextIO) -> None:
        """Write to `raw`."""
        self.raw = raw
        self.begun = ""  # of the line that is being written: something, once it has more than spaces

    def write(self, text: str) -> int:
        """Write text; TypeError where it is none."""
        self.raw.write(harmless(self.begun + text).removeprefix(self.begun))
        *_, line = re.split(r"[\r\n]", self.begun + text)
        self.begun = "." if line.strip() else ""
        return len(text)

    def __getattr__(self, name: str) -> Any:
        """All else is the stream's."""
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self.raw, name)
