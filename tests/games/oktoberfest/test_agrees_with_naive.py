"""Game by game, the room and the naive reference (same dice, no shared code) play the same under random players."""

import csv
import pathlib
from typing import Any

import numpy as np
import pytest

from balancer.core import bits
from balancer.core.dice import MAX_SEATS
from balancer.core.leader_metrics import write_lead
from balancer.core.result_row import RESULT
from balancer.core.table import UNDEFINED
from balancer.games.oktoberfest import GAME
from balancer.games.oktoberfest.table import MEANS
from tests.games.oktoberfest import naive

ODD_TABLE = pathlib.Path(__file__).parent / "odd_table.csv"

GAMES = 60
SEED = 11

VARIANTS: dict[str, dict[str, Any]] = {
    "printed rules": {},
    "low threshold": {"win_threshold": 12},
    "off, early contests": {"win_threshold": 0, "contest_from_round": 1, "head_start": [0, 1, 0, 3, 2, 1, 0]},
    "one pile": {"piles": 1, "removed": "auto", "tipsiest_loses": 3},
    "six piles": {"piles": 6, "tipsiest_ties": "none", "tipsiest_loses": 2},
    "ties to the challenger": {"ties_to": "challenger", "contest_from_round": 2, "bank_rest": False},
    "banked counts": {"instant_counts_banked": True, "win_threshold": 20, "banked_tipsiness": 0},
    "nothing rescued": {"rescue_banked": False, "wild_contest_any": False, "banked_tipsiness": 6},
    "cut off": {"max_rounds": 5, "contest_from_round": 1},
    "everything": {
        "win_threshold": 14,
        "contest_from_round": 2,
        "removed": "auto",
        "piles": 2,
        "ties_to": "challenger",
        "tipsiest_loses": 3,
        "tipsiest_ties": "none",
        "banked_tipsiness": 1,
        "instant_counts_banked": True,
        "bank_rest": False,
        "rescue_banked": False,
        "wild_contest_any": False,
        "max_rounds": 14,
    },
    "an odd table": {"parts": str(ODD_TABLE), "win_threshold": 40, "contest_from_round": 1},
    "an odd table, none removed": {"parts": str(ODD_TABLE), "win_threshold": 60, "removed": 0, "piles": 4},
}


def rows_of(path):
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def as_naive_says(row, names):
    """The fields of a RESULT row in the words of naive.play; names: of the cards."""
    seats = range(row["seats"])
    extras = {extra.name: int(row["extras"][k]) for k, extra in enumerate(GAME.extras) if row["extras"][k] != UNDEFINED}
    return {
        "winners": [seat for seat in seats if bits.has(row["winners"], seat)],
        "ending": GAME.endings_by_number[row["ending"]],
        "rounds": row["rounds"],
        "turns": row["turns"],
        "decisions": row["decisions"],
        "options": row["options"],
        "forced": row["forced"],
        "node_decisions": {node.name: row["node_decisions"][k] for k, node in enumerate(GAME.nodes)},
        "node_options": {node.name: row["node_options"][k] for k, node in enumerate(GAME.nodes)},
        "scores": list(row["score"][: row["seats"]]),
        "extras": extras,
        "parts": [{name for k, name in enumerate(names) if bits.has(row["parts"][seat], k)} for seat in seats],
    }


def lead_of(standings, winners, seats):
    """Lead figures from the naive standings."""
    history = np.zeros((len(standings) + 1, MAX_SEATS + 1), np.int32)
    for line, standing in enumerate(standings):
        history[line, :seats] = standing
    table = np.zeros(1, GAME.table)[0]
    table.seats = seats
    table.standings = len(standings)
    row = np.zeros(1, RESULT)[0]
    row["winners"] = sum(1 << seat for seat in winners)
    write_lead(table, history, row, False)
    return row["lead"]


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_is_the_same(variant, players):
    ours = {**GAME.defaults, **VARIANTS[variant]}
    path = pathlib.Path(ours["parts"]) if "parts" in VARIANTS[variant] else GAME.folder / "components.csv"
    parts = GAME.read_table("parts", path)
    if GAME.problems(ours, players, parts):
        ours["removed"] = "auto"
    assert GAME.problems(ours, players, parts) == []
    knobs = {name: value for name, value in ours.items() if name != "parts"}
    table = GAME.lay_table(ours, players, parts, [GAME.persona("random")])
    history, rows = GAME.history(ours), rows_of(path)

    for game in range(GAMES):
        row = GAME.play(table, history, SEED, game, 1)[0]
        expected = naive.play(SEED, game, players, knobs, rows)
        standings = expected.pop("standings")
        expected["extras"]["tipsiness_at_end"] = expected["extras"]["tipsiness_at_end"] * MEANS
        actual = as_naive_says(row, parts.names)

        assert actual == expected, game
        assert history[: len(standings), :players].tolist() == standings, game
        assert row["lead"] == lead_of(standings, expected["winners"], players), game
