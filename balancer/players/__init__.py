"""How much conclusions depend on who plays: tournaments of personas, equilibria, tables of other players, tuning."""
