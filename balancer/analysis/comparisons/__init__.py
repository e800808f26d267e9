"""Comparisons: how much a change of setting moves a figure, from pairs of games or from two cells."""
