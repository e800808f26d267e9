"""The worth of each card or tile of a game to its holder."""
