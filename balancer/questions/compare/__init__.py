"""A change of rules against the base rules, game by game on the same dice."""
