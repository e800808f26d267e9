"""A page in which the games are played, in one file."""
