"""Each seat's chance to win along games: when they are decided, and by what."""
