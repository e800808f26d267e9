"""Statistics: from whole-number tallies to figures with their uncertainty.

It reads stored results and never plays a game.  The unit of resampling is always the game, never the seat.
"""
