"""Sides: who wins together.  A side is a seat, a team, or the whole table."""

RIVALS = "rivals"  # each seat is a side; sides that win share the victory
TEAMS = "teams"  # seats with the same number are a side, which wins or loses as a whole
TOGETHER = "together"  # all seats are one side against the game
BANK = "bank"  # each seat wins or loses by itself against a bank that has no seat

TABLE = "table"  # name of the only side of a co-operative game

WIN, SCORE = "win", "score"  # what is played for
POINTS = "points"  # unit of scores

SEAT_1, DECLARED, NOBODY = "seat 1", "declared", "nobody"  # who begins: seat 1, a seat that the rules name, no seat
