"""A scenario's checks and its baseline: pass, fail or undecided."""
