"""Verdicts on claims, and accepted baselines."""
