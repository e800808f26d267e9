"""Personas against each other in every line-up: the payoff of each, the stable ones, the equilibrium."""
