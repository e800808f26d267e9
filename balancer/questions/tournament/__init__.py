"""Personas against each other in every line-up."""
