"""Players who think ahead: options forced on a game, and the search that tries them."""
