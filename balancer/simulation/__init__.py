"""Plays the cells of a scenario: runner, threads, store, manifest."""
