"""Gardens written as text, for worked examples.

A line is a row, cards stand apart by blanks: ``colours/walls/umbrellas``, ``W`` for wild, ``.`` for an empty cell.
"""

from tests.games.biergarten.naive import Card, Cell, Garden

NORTH_WEST: Cell = (12, 12)

EIGHTEEN_BARRELS = """
    GY/NW  GY/N  RB/N  RB/NE
    G/SW   G/S   R/S   B/ES
"""
"""The rulebook's example by its figures: 9 barrels of matches, 6 for the walls, 3 for the colours."""


def garden(text: str) -> Garden:
    """Return the cards by cell; they are numbered in row-major order."""
    found: Garden = {}
    for row, line in enumerate(text.strip("\n").split("\n")):
        for column, word in enumerate(line.split()):
            if word != ".":
                colors, walls, umbrellas, *_ = [*word.split("/"), "", ""]
                cell = NORTH_WEST[0] + row, NORTH_WEST[1] + column
                found[cell] = Card(len(found), "common", colors, walls, umbrellas)
    return found
