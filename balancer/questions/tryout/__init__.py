"""A game tried out: played in many ways, to find what is wrong with it and what deserves a look."""
