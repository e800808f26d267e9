"""A game tried out: played in many ways, to find errors and what deserves a look."""
