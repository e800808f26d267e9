"""A change of rules compared with the base rules, game by game on the same dice."""
