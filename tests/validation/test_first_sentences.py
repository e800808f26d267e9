"""The first sentences about public games are true of these games, word for word at fixed seeds.

If one changes: read it, and pin it again if it is true (python -m tests.validation.sentences).
"""

from __future__ import annotations

import pytest

from tests.validation.sentences import first_sentence, pinned


@pytest.mark.parametrize(("game", "command", "sentence"), pinned(), ids=[f"{game} {way}" for game, way, _ in pinned()])
def test_the_first_sentence_is_true(game: str, command: str, sentence: str) -> None:
    assert first_sentence(game, command) == sentence
