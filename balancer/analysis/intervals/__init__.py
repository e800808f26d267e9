"""Intervals: elementary ones of shares and means, of distributions, of pairs of games, and over repeated looks."""
