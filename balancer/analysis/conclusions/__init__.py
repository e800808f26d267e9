"""Conclusions from several figures together: typed facts, each with the family of intervals that it takes."""
