"""Better habits, round by round; and the worth of a position."""
