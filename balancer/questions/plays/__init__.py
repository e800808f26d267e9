"""Logged plays of real people against a scenario."""
