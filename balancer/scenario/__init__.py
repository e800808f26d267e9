"""Scenarios: from a YAML file to a typed, resolved question with its settings and its report."""
