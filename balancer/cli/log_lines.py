"""Output that is safe in the logs of build servers, which take certain lines for commands.

GitHub Actions obeys lines that begin with `::` and `##[…]` within a line; Azure Pipelines obeys `##vso[…]`, TeamCity
`##teamcity[…]`.  Titles, names of cards and files, sentences of a game and messages may hold any of these, and somebody
other than the user of the command may have written them.
"""

from __future__ import annotations

import re
from typing import Any, TextIO

_COMMAND = re.compile(r"(?:^|\r)\s*:(?=:)|#(?=#\w*\[)", re.MULTILINE)


def harmless(text: str) -> str:
    """Return the text with a space inside anything that a build server would obey: `: :error`, `# #[error]`."""
    return _COMMAND.sub(r"\g<0> ", text)


class LogLines:
    """A text stream that writes no commands of build servers; `raw` is the stream below.

    It has no `buffer`: where the encoding is ASCII, click would write past it, to the bytes below.
    """

    def __init__(self, raw: TextIO) -> None:
        """Write to the stream `raw`."""
        self.raw = raw
        self.begun = ""  # "." once the current line has more than spaces

    def write(self, text: str) -> int:
        """Write text, made harmless; TypeError where it is no text."""
        self.raw.write(harmless(self.begun + text).removeprefix(self.begun))
        *_, line = re.split(r"[\r\n]", self.begun + text)
        self.begun = "." if line.strip() else ""
        return len(text)

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of the stream below."""
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self.raw, name)
