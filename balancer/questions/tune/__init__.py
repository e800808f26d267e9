"""Better habits, round by round; and what a position is worth."""
