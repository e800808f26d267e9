"""What is measured: games, line-ups, numbers of players."""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """A game with a line-up at its table, and how many games take about a second on one core."""

    game: str
    name: str
    lineup: tuple[str, ...]
    players: int
    games: int


CASES = (
    Case("black_death", "random", ("random",), 4, 400_000),
    Case("black_death", "mixed", ("middler", "baiter", "reader", "even"), 4, 150_000),
    Case("black_death", "random, 10 players", ("random",), 10, 60_000),
    Case("oktoberfest", "random", ("random",), 4, 120_000),
    Case("oktoberfest", "mixed", ("rusher", "builder", "bully", "balanced"), 4, 40_000),
    Case("oktoberfest", "random, 7 players", ("random",), 7, 100_000),
    Case("biergarten", "random", ("random",), 4, 12_000),
    Case("biergarten", "matcher", ("matcher",), 4, 15_000),
    Case("biergarten", "tidy", ("tidy",), 4, 2_000),
    Case("biergarten", "mixed", ("tidy", "gardener", "painter", "umbrella"), 4, 2_000),
    Case("devils_tarok", "random", ("random",), 4, 100_000),
    Case("devils_tarok", "mixed", ("counter", "miser", "hoarder", "leader"), 4, 50_000),
    Case("bartender", "random", ("random",), 4, 150_000),
    Case("bartender", "mixed", ("careful", "bold", "saboteur", "hoarder"), 4, 60_000),
    Case("festo", "random", ("random",), 4, 60_000),
    Case("festo", "mixed", ("chef", "merchant", "collector", "wizard"), 4, 12_000),
    Case("festo", "mixed, 5 players", ("chef", "merchant", "collector", "wizard"), 5, 9_000),
    Case("shit_head", "random", ("random",), 4, 8_000),
    Case("shit_head", "mixed", ("shrewd", "keeper", "burner", "blocker"), 4, 15_000),
)

OBSERVED_PERSONAS = {
    "black_death": "reader",
    "oktoberfest": "careful",
    "biergarten": "tidy",
    "devils_tarok": "counter",
    "bartender": "hoarder",
    "festo": "chef",
    "shit_head": "shrewd",
}
"""Who plays all seats where chances are looked at: the best personas."""
