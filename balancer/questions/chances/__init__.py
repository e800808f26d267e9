"""Each seat's chance to win, round by round: when games are decided, and by what."""
