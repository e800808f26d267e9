"""Confidence intervals of shares, means and distributions, also over pairs of games and repeated looks."""
