"""Experiments other than single cells: comparisons, single changes, linked cells, observed games, positions."""
