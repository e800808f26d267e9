"""Statistics: from whole-number tallies to figures with their uncertainty.

Sees *cells* only (plain dicts, as read from a run's JSON) and imports nothing else of the project.  The unit of
resampling is always the game, never the seat.
"""
