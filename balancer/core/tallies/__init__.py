"""Exact sums over RESULT rows: of the games of a cell, and of pairs of games."""
