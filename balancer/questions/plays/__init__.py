"""Logged plays of real people compared with a scenario."""
