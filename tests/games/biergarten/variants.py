"""The rules under which the room and the naive reference are compared: every knob at the ends of its range."""

import pathlib
from typing import Any

FOLDER = pathlib.Path(__file__).parent
ODD_TABLE, WALLED_TABLE = FOLDER / "odd_table.csv", FOLDER / "walled_table.csv"

VARIANTS: dict[str, dict[str, Any]] = {
    "printed rules": {},
    "ales": {"board": "ales"},
    "short strings": {"umbrella_run": 2, "umbrella_bonus": 10, "end_at": 30},
    "ales with umbrellas": {"board": "ales", "umbrella_run": 3, "umbrella_bonus": 1, "wilds": 1},
    "final round at once": {"end_at": 3, "tie_break": "shared"},
    "final round without rearranging": {"end_at": 5, "final_rearrange": False, "hand": 3},
    "swaps alone": {
        "head_start": [0, 2, 0, 5, 1],
        "rearrange": "swap",
        "end_at": 8,
        "tie_break": "shared",
        "color_bonus": 20,
    },
    "moves alone": {"rearrange": "move", "end_at": 9, "umbrella_run": 4},
    "moves to empty cells alone": {"rearrange": "move", "shift": False, "end_at": 9, "color_bonus": 0},
    "nothing rearranged": {"rearrange": "none", "end_at": 6, "steal": False, "wilds": 0},
    "large hands, large supply": {"hand": 5, "supply": 6, "garden_bonus": 20, "end_at": 14},
    "small hands, small supply": {"hand": 1, "supply": 1, "wilds": 9, "shift": False, "umbrella_bonus": 0},
    "nobody steals, nothing ends it": {"steal": False, "end_at": 60, "supply": 6, "garden_bonus": 0},
    "one round": {"max_rounds": 1, "end_at": 3, "tie_break": "shared"},
    "cut off": {"max_rounds": 3, "end_at": 4, "umbrella_run": 2},
    "everything": {
        "board": "ales",
        "end_at": 7,
        "umbrella_bonus": 3,
        "umbrella_run": 2,
        "color_bonus": 1,
        "garden_bonus": 2,
        "hand": 4,
        "supply": 2,
        "rearrange": "move",
        "shift": False,
        "final_rearrange": False,
        "steal": False,
        "wilds": 5,
        "head_start": [3, 0, 1, 0, 5],
        "tie_break": "shared",
        "max_rounds": 8,
    },
    "an odd table": {"parts": str(ODD_TABLE), "end_at": 60, "umbrella_run": 20},
    "an odd table, few wilds": {"parts": str(ODD_TABLE), "wilds": 7, "end_at": 25, "hand": 4, "umbrella_run": 5},
    "a table of walls": {"parts": str(WALLED_TABLE), "end_at": 30},
    "a table of walls, ended by them": {
        "parts": str(WALLED_TABLE),
        "end_at": 7,
        "garden_bonus": 5,
        "tie_break": "shared",
    },
}
