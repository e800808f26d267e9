"""Each part of a game (a card, a tile): what it is worth to who has it."""
