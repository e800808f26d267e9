"""Players and their strength: tournaments of personas, equilibria, other line-ups, the ladder of skill, tuning."""
